"""An evening folded from its lines: who deals, which round it is, what everybody has.

A ledger is a list of lines: deals, adjustments made by hand, players replaced. Each line keeps what it did as it was
paid, so folding an old evening asks no rules and gives what was paid then; only a change settles anything again.

Players are known by their *chair*, 0 to 3 in turn order; a seat wind is a chair as seen from the dealer's. A line keeps
the dealer's chair it was written under, so that its seat words mean the same people whatever is changed before it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple, Protocol

from sikwu.errors import Message, SikwuError, one_of, shown
from sikwu.hand import SEATS
from sikwu.rules import load
from sikwu.settlement import settle

Json = dict[str, Any]
Kind = Literal["deal", "adjustment", "replacement"]

KNOWN = ("rules", "options", "round", "streak", "counters")
"""What a settlement request holds and a session knows by itself."""
MOST_PLAYERS = 12
"""How many people may have sat at one table: enough for any evening, few enough to find the fewest transfers."""
MOST_POINTS = 10**9
"""How many points one adjustment may move."""
_CLAIMED_FROM = re.compile(r"<([^<>\[\]]*)\]")


class Table(NamedTuple):
    """What was agreed before the first deal. ``options`` holds every option; ``first_dealer`` is a chair."""

    rules: str
    options: Json
    players: tuple[str, ...]
    first_dealer: int = 0


class Circumstances(NamedTuple):
    """What a deal's settlement depends on beside its request; ``counters`` by chair, None where there is no race."""

    dealer: int
    round: int
    streak: int
    counters: tuple[int, ...] | None


class Seated(Protocol):
    """Who sits where, and under what: all that the next deal needs to know."""

    @property
    def players(self) -> tuple[str, ...]:
        """By chair."""

    @property
    def circumstances(self) -> Circumstances:
        """What the next deal will be settled under."""


class Sitting(NamedTuple):
    """The table between two deals without its totals."""

    players: tuple[str, ...]
    circumstances: Circumstances


class State(NamedTuple):
    """The table between two deals. ``passes`` is how often the deal has passed; ``totals`` in points, by player."""

    players: tuple[str, ...]
    first_dealer: int
    passes: int
    streak: int
    counters: tuple[int, ...] | None
    totals: Mapping[str, int]

    @property
    def dealer(self) -> int:
        """The dealer's chair."""
        return (self.first_dealer + self.passes) % 4

    @property
    def round(self) -> int:
        """The number of the round wind, east 0 to north 3."""
        return self.passes // 4 % 4

    @property
    def hand(self) -> int:
        """Which dealer of the round it is, 1 to 4."""
        return self.passes % 4 + 1

    @property
    def circumstances(self) -> Circumstances:
        """What the next deal will be settled under."""
        return Circumstances(self.dealer, self.round, self.streak, self.counters)


class Line(NamedTuple):
    """A line of the ledger as it was paid.

    ``request`` and ``result`` name seats as seen from ``circumstances.dealer``. ``revision`` is that of the rules that
    settled it. ``mark`` is the error because of which it makes no sense any more: it was kept as it was paid.
    """

    kind: Kind
    request: Json
    result: Json
    circumstances: Circumstances
    revision: int
    mark: Json | None = None


class DealMakesNoSense(SikwuError):
    """After a change the line ``number`` could not have happened so; ``reason`` is the error it now meets."""

    def __init__(self, number: int, reason: SikwuError) -> None:
        super().__init__(
            "deal-makes-no-sense",
            "deal {number} would no longer make sense: {reason} ({named}). The change can be forced: "
            "deal {number} then keeps what was paid, and is marked",
            reason.field,
            number=number,
            reason=reason.said,
            named=reason.code,
        )
        self.number = number
        self.reason = reason

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.number, self.reason)


# -- the fold ---------------------------------------------------------------------------------------------------------


def agreed(
    rules: object, players: Sequence[str], options: Mapping[str, Any] | None = None, first_dealer: str | None = None
) -> Table:
    """What four players agree on. Options left out take today's defaults, and keep them.

    The players stand in turn order; the first deals first unless ``first_dealer`` names another. Raises
    ``unknown-rules``, ``unknown-option``, ``bad-option`` and ``bad-request``.

    >>> agreed("hkma-2023", ("Ann", "Bo", "Chi", "Dee"), {"minimum": 1}, "Chi").first_dealer
    2
    """
    if options is not None and not isinstance(options, Mapping):
        raise SikwuError("bad-request", "options must be an object", "options")
    filled = load(rules).fill_options(options or {})
    if isinstance(players, str) or not isinstance(players, Sequence) or len(players) != 4:
        raise SikwuError("bad-request", "players must be four names in turn order", "players")
    for player in players:
        check_name(player, "players")
    if len({player.casefold() for player in players}) != 4:
        raise SikwuError(
            "bad-request", "four players need four names, not {names}", "players", names=", ".join(players)
        )
    if first_dealer is not None and first_dealer not in players:
        message = f"first_dealer must be one of {one_of(list(players))}, not {first_dealer!r}"
        raise SikwuError("bad-request", message, "first_dealer")
    return Table(str(rules), filled, tuple(players), players.index(first_dealer) if first_dealer else 0)


def opening(table: Table) -> State:
    """The table before the first deal: the first dealer's east round, everybody at zero.

    >>> opening(Table("hkma-2023", {}, ("Ann", "Bo", "Chi", "Dee"), first_dealer=2)).circumstances
    Circumstances(dealer=2, round=0, streak=0, counters=None)
    """
    race = load(table.rules).race
    counters = (race.counters,) * 4 if race else None
    return State(table.players, table.first_dealer, 0, 0, counters, dict.fromkeys(table.players, 0))


def after(state: State, line: Line) -> State:
    """The table after one more line, as it was paid."""
    match line.kind:
        case "deal":
            return _after_deal(state, line)
        case "adjustment":
            return state._replace(totals=_added(state.totals, line.result["net"]))
        case "replacement":
            return state if line.mark else _seated(state, line.request["leaves"], line.request["joins"])


def fold(table: Table, lines: Iterable[Line]) -> list[State]:
    """The table before the first line and after each: one state more than lines."""
    states = [opening(table)]
    for line in lines:
        states.append(after(states[-1], line))
    return states


def before_deal(table: Table, replacements: Iterable[Line], line: Line) -> State:
    """The table as a deal found it, told by the deal and by who had been replaced. The totals are left at zero.

    Only an unmarked deal tells it: a marked one keeps circumstances that are no more.
    """
    under = line.circumstances
    passes = under.round * 4 + (under.dealer - table.first_dealer) % 4
    return fold(table, replacements)[-1]._replace(passes=passes, streak=under.streak, counters=under.counters)


def _after_deal(state: State, line: Line) -> State:
    dealer = line.circumstances.dealer
    net = {state.players[(dealer + seat) % 4]: line.result["net"][word] for seat, word in enumerate(SEATS)}
    totals = _added(state.totals, net)
    if line.mark:
        stays, streak, counters = *_deal_kept(state, line), state.counters
    else:
        stays, streak = line.result["next"]["dealer_stays"], line.result["next"]["streak"]
        counters = by_chair(line.result["counters"], dealer)
    return state._replace(passes=state.passes + (not stays), streak=streak, counters=counters, totals=totals)


def _deal_kept(state: State, line: Line) -> tuple[bool, int]:
    """Whether the dealer stays after a deal that makes no sense, and the streak: who won decides, as rules cannot."""
    if line.result["next"]["replay"]:
        return True, state.streak
    winners = {chair for chair, won in winning_chairs(line) if won["settled"]}
    stays = state.dealer in winners if winners else line.result["next"]["dealer_stays"]
    return stays, state.streak + 1 if stays else 0


def winning_chairs(line: Line) -> list[tuple[int, Json]]:
    """Every win of a deal: the winner's chair and the win's result."""
    seats = [SEATS.index(win["seat"]) for win in line.request.get("wins") or ()]
    dealer = line.circumstances.dealer
    return [((dealer + seat) % 4, won) for seat, won in zip(seats, line.result["wins"], strict=True)]


def by_chair(by_seat: Mapping[str, int] | None, dealer: int) -> tuple[int, ...] | None:
    """Numbers by seat word as numbers by chair.

    >>> by_chair({"east": 1, "south": 2, "west": 3, "north": 4}, dealer=1)
    (4, 1, 2, 3)
    """
    return tuple(by_seat[SEATS[(chair - dealer) % 4]] for chair in range(4)) if by_seat else None


def by_seat(by_chair: Sequence[Any] | None, dealer: int) -> dict[str, Any] | None:
    """Things by chair as things by seat word, east first.

    >>> by_seat((4, 1, 2, 3), dealer=1)
    {'east': 1, 'south': 2, 'west': 3, 'north': 4}
    """
    return {word: by_chair[(dealer + seat) % 4] for seat, word in enumerate(SEATS)} if by_chair else None


def _added(totals: Mapping[str, int], net: Mapping[str, int]) -> dict[str, int]:
    return {**totals, **{player: totals.get(player, 0) + points for player, points in net.items()}}


def _seated(state: State, leaves: str, joins: str) -> State:
    players = tuple(joins if player == leaves else player for player in state.players)
    return state._replace(players=players, totals=_added(state.totals, {joins: 0}))


# -- new lines --------------------------------------------------------------------------------------------------------


def deal(table: Table, state: Seated, request: Mapping[str, Any]) -> Line:
    """Settles a deal: a settlement request without what the session knows, with players' names or seats in it.

    Raises ``SikwuError``: the engine's errors, and ``bad-request`` for a field that the session fills in itself.
    """
    plain = _plain(request)
    for field in KNOWN:
        if field in plain:
            raise SikwuError("bad-request", f"{field} is known by the session: leave it out", field)
    return _settled_among(table, state, _reseated(plain, lambda word, field: _seat(state, word, field)))


def adjustment(state: State, points: Mapping[str, int], why: str) -> Line:
    """Points moved by hand. ``bad-request`` unless they are whole, sum to zero and move something, ``unknown-player``.

    >>> state = State(("Ann", "Bo", "Chi", "Dee"), 0, 0, 0, None, dict.fromkeys(("Ann", "Bo", "Chi", "Dee"), 0))
    >>> adjustment(state, {"Ann": 10, "Bo": -10}, "a chip fell under the table").result
    {'net': {'Ann': 10, 'Bo': -10}}
    """
    if not isinstance(points, Mapping) or not points:
        raise SikwuError("bad-request", "adjust must say who gets or gives how many points", "adjust")
    if not isinstance(why, str) or not why.strip() or len(why) > 200 or not why.isprintable():
        raise SikwuError("bad-request", "why must give the reason, in 1 to 200 printable characters", "why")
    for player, moved in points.items():
        if player not in state.totals:
            raise SikwuError(
                "unknown-player",
                "{player} plays in no deal; there are {names}",
                "adjust",
                player=player,
                names=", ".join(state.totals),
            )
        if not isinstance(moved, int) or isinstance(moved, bool) or abs(moved) > MOST_POINTS:
            raise SikwuError(
                "bad-request",
                "the points of {player} must be a whole number within {most}",
                "adjust",
                player=player,
                most=MOST_POINTS,
            )
    if total := sum(points.values()):
        raise SikwuError("bad-request", "the points must sum to zero: they sum to {sum}", "adjust", sum=f"{total:+d}")
    if not any(points.values()):
        raise SikwuError("bad-request", "adjust must move points from somebody to somebody: all are zero", "adjust")
    return Line("adjustment", {"adjust": dict(points), "why": why}, {"net": dict(points)}, state.circumstances, 0)


def replacement(state: State, leaves: str, joins: str) -> Line:
    """A player who sits down in another's chair. ``unknown-player``, ``bad-request``."""
    if leaves not in state.players:
        raise SikwuError(
            "unknown-player",
            "{player} does not sit here; {names} do",
            "leaves",
            player=leaves,
            names=", ".join(state.players),
        )
    check_name(joins, "joins")
    if joins.casefold() in {player.casefold() for player in state.players}:
        raise SikwuError("bad-request", "{player} sits at the table already", "joins", player=joins)
    for known in state.totals:
        if known.casefold() == joins.casefold() and known != joins:
            raise SikwuError(
                "bad-request", "{player} was written {before} before: use that", "joins", player=joins, before=known
            )
    if joins not in state.totals and len(state.totals) == MOST_PLAYERS:
        raise SikwuError(
            "bad-request", "no more than {most} people can play in one session", "joins", most=MOST_PLAYERS
        )
    return Line("replacement", {"leaves": leaves, "joins": joins}, {}, state.circumstances, 0)


def line_of(table: Table, state: State, request: Mapping[str, Any], kind: Kind | None = None) -> Line:
    """The line that a request of any kind makes now: a deal, ``{"adjust", "why"}`` or ``{"leaves", "joins"}``."""
    made: Kind = "adjustment" if "adjust" in request else "replacement" if "joins" in request else "deal"
    if kind and made != kind:
        raise SikwuError("bad-request", f"this line is a {kind}: its request cannot become that of a {made}", None)
    match made:
        case "deal":
            return deal(table, state, request)
        case "adjustment":
            _only(request, "adjust", "why")
            return adjustment(state, request["adjust"], request["why"])
        case "replacement":
            _only(request, "leaves", "joins")
            return replacement(state, request["leaves"], request["joins"])


def check_name(name: object, field: str) -> None:
    """``bad-request`` unless it can be a player's name: short, printable, and nothing that a command could misread.

    >>> check_name("east", "players")
    Traceback (most recent call last):
    sikwu.errors.SikwuError: east is a seat: choose another name
    """
    if not isinstance(name, str) or not 1 <= len(name) <= 40 or name != name.strip() or not name.isprintable():
        raise SikwuError("bad-request", "a name is 1 to 40 printable characters, not {name}", field, name=shown(name))
    if bad := set(name) & set(',=<>[]"|\\'):
        raise SikwuError(
            "bad-request", "a name cannot hold {signs}: {name}", field, signs=" ".join(sorted(bad)), name=name
        )
    if name[0] in "+-@":
        raise SikwuError("bad-request", "a name cannot begin with {signs}: {name}", field, signs=name[0], name=name)
    if name.casefold() in (*SEATS, "none", "discarder"):
        raise SikwuError("bad-request", "{name} is a seat: choose another name", field, name=name)


def _settled_among(table: Table, state: Seated, request: Json) -> Line:
    """A deal's line, settled; errors name the players beside their seats."""
    try:
        return _settled(table, state.circumstances, request)
    except SikwuError as error:
        players = by_seat(state.players, state.circumstances.dealer) or {}
        raise SikwuError(error.code, _with_players(error.said, players), error.field) from error


def _settled(table: Table, under: Circumstances, request: Json) -> Line:
    settlement = settle(settlement_request(table, under, request)).to_json()
    return Line("deal", request, settlement, under, load(table.rules).revision)


def settlement_request(table: Table, under: Circumstances, request: Mapping[str, Any]) -> Json:
    """The whole settlement request of a deal under these circumstances."""
    known: Json = {
        "rules": table.rules,
        "options": table.options,
        "round": SEATS[under.round],
        "streak": under.streak,
    }
    if under.counters:
        known["counters"] = by_seat(under.counters, under.dealer)
    return known | dict(request)


# -- changes to the past ----------------------------------------------------------------------------------------------


def replay(
    table: Table,
    lines: Sequence[Line],
    start: int,
    *,
    renewed: Container[int] = (),
    force: bool = False,
    moved: int = 0,
) -> list[Line]:
    """The lines with everything from index ``start`` on looked at again, after a change before it.

    A line whose circumstances are what they were stays as it was paid, unless its number is ``renewed``. Another is
    settled again under today's rules: ``deal-makes-no-sense`` if that fails, ``rules-changed`` if today's rules would
    have paid it otherwise already; with ``force`` the first is kept as it was paid and marked, the second takes today's
    payments. ``moved`` is by how many numbers those lines have moved: errors call them what they are called until then.
    """
    kept = list(lines[:start])
    state = fold(table, kept)[-1]
    for number, line in enumerate(lines[start:], start + 1):
        settled = _again(table, state, line, number - moved, number in renewed, force)
        kept.append(line if settled == line else settled)
        state = after(state, settled)
    return kept


def _again(table: Table, state: State, line: Line, number: int, renewed: bool, force: bool) -> Line:
    if line.kind == "deal" and line.circumstances == state.circumstances and not line.mark and not renewed:
        return line
    if line.kind == "deal" and not force and not line.mark and not renewed and (now := drift(table, line)):
        raise SikwuError(
            "rules-changed",
            _DRIFTED,
            number=number,
            old=line.revision,
            new=now["revision"],
        )
    try:
        if line.kind == "deal":
            return _settled_among(table, state, turned(line, state.dealer))
        if line.kind == "adjustment" and not any(line.request["adjust"].values()):
            return line._replace(circumstances=state.circumstances)  # nobody may write one now, but ledgers hold some
        return line_of(table, state, line.request)
    except SikwuError as error:
        if not force and not line.mark:
            raise DealMakesNoSense(number, error) from error
        return line._replace(mark=error.to_json()["error"])


_DRIFTED = (
    "deal {number} would have to be settled again, and it was paid under revision {old} of the rules, but revision "
    "{new} scores it otherwise. The change can be forced: that deal is then paid as today's rules say"
)


def drift(table: Table, line: Line) -> Json | None:
    """What today's rules make of a deal that an older revision settled; None where they pay the same.

    ``{"revision", "net"}`` or, where they would refuse it, ``{"revision", "error"}``.
    """
    today = load(table.rules).revision
    if line.kind != "deal" or line.revision == today:
        return None
    try:
        now = _settled(table, line.circumstances, line.request)
    except SikwuError as error:
        return {"revision": today, **error.to_json()}
    return None if _paid_alike(now.result, line.result) else {"revision": today, "net": now.result["net"]}


def is_settled_so(table: Table, line: Line) -> bool:
    """Whether today's rules, asked for the deal in its circumstances, pay what the line says."""
    if line.kind != "deal":
        return True
    try:
        return _paid_alike(_settled(table, line.circumstances, line.request).result, line.result)
    except SikwuError:
        return False


def _paid_alike(one: Json, other: Json) -> bool:
    """Whether two results move the same: what else a result says may grow from version to version."""
    points = [[won["points"] for won in result["wins"]] for result in (one, other)]
    return points[0] == points[1] and all(one[field] == other[field] for field in ("net", "counters", "next"))


def turned(line: Line, dealer: int) -> Json:
    """A deal's request with the same people in it, as seen from another dealer's chair."""
    by = line.circumstances.dealer - dealer
    return _reseated(line.request, lambda word, _: SEATS[(SEATS.index(word) + by) % 4])


# -- words for people -------------------------------------------------------------------------------------------------


def _seat(state: Seated, word: str, field: str) -> str:
    """The seat that a seat word or a player's name means."""
    if word in SEATS:
        return word
    for chair, player in enumerate(state.players):
        if player.casefold() == word.casefold():
            return SEATS[(chair - state.circumstances.dealer) % 4]
    raise SikwuError(
        "bad-request",
        "{field_name} must be a seat ({seats}) or who sits here ({names}), not {found}",
        field,
        field_name=field,
        seats=one_of(SEATS),
        names=one_of(state.players),
        found=shown(word),
    )


def _with_players(said: Message, players: Mapping[str, str]) -> Message:
    """A message with the player's name behind every seat that it is about.

    >>> str(_with_players(Message("{seat} wins twice", {"seat": "east"}), {"east": "Ann"}))
    'east (Ann) wins twice'
    """

    def named(hole: str, value: object) -> object:
        if isinstance(value, Message):
            return _with_players(value, players)
        if hole.endswith("seat") and isinstance(value, str) and value in players:
            return Message("{seat} ({player})", {"seat": value, "player": players[value]})
        return value

    return Message(said.template, {hole: named(hole, value) for hole, value in said.values.items()})


def _reseated(request: Mapping[str, Any], place: Callable[[str, str], str]) -> Json:
    """The request with every seat word put through ``place(word, field)``; other forms are left to the engine."""

    def seat(holder: Any, key: str, path: str) -> Any:
        word = holder.get(key)
        return place(word, path + key) if isinstance(word, str) and word != "none" else word

    def fields(holder: Any, path: str, *keys: str) -> Any:
        if not isinstance(holder, dict):
            return holder
        return holder | {key: seat(holder, key, path) for key in keys if key in holder}

    def each(items: Any, path: str, change: Callable[[Any, str], Any]) -> Any:
        if not isinstance(items, list):
            return items
        return [change(item, f"{path}[{index}].") for index, item in enumerate(items)]

    def hand(tiles: Any, path: str) -> Any:
        if isinstance(tiles, str):
            return _CLAIMED_FROM.sub(lambda claim: f"<{place(claim[1].strip(), path)}]", tiles)
        if isinstance(tiles, dict) and "groups" in tiles:
            return tiles | {"groups": each(tiles["groups"], f"{path}.groups", lambda it, at: fields(it, at, "from"))}
        return tiles

    def win(item: Any, path: str) -> Any:
        seated = fields(item, path, "seat", "from", "liable")
        if isinstance(seated, dict) and "hand" in seated:
            return seated | {"hand": hand(seated["hand"], f"{path}hand")}
        return seated

    changed: Json = fields(dict(request), "", "false_win")
    for name, change in (
        ("wins", win),
        ("concealed_kongs", lambda item, path: fields(item, path, "seat")),
        ("flower_sets", lambda item, path: fields(item, path, "seat")),
    ):
        if name in changed:
            changed[name] = each(changed[name], name, change)
    return changed


def _plain(request: Mapping[str, Any]) -> Json:
    """The request as plain JSON of its own, so that nobody can change it later."""
    if not isinstance(request, Mapping):
        raise SikwuError("bad-request", "the request must be an object", None)
    try:
        plain: Json = json.loads(json.dumps(dict(request), allow_nan=False))
    except (TypeError, ValueError, RecursionError) as error:
        raise SikwuError("bad-request", f"the request is no JSON: {error}", None) from error
    return plain


def _only(request: Mapping[str, Any], *fields: str) -> None:
    for field in fields:
        if field not in request:
            raise SikwuError("bad-request", f"{field} is missing", field)
    for field in request:
        if field not in fields:
            raise SikwuError("bad-request", f"{field} is unknown here; known are {_all_of(fields)}", field)


def _all_of(names: Iterable[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last
