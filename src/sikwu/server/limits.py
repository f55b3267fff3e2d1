"""How many tries an address has."""

from __future__ import annotations

import time
from collections import OrderedDict
from threading import Lock

from sikwu.server.wire import Refused

MOST_ADDRESSES = 10_000
"""How many addresses are remembered; the one not seen for longest is forgotten first."""


class Tries:
    """A number of tries for each address, which come back evenly over a span of time (a leaky bucket).

    Args:
        most: tries that an address may use at once.
        seconds: time after which a used-up address has all its tries again.
        what: what is being tried, for the message.
    """

    def __init__(self, most: int, seconds: float, what: str) -> None:
        self.most = most
        self.seconds = seconds
        self.what = what
        self._used: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._lock = Lock()

    def _level(self, address: str, now: float) -> float:
        used, since = self._used.get(address, (0.0, now))
        return max(0.0, used - (now - since) * self.most / self.seconds)

    def check(self, address: str, now: float | None = None) -> None:
        """Does nothing while the address has a try left.

        Raises:
            Refused: ``too-many-requests``, with how long to wait.

        >>> tries = Tries(2, 60, "wrong secrets")
        >>> tries.spend("10.0.0.7", 0.0), tries.spend("10.0.0.7", 0.0)
        (None, None)
        >>> tries.check("10.0.0.7", 0.0)
        Traceback (most recent call last):
        sikwu.server.wire.Refused: too many wrong secrets from this address: wait 30 s
        >>> tries.check("10.0.0.7", 31.0)
        """
        now = time.monotonic() if now is None else now
        with self._lock:
            level = self._level(address, now)
        if level > self.most - 1:
            wait = int((level - self.most + 1) * self.seconds / self.most) or 1
            raise Refused(
                "too-many-requests",
                f"too many {self.what} from this address: wait {wait} s",
                headers={"Retry-After": str(wait)},
            )

    def spend(self, address: str, now: float | None = None) -> None:
        """Uses one try of the address."""
        now = time.monotonic() if now is None else now
        with self._lock:
            self._used[address] = (self._level(address, now) + 1, now)
            self._used.move_to_end(address)
            while len(self._used) > MOST_ADDRESSES:
                self._used.popitem(last=False)
