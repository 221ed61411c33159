"""All topics of the table, loaded: with them every record's fold is registered."""

from controller.table.journal import apply
from controller.table.step import step

__all__ = ["apply", "step"]
