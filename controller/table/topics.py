"""Imports all topics of the table, which registers the fold of every record."""

from controller.table.journal import apply
from controller.table.step import step

__all__ = ["apply", "step"]
