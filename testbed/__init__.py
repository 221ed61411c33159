"""What no casino table has: the simulation, the demonstration table and rounds by the million."""
