"""Brings the ledger of an earlier release to the present schema; imported only when one has to be brought.

A release that changes the schema adds a file to versions/ and its number to schema.VERSIONS. A step may run any Python
inside the one transaction; where the book has other fields, it folds the checkpoint anew.
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
