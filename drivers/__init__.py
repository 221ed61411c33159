"""Pins and bytes: a table's sensors, keys and lamps at the lowest level. Knows nothing of tables or money."""
