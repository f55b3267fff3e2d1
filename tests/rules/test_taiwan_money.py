"""Who pays whom under The Mahjong Bible: the dealer, liability, kongs and flowers, false wins, the next deal."""

from __future__ import annotations

from typing import Any

import pytest

from sikwu import SikwuError, score, settle

RULES = "taiwan-bible"
SEATS = ("east", "south", "west", "north")
OPEN = "678m345p999p44z67s[234m] + 5s"
CLOSED = "678m345p999p44z57s[234m] + 6s"
DRAGONS = "234m99m67s{} + 5s"
FLUSH = "5m{} + 5m"
BOTH = "112233m445566p77s99s + 9s"


def settled(*wins: dict[str, Any], round: str = "east", **more: Any) -> dict[str, Any]:
    return settle({"rules": RULES, "round": round, "wins": list(wins), **more}).to_json()


def win(hand: str, seat: str = "south", **more: Any) -> dict[str, Any]:
    return {"seat": seat, "hand": hand, "win": "self-draw" if "from" not in more else "discard", **more}


def net(*amounts: int) -> dict[str, int]:
    return dict(zip(SEATS, amounts, strict=True))


# The dealer


@pytest.mark.parametrize(
    ("streak", "expected"),
    [(0, net(-16, 46, -15, -15)), (1, net(-18, 48, -15, -15)), (5, net(-26, 56, -15, -15))],
)
def test_a_losing_dealer_pays_more(streak: int, expected: dict[str, int]) -> None:
    assert settled(win(OPEN), streak=streak)["net"] == expected
    assert settled(win(OPEN), streak=streak, options={"dealer_pays": False})["net"] == net(-15, 45, -15, -15)


def test_the_dealers_part_is_a_payment_of_its_own() -> None:
    assert settled(win(CLOSED, **{"from": "east"}), streak=2)["payments"] == [
        {"from": "east", "to": "south", "amount": 8, "for": "hand"},
        {"from": "east", "to": "south", "amount": 5, "for": "dealer"},
    ]


def test_a_dealer_who_did_not_discard_pays_nothing() -> None:
    assert settled(win(CLOSED, **{"from": "west"}), streak=2)["net"] == net(0, 8, -8, 0)


def test_a_winning_dealer_is_paid_by_the_rows() -> None:
    assert settled(win(CLOSED, "east", **{"from": "west"}), streak=2)["net"] == net(13, 0, -13, 0)
    assert settled(win(CLOSED, "east"), streak=2)["net"] == net(42, -14, -14, -14)


@pytest.mark.parametrize(("streak", "extra"), [(0, 2), (3, 14)])
def test_a_dealer_pays_more_for_each_hand_of_a_double_win(streak: int, extra: int) -> None:
    assert settled(win(BOTH, **{"from": "east"}), streak=streak)["payments"] == [
        {"from": "east", "to": "south", "amount": 84, "for": "hand"},
        {"from": "east", "to": "south", "amount": extra, "for": "dealer"},
    ]


def test_without_a_name_the_discarders_dealer_part_is_not_listed() -> None:
    request = {"rules": RULES, "hand": CLOSED, "seat": "south", "round": "east", "win": "discard", "streak": 2}
    assert score(request).to_json()["payments"] == [{"from": "discarder", "to": "south", "amount": 8, "for": "hand"}]


def test_the_dealers_first_discard_names_the_dealer() -> None:
    hand = "234m678m345p999p44z67s + 5s"
    request = {"rules": RULES, "hand": hand, "seat": "south", "round": "east", "win": "discard"}
    assert score({**request, "events": ["dealers-first-discard"]}).to_json()["net"] == net(-107, 107, 0, 0)


# Liability


@pytest.mark.parametrize(
    ("groups", "liable", "points"),
    [
        ("[555z<south][666z<west][777z<north]", "north", 68),
        ("[777z<north][666z<west][555z<south]", "south", 68),
        ("[5555z<south][6666z<west][777z<north]", "north", 70),
        ("[555z<south][666z<west][777+7z<north]", "north", 69),
        ("[555+5z<south][666z<west][777z<west]", "west", 69),
        ("[555z<south][666z<west][7777z<north]", None, 69),
        ("[555z<south][7777z<north][666z<west]", "west", 69),
        ("[555z<south](6666z)[777z<north]", None, 70),
        ("[555z<south][666z<west][777z]", None, 68),
        ("[555z][666z][777z<north]", "north", 68),
        ("[777z<north][555z][666z]", None, 68),
    ],
)
def test_whoever_finished_the_dragons_is_liable(groups: str, liable: str | None, points: int) -> None:
    deal = settled(win(DRAGONS.format(groups), "east"))
    named = deal["wins"][0]["liable"]
    assert named == ({"seat": liable, "reason": "big-three-dragons"} if liable else None)
    paid = dict.fromkeys(SEATS[1:], -points) if liable is None else {liable: -3 * points}
    assert deal["net"] == {**dict.fromkeys(SEATS, 0), **paid, "east": 3 * points}


def test_a_group_between_the_dragons_changes_nothing() -> None:
    groups = "[555z<south][666z<west][777z<north][234m<north]"
    assert settled(win(f"99m67s{groups} + 5s", "east"))["wins"][0]["liable"]["seat"] == "north"
    groups = "[555z<south][234m<north][666z<west][777z<south]"
    assert settled(win(f"99m67s{groups} + 5s", "east"))["wins"][0]["liable"]["seat"] == "south"


def test_a_concealed_pung_among_the_dragons_leaves_nobody_liable() -> None:
    assert settled(win("555z234m99m67s[666z<west][777z<north] + 5s", "east"))["wins"][0]["liable"] is None


@pytest.mark.parametrize(
    ("hand", "liable"),
    [
        ("99m67s[111z<south][222z<west][333z<south][444z<north] + 5s", "north"),
        ("99m67s[111z<south][222z<west][333z<south][444+4z<west] + 5s", "west"),
        ("99m67s[111z<south][222z<west][333z<south][4444z<west] + 5s", None),
        ("111z99m67s[222z<west][333z<south][444z<north] + 5s", None),
        ("44z234m78m[111z<south][222z<west][333z<south] + 9m", None),
    ],
)
def test_whoever_finished_the_winds_is_liable(hand: str, liable: str | None) -> None:
    named = settled(win(hand, "east"))["wins"][0]["liable"]
    assert named == ({"seat": liable, "reason": "big-four-winds"} if liable else None)


@pytest.mark.parametrize(
    ("groups", "liable"),
    [
        ("[123m<north][345m<north][678m<north][678m<north][999m<south]", "south"),
        ("[123m<north][345m<north][678m<north][678m<north][9999m<west]", "west"),
        ("[123m<north][345m<north][678m<north][678m<north][999+9m<west]", "west"),
        ("[999m<south][123m<north][345m<north][678m<north][678m<north]", "north"),
        ("[123m<north][345m<north][678m<north][678m<north](9999m)", None),
        ("(9999m)[123m<north][345m<north][678m<north][678m<north]", None),
        ("[123m<north][345m<north][678m<north][678m<north][999m]", None),
        ("[123m][345m][678m][678m][999m<south]", "south"),
        ("[123m<north][345m<north][678m<north][678m<north]999m", None),
    ],
)
def test_whoever_gave_the_fifth_group_of_one_suit_is_liable(groups: str, liable: str | None) -> None:
    named = settled(win(FLUSH.format(groups), "east"))["wins"][0]["liable"]
    assert named == ({"seat": liable, "reason": "full-flush"} if liable else None)


def test_five_groups_of_one_suit_with_another_pair_are_no_flush() -> None:
    groups = "[123m<north][345m<north][678m<north][678m<north][999m<south]"
    assert settled(win(f"5p{groups} + 5p", "east"))["wins"][0]["liable"] is None


FINISHED = DRAGONS.format("[555z<east][666z<west][777z<north]")


def test_the_liable_seat_pays_the_dealers_part_too() -> None:
    assert settled(win(FINISHED), streak=1)["payments"] == [
        {"from": "north", "to": "south", "amount": 201, "for": "hand"},
        {"from": "north", "to": "south", "amount": 3, "for": "dealer"},
    ]


def test_nobody_is_liable_on_a_discard_unless_named() -> None:
    assert settled(win(FINISHED, **{"from": "west"}))["wins"][0]["liable"] is None
    named = settled(win(FINISHED, liable="north", **{"from": "west"}))
    assert named["net"] == net(0, 66, 0, -66)
    assert named["wins"][0]["liable"] == {"seat": "north", "reason": "given"}


def test_the_liable_seat_pays_what_the_dealer_would_have_paid_on_a_discard() -> None:
    assert settled(win(FINISHED, liable="north", **{"from": "east"}), streak=1)["net"] == net(0, 69, 0, -69)


def test_given_liability_stands_before_what_is_worked_out() -> None:
    named = settled(win(FINISHED, liable="west"))
    assert (named["wins"][0]["liable"], named["net"]) == (
        {"seat": "west", "reason": "given"},
        net(0, 202, -202, 0),
    )
    turned_off = settled(win(FINISHED, liable="none"))
    assert (turned_off["wins"][0]["liable"], turned_off["net"]) == (None, net(-68, 202, -67, -67))


def test_a_score_request_works_liability_out_too() -> None:
    request = {"rules": RULES, "hand": FINISHED, "seat": "south", "round": "east", "win": "self-draw"}
    scored = score(request).to_json()
    assert (scored["liable"], scored["net"]) == (
        {"seat": "north", "reason": "big-three-dragons"},
        net(0, 202, 0, -202),
    )


def test_the_winner_cannot_be_liable() -> None:
    with pytest.raises(SikwuError) as caught:
        settled(win(OPEN, liable="south"))
    assert (caught.value.code, caught.value.field) == ("bad-request", "wins[0].liable")


def test_a_declared_win_is_paid_by_the_same_table() -> None:
    declared = {"seat": "south", "points": 20, "win": "self-draw"}
    assert settled(declared, streak=1)["net"] == net(-23, 63, -20, -20)
    assert settled({**declared, "liable": "west"}, streak=1)["net"] == net(0, 63, -63, 0)


# Several winners

SOUTH = win(OPEN, **{"from": "east"})
NORTH = win("222m111p33z46s[789m][678p] + 5s", "north", **{"from": "east"})


@pytest.mark.parametrize(
    ("value", "expected"),
    [("all", net(-33 - 16, 33, 0, 16)), ("nearest", net(-33, 33, 0, 0))],
)
def test_every_winner_is_paid_in_full_or_only_the_nearest(value: str, expected: dict[str, int]) -> None:
    deal = settled(NORTH, SOUTH, streak=1, options={"multiple_winners": value})
    assert deal["net"] == expected
    assert [each["settled"] for each in deal["wins"]] == [value == "all", True]
    assert deal["wins"][0]["net"] == net(-16, 0, 0, 16)


# Beside the hand


@pytest.mark.parametrize(
    ("kongs", "expected"),
    [
        ([("south", True)], net(-5, 15, -5, -5)),
        ([("south", False)], net(5, -15, 5, 5)),
        ([("south", True), ("south", True)], net(-10, 30, -10, -10)),
        ([("south", True), ("south", False)], net(0, 0, 0, 0)),
        ([("east", True), ("north", False)], net(20, 0, 0, -20)),
    ],
)
def test_concealed_kongs(kongs: list[tuple[str, bool]], expected: dict[str, int]) -> None:
    deal = settled(concealed_kongs=[{"seat": seat, "shown": shown} for seat, shown in kongs])
    assert deal["net"] == expected


def test_a_kong_that_was_not_shown_is_given_back_twice() -> None:
    deal = settled(concealed_kongs=[{"seat": "south", "shown": False}])
    assert [payment for payment in deal["payments"] if "west" in (payment["from"], payment["to"])] == [
        {"from": "south", "to": "west", "amount": 10, "for": "concealed-kong-not-shown"},
        {"from": "west", "to": "south", "amount": 5, "for": "concealed-kong"},
    ]


@pytest.mark.parametrize(
    ("sets", "expected"),
    [
        ([("west", "flowers")], net(-5, -5, 15, -5)),
        ([("west", "grass")], net(-3, -3, 9, -3)),
        ([("west", "grass"), ("west", "flowers")], net(-8, -8, 24, -8)),
        ([("west", "grass"), ("east", "grass")], net(6, -6, 6, -6)),
    ],
)
def test_flower_sets(sets: list[tuple[str, str]], expected: dict[str, int]) -> None:
    assert settled(flower_sets=[{"seat": seat, "set": name} for seat, name in sets])["net"] == expected


def test_side_payments_stand_beside_a_win() -> None:
    deal = settled(
        win(CLOSED, **{"from": "west"}),
        concealed_kongs=[{"seat": "north", "shown": True}],
        flower_sets=[{"seat": "south", "set": "flowers"}],
    )
    assert deal["net"] == net(-10, 8 + 15 - 5, -8 - 10, 15 - 5)


@pytest.mark.parametrize(
    ("more", "field"),
    [
        ({"flower_sets": [{"seat": "west", "set": "grass"}] * 2}, "flower_sets"),
        ({"flower_sets": [{"seat": "west", "set": "trees"}]}, "flower_sets[0].set"),
        ({"flower_sets": [{"set": "grass"}]}, "flower_sets[0].seat"),
        ({"concealed_kongs": [{"seat": "west"}]}, "concealed_kongs[0].shown"),
        ({"concealed_kongs": [{"seat": "west", "shown": 1}]}, "concealed_kongs[0].shown"),
        ({"concealed_kongs": [{"seat": "up", "shown": True}]}, "concealed_kongs[0].seat"),
        ({"wins": [win(OPEN)], "false_win": "west"}, "false_win"),
    ],
)
def test_side_payments_that_are_refused(more: dict[str, Any], field: str) -> None:
    with pytest.raises(SikwuError) as caught:
        settle({"rules": RULES, "round": "east", "wins": [], **more})
    assert (caught.value.code, caught.value.field) == ("bad-request", field)


# False wins and the next deal


@pytest.mark.parametrize("penalty", [0, 50, 1000])
def test_a_false_win(penalty: int) -> None:
    deal = settled(
        false_win="west",
        streak=1,
        options={"false_win_penalty": penalty},
        concealed_kongs=[{"seat": "south", "shown": True}],
        flower_sets=[{"seat": "north", "set": "grass"}],
    )
    assert deal["net"] == net(penalty - 8, penalty + 15 - 3, -3 * penalty - 8, penalty - 5 + 9)
    assert deal["next"] == {"dealer_stays": True, "streak": 1, "replay": True, "reason": "false-win"}


def test_a_false_win_is_fifty_unless_the_house_says_otherwise() -> None:
    assert settled(false_win="west")["net"] == net(50, 50, -150, 50)


@pytest.mark.parametrize(
    ("wins", "options", "stays", "streak", "reason"),
    [
        ([win(OPEN, "east")], {}, True, 3, "dealer-won"),
        ([win(OPEN)], {}, False, 0, "dealer-lost"),
        ([], {}, True, 3, "drawn"),
        ([], {"draw_keeps_deal": False}, False, 0, "drawn"),
        ([win("12345678f", "east", events=["eight-flowers"])], {}, True, 3, "dealer-won"),
        ([win("12345678f", "west", events=["eight-flowers"])], {}, False, 0, "dealer-lost"),
    ],
)
def test_the_next_deal(
    wins: list[dict[str, Any]], options: dict[str, Any], stays: bool, streak: int, reason: str
) -> None:
    deal = settled(*wins, streak=2, options=options)
    assert deal["next"] == {"dealer_stays": stays, "streak": streak, "replay": False, "reason": reason}


def test_eight_flowers_are_paid_as_a_self_draw() -> None:
    flowers = win("12345678f", "north", events=["eight-flowers"])
    assert settled(flowers, streak=2)["net"] == net(-50, -45, -45, 140)
    assert settled(flowers, streak=2, options={"dealer_pays": False})["net"] == net(-45, -45, -45, 135)


def test_eight_flowers_below_the_minimum_are_no_win() -> None:
    with pytest.raises(SikwuError) as caught:
        settled(win("12345678f", events=["eight-flowers"]), options={"minimum": 46})
    assert caught.value.code == "win-does-not-qualify"
