"""Sessions, their lines, the changes to them, and links to them."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "sikwu_sessions",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("handle", sa.String(120), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("rules", sa.String(40), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("players", sa.Text, nullable=False),
        sa.Column("first_dealer", sa.Integer, nullable=False),
        sa.Column("stake", sa.Text),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("closed", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_sikwu_sessions"),
        sa.UniqueConstraint("handle", name="uq_sikwu_sessions_handle"),
    )
    op.create_table(
        "sikwu_changes",
        sa.Column("session", sa.Integer, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("at", sa.String(24), nullable=False),
        sa.Column("by", sa.String(60)),
        sa.Column("action", sa.String(12), nullable=False),
        sa.Column("number", sa.Integer),
        sa.Column("target", sa.Integer),
        sa.Column("key", sa.String(80)),
        sa.Column("fingerprint", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("session", "version", name="pk_sikwu_changes"),
        sa.ForeignKeyConstraint(["session"], ["sikwu_sessions.id"], "fk_sikwu_changes_session", ondelete="CASCADE"),
        sa.UniqueConstraint("session", "key", name="uq_sikwu_changes_session"),
    )
    op.create_table(
        "sikwu_lines",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("session", sa.Integer, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("since", sa.Integer, nullable=False),
        sa.Column("until", sa.Integer),
        sa.Column("made", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("request", sa.Text, nullable=False),
        sa.Column("result", sa.Text, nullable=False),
        sa.Column("dealer", sa.Integer, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("streak", sa.Integer, nullable=False),
        sa.Column("counters", sa.Text),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("mark", sa.Text),
        sa.PrimaryKeyConstraint("id", name="pk_sikwu_lines"),
        sa.ForeignKeyConstraint(["session"], ["sikwu_sessions.id"], "fk_sikwu_lines_session", ondelete="CASCADE"),
    )
    op.create_index("ix_sikwu_lines_form", "sikwu_lines", ["session", "place", "since"], unique=True)
    op.create_table(
        "sikwu_links",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("session", sa.Integer, nullable=False),
        sa.Column("role", sa.String(12), nullable=False),
        sa.Column("label", sa.String(60)),
        sa.Column("digest", sa.String(128), nullable=False),
        sa.Column("created", sa.String(24), nullable=False),
        sa.Column("revoked", sa.String(24)),
        sa.PrimaryKeyConstraint("id", name="pk_sikwu_links"),
        sa.ForeignKeyConstraint(["session"], ["sikwu_sessions.id"], "fk_sikwu_links_session", ondelete="CASCADE"),
        sa.UniqueConstraint("digest", name="uq_sikwu_links_digest"),
    )
    op.create_index("ix_sikwu_links_session", "sikwu_links", ["session"])
