"""A whole table on one machine without hardware: broker, simulated board and controller as real processes."""
