"""The contract's one-line notation, and the same taken apart: text to hands and back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from sikwu.errors import Message, SikwuError, name_of_field, one_of, shown
from sikwu.hand import GROUP_KINDS, SEAT_NUMBERS, SEATS, Group, Hand, make_hand
from sikwu.tiles import BY_GLYPH, CODES, FIRST_FLOWER, NAMES, NUMERALS, SUIT_NAMES, codes

_SELECTORS = "\ufe0e\ufe0f"
_LETTERS = {"m": (0, 9), "p": (9, 9), "s": (18, 9), "z": (27, 7), "f": (34, 8)}
_DIGITS = "0123456789"
_LETTER_MISSING = "expected a suit letter (m p s z f) after {digit}, found {found}"
_LETTER_MISSING_AT_END = "expected a suit letter (m p s z f) after {digit}, found the end"
MAX_TEXT = 1_000
"""The longest line that is read, in characters; a hand needs about a hundred."""


class _Piece(NamedTuple):
    """A tile or a mark of the line, with where it stands (counted from 1)."""

    at: int
    kind: int
    mark: str


def _bad(at: int, template: str, field: str, **values: object) -> SikwuError:
    return SikwuError("bad-notation", _at(_position(at), template, values), field)


def _too_long(text: str, field: str) -> SikwuError:
    return SikwuError(
        "bad-notation", "{count} characters; expected at most {most}", field, count=len(text), most=MAX_TEXT
    )


def _bad_group(where: str | Message, template: str, field: str, **values: object) -> SikwuError:
    return SikwuError("bad-group", _at(where, template, values), field)


def _at(where: str | Message, template: str, values: dict[str, object]) -> Message:
    return Message("{where}: {what}", {"where": where, "what": Message(template, values)})


def _position(at: int) -> Message:
    return Message("position {at}", {"at": at})


def _pieces(text: str, field: str) -> Iterator[_Piece]:
    """The tiles and marks of a line. Digits wait for their suit letter; marks between them keep their place."""
    waiting: list[tuple[int, int, bool]] = []  # position, number, whether it is a Chinese numeral
    held: list[tuple[int, _Piece]] = []  # pluses met among waiting digits, as [111+1p] has one
    bracketed = False
    i = 0
    while i < len(text):
        char, at = text[i], i + 1
        i += 1
        if char.isspace():
            continue
        if char in _DIGITS:
            waiting.append((at, int(char), False))
        elif char in NUMERALS:
            waiting.append((at, NUMERALS[char], True))
        elif char in _LETTERS or char in SUIT_NAMES:
            yield from _suited(waiting, held, char, at, field)
            waiting, held = [], []
        elif char == "+" and waiting and bracketed:
            held.append((len(waiting), _Piece(at, -1, "+")))
        elif waiting:
            raise _bad(at, _LETTER_MISSING, field, digit=waiting[-1][1], found=repr(char))
        elif char in BY_GLYPH or char in NAMES:
            yield _Piece(at, BY_GLYPH[char] if char in BY_GLYPH else NAMES[char], "")
            if i < len(text) and text[i] in _SELECTORS:
                i += 1
        elif char == "<":
            word = ""
            while i < len(text) and (text[i].isalpha() or (text[i].isspace() and not word)):
                word += text[i].strip()
                i += 1
            if word not in SEAT_NUMBERS:
                raise _bad(
                    at + 1,
                    "expected a seat (east, south, west or north) after <, found {found}",
                    field,
                    found=shown(word),
                )
            yield _Piece(at, SEAT_NUMBERS[word], "<")
        elif char in "[]()+":
            bracketed = char in "[(" or (bracketed and char == "+")
            yield _Piece(at, -1, char)
        else:
            raise _bad(at, "expected a tile, a bracket or +, found {found}", field, found=repr(char))
    if waiting:
        raise _bad(len(text) + 1, _LETTER_MISSING_AT_END, field, digit=waiting[-1][1])


def _suited(
    waiting: list[tuple[int, int, bool]], held: list[tuple[int, _Piece]], char: str, at: int, field: str
) -> Iterator[_Piece]:
    """The tiles that a suit letter or a Chinese suit name makes of the digits before it."""
    if not waiting:
        raise _bad(at, "expected a digit before {letter}", field, letter=repr(char))
    first, size = _LETTERS[char] if char in _LETTERS else (9 * SUIT_NAMES[char], 9)
    marks = held[::-1]
    for number, (place, digit, chinese) in enumerate(waiting):
        while marks and marks[-1][0] == number:
            yield marks.pop()[1]
        if chinese and char in _LETTERS:
            raise _bad(
                at,
                "expected a Chinese suit name (萬 筒 索) after a Chinese numeral, found {found}",
                field,
                found=repr(char),
            )
        if not 1 <= digit <= size:
            raise _bad(
                place,
                "there is no tile {digit}{letter}; {letter} has the numbers 1 to {most}",
                field,
                digit=digit,
                letter=char,
                most=size,
            )
        yield _Piece(place, first + digit - 1, "")
    if marks:
        raise _bad(at, "expected a digit after +, found {found}", field, found=repr(char))


def _bracket(pieces: Iterator[_Piece], opening: _Piece, field: str) -> tuple[list[_Piece], int | None]:
    """The pieces up to the closing bracket, and the seat the group was claimed from."""
    closing = {"[": "]", "(": ")"}[opening.mark]
    inside: list[_Piece] = []
    claimed_from: int | None = None
    for piece in pieces:
        if piece.mark == closing:
            return inside, claimed_from
        if claimed_from is not None:
            raise _bad(piece.at, "expected {closing} after the seat", field, closing=closing)
        if piece.mark == "<" and opening.mark == "[" and inside:
            claimed_from = piece.kind
        elif piece.mark == "+" and any(other.mark for other in inside):
            raise _bad(piece.at, "a second + in a bracket; [111+1p] has one", field)
        elif piece.mark == "" or (piece.mark == "+" and opening.mark == "["):
            inside.append(piece)
        else:
            raise _bad(
                piece.at, "expected a tile or {closing}, found {found}", field, closing=closing, found=repr(piece.mark)
            )
    raise _bad(
        opening.at, "{opening} is never closed; expected {closing}", field, opening=repr(opening.mark), closing=closing
    )


def _added(inside: list[_Piece], field: str) -> bool:
    """Whether the bracket is written as a kong made by adding a tile: three tiles, a plus, one tile."""
    pluses = [place for place, piece in enumerate(inside) if piece.mark == "+"]
    if not pluses:
        return False
    if pluses != [3] or len(inside) != 5:
        raise _bad_group(
            _position(inside[0].at), "a kong made by adding is three alike, + and the fourth, as in [111+1p]", field
        )
    return True


def shape_of_group(tiles: list[int], where: str | Message, field: str) -> tuple[str, int]:
    """``("chow" | "pung" | "kong", lowest tile)`` of a group's tiles in any order, or ``bad-group``."""
    tiles = sorted(tiles)
    text = codes(tiles)
    if tiles and tiles[-1] >= FIRST_FLOWER:
        raise _bad_group(where, "{tiles} holds a flower, which is never part of a group", field, tiles=text)
    if len(tiles) in (3, 4) and tiles[0] == tiles[-1]:
        return ("pung" if len(tiles) == 3 else "kong"), tiles[0]
    if len(tiles) == 3 and tiles[0] + 1 == tiles[1] == tiles[2] - 1:
        if tiles[0] >= 27:
            raise _bad_group(where, "{tiles} is a chow of honors; only the suits m p s make chows", field, tiles=text)
        if tiles[0] // 9 == tiles[2] // 9:
            return "chow", tiles[0]
    if not text:
        raise _bad_group(where, "an empty bracket is no chow, pung or kong", field)
    raise _bad_group(where, "{tiles} is no chow, pung or kong", field, tiles=text)


def _group(inside: list[_Piece], claimed_from: int | None, opening: _Piece, field: str) -> Group:
    added = _added(inside, field)
    tiles = [piece.kind for piece in inside if not piece.mark]
    kind, tile = shape_of_group(tiles, _position(opening.at), field)
    if opening.mark == "(":
        if kind != "kong":
            raise _bad_group(
                _position(opening.at),
                "round brackets hold a concealed kong, and {tiles} is a {kind}; "
                "write it in square brackets, or loose if it is concealed",
                field,
                tiles=codes(sorted(tiles)),
                kind=kind,
            )
        return Group("concealed-kong", tile)
    if added and kind != "kong":
        raise _bad_group(_position(opening.at), "{tiles} is no kong made by adding", field, tiles=codes(sorted(tiles)))
    return Group("added-kong" if added else kind, tile, claimed_from)


Winning = Literal["required", "absent", "optional", "or-flowers"]
"""What a caller wants of the winning tile; ``or-flowers`` lets a hand of flowers alone stand without one."""


def parse_line(text: str, winning: Winning = "optional") -> Hand:
    """The hand of a line.

    Raises :class:`SikwuError` ``bad-notation`` (with the position, counted from 1) or ``bad-group``.

    >>> str(parse_line("[777z<east] 5s 321m + 5s 5f1f"))
    '123m5s [777z<east] + 5s 15f'
    """
    if len(text) > MAX_TEXT:
        raise _too_long(text, "hand")
    loose: list[int] = []
    brackets: list[tuple[list[_Piece], int | None, _Piece]] = []
    last: int | None = None
    plus: _Piece | None = None
    pieces = _pieces(text, "hand")
    for piece in pieces:
        if plus is not None and last is None and piece.mark:
            raise _bad(piece.at, "expected the winning tile after +, found {found}", "hand", found=repr(piece.mark))
        if piece.mark in ("[", "("):
            brackets.append((*_bracket(pieces, piece, "hand"), piece))
        elif piece.mark == "+":
            if plus is not None or winning == "absent":
                wrong = (
                    "a second +; a hand has one winning tile"
                    if plus
                    else "a +; expected a hand without the winning tile"
                )
                raise _bad(piece.at, wrong, "hand")
            plus = piece
        elif piece.mark:
            raise _bad(piece.at, "expected a tile, found {found}", "hand", found=repr(piece.mark))
        elif plus is None or (last is not None and piece.kind >= FIRST_FLOWER):
            loose.append(piece.kind)
        elif last is not None:
            raise _bad(
                piece.at,
                "{tile} follows the winning tile; only flowers and groups may",
                "hand",
                tile=CODES[piece.kind],
            )
        elif piece.kind >= FIRST_FLOWER:
            raise _bad(piece.at, "the flower {tile} cannot be the winning tile", "hand", tile=CODES[piece.kind])
        else:
            last = piece.kind
    if plus is not None and last is None:
        raise _bad(plus.at + 1, "expected the winning tile after +", "hand")
    if last is None and _lacks(winning, loose, brackets):
        raise _bad(len(text) + 1, "expected + and the winning tile, as in 23m + 1m", "hand")
    return make_hand(loose, [_group(*bracket, "hand") for bracket in brackets], last)


def _lacks(winning: Winning, loose: Sequence[int], groups: Sequence[object]) -> bool:
    """Whether a hand without a winning tile should have had one."""
    if winning == "or-flowers":
        return bool(groups) or not loose or min(loose) < FIRST_FLOWER
    return winning == "required"


def parse_tiles(text: str, field: str) -> list[int]:
    """Loose tiles of any kind, in the order written: codes, Unicode and Chinese names, no brackets and no plus."""
    if len(text) > MAX_TEXT:
        raise _too_long(text, field)
    kinds = []
    for piece in _pieces(text, field):
        if piece.mark:
            raise _bad(piece.at, "expected a tile, found {found}", field, found=repr(piece.mark))
        kinds.append(piece.kind)
    return kinds


def parse_hand(hand: str | Mapping[str, Any]) -> Hand:
    """A hand with its winning tile, from a line or from the same taken apart.

    Raises :class:`SikwuError`: ``bad-notation`` says the position and what was expected there; ``bad-group`` a bracket
    that is no chow, pung or kong; ``bad-request`` an object with a wrong field.

    >>> hand = parse_hand("123m456p 5s [777z] (2222s) + 5s 15f")
    >>> str(hand)
    '123m456p5s [777z] (2222s) + 5s 15f'
    >>> groups = [{"tiles": "777z", "kind": "pung"}, {"tiles": "2222s", "kind": "concealed-kong"}]
    >>> parse_hand({"concealed": "123m456p5s", "groups": groups, "winning": "5s", "flowers": "15f"}) == hand
    True
    """
    return read_hand(hand, "required")


def read_hand(hand: object, winning: Winning) -> Hand:
    """As :func:`parse_hand`, with the caller's word on the winning tile."""
    if isinstance(hand, str):
        return parse_line(hand, winning)
    if isinstance(hand, Mapping):
        return _taken_apart(hand, winning)
    raise SikwuError(
        "bad-request", "hand is a line of text or an object with concealed, groups, winning, flowers", "hand"
    )


def check_form(hand: object) -> None:
    """Raise ``bad-request`` unless the hand is a text or an object with the fields of the contract."""
    if isinstance(hand, Mapping):
        _form(hand)
    elif not isinstance(hand, str):
        read_hand(hand, "optional")


def _form(hand: Mapping[str, Any]) -> tuple[dict[str, str], list[tuple[str, str, int | None]]]:
    for name in hand:
        if name not in ("concealed", "groups", "winning", "flowers"):
            raise SikwuError(
                "bad-request",
                f"hand has no field {shown(name)}; it has concealed, groups, winning, flowers",
                f"hand.{name_of_field(name)}",
            )
    texts = {name: _text(hand, name) for name in ("concealed", "winning", "flowers")}
    written = hand.get("groups")
    if not isinstance(written, list | tuple | None):
        raise SikwuError("bad-request", "hand.groups is a list of groups", "hand.groups")
    return texts, [_group_form(group, f"hand.groups[{place}]") for place, group in enumerate(written or ())]


def _taken_apart(hand: Mapping[str, Any], wanted: Winning) -> Hand:
    texts, forms = _form(hand)
    concealed = parse_tiles(texts["concealed"], "hand.concealed")
    tiles = [parse_tiles(form[0], f"hand.groups[{place}].tiles") for place, form in enumerate(forms)]
    winning = parse_tiles(texts["winning"], "hand.winning")
    if len(winning) > 1:
        raise SikwuError("bad-notation", f"{len(winning)} winning tiles; expected one", "hand.winning")
    if winning and wanted == "absent":
        raise SikwuError("bad-notation", "a winning tile; expected a hand without it", "hand.winning")
    if winning and winning[0] >= FIRST_FLOWER:
        message = "the flower {tile} cannot be the winning tile"
        raise SikwuError("bad-notation", message, "hand.winning", tile=CODES[winning[0]])
    flowers = parse_tiles(texts["flowers"], "hand.flowers")
    for kind in flowers:
        if kind < FIRST_FLOWER:
            raise SikwuError("bad-notation", f"{CODES[kind]} is no flower; flowers are 1f to 8f", "hand.flowers")
    if not winning and _lacks(wanted, concealed + flowers, tiles):
        raise SikwuError("bad-notation", 'no winning tile; expected one, as in "winning": "5s"', "hand.winning")
    groups = [
        _structured_group(tiles[place], kind, seat, f"hand.groups[{place}]")
        for place, (_, kind, seat) in enumerate(forms)
    ]
    return make_hand(concealed + flowers, groups, winning[0] if winning else None)


def _text(hand: Mapping[str, Any], name: str) -> str:
    text = hand.get(name)
    if text is None:
        return ""
    if not isinstance(text, str):
        raise SikwuError("bad-request", f"hand.{name} is a text of tiles", f"hand.{name}")
    return text


def _group_form(group: object, field: str) -> tuple[str, str, int | None]:
    """The tiles' text, kind and seat of a structured group, checked for form only."""
    if not isinstance(group, Mapping):
        raise SikwuError("bad-request", f"{field} is an object with tiles, kind and from", field)
    for name in group:
        if name not in ("tiles", "kind", "from"):
            raise SikwuError(
                "bad-request",
                f"{field} has no field {shown(name)}; it has tiles, kind, from",
                f"{field}.{name_of_field(name)}",
            )
    tiles, kind, seat = group.get("tiles"), group.get("kind"), group.get("from")
    if not isinstance(tiles, str):
        raise SikwuError(
            "bad-request", f"{field}.tiles is missing or no text; expected the group's tiles", f"{field}.tiles"
        )
    if kind not in GROUP_KINDS:
        raise SikwuError(
            "bad-request", f"{field}.kind is {shown(kind)}; expected {one_of(GROUP_KINDS)}", f"{field}.kind"
        )
    if seat is not None and (not isinstance(seat, str) or seat not in SEAT_NUMBERS):
        raise SikwuError("bad-request", f"{field}.from is {shown(seat)}; expected {one_of(SEATS)}", f"{field}.from")
    return tiles, str(kind), SEAT_NUMBERS[seat] if seat is not None else None


def _structured_group(tiles: list[int], kind: str, claimed_from: int | None, field: str) -> Group:
    found, tile = shape_of_group(tiles, field, f"{field}.tiles")
    if (found == "kong") != kind.endswith("kong") or (found != "kong" and found != kind):
        raise SikwuError("bad-group", f"{field}: {codes(sorted(tiles))} is a {found}, not a {kind}", f"{field}.kind")
    if kind == "concealed-kong" and claimed_from is not None:
        raise SikwuError(
            "bad-group", f"{field}: a concealed kong is claimed from nobody; leave out from", f"{field}.from"
        )
    return Group(kind, tile, claimed_from)
