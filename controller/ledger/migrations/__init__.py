"""Migrates the ledger of an earlier release to the current schema; imported only when a ledger needs it.

A release that changes the schema adds a file to versions/ and its number to schema.VERSIONS. A step may run any Python
inside the one transaction; if the book's fields change, it folds the checkpoint again.
"""

from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config

FOLDER = Path(__file__).parent


def upgrade(connection: sa.Connection, revision: str = "head") -> None:
    """Run the steps inside the caller's transaction."""
    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)
