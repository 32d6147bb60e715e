"""What alembic runs around the migrations: nothing but the connection that it is given."""

from __future__ import annotations

from alembic import context

from waterhole.server.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
