"""``--request``: the three forms, the exit status, and input that is no request at all."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sikwu import dumps, score
from sikwu.cli import run
from sikwu.cli.requests import parse_requests
from sikwu.errors import SikwuError

Json = dict[str, Any]


def test_an_object_is_answered_by_an_object(command: Any, win: Json) -> None:
    ran = command("score", "--request", "-", "--json", stdin=json.dumps(win))
    assert (ran.status, ran.out) == (0, dumps(score(win).to_json()) + "\n")


def test_an_array_is_answered_by_an_array(command: Any, win: Json) -> None:
    ran = command("score", "--request", "-", "--json", stdin=json.dumps([win, win | {"seat": "up"}, win]))
    good, bad, again = ran.json
    assert ran.status == 1
    assert ran.out.count("\n") == 1
    assert good == again == score(win).to_json()
    assert bad["error"]["field"] == "seat"


def test_lines_are_answered_by_lines(command: Any, win: Json) -> None:
    lines = [dumps(win), "{broken", "", dumps(win | {"hand": "1m"}), "7", dumps(win)]
    ran = command("score", "--request", "-", "--json", stdin="\n".join(lines))
    answers = [json.loads(line) for line in ran.out.splitlines()]
    assert ran.status == 1
    codes = [each.get("error", {}).get("code") for each in answers]
    assert codes == [None, "bad-request", "bad-notation", "bad-request", None]


def test_a_file_with_a_byte_order_mark_and_pretty_json(sikwu: Any, request_file: Any, win: Json) -> None:
    path = request_file(b"\xef\xbb\xbf" + json.dumps(win, indent=2).encode())
    assert sikwu("score", "--request", path, "--json").json == score(win).to_json()


@pytest.mark.parametrize(
    ("requests", "status"),
    [(["good"], 0), (["good", "good"], 0), ([], 0), (["bad"], 2), (["good", "bad"], 1), (["bad", "bad"], 1)],
)
def test_exit_status(sikwu: Any, request_file: Any, win: Json, requests: list[str], status: int) -> None:
    asked = [win if each == "good" else win | {"win": "theft"} for each in requests]
    path = request_file(asked)
    assert sikwu("score", "--request", path, "--json").status == status
    assert sikwu("score", "--request", path).status == status


def test_the_only_bad_request_is_2(sikwu: Any, request_file: Any, win: Json) -> None:
    path = request_file(win | {"win": "theft"})
    ran = sikwu("score", "--request", path, "--json")
    assert (ran.status, ran.json["error"]["field"]) == (2, "win")


def test_people_read_which_request_was_refused(sikwu: Any, request_file: Any, win: Json) -> None:
    ran = sikwu("score", "--request", request_file([win, win | {"win": "theft"}]))
    assert "request 1 of 2" in ran.out
    assert ran.err.startswith("sikwu: request 2 of 2: ")


def test_flags_stand_above_the_request(sikwu: Any, request_file: Any, win: Json) -> None:
    path = request_file(win | {"lang": "en"})
    plain = sikwu("score", "--request", path, "--json").json
    assert "explanation" not in plain
    result = sikwu("score", "--request", path, "--lang", "zh", "--explain", "--json").json
    assert "explanation" in result
    assert result["patterns"][0]["name"] == "番子"


def test_people_are_answered_in_the_requests_own_language(sikwu: Any, request_file: Any, win: Json) -> None:
    assert "南家食西家" in sikwu("score", "--request", request_file(win | {"lang": "zh"})).out


BAD = {
    "empty": b"",
    "blank": b" \n\t\n",
    "truncated": b'{"rules": "hkma-2023", "hand": "123',
    "pretty and truncated": b'{\n  "rules": "hkma-2023",\n  "hand": "123m"\n',
    "not UTF-8": b'{"rules": "\xff\xfe"}',
    "UTF-16": '{"rules": "hkma-2023"}'.encode("utf-16"),
    "deep": b"[" * 200_000,
    "deep object": b'{"a":' * 100_000 + b"1" + b"}" * 100_000,
    "NaN": b'{"discards": NaN}',
    "infinity": b'{"discards": -Infinity}',
    "huge float": b'{"discards": 1e999}',
    "huge int": b'{"discards": ' + b"9" * 100_000 + b"}",
    "twice": b'{"seat": "south", "seat": "west"}',
    "number": b"7",
    "text": b'"south"',
    "null": b"null",
    "binary": bytes(range(256)) * 100,
    "comma": b'{"rules": "hkma-2023",}',
    "long text": b'{"hand": "' + b"1m" * 500_000 + b'"}',
}


@pytest.mark.parametrize("verb", ["score", "settle", "waits"])
@pytest.mark.parametrize("content", BAD.values(), ids=BAD.keys())
def test_what_is_no_request(sikwu: Any, request_file: Any, verb: str, content: bytes) -> None:
    path = request_file(content)
    ran = sikwu(verb, "--request", path, "--json")
    assert (ran.status, ran.err) == (2, "")
    assert ran.json["error"]["code"] == "bad-request"
    assert len(ran.out) < 500
    said = sikwu(verb, "--request", path)
    assert (said.status, said.out) == (2, "")
    assert said.err == f"sikwu: {ran.json['error']['message']}\n"


@pytest.mark.parametrize("path", [".", "no/such/file", "\0"])
def test_what_is_no_file(sikwu: Any, path: str) -> None:
    ran = sikwu("score", "--request", path, "--json")
    assert (ran.status, ran.json["error"]["field"]) == (2, "request")
    assert "cannot read" in ran.json["error"]["message"]


def test_arguments_that_are_no_text(command: Any) -> None:
    ran = command("score", "hkma-2023", b"\xff\xfe + 1m", "--seat", "south", "--json")
    assert (ran.status, ran.err) == (2, "")
    assert "error" in ran.json


def test_a_reader_that_leaves_is_no_error(tmp_path: Path, win: Json) -> None:
    import subprocess
    import sysconfig

    many = tmp_path / "many.jsonl"
    many.write_text((dumps(win) + "\n") * 3000, "utf-8")
    command = [Path(sysconfig.get_path("scripts")) / "sikwu", "score", "--json", "--request", many]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stderr is not None
    assert process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait() == 1


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=10,
)
fields = st.sampled_from(
    [
        "rules",
        "options",
        "hand",
        "seat",
        "round",
        "win",
        "from",
        "events",
        "discards",
        "streak",
        "explain",
        "lang",
        "wins",
        "concealed_kongs",
        "flower_sets",
        "false_win",
        "counters",
        "seen",
        "x",
    ]
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    verb=st.sampled_from(["score", "settle", "waits"]),
    given_fields=st.dictionaries(fields, json_values, max_size=4),
    as_json=st.booleans(),
)
def test_whatever_the_fields_hold_it_is_an_answer_or_an_error(
    request_file: Any, win: Json, verb: str, given_fields: Json, as_json: bool
) -> None:
    status = run([verb, "--request", request_file(win | given_fields), *(["--json"] if as_json else [])])
    assert status in (0, 2)


win_fields = st.sampled_from(["seat", "hand", "points", "rows", "win", "from", "events", "discards", "liable", "x"])
plausible = st.none() | st.sampled_from(["east", "south", "self-draw", "discard", "none", [], 0, 3, True, "12345678f"])


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(changed=st.dictionaries(win_fields, plausible | json_values, max_size=3), as_json=st.booleans())
def test_whatever_a_win_of_a_deal_holds_it_is_an_answer_or_an_error(
    request_file: Any, win: Json, changed: Json, as_json: bool
) -> None:
    won = {name: win[name] for name in ("seat", "hand", "win", "from")} | changed
    deal = {"rules": win["rules"], "round": win["round"], "wins": [won]}
    assert run(["settle", "--request", request_file(deal), *(["--json"] if as_json else [])]) in (0, 2)


@given(st.text(max_size=300))
def test_whatever_the_text_it_is_requests_or_a_documented_error(text: str) -> None:
    try:
        requests = parse_requests(text)
    except SikwuError as error:
        assert error.code == "bad-request"
    else:
        assert requests.form in ("object", "array", "lines")
