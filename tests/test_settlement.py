"""What a deal does to the table: who pays, what is refused, who deals next."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sikwu import SettleRequest, SikwuError, dumps, rulesets, settle

SEATS = ("east", "south", "west", "north")
TABLE = {3: 32, 4: 64, 5: 96, 6: 128, 7: 192, 8: 256, 9: 384, 10: 512}
FOUR_FAAN = "123456789m11m33z + 1m"
"""Concealed hand and mixed one suit; no wind of any seat but west."""
SIX_FAAN = "23456789m22255z + 1m"
"""South's, robbing a kong: concealed hand, seat wind, robbing, mixed one suit."""


def deal(*wins: dict[str, Any], **more: Any) -> dict[str, Any]:
    request = {"rules": "hkma-2023", "round": "east", "wins": list(wins), **more}
    return settle(request).to_json()


def won(seat: str, discarder: str | None, hand: str = FOUR_FAAN, **more: Any) -> dict[str, Any]:
    if discarder is None:
        return {"seat": seat, "hand": hand, "win": "self-draw", **more}
    return {"seat": seat, "hand": hand, "win": "discard", "from": discarder, **more}


def declared(seat: str, discarder: str | None, points: int, **more: Any) -> dict[str, Any]:
    win = won(seat, discarder, **more)
    del win["hand"]
    return {**win, "points": points}


def net(**seats: int) -> dict[str, int]:
    return {seat: seats.get(seat, 0) for seat in SEATS}


def refusal(*wins: dict[str, Any], **more: Any) -> SikwuError:
    with pytest.raises(SikwuError) as refused:
        deal(*wins, **more)
    return refused.value


def test_a_discard_is_paid_by_the_discarder_alone() -> None:
    settled = deal(won("south", "north"))
    assert settled["payments"] == [{"from": "north", "to": "south", "amount": 64, "for": "hand"}]
    assert settled["net"] == net(south=64, north=-64)
    assert settled["next"] == {"dealer_stays": False, "streak": 0, "replay": False, "reason": "dealer-lost"}
    assert settled["counters"] is None
    assert settled["wins"][0]["settled"] is True


def test_a_self_draw_is_paid_by_all_three() -> None:
    settled = deal(won("south", None))
    assert settled["wins"][0]["points"] == 5
    assert settled["net"] == net(east=-48, south=144, west=-48, north=-48)
    assert [payment["from"] for payment in settled["payments"]] == ["east", "west", "north"]


@pytest.mark.parametrize("points", range(3, 14))
@pytest.mark.parametrize("discarder", [None, "north"])
def test_the_table_for_declared_wins(points: int, discarder: str | None) -> None:
    value = TABLE[min(points, 10)]
    settled = deal(declared("south", discarder, points))
    if discarder:
        assert settled["net"] == net(south=value, north=-value)
    else:
        assert settled["net"] == net(south=value * 3 // 2, east=-value // 2, west=-value // 2, north=-value // 2)
    assert list(settled["wins"][0]) == ["declared", "points", "rows", "payments", "net", "settled"]
    assert settled["wins"][0]["points"] == min(points, 10)
    assert settled["wins"][0]["net"] == settled["net"]


def test_a_win_below_three_faan_moves_nothing_and_counts_for_the_dealer() -> None:
    settled = deal(declared("east", "north", 2), options={"minimum": 2}, streak=1)
    assert (settled["payments"], settled["net"]) == ([], net())
    assert settled["next"] == {"dealer_stays": True, "streak": 2, "replay": False, "reason": "dealer-won"}


ROBBING = {"events": ["robbing-the-kong"]}


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        # both robbed: only the two losers pay, half the value to each winner
        ({}, net(east=-64 - 16, south=128, west=32, north=-64 - 16)),
        ({"robbed_kong_payment": "robbed-pays-all"}, net(east=-192 - 48, south=192, west=48)),
        # South is nearest to East: paid by all three losers, West among them
        ({"multiple_winners": "nearest"}, net(east=-64, south=192, west=-64, north=-64)),
        ({"multiple_winners": "nearest", "robbed_kong_payment": "robbed-pays-all"}, net(east=-192, south=192)),
    ],
)
def test_two_rob_one_kong(options: dict[str, str], expected: dict[str, int]) -> None:
    wins = [
        won("south", "east", SIX_FAAN, **ROBBING),
        won("west", "east", "23m[777p][666z][777z]88p + 1m", **ROBBING),  # robbing and two dragon sets: 3 faan
    ]
    assert deal(*wins, options=options)["net"] == expected
    assert deal(*reversed(wins), options=options)["net"] == expected


def test_three_rob_one_kong_and_the_robbed_player_pays_alone() -> None:
    wins = [declared(seat, "east", 3, **ROBBING) for seat in ("south", "west", "north")]
    assert deal(*wins)["net"] == net(east=-48, south=16, west=16, north=16)
    alone = deal(*wins, options={"robbed_kong_payment": "robbed-pays-all"})
    assert alone["net"] == net(east=-144, south=48, west=48, north=48)


@pytest.mark.parametrize(
    ("win", "expected"),
    [
        (declared("south", None, 4, liable="west"), net(south=96, west=-96)),
        (declared("south", "north", 4, liable="west"), net(south=64, west=-64)),
        (declared("south", "north", 4, liable="north"), net(south=64, north=-64)),
        (declared("south", "north", 4, liable="none"), net(south=64, north=-64)),
        (declared("south", "north", 4, liable="west", **ROBBING), net(south=96, west=-96)),
        (won("south", "north", liable="west"), net(south=64, west=-64)),
    ],
)
def test_a_liable_seat_pays_what_the_payers_would_have(win: dict[str, Any], expected: dict[str, int]) -> None:
    settled = deal(win)
    assert settled["net"] == expected
    assert len(settled["payments"]) == 1
    if "hand" in win:
        assert settled["wins"][0]["liable"] == {"seat": "west", "reason": "given"}


def test_the_liable_seat_of_one_win_leaves_the_other_alone() -> None:
    settled = deal(declared("south", "east", 4, liable="north"), declared("west", "east", 3))
    assert settled["net"] == net(south=64, north=-64, west=32, east=-32)


@pytest.mark.parametrize(
    ("discarder", "winners", "nearest"),
    [
        ("east", ("south", "west", "north"), "south"),
        ("south", ("east", "west", "north"), "west"),
        ("west", ("east", "south", "north"), "north"),
        ("north", ("east", "south", "west"), "east"),
        ("south", ("east", "north"), "north"),
        ("west", ("south", "east"), "east"),
        ("north", ("west", "south"), "south"),
    ],
)
def test_the_nearest_winner_is_the_first_after_the_discarder(
    discarder: str, winners: tuple[str, ...], nearest: str
) -> None:
    wins = [declared(seat, discarder, 4) for seat in winners]
    everyone = deal(*wins)
    assert everyone["net"] == net(**dict.fromkeys(winners, 64), **{discarder: -64 * len(winners)})
    assert [win["settled"] for win in everyone["wins"]] == [True] * len(winners)
    one = deal(*wins, options={"multiple_winners": "nearest"})
    assert one["net"] == net(**{nearest: 64, discarder: -64})
    for seat, win in zip(winners, one["wins"], strict=True):
        assert win["settled"] == (seat == nearest)
        assert win["net"] == net(**{seat: 64, discarder: -64}), "what it would have been paid"
    assert one["next"]["reason"] == ("dealer-won" if nearest == "east" else "dealer-lost")


def test_a_dealer_who_is_passed_over_has_not_won() -> None:
    wins = [declared("east", "south", 4), declared("west", "south", 4)]
    assert deal(*wins, streak=2)["next"] == {
        "dealer_stays": True,
        "streak": 3,
        "replay": False,
        "reason": "dealer-won",
    }
    passed = deal(*wins, streak=2, options={"multiple_winners": "nearest"})
    assert passed["next"] == {"dealer_stays": False, "streak": 0, "replay": False, "reason": "dealer-lost"}


@pytest.mark.parametrize("rules", rulesets())
def test_a_drawn_deal(rules: str) -> None:
    kept = deal(rules=rules, streak=4)
    assert (kept["wins"], kept["payments"], kept["net"]) == ([], [], net())
    assert kept["next"] == {"dealer_stays": True, "streak": 5, "replay": False, "reason": "drawn"}
    passed = deal(rules=rules, streak=4, options={"draw_keeps_deal": False})
    assert passed["next"] == {"dealer_stays": False, "streak": 0, "replay": False, "reason": "drawn"}


@pytest.mark.parametrize("rules", rulesets())
@pytest.mark.parametrize("penalty", [None, 0, 7])
def test_a_false_win(rules: str, penalty: int | None) -> None:
    settled = deal(rules=rules, streak=4, false_win="west", options={"false_win_penalty": penalty})
    paid = penalty if penalty is not None else 50 if rules == "taiwan-bible" else 0
    assert settled["net"] == net(east=paid, south=paid, west=-3 * paid, north=paid)
    assert settled["payments"] == (
        [{"from": "west", "to": to, "amount": paid, "for": "false-win"} for to in ("east", "south", "north")]
        if paid
        else []
    )
    assert settled["next"] == {"dealer_stays": True, "streak": 4, "replay": True, "reason": "false-win"}


@pytest.mark.parametrize("rules", [rules for rules in rulesets() if rules != "taiwan-bible"])
def test_side_payments_that_a_sheet_lacks_move_nothing(rules: str) -> None:
    settled = deal(
        rules=rules,
        concealed_kongs=[{"seat": "south", "shown": True}, {"seat": "south", "shown": False}],
        flower_sets=[{"seat": "south", "set": "flowers"}, {"seat": "east", "set": "grass"}],
    )
    assert (settled["payments"], settled["net"]) == ([], net())


def test_the_fields_of_a_settlement_and_their_order() -> None:
    settled = deal(won("south", "north", explain=True, lang="zh"))
    assert list(settled) == ["wins", "payments", "net", "counters", "next"]
    assert list(settled["next"]) == ["dealer_stays", "streak", "replay", "reason"]
    assert list(settled["wins"][0])[-2:] == ["explanation", "settled"]
    assert settled["wins"][0]["patterns"][0]["name"] == "門前清"
    assert list(settled["net"]) == list(SEATS)


KONG = {"seat": "south", "shown": True}
REFUSED: list[tuple[dict[str, Any], str, str, str]] = [
    ({"rules": None}, "bad-request", "rules", "rules is missing"),
    ({"round": None}, "bad-request", "round", "round is missing"),
    ({"wins": None}, "bad-request", "wins", "expected a list, empty for a drawn deal"),
    ({"wins": {}}, "bad-request", "wins", "expected a list"),
    ({"wins": ["south"]}, "bad-request", "wins[0]", "is a JSON object, not a text"),
    ({"seat": "south"}, "bad-request", "seat", "no field 'seat'"),
    ({"streak": -1}, "bad-request", "streak", "streak is -1"),
    ({"false_win": "south", "wins": [won("south", "north")]}, "bad-request", "false_win", "stands without wins"),
    ({"false_win": "me"}, "bad-request", "false_win", "false_win is 'me'"),
    ({"false_win": True}, "bad-request", "false_win", "expected east"),
    ({"concealed_kongs": KONG}, "bad-request", "concealed_kongs", "expected a list"),
    ({"concealed_kongs": [{"seat": "south"}]}, "bad-request", "concealed_kongs[0].shown", "shown is missing"),
    ({"concealed_kongs": [{**KONG, "tile": "1m"}]}, "bad-request", "concealed_kongs[0].tile", "no field 'tile'"),
    ({"flower_sets": [{"seat": "south", "set": "all"}]}, "bad-request", "flower_sets[0].set", "flowers or grass"),
    ({"flower_sets": [{"seat": "south", "set": "grass"}] * 2}, "bad-request", "flower_sets", "named twice"),
    ({"counters": [3, 3, 3, 3]}, "bad-request", "counters", "not a list"),
    ({"counters": {"east": 3}}, "bad-request", "counters.south", "south is missing"),
    ({"counters": {**dict.fromkeys(SEATS, 3), "up": 1}}, "bad-request", "counters.up", "no field 'up'"),
    ({"counters": {**dict.fromkeys(SEATS, 3), "east": "3"}}, "bad-request", "counters.east", "east is '3'"),
]


@pytest.mark.parametrize(("change", "code", "field", "words"), REFUSED)
def test_what_is_refused_of_a_deal(change: dict[str, Any], code: str, field: str, words: str) -> None:
    error = refusal(**change)
    assert (error.code, error.field) == (code, field)
    assert words in error.message


@pytest.mark.parametrize(
    ("wins", "code", "field", "words"),
    [
        ([{**won("south", "north"), "from": None}], "bad-request", "wins[0].from", "expected the discarder's seat"),
        ([won("south", "south")], "bad-request", "wins[0].from", "the winner's own seat"),
        ([{**won("south", None), "from": "north"}], "bad-request", "wins[0].from", "for a self-draw"),
        ([won("south", "north", liable="south")], "bad-request", "wins[0].liable", "the winner cannot be liable"),
        ([won("south", "north", liable="nobody")], "bad-request", "wins[0].liable", "north or none"),
        ([won("south", "north", points=3)], "bad-request", "wins[0].points", "in place of hand; give one of them"),
        ([won("south", "north", hand=5)], "bad-request", "wins[0].hand", "a line of text or an object"),
        ([won("south", "north", hand={"groups": [5]})], "bad-request", "wins[0].hand.groups[0]", "with tiles, kind"),
        ([won("south", "north", rows=["self-draw"])], "bad-request", "wins[0].rows", "declared by its points"),
        ([declared("south", "north", 4, rows=["luck"])], "bad-request", "wins[0].rows", "has no row 'luck'"),
        ([declared("south", "north", -1)], "bad-request", "wins[0].points", "points is -1"),
        ([{**won("south", "north"), "hand": None}], "bad-request", "wins[0].hand", "hand is missing"),
        ([won("south", "north", rules="hkma-2023")], "bad-request", "wins[0].rules", "no field 'rules'"),
        ([won("south", "north", round="east")], "bad-request", "wins[0].round", "no field 'round'"),
        ([won("south", "north", streak=1)], "bad-request", "wins[0].streak", "no field 'streak'"),
        ([won("south", "north", events=["luck"])], "unknown-event", "wins[0].events", "no event 'luck'"),
        ([won("south", "north", "8z + 1m")], "bad-notation", "wins[0].hand", "there is no tile 8z"),
        ([won("south", "north", "123m + 1m")], "tile-count", "wins[0].hand", "4 tiles"),
        (
            [won("south", "north", "123456789m123p5s + 6s")],
            "not-a-winning-hand",
            "wins[0].hand",
            "it was ready, for another tile",
        ),
        ([won("south", "north", events=["initial-deal"])], "impossible-event", "wins[0].events", "needs a self-draw"),
        ([declared("south", "north", 4, events=["initial-deal"])], "impossible-event", "wins[0].events", "self-draw"),
        (
            [declared("south", None, 4, events=["eight-flowers"])],
            "impossible-event",
            "wins[0].events",
            "a rule set that pays eight flowers",
        ),
        (
            [declared("south", "north", 4, events=["robbing-a-concealed-kong"])],
            "impossible-event",
            "wins[0].events",
            "a shape that may rob",
        ),
        (
            [won("south", "north", "[123m]456789m1p1p22z + 1p")],
            "win-does-not-qualify",
            "wins",
            "south's win does not qualify: below-minimum",
        ),
        ([declared("south", "north", 2)], "win-does-not-qualify", "wins", "2 of at least 3"),
        # several winners
        ([declared("south", None, 4), declared("west", "south", 4)], "bad-request", "wins[0].win", "is a self-draw"),
        ([declared("south", "east", 4), declared("west", None, 4)], "bad-request", "wins[1].win", "is a self-draw"),
        ([declared("south", "east", 4), declared("west", "north", 4)], "bad-request", "wins[1].from", "from differs"),
        (
            [declared("south", "east", 4, discards=3), declared("west", "east", 4)],
            "bad-request",
            "wins[1].discards",
            "discards differs",
        ),
        *[
            (
                [declared("south", "east", 4, events=[event]), declared("west", "east", 4)],
                "bad-request",
                "wins[1].events",
                "events differs",
            )
            for event in ("last-tile", "robbing-the-kong", "robbing-a-concealed-kong", "dealers-first-discard")
        ],
        ([declared("south", "east", 4)] * 2, "bad-request", "wins[1].seat", "south wins twice"),
        (
            [won("south", "east", "123456789p77z66p + 6p"), won("west", "east", "[555z]123456789s4p + 4p")],
            "bad-request",
            "wins[1].hand",
            "the winning tile differs",
        ),
        (
            [
                won("south", "east", "111p234567s55z78m + 9m"),
                won("west", "east", "[111p]234567p66z78m + 9m"),
            ],
            "too-many-copies",
            "wins",
            "together hold too many of 1p, the shared tile counted once",
        ),
        (
            [won("south", "east", f"{FOUR_FAAN} 1f"), won("west", "east", "[777p]23m666z777z88p + 1m 1f")],
            "too-many-copies",
            "wins",
            "too many of 1f",
        ),
    ],
)
def test_what_is_refused_of_the_wins(wins: list[dict[str, Any]], code: str, field: str, words: str) -> None:
    error = refusal(*wins)
    assert (error.code, error.field) == (code, field), error.message
    assert words in error.message


def test_events_that_are_each_winners_own_may_differ() -> None:
    settled = deal(declared("south", "east", 4, events=["ready"]), declared("west", "east", 4, events=["first-turn"]))
    assert settled["net"] == net(east=-128, south=64, west=64)


def test_the_winners_hands_come_from_one_set_the_shared_tile_counted_once() -> None:
    south = won("south", "east", "[555z]66z77z123456p + 6z")
    west = won("west", "east", "[777p]888p999p111s6z + 6z")  # with South's two and the shared one, all four
    assert deal(south, west, options={"minimum": 0})["next"]["reason"] == "dealer-lost"
    fifth = refusal(south, won("west", "east", "[777p]888p999p11s66z + 6z"), options={"minimum": 0})
    assert (fifth.code, fifth.field) == ("too-many-copies", "wins")


@given(random=st.randoms(use_true_random=True))
@settings(max_examples=400, deadline=None)
def test_money_is_moved_and_never_made(random: Random) -> None:
    """Declared wins of any worth under every rule set, with every payment beside them."""
    rules = random.choice(rulesets())
    seats = list(SEATS)
    random.shuffle(seats)
    discarder = seats.pop() if random.random() < 0.7 else None
    count = random.randint(0, 3) if discarder else random.randint(0, 1)
    events = random.choice([[], ["last-tile"], ["robbing-the-kong"]]) if discarder else []
    wins = [declared(seat, discarder, random.randint(5, 60), events=events) for seat in seats[:count]]
    for win in wins:
        others = [seat for seat in SEATS if seat != win["seat"]]
        win["liable"] = random.choice([None, "none", *others])
    request = {
        "rules": rules,
        "round": random.choice(SEATS),
        "streak": random.randint(0, 9),
        "options": {
            "multiple_winners": random.choice(["all", "nearest"]),
            "false_win_penalty": random.randint(0, 1000),
        },
        "wins": wins,
        "concealed_kongs": [{"seat": random.choice(SEATS), "shown": random.random() < 0.5} for _ in range(count)],
        "flower_sets": [{"seat": seat, "set": random.choice(["flowers", "grass"])} for seat in seats[:2]],
        "false_win": random.choice(SEATS) if not wins else None,
    }
    built = SettleRequest.from_json(request)
    settled = settle(built).to_json()
    assert sum(settled["net"].values()) == 0
    for seat in SEATS:
        gained = sum(pay["amount"] for pay in settled["payments"] if pay["to"] == seat)
        paid = sum(pay["amount"] for pay in settled["payments"] if pay["from"] == seat)
        assert settled["net"][seat] == gained - paid
    assert all(pay["amount"] > 0 and pay["from"] != pay["to"] for pay in settled["payments"])
    payers = [SEATS.index(pay["from"]) for pay in settled["payments"]]
    assert payers == sorted(payers)
    ways = [(pay["from"], pay["to"], pay["for"]) for pay in settled["payments"]]
    assert len(set(ways)) == len(ways)
    hands = [pay for pay in settled["payments"] if pay["for"] in ("hand", "dealer")]
    paid_seats = {win["seat"] for win, result in zip(wins, settled["wins"], strict=True) if result["settled"]}
    assert {pay["to"] for pay in hands} <= paid_seats
    if wins:
        assert len(paid_seats) == (1 if request["options"]["multiple_winners"] == "nearest" else len(wins))
        assert settled["next"]["dealer_stays"] == ("east" in paid_seats)
    for win in settled["wins"]:
        assert sum(win["net"].values()) == 0
    assert dumps(settle(built).to_json()) == dumps(settled), "a request may be settled again"
