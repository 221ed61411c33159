"""The test bed's commands: `litbet bench`, `litbet sim` and `litbet games play`."""
