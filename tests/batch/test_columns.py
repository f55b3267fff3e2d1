"""What a table may hold: types, missing and wrong values, hands in bytes and in text."""

from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from sikwu import SikwuError, parse_hand, score
from sikwu.batch import Scorer, score_table
from sikwu.batch.columns import empty_columns, hand_of, put_hand
from sikwu.batch.tables import EVENT_BITS, group_code
from sikwu.notation import read_hand

HAND = "[777z] 22z 456789p 12m + 3m"
WIN = {"hand": HAND, "seat": "south", "round": "east", "win": "discard", "from": "west"}


def table(rows: int = 1, **changed: Any) -> pa.Table:
    """A table of one hand so many times; a changed column may be an Arrow array, or ``None`` to be left out."""
    columns: dict[str, Any] = {name: [value] * rows for name, value in WIN.items()} | changed
    return pa.table({name: column for name, column in columns.items() if column is not None})


def errors(of: pa.Table, rules: str = "hkma-2023") -> list[str | None]:
    return score_table(of, rules).column("error").to_pylist()


def points(of: pa.Table, rules: str = "hkma-2023", **options: Any) -> list[int | None]:
    return score_table(of, rules, options).column("points").to_pylist()


@pytest.mark.parametrize(
    "changed",
    [
        {"seat": pa.array([2], pa.int64())},
        {"seat": pa.array([2.0])},
        {"seat": pa.array(["south"], pa.large_string())},
        {"seat": pa.array(["south"], pa.string_view())},
        {"seat": pa.array(["south"]).dictionary_encode()},
        {"hand": pa.array([HAND], pa.large_string())},
        {"hand": pa.array([HAND], pa.string_view())},
        {"hand": pa.array([HAND]).dictionary_encode()},
        {"win": None, "self_draw": pa.array([False])},
        {"win": None, "self_draw": pa.array([0], pa.uint8())},
        {"from": None},
        {"from": pa.array([0], pa.uint8())},
        {"from": pa.array([None], pa.null())},
        {"events": pa.array([[]], pa.list_(pa.string()))},
        {"events": pa.array([None], pa.null())},
        {"events": pa.array([""])},
        {"discards": pa.array([None], pa.int64()), "streak": pa.array([float("nan")])},
        {"discards": pa.array(["12"]), "streak": pa.array([None], pa.string())},
        {"discards": pa.array(["12.0"]), "streak": pa.array(["NA"])},
        {"discards": pa.array(["NaN"]), "streak": pa.array([""]), "events": pa.array(["NA"])},
        {"from": pa.array(["NA"])},
        {"from": pa.array([""])},
        {"from": pa.array([float("nan")])},
        {"anything": pa.array([b"else"])},
    ],
)
def test_types_that_mean_the_same(changed: dict[str, Any]) -> None:
    assert points(table(**changed)) == [1]


@pytest.mark.parametrize(
    "events", [["kong-replacement", "last-tile"], "kong-replacement last-tile", "last-tile;kong-replacement", 1 + 32]
)
def test_events_in_every_form(events: Any) -> None:
    hand = "(7777z) 22z 456789p 12m + 3m"
    won = table(hand=[hand], win=["self-draw"], **{"from": None}, events=[events])
    row = score_table(won, "hkma-2023").to_pylist()[0]
    assert {"self-draw", "kong-replacement", "last-tile-self-draw"} <= {pattern["key"] for pattern in row["patterns"]}


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"seat": [None]}, "bad-request"),
        ({"seat": ["up"]}, "bad-request"),
        ({"events": pa.array([["ready", None]]), "hand": ["🀇🀈🀉"]}, "bad-request"),
        ({"seat": pa.array([5])}, "bad-request"),
        ({"seat": pa.array([258])}, "bad-request"),
        ({"seat": pa.array([2.5])}, "bad-request"),
        ({"round": [None]}, "bad-request"),
        ({"win": [None]}, "bad-request"),
        ({"win": ["draw"]}, "bad-request"),
        ({"win": ["self-draw"]}, "bad-request"),  # and yet from is given
        ({"from": ["south"]}, "bad-request"),
        ({"from": ["up"]}, "bad-request"),
        ({"discards": [-1]}, "bad-request"),
        ({"discards": [145]}, "bad-request"),
        ({"discards": [1 << 40]}, "bad-request"),
        ({"discards": ["many"]}, "bad-request"),
        ({"discards": ["2.5"]}, "bad-request"),
        ({"discards": ["-1"]}, "bad-request"),
        ({"discards": pa.array([2**64 - 1], pa.uint64())}, "bad-request"),
        ({"seat": ["NA"]}, "bad-request"),
        ({"seat": [""]}, "bad-request"),
        ({"events": ["NA last-tile"]}, "unknown-event"),
        ({"streak": [1001]}, "bad-request"),
        ({"streak": [0.5]}, "bad-request"),
        ({"events": [["last-tile", None]]}, "bad-request"),
        ({"events": [["tsumo"]]}, "unknown-event"),
        ({"events": ["last-tile tsumo"]}, "unknown-event"),
        ({"events": [1 << 14]}, "unknown-event"),
        ({"events": [["initial-deal"]]}, "impossible-event"),
        ({"hand": pa.array([None], pa.string())}, "bad-request"),
        ({"hand": ["123m"]}, "bad-notation"),
        ({"hand": ["\U0001f000" * 3 + "?"]}, "bad-notation"),
        ({"hand": ["1m" * 40 + "+ 1m"]}, "too-many-copies"),
        ({"hand": ["[111z]" * 6 + "+ 1m"]}, "too-many-copies"),
        ({"hand": ["[123z]456p + 1m"]}, "bad-group"),
        ({"hand": ["[777z<south] 22z 456789p 12m + 3m"]}, "bad-group"),
        ({"hand": ["123456789m12344p + 4p"]}, "tile-count"),
        ({"hand": ["147m258p369s1234z + 5z"]}, "not-a-winning-hand"),
        ({"seat": [None], "hand": ["?"]}, "bad-request"),  # the earlier check answers
        ({"events": [["tsumo"]], "hand": ["?"]}, "unknown-event"),
    ],
)
def test_wrong_values_are_errors_of_their_row(changed: dict[str, Any], code: str) -> None:
    good = table()
    wrong = table(**changed)
    assert errors(wrong) == [code]
    assert errors(good) == [None]
    row = score_table(wrong, "hkma-2023").to_pylist()[0]
    assert {name: value for name, value in row.items() if value is not None} == {"error": code}


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"hand": None}, "hand"),
        ({"seat": None}, "seat"),
        ({"round": None}, "round"),
        ({"win": None}, "self_draw"),
        ({"seat": [["south"]]}, "seat"),
        ({"win": [True]}, "win"),
        ({"hand": [5]}, "hand"),
        ({"events": [[1]]}, "events"),
        ({"discards": [[1]]}, "discards"),
        ({"seat": [True]}, "seat"),
        ({"discards": [True]}, "discards"),
        ({"rules": [1]}, "rules"),
    ],
)
def test_columns_that_are_missing_or_of_a_wrong_type(changed: dict[str, Any], field: str) -> None:
    with pytest.raises(SikwuError) as raised:
        score_table(table(**changed), "hkma-2023")
    assert (raised.value.code, raised.value.field) == ("bad-request", field)
    with pytest.raises(SikwuError) as without_rows:
        score_table(table(**changed).slice(0, 0), "hkma-2023")
    assert without_rows.value.message == raised.value.message


def test_a_missing_column_is_named_beside_those_that_there_are() -> None:
    with pytest.raises(SikwuError, match=r"there is no column 'hand'; .*; the columns are 'hand;seat;round'"):
        score_table(pa.table({"hand;seat;round": ["x"]}), "hkma-2023")
    with pytest.raises(SikwuError, match=r"there is no column 'hand'; .*; there are no columns"):
        score_table(pa.table({}), "hkma-2023")
    many = pa.table({f"x{number}": [1] for number in range(1000)})
    with pytest.raises(SikwuError, match=r"'x19', …$"):
        score_table(many, "hkma-2023")


@pytest.mark.parametrize("name", ["hand", "seat", "win", "from", "discards", "events"])
def test_a_column_that_is_there_twice(name: str) -> None:
    once = table(events=[""], discards=[3])
    twice = pa.table([*once.columns, once.column(name)], names=[*once.column_names, name])
    with pytest.raises(SikwuError, match=f"there are 2 columns '{name}'"):
        score_table(twice, "hkma-2023")
    assert points(pa.table([*once.columns, *[pa.array([1])] * 2], names=[*once.column_names, "x", "x"])) == [1]


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"rules": ["hkma-2023"]}, None),
        ({"rules": [None]}, None),
        ({"rules": ["taiwan-bible"]}, "bad-request"),
        ({"rules": ["riichi"]}, "unknown-rules"),
        ({"rules": pa.array(["riichi"]).dictionary_encode(), "events": ["tsumo"]}, "unknown-rules"),
        ({"rules": ["riichi"], "hand": ["?"], "events": pa.array([0], pa.uint16())}, "unknown-rules"),
        ({"rules": ["riichi"], "seat": ["up"]}, "bad-request"),
        ({"options": [{"minimum": 3}]}, None),
        ({"options": [{"minimum": None}]}, None),
        ({"options": [None]}, None),
        ({"options": [{"minimum": 2}]}, "bad-request"),
        ({"options": [{"minimum": 99}]}, "bad-option"),
        ({"options": [{"x": 2}], "hand": ["?"]}, "unknown-option"),
        ({"options": [{"x": 2}], "rules": ["riichi"]}, "unknown-rules"),
        ({"options": ["anybody's"]}, None),
    ],
)
def test_rows_that_name_a_rule_set_or_options(changed: dict[str, Any], code: str | None) -> None:
    assert errors(table(**changed)) == [code]
    in_bytes = {**bytes_of(HAND), **{name: value for name, value in changed.items() if name != "hand"}}
    assert errors(table(**in_bytes)) == [code]


def test_unknown_rules_and_options() -> None:
    for rules, options, code in (("riichi", {}, "unknown-rules"), ("hkma-2023", {"x": 1}, "unknown-option")):
        with pytest.raises(SikwuError) as raised:
            score_table(table(), rules, options)
        assert raised.value.code == code
    with pytest.raises(SikwuError, match="0 to 5"):
        score_table(table(), "hkma-2023", {"minimum": 9})


def test_a_table_in_chunks_keeps_its_order() -> None:
    hands = [HAND, "555z666z77z789m12p + 3p", "19m19p19s1234567z + 1m"] * 50
    chunked = pa.chunked_array([hands[:1], hands[1:7], [], hands[7:]])
    found = points(table(len(hands), hand=chunked))
    assert found == [1, 6, 10] * 50
    assert points(table(len(hands), hand=chunked).slice(1, 4)) == [6, 10, 1, 6]


def test_no_rows() -> None:
    assert points(table().slice(0, 0)) == []


def bytes_of(hand: str, width: int = 13) -> dict[str, Any]:
    parsed = parse_hand(hand)
    return {
        "hand": None,
        "concealed": pa.array([bytes(parsed.concealed).ljust(width, b"\xff")], pa.binary(width)),
        "winning": pa.array([parsed.winning], pa.uint8()),
        "groups": pa.array([bytes(map(group_code, parsed.groups)).ljust(width // 3, b"\xff")], pa.binary(width // 3)),
        "flowers": pa.array([sum(1 << flower - 34 for flower in parsed.flowers)], pa.uint8()),
    }


def test_hands_in_bytes() -> None:
    assert points(table(**bytes_of(HAND))) == [1]
    changed = bytes_of(HAND)
    changed["concealed"] = pa.array([list(parse_hand(HAND).concealed)])
    changed["groups"] = pa.array([bytes([group_code(parse_hand(HAND).groups[0])])])
    assert points(table(**changed)) == [1]
    del changed["flowers"]
    assert points(table(**changed)) == [1]


@pytest.mark.parametrize(
    ("name", "value", "code"),
    [
        ("winning", 34, "bad-notation"),
        ("winning", 255, "bad-notation"),
        ("concealed", bytes([34] * 13), "bad-notation"),
        ("concealed", bytes([0] * 13), "too-many-copies"),
        ("concealed", bytes([255] * 13), "tile-count"),
        ("groups", bytes([170, 255, 255, 255]), "bad-group"),
        ("groups", bytes([7, 255, 255, 255]), "bad-group"),
        ("groups", bytes([27, 255, 255, 255]), "bad-group"),
        ("claimed", bytes([2, 0, 0, 0]), "bad-group"),
        ("claimed", bytes([5, 0, 0, 0]), "bad-group"),
        ("claimed", bytes([0, 1, 0, 0]), "bad-group"),
        ("claimed", bytes([1, 0, 0, 0]), None),
    ],
)
def test_bytes_that_are_no_hand(name: str, value: Any, code: str | None) -> None:
    kind = pa.uint8() if isinstance(value, int) else pa.binary(len(value))
    changed = bytes_of(HAND) | {name: pa.array([value], kind)}
    assert errors(table(**changed)) == [code]


def test_many_copies_do_not_carry_over_into_other_tiles() -> None:
    """Sums of eight and more of a kind would look like one of the next; every kind, loose and declared."""
    for kind in range(34):
        loose = bytes_of(HAND) | {"concealed": pa.array([bytes([kind] * 13)], pa.binary(13))}
        kong = bytes([group_code(parse_hand("(1111m) + 1p").groups[0]) + kind])
        declared = loose | {"groups": pa.array([kong * 3 + b"\xff"], pa.binary(4))}
        assert errors(table(**loose)) == errors(table(**declared)) == ["too-many-copies"]


def test_flowers_alone() -> None:
    won = table(
        2, hand=["12345678f", "1234567f"], win=["self-draw"] * 2, events=[["eight-flowers"]] * 2, **{"from": None}
    )
    result = score_table(won, "taiwan-bible").to_pylist()
    assert [row["error"] for row in result] == [None, "impossible-event"]
    expected = score({**WIN, "rules": "taiwan-bible", "hand": "12345678f", "win": "self-draw", "from": None,
                      "events": ["eight-flowers"]}).to_json()  # fmt: skip
    assert (result[0]["points"], result[0]["net_south"]) == (expected["points"], expected["net"]["south"])
    assert errors(won) == ["impossible-event"] * 2


def test_a_discarder_who_was_not_named() -> None:
    row = score_table(table(hand=["555z666z77z789m12p + 3p"], **{"from": None}), "hkma-2023").to_pylist()[0]
    assert row["points"] == 6
    assert [row[f"net_{seat}"] for seat in ("east", "south", "west", "north")] == [None] * 4


def test_liability_is_worked_out_from_the_groups() -> None:
    hand = "[555z<west] [666z<north] [777z<east] 456p 123s 1s + 1s"
    row = score_table(table(hand=[hand], win=["self-draw"], **{"from": None}), "taiwan-bible").to_pylist()[0]
    expected = score({**WIN, "rules": "taiwan-bible", "hand": hand, "win": "self-draw", "from": None}).to_json()
    assert row["liable"] == "east" == expected["liable"]["seat"]
    assert {seat: row[f"net_{seat}"] for seat in expected["net"]} == expected["net"]


def lines(random: np.random.Generator, count: int) -> list[str]:
    """Lines of the notation's own letters, most of them nearly hands."""
    marks = ["east", "north", "[123m]", "[777z<east]", "(2222s)", "[111+1p]", "+ 5s"]
    alphabet = [*"0123456789mpszf []()+<x\t", *marks]
    made = []
    for _ in range(count):
        pieces = ["123m", "[456p]", "99s", "(1111z)", "15f", "+ 9s", "78m", "[111+1m<west]"]
        random.shuffle(pieces)
        for _ in range(random.integers(0, 4)):
            pieces.insert(random.integers(len(pieces) + 1), str(random.choice(alphabet)))
        if random.random() < 0.5:
            pieces = pieces[: random.integers(1, len(pieces))]
        made.append(str(random.choice(["", " "])).join(pieces))
    return made


def test_the_quick_reader_reads_as_the_other() -> None:
    """Whatever it reads is what the notation reads; what the notation refuses it does not read."""
    from sikwu.batch.text import read_lines

    made = lines(np.random.default_rng(5), 20_000)
    column = pa.array(made, pa.large_string())
    columns = empty_columns(len(made), 17)
    starts = np.frombuffer(column.buffers()[1], np.int64, len(made) + 1)
    unread = read_lines(np.frombuffer(column.buffers()[2], np.uint8), starts, columns, print)
    read = np.flatnonzero(unread == 0)
    assert len(read) > 1000
    for row in read.tolist():
        assert hand_of(columns, row) == read_hand(made[row], "required")
    refused = 0
    for row in np.flatnonzero(unread).tolist():
        try:
            read_hand(made[row], "required")
        except SikwuError:
            refused += 1
    assert refused > 1000


def test_a_hand_goes_into_a_row_and_comes_out_again() -> None:
    columns = empty_columns(1, 17)
    for text in (HAND, "123m456p5s [777z<east] (2222s) [111+1p] + 5s 15f"):
        assert put_hand(columns, 0, parse_hand(text))
        assert hand_of(columns, 0) == parse_hand(text)
    assert not put_hand(columns, 0, parse_hand("123456789m123456789p + 1s"))


def test_bits_of_events_fit_their_column() -> None:
    assert max(EVENT_BITS.values()) < 1 << 15


def test_a_scorer_says_when_it_compiles(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from sikwu.batch.text import load_reader

    monkeypatch.setenv("SIKWU_CACHE_DIR", str(tmp_path))
    said: list[str] = []
    load_reader(said.append)
    assert "compiling the reader of hands" in said[0]
    assert "seconds" in said[1]
    said.clear()
    load_reader(said.append)
    assert said == []
    assert Scorer("hkma-2023").rules.key == "hkma-2023"
