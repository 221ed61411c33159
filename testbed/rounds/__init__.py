"""Whole rounds played by strategies, many of them: what happens, beside what the exact odds say."""
