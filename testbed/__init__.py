"""What no casino's table carries: the simulation, the demonstration table and rounds by the million."""
