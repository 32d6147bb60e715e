"""How many tokens a guest has is asked whenever there is to be another."""

from __future__ import annotations

from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_index("tokens_by_guest", "tokens", ["guest"])
