"""The shapes of the contract's answers, for the OpenAPI page. The engine writes its own JSON; nothing is built here."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Seat = Literal["east", "south", "west", "north"]
Net = dict[Seat, int]
Reason = Literal[
    "hand", "dealer", "kengma", "concealed-kong", "concealed-kong-not-shown", "flowers", "grass", "false-win"
]
Role = Literal["read", "write", "host"]


class Shape(BaseModel):
    """An object of an answer; a rule set may add fields of its own."""

    model_config = ConfigDict(extra="allow")


class ErrorDetail(BaseModel):
    """What is wrong, where, and what would be right."""

    code: str = Field(description="Decide by this.", examples=["tile-count"])
    message: str = Field(description="Show this.")
    field: str | None = Field(description="The field at fault, if it is one.")


class Error(BaseModel):
    """Every answer that is no success."""

    error: ErrorDetail


class Pattern(Shape):
    """A row of the sheet that the win scores."""

    key: str
    value: int
    count: int
    points: int
    name: str | None = Field(None, description="With `lang` only.")


class Group(Shape):
    """A group of the reading."""

    tiles: str
    kind: Literal["chow", "pung", "kong", "added-kong", "concealed-kong"]
    concealed: bool


class Reading(Shape):
    """How the hand was read."""

    shape: str
    groups: list[Group]
    pair: str | None
    winning: str
    completes: Literal["pair", "single"] | int
    waits: list[str]


class Payment(Shape):
    """Who pays whom how much, and for what."""

    from_: Seat | Literal["discarder"] = Field(alias="from")
    to: Seat
    amount: int = Field(ge=1)
    for_: Reason = Field(alias="for")


class Score(Shape):
    """A win, scored."""

    rules: str
    revision: int
    options: dict[str, Any]
    wins: bool
    qualifies: bool
    reason: str | None
    points: int
    uncapped: int
    minimum: int
    toward_minimum: int
    limit: bool
    unit: str
    patterns: list[Pattern]
    reading: Reading | None
    payments: list[Payment]
    net: Net | None = Field(description="Null when a payment names `discarder`.")


class ScoredWin(Shape):
    """A win of a settlement: a score, or a declared win."""

    settled: bool
    payments: list[Payment]
    net: Net | None


class NextDeal(Shape):
    """What the deal does to the next one."""

    dealer_stays: bool
    streak: int
    replay: bool
    reason: str


class Settlement(Shape):
    """What a deal does to the table."""

    wins: list[ScoredWin]
    payments: list[Payment]
    net: Net
    counters: dict[Seat, int] | None
    next: NextDeal


class WaitWorth(Shape):
    """What a wait would be worth, won one way."""

    points: int
    qualifies: bool
    reason: str | None


class Wait(Shape):
    """A tile that completes the hand."""

    tile: str
    left: int
    discard: WaitWorth | None
    self_draw: WaitWorth | None = Field(alias="self-draw")


class Useful(Shape):
    """A tile that brings the hand nearer."""

    tile: str
    left: int


class Waits(Shape):
    """What a hand waits for."""

    rules: str
    options: dict[str, Any]
    ready: bool
    distance: int
    waits: list[Wait]
    useful: list[Useful]


class Possible(Shape):
    """Something that may come next, named by `tile`, `kind` and `tiles`, or `event`; or why it can't."""

    possible: bool
    why: str | None


class Check(Shape):
    """A hand read back, and what may come next."""

    rules: str
    options: dict[str, Any]
    hand: str
    unicode: str
    concealed: str
    groups_declared: list[dict[str, Any]]
    winning_tile: str | None
    flowers: str
    size: int
    full_size: int
    finished: bool
    problem: ErrorDetail | None
    tiles: list[Possible]
    winning: list[Possible]
    groups: list[Possible]
    events: list[Possible]


class RuleSetShort(Shape):
    """A rule set in the list."""

    key: str


class RuleSet(Shape):
    """A rule set: rows, options, shapes, sources."""

    key: str


class Event(Shape):
    """A fact about a win."""

    key: str
    meaning: str
    needs: list[str]
    implies: list[str]


class Deal(Shape):
    """A deal of a session (or an adjustment, or a player replaced), as it was paid."""

    number: int
    kind: Literal["deal", "adjustment", "replacement"]
    request: dict[str, Any]
    result: dict[str, Any] = Field(description="Of a deal: a settlement. Of an adjustment: `net` by player.")
    round: Seat
    dealer: str
    streak: int
    counters: dict[Seat, int] | None
    seats: dict[Seat, str] = Field(description="Who sat where.")
    declared: bool = Field(description="Whether a win was told by its points alone.")
    revision: int
    mark: dict[str, Any] | None = Field(description="The error because of which it makes no sense any more.")
    drift: dict[str, Any] | None = Field(description="What today's rules would pay, where that differs.")
    at: str
    by: str | None


class Session(Shape):
    """A session at one version: what `sikwu table show --json` prints, with the id and your role."""

    id: str
    role: Role
    name: str
    rules: str
    options: dict[str, Any]
    players: list[str]
    version: int
    round: Seat
    dealer: str
    streak: int
    counters: dict[Seat, int] | None
    totals: dict[str, int] = Field(description="By player, those who left too.")
    hand: int = Field(description="Which dealer of the round it is, 1 to 4.")
    seats: dict[Seat, str]
    first_dealer: str
    stake: dict[str, str | None] | None
    money: dict[str, str] | None
    closed: bool
    marked: list[int] = Field(description="Deals that make no sense any more.")
    drift: list[int] = Field(description="Deals that today's rules would pay otherwise.")
    deals: list[Deal]


class Told(Shape):
    """A change in a few words."""

    version: int
    at: str
    by: str | None
    action: str
    words: str = Field(description="As `deal 7, Mei wins 6 faan from Lan`.")
    number: int | None
    target: Told | None = Field(description="What an undo took back or a redo did again.")


class SessionTold(Session):
    """A session after an undo or redo."""

    change: Told = Field(description="The undo or redo itself; its `target` is what it was about.")


class NextUp(Shape):
    """The table after a deal."""

    round: Seat
    dealer: str
    streak: int
    counters: dict[Seat, int] | None


class Preview(Shape):
    """What a deal would do."""

    version: int
    request: dict[str, Any]
    result: Settlement
    totals: dict[str, int]
    next: NextUp


class PlayerStats(Shape):
    """What a player did."""

    total: int
    deals: int
    wins: int
    declared_wins: int
    self_draws: int
    deal_ins: int
    false_wins: int
    average_points: float | None
    average_paid: float | None
    biggest: dict[str, Any] | None
    rows: dict[str, int]


class Stats(Shape):
    """What everybody did."""

    deals: int
    drawn: int
    declared_wins: int
    players: dict[str, PlayerStats]


class Transfer(Shape):
    """Who pays whom at the end."""

    from_: str = Field(alias="from")
    to: str
    amount: int | str


class Transfers(Shape):
    """The fewest transfers that settle an evening."""

    points: list[Transfer]
    money: list[Transfer] | None
    currency: str | None


class Change(Shape):
    """An entry of the audit trail."""

    version: int
    at: str
    by: str | None
    action: str
    words: str = Field(description="What it did, as `deal 7, Mei wins 6 faan from Lan`.")
    number: int | None
    before: list[Any]
    after: list[Any]


class Verified(Shape):
    """What settling every deal again found."""

    version: int
    deals: int
    sound: bool
    problems: list[Any]
    drift: list[Any]


class Link(Shape):
    """A link, without its secret."""

    id: str
    role: Role
    label: str | None
    created: str
    revoked: str | None


class SecretLink(BaseModel):
    """A link with its secret, as it is shown once."""

    id: str
    role: Role
    label: str | None
    secret: str
    path: str
    url: str


class NewLinks(BaseModel):
    """The links that a new session begins with."""

    host: SecretLink
    write: SecretLink
    read: SecretLink


class NewSessionAnswer(BaseModel):
    """A new session and its links."""

    session: Session
    links: NewLinks


class Joined(BaseModel):
    """What a secret opens."""

    id: str
    name: str
    role: Role
    link: str
    label: str | None


ANSWERS: tuple[type[BaseModel], ...] = (
    Error,
    Score,
    Settlement,
    Waits,
    Check,
    RuleSetShort,
    RuleSet,
    Event,
    Deal,
    Session,
    SessionTold,
    Preview,
    Stats,
    Transfers,
    Change,
    Verified,
    Link,
    SecretLink,
    NewSessionAnswer,
    Joined,
)
