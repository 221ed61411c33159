"""Pins and bytes: what a table's sensors, keys and lamps look like from below. Knows no table and no money."""
