"""Bringing an older ledger to the present schema. Imported only when there is one to bring."""

from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config


def upgrade(connection: sa.Connection, revision: str = "head") -> None:
    """Run the steps inside the caller's transaction."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)
