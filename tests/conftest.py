"""How properties are tried: with new examples for a person, with the same ones each time in CI."""

from __future__ import annotations

import os

from hypothesis import settings

settings.register_profile("person", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "person")
