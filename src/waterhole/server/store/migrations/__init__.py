"""How a database of any age becomes one of today. A new one is made by the same steps."""

from __future__ import annotations

from threading import Lock

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection

FOLDER = "waterhole.server.store:migrations"  # wherever the package is installed

_one_at_a_time = Lock()  # alembic keeps its surroundings in globals


def upgrade(connection: Connection) -> None:
    """Runs what is missing, in the transaction of the connection."""
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", FOLDER)
    with _one_at_a_time:
        command.upgrade(config, "head")
