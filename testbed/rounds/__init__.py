"""Many whole rounds played by strategies, compared with the exact odds."""
