"""The service's own requests, judged by pydantic here at the edge. What scores is judged by the engine alone."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

SessionName = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=80)]
PlayerName = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=40)]
Label = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=60)]
Decimal = Annotated[str, StringConstraints(pattern=r"^[0-9]{1,9}(\.[0-9]{1,6})?$")]


class Body(BaseModel):
    """A body of the service's own: no field more than it names, and no value of another type."""

    model_config = ConfigDict(extra="forbid", strict=True, populate_by_name=False)


class Stake(Body):
    """What a point is worth."""

    currency: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=12)]
    per_point: Decimal = Field(description="Money for a point.", examples=["0.5"])
    rounding: Decimal | None = Field(None, description="What money is rounded to.", examples=["0.1"])


class NewSession(Body):
    """A new session."""

    name: SessionName
    rules: str = Field(max_length=60, description="A rule set's key.")
    options: dict[str, Any] | None = Field(None, description="The house's options; what is left out has its default.")
    players: list[PlayerName] = Field(min_length=4, max_length=4, description="In seat order, East first.")
    first_dealer: PlayerName | None = Field(None, description="The player who deals first; the first, if not given.")
    stake: Stake | None = None


class Join(Body):
    """A secret, as it stood in a link."""

    secret: str = Field(min_length=1, max_length=200)


class QrText(Body):
    """What a QR code shall say."""

    text: str = Field(min_length=1, max_length=512)


class NewLink(Body):
    """A link to be made."""

    role: Literal["read", "write", "host"]
    label: Label | None = Field(None, description="Whose phone it is for, say.")


class Adjustment(Body):
    """Points moved by hand."""

    points: dict[PlayerName, Annotated[int, Field(ge=-1_000_000, le=1_000_000)]] = Field(
        min_length=1, max_length=20, description="Points by player; they sum to zero."
    )
    why: Annotated[
        str,
        StringConstraints(strip_whitespace=True, min_length=1, max_length=200, pattern=r"^[^\x00-\x1f\x7f]*$"),
    ]


class Replacement(Body):
    """A player who leaves and one who sits down in their place."""

    leaves: PlayerName = Field(alias="out")
    joins: PlayerName = Field(alias="in")


class Resettle(Body):
    """Which deal to settle under today's rules."""

    number: Annotated[int, Field(ge=1, le=1_000_000)] | None = Field(
        description="A deal's number; null for all of them."
    )


BODIES: tuple[type[Body], ...] = (NewSession, Join, QrText, NewLink, Adjustment, Replacement, Resettle)
