"""One real hand of each rule set, by taps alone and by text; and what the keys say when they cannot be pressed."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from app_hands import expected_result, key, mode, settled_result, tap_facts, tap_hand

CASES = Path(__file__).parents[1] / "cases"
REAL = {
    "hkma-2023": "hkma-007",
    "korean-yak": "yak-004",
    "korean-kengma": "kengma-001",
    "sixteen-tile": "settle-sixteen-03",
    "taiwan-bible": "bible-006",
}


def case(rules: str, name: str) -> dict[str, Any]:
    """The request of a worked case; of a settlement, its first win as a score request."""
    for path in CASES.glob("*.jsonl"):
        for line in path.read_text(encoding="utf-8").splitlines():
            found = json.loads(line)
            if found["id"] == name:
                request: dict[str, Any] = found["request"]
                if "wins" in request:
                    request = {"rules": rules, "round": request["round"], **request["wins"][0]}
                return request
    raise AssertionError(f"there is no worked case {name}")


def start(page: Any, request: dict[str, Any]) -> None:
    page.locator(".keys").wait_for()
    page.locator("#rule-set option").nth(1).wait_for(state="attached")
    page.get_by_label("Rule set").select_option(request["rules"])
    page.wait_for_load_state("networkidle")


@pytest.fixture(params=list(REAL))
def wanted(request: pytest.FixtureRequest, service: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """A real hand's request without house options, and what the service makes of it."""
    asked = {**case(request.param, REAL[request.param]), "options": {}}
    answer = service.post("/score", {**asked, "lang": "en", "explain": True})
    assert answer.status_code == 200, answer.text
    return asked, answer.json()


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_hand_typed_as_text(phone: Any, wanted: Any, size: str) -> None:
    request, result = wanted
    page = phone(size=size).open()
    start(page, request)
    page.get_by_label(re.compile("The hand as a line")).fill(request["hand"])
    tap_facts(page, request)
    assert settled_result(page, expected_result(result)) == expected_result(result)


def test_a_hand_by_taps_alone(phone: Any, wanted: Any) -> None:
    request, result = wanted
    page = phone().open()
    start(page, request)
    tap_hand(page, request["hand"])
    tap_facts(page, request)
    assert settled_result(page, expected_result(result)) == expected_result(result)


def test_the_line_shows_what_was_tapped_and_the_tray_what_was_typed(phone: Any) -> None:
    page = phone().open()
    line = page.get_by_label(re.compile("The hand as a line"))
    tap_hand(page, "99p[222m<west](5555p)[888m] 33z + 9p 13f")
    assert line.input_value() == "99p33z [222m<west] (5555p) [888m] + 9p 13f"
    line.fill("🀇🀈🀉 [🀄🀄🀄]")
    assert page.locator('.tray [data-tile="2m"]').count() == 1
    assert page.locator('.tray .group [data-tile="7z"]').count() == 3
    line.fill("一萬二萬 東東")
    page.locator('.tray [data-tile="1z"]').nth(1).wait_for()
    page.get_by_role("button", name="Take back the last tile").click()


def test_another_tile_is_picked_as_the_winning_one(phone: Any) -> None:
    page = phone().open()
    page.get_by_label(re.compile("The hand as a line")).fill("123456789m123p5s + 5s")
    page.locator('.tray [data-tile="3m"]').click()
    page.locator(".tray").get_by_role("button", name="Winning tile", exact=True).click()
    assert page.get_by_label(re.compile("The hand as a line")).input_value() == "12456789m123p55s + 3m"


def test_keys_that_cannot_be_say_why(phone: Any) -> None:
    page = phone().open()
    line = page.get_by_label(re.compile("The hand as a line"))
    line.fill("1111m[777z]")
    page.locator('.keys [data-key="1m"][aria-disabled="true"]').wait_for()
    # Forced: an impossible key is no disabled button, since it has to answer why.
    key(page, "1m").click(force=True)
    page.get_by_role("status").filter(has_text="1 of characters: 5 of them").wait_for()
    assert line.input_value() == "1111m[777z]"
    mode(page, "Pung")
    assert key(page, "7z").get_attribute("aria-disabled") == "true"
    last = page.get_by_role("button", name="With the dealt tiles", exact=True)
    assert last.get_attribute("aria-disabled") == "true"
    last.click(force=True)
    page.get_by_role("status").filter(has_text="“with the dealt tiles” needs").wait_for()
    assert last.get_attribute("aria-pressed") == "false"


def test_tiles_that_a_rule_set_has_not_are_not_on_the_keyboard(phone: Any) -> None:
    page = phone().open()
    page.get_by_label("Rule set").select_option("korean-kengma")
    page.get_by_role("group", name="Bamboo").wait_for(state="detached")
    assert key(page, "5f").count() == 0
    assert key(page, "4f").count() == 1


def test_a_ready_hand_shows_its_waits_and_one_can_be_picked(phone: Any) -> None:
    page = phone().open()
    page.get_by_label(re.compile("The hand as a line")).fill("123456789m1122z")
    page.get_by_role("button", name="Winning tile: South wind").click()
    page.locator(".answer .points strong").wait_for()
    assert page.get_by_label(re.compile("The hand as a line")).input_value() == "123456789m1122z + 2z"


def test_an_unfinished_hand_says_what_is_missing(phone: Any) -> None:
    page = phone().open()
    page.get_by_label(re.compile("The hand as a line")).fill("123m")
    page.locator(".answer").get_by_text("Places still empty: 11").wait_for()
    page.get_by_label(re.compile("The hand as a line")).fill("123m 0m")
    page.locator(".answer .fault").get_by_text("This can’t be read as a hand").wait_for()


def test_what_is_wrong_is_said_where_it_is_typed(phone: Any) -> None:
    page = phone().open()
    line = page.get_by_label(re.compile("The hand as a line"))
    line.fill("123m 4x")
    page.locator("p[id$=-unread]").get_by_text("found 'x'").wait_for()
    assert line.get_attribute("aria-describedby") == page.locator("p[id$=-unread]").get_attribute("id")
    line.fill("123456789m123p4s + 5s")
    page.locator("a.strip").get_by_text("Not a winning hand").wait_for()


def test_house_options_change_the_score_and_stay_visible(phone: Any) -> None:
    here = phone()
    page = here.open()
    page.get_by_label(re.compile("The hand as a line")).fill("123456789m123p5s + 5s")
    page.locator(".answer .warning").get_by_text("Below the minimum: 2 of 3 faan count.").wait_for()
    page.get_by_role("button", name="House options").click()
    page.get_by_label("Minimum").fill("2")
    page.get_by_label("Minimum").press("Tab")
    page.get_by_role("button", name="Close").click()
    page.locator(".answer .warning").wait_for(state="detached")
    page.get_by_text("Minimum: 2").wait_for()
    again = here.open()
    again.get_by_text("Minimum: 2").wait_for()


def test_a_row_lights_up_the_tiles_that_made_it(phone: Any) -> None:
    page = phone().open()
    page.get_by_label(re.compile("The hand as a line")).fill("12456789m22z [777z] + 3m")
    page.locator(".rows button").filter(has_text="Dragon set").click()
    page.locator(".reading .lit").first.wait_for()
    assert page.locator(".reading .lit").evaluate_all("tiles => tiles.map(tile => tile.dataset.tile)") == ["7z"] * 3


def test_the_step_back_takes_a_tile_of_a_typed_hand_and_never_the_whole(phone: Any) -> None:
    page = phone().open()
    line = page.get_by_label(re.compile("The hand as a line"))
    back = page.get_by_role("button", name="Take back the last tile")
    line.fill("123m [777z] + 5s")
    for left in ("123m [777z]", "12m [777z]", "1m [777z]", "[777z]", ""):
        back.click()
        assert line.input_value() == left
    key(page, "1p").click()
    line.fill("1p2")
    back.click()
    assert line.input_value() == "1p"


def test_a_hand_is_still_there_after_another_screen_and_a_reload(phone: Any) -> None:
    page = phone().open()
    line = page.get_by_label(re.compile("The hand as a line"))
    line.fill("123456789m12p55s + 3p")
    page.get_by_role("group", name="Seat wind").get_by_text("West", exact=True).click()
    page.locator(".points strong").wait_for()
    page.get_by_role("link", name="Settings").click()
    page.get_by_role("link", name="Score", exact=True).click()
    assert line.input_value() == "123456789m12p55s + 3p"
    page.reload()
    page.locator(".points strong").wait_for()
    assert page.get_by_role("group", name="Seat wind").get_by_role("radio", name="West").is_checked()


def test_a_chow_is_claimed_from_the_seat_before_only(phone: Any) -> None:
    page = phone().open()
    page.get_by_label(re.compile("The hand as a line")).fill("[123m] 456p789s111z7z + 7z")
    page.locator(".points strong").wait_for()
    page.locator(".tray .group").click()
    givers = page.get_by_role("group", name="Who gave it")
    givers.get_by_role("radio", name="West", disabled=True).wait_for(state="attached")
    assert givers.get_by_role("radio", disabled=False).evaluate_all("all => all.map(each => each.value)") == ["east"]
    givers.get_by_text("East", exact=True).click()
    page.locator(".tray").get_by_text("chow from East").wait_for()
    # East claims from nobody of that name: the claim goes with the seat.
    page.get_by_role("group", name="Seat wind").get_by_text("East", exact=True).click()
    page.locator(".tray").get_by_text("chow", exact=True).wait_for()


def test_a_hand_typed_wrong_before_the_first_answer_stops_every_key(phone: Any) -> None:
    here = phone()
    # What is asked of the empty hand is never answered.
    here.context.route(
        "**/api/v1/check", lambda route: None if '"hand":""' in route.request.post_data else route.continue_()
    )
    page = here.open()
    page.locator(".keys").wait_for()
    page.get_by_label(re.compile("The hand as a line")).fill("11111m")
    page.locator('.keys [data-key="9p"][aria-disabled="true"]').wait_for()


def test_a_hand_that_is_wrong_already_takes_no_more_tiles(phone: Any) -> None:
    page = phone().open()
    page.locator('.keys [data-key="9p"][aria-disabled="false"]').wait_for()
    line = page.get_by_label(re.compile("The hand as a line"))
    line.fill("11111m")
    page.locator('.keys [data-key="9p"][aria-disabled="true"]').wait_for()
    key(page, "9p").click(force=True)
    page.get_by_role("status").filter(has_text="1 of characters: 5 of them").first.wait_for()
    assert line.input_value() == "11111m"
    page.get_by_role("button", name="1 of characters", exact=True).first.click()
    page.locator(".tray").get_by_role("button", name="Take out").click()
    page.locator('.keys [data-key="9p"][aria-disabled="false"]').wait_for()
