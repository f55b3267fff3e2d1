"""Real requests that stand on the OpenAPI page."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]

SELF_DRAWN: Json = {
    "rules": "hkma-2023",
    "hand": "123456789m123p5s + 5s",
    "seat": "south",
    "round": "east",
    "win": "self-draw",
}
DISCARD: Json = {
    "rules": "hkma-2023",
    "hand": "[111p] [777z] 222z 99p 34p + 2p",
    "seat": "south",
    "round": "east",
    "win": "discard",
    "from": "west",
    "explain": True,
    "lang": "zh",
}
DRAWN: Json = {"rules": "hkma-2023", "round": "east", "wins": []}
WON: Json = {
    "rules": "hkma-2023",
    "round": "east",
    "wins": [{"seat": "north", "hand": "111m222p33s555z66z + 3s", "win": "discard", "from": "east"}],
}
DECLARED: Json = {"wins": [{"seat": "north", "points": 5, "win": "discard", "from": "east"}]}

SCORES = {"self_drawn": SELF_DRAWN, "discard": DISCARD, "array": [SELF_DRAWN, DISCARD]}
SETTLEMENTS = {"won": WON, "drawn": DRAWN, "declared": {"rules": "hkma-2023", "round": "east", **DECLARED}}
WAITS: Json = {"ready": {"rules": "hkma-2023", "hand": "123456789m123p5s", "seat": "south", "round": "east"}}
CHECKS: Json = {"unfinished": {"rules": "hkma-2023", "hand": "123456789m1p"}}
DEALS: Json = {"won": {"wins": WON["wins"]}, "drawn": {"wins": []}, "declared": DECLARED}
