"""What can go wrong at the table, beside the engine's own codes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sikwu.errors import Message, SikwuError

CODES: dict[str, str] = {
    "unknown-session": "no session has this name",
    "session-exists": "another session has this name already",
    "session-closed": "the session is closed: reopen it first",
    "unknown-deal": "the session has no deal with this number",
    "unknown-player": "nobody of this name sits at the table",
    "version-conflict": "the session has changed since the version that the writer saw: look again",
    "key-reused": "the idempotency key was used for another write",
    "deal-makes-no-sense": "after the change a later deal could not have happened so; names the deal and the reason",
    "rules-changed": "the change would settle a later deal again that today's rules score otherwise than it was paid",
    "nothing-to-undo": "there is no change to undo",
    "nothing-to-redo": "nothing was undone since the last change",
    "unknown-link": "the session has no such link",
    "last-host-link": "the last host link cannot be revoked",
    "unknown-schema": "the file was written by another version of its format",
    "busy": "another writer held the database for too long: try again",
    "damaged-file": "the file is not whole, or was changed by hand",
    "database-too-new": "the database was written by a newer version of sikwu",
    "database-not-empty": "a backup is restored into an empty database only",
    "database-unavailable": "the database cannot be opened or does not answer",
}
"""Every code of this room and when it is raised. ``bad-request`` is raised here too, for a field of the wrong form."""


FORCIBLE = ("deal-makes-no-sense", "rules-changed")
"""What a change may meet among later deals and be forced past."""


@contextmanager
def forcible(how: str) -> Iterator[None]:
    """Errors that a change meets among later deals say ``how`` it is made all the same, in the words of who asks."""
    try:
        yield
    except SikwuError as error:
        if error.code not in FORCIBLE:
            raise
        message = Message("{refused}: {how} does so", {"refused": error.said, "how": how})
        raise SikwuError(error.code, message, error.field) from error


class VersionConflict(SikwuError):
    """Somebody else was faster; ``version`` is the session's version now."""

    def __init__(self, expected: int, version: int) -> None:
        super().__init__(
            "version-conflict",
            "the session is at version {version}, not {expected}: look at it again, then decide",
            "version",
            version=version,
            expected=expected,
        )
        self.expected = expected
        self.version = version

    def __reduce__(self) -> tuple[type[VersionConflict], tuple[int, int]]:  # type: ignore[override]  # other arguments
        return type(self), (self.expected, self.version)
