"""Links to sessions: who may do what. Only digests of their secrets are kept.

A secret is 256 random bits, so it can be neither guessed nor found by trying. Only its SHA-256 digest is stored: who
reads the database (a backup, say) can't use the links. A digest of something so random needs no salt, no slow hash.
"""

from __future__ import annotations

import secrets
from hashlib import sha256
from typing import Any

from sqlalchemy import Connection, Row, insert, select, update

from sikwu.errors import SikwuError
from sikwu.session import Json
from sikwu.table import models, store
from sikwu.table.database import Database
from sikwu.table.writes import Clock, stamp

ROLES = ("host", "write", "read")
_LINK = models.links.c


def new_secret() -> str:
    """256 random bits as 43 characters that may stand in a URL.

    >>> len(new_secret())
    43
    """
    return secrets.token_urlsafe(32)


def digest_of(secret: str) -> str:
    """What is stored of a secret. The database is asked for this: how long that takes says nothing about any secret."""
    return sha256(secret.encode()).hexdigest()


def path_of(secret: str) -> str:
    """What follows the service's address in a link: behind the ``#`` it reaches no server and no log.

    >>> path_of("x")
    '/#/join/x'
    """
    return f"/#/join/{secret}"


def add(database: Database, clock: Clock, handle: str, role: str, digest: str, label: str | None) -> Json:
    """A new link. ``bad-request`` for a role that does not exist or a label that is too long."""
    if role not in ROLES:
        raise SikwuError("bad-request", f"role must be host, write or read, not {role!r}", "role")
    if label is not None and (not 1 <= len(label) <= 60 or not label.isprintable()):
        raise SikwuError("bad-request", "label is 1 to 60 printable characters", "label")
    with database.writing() as connection:
        session = store.find_session(connection, handle).id
        identity = secrets.token_hex(8)
        connection.execute(
            insert(models.links).values(
                id=identity, session=session, role=role, label=label, digest=digest, created=stamp(clock)
            )
        )
        return _as_json(_standing(connection, session, identity))


def find(database: Database, digest: str) -> Json | None:
    """The standing link with this digest, and its session's handle and name."""
    with database.reading() as connection:
        session = models.sessions.c
        row = connection.execute(
            select(models.links, session.handle, session.name)
            .join(models.sessions, session.id == _LINK.session)
            .where(_LINK.digest == digest, _LINK.revoked.is_(None))
        ).first()
    return None if row is None else _as_json(row) | {"handle": row.handle, "name": row.name}


def all_of(database: Database, handle: str) -> list[Json]:
    """Every link of the session, revoked ones too, oldest first."""
    with database.reading() as connection:
        session = store.find_session(connection, handle).id
        query = select(models.links).where(_LINK.session == session).order_by(_LINK.created, _LINK.id)
        return [_as_json(row) for row in connection.execute(query)]


def rotate(database: Database, handle: str, link: str, digest: str) -> Json:
    """Gives a standing link another digest. ``unknown-link``."""
    with database.writing() as connection:
        session = store.find_session(connection, handle, lock=True).id
        _standing(connection, session, link)
        connection.execute(update(models.links).where(_LINK.id == link).values(digest=digest))
        return _as_json(_standing(connection, session, link))


def revoke(database: Database, clock: Clock, handle: str, link: str) -> Json:
    """Revokes a standing link. ``unknown-link``, ``last-host-link``."""
    with database.writing() as connection:
        session = store.find_session(connection, handle, lock=True).id
        row = _standing(connection, session, link)
        hosts = select(_LINK.id).where(_LINK.session == session, _LINK.role == "host", _LINK.revoked.is_(None))
        if connection.execute(hosts).scalars().all() == [link]:
            raise SikwuError("last-host-link", "this is the last link of a host: make another first", "link")
        now = stamp(clock)
        connection.execute(update(models.links).where(_LINK.id == link).values(revoked=now))
        return _as_json(row) | {"revoked": now}


def _standing(connection: Connection, session: int, link: str) -> Row[Any]:
    query = select(models.links).where(_LINK.session == session, _LINK.id == link, _LINK.revoked.is_(None))
    row = connection.execute(query).first() if link.isprintable() else None
    if row is None:
        raise SikwuError("unknown-link", f"the session has no standing link {link!r}", "link")
    return row


def _as_json(row: Row[Any]) -> Json:
    return {"id": row.id, "role": row.role, "label": row.label, "created": row.created, "revoked": row.revoked}
