"""What the tests of the table share."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sikwu import SikwuError


def refused(code: str, call: Callable[[], object], words: str = ".") -> SikwuError:
    """The error that a call raises, which has this code and says these words."""
    with pytest.raises(SikwuError, match=words) as caught:
        call()
    assert caught.value.code == code
    return caught.value
