"""The tables of the database. JSON is kept as text: the same bytes on SQLite and PostgreSQL.

Lines are never overwritten: a change ends the line's present form (``until``) and begins another (``since``), so the
ledger of every version, the audit trail and undo all read the same rows.
"""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(column_0_label)s",
    }
)

sessions = Table(
    "sikwu_sessions",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("handle", String(120), nullable=False, unique=True),
    Column("name", String(80), nullable=False),
    Column("rules", String(40), nullable=False),
    Column("options", Text, nullable=False),
    Column("players", Text, nullable=False),
    Column("first_dealer", Integer, nullable=False),
    Column("stake", Text),
    Column("version", Integer, nullable=False),
    Column("closed", Boolean, nullable=False),
)

changes = Table(
    "sikwu_changes",
    metadata,
    Column("session", Integer, ForeignKey("sikwu_sessions.id", ondelete="CASCADE"), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("at", String(24), nullable=False),
    Column("by", String(60)),
    Column("action", String(12), nullable=False),
    Column("number", Integer),
    Column("target", Integer),  # the version that an undo takes back or a redo brings back
    Column("key", String(80)),
    Column("fingerprint", String(64), nullable=False),
    UniqueConstraint("session", "key"),
)

lines = Table(
    "sikwu_lines",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("session", Integer, ForeignKey("sikwu_sessions.id", ondelete="CASCADE"), nullable=False),
    # the same for all forms of a line; in the ledger's order, moved on by an insertion
    Column("place", Integer, nullable=False),
    Column("since", Integer, nullable=False),
    Column("until", Integer),
    Column("made", Integer, nullable=False),  # the version whose change wrote this form first; undo copies it
    Column("kind", String(12), nullable=False),
    Column("request", Text, nullable=False),
    Column("result", Text, nullable=False),
    Column("dealer", Integer, nullable=False),
    Column("round", Integer, nullable=False),
    Column("streak", Integer, nullable=False),
    Column("counters", Text),
    Column("revision", Integer, nullable=False),
    Column("mark", Text),
    Index("ix_sikwu_lines_form", "session", "place", "since", unique=True),
)

links = Table(
    "sikwu_links",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("session", Integer, ForeignKey("sikwu_sessions.id", ondelete="CASCADE"), nullable=False),
    Column("role", String(12), nullable=False),
    Column("label", String(60)),
    Column("digest", String(128), nullable=False, unique=True),
    Column("created", String(24), nullable=False),
    Column("revoked", String(24)),
    Index("ix_sikwu_links_session", "session"),
)
