"""An evening on two phones, with undo and an edit; what is entered without a network; who may write."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import httpx
import pytest
from app_hands import tap_hand


def totals(page: Any) -> dict[str, str]:
    """What the board shows: player and total."""
    seats = page.locator(".board .seat")
    return {
        seats.nth(at).locator(".name").inner_text(): seats.nth(at).locator(".total").inner_text() for at in range(4)
    }


def wait_for_total(page: Any, player: str, total: str) -> None:
    page.locator(".board .seat").filter(has_text=player).locator(
        ".total", has_text=re.compile(f"^{re.escape(total)}$")
    ).wait_for()


def record_points(page: Any, winner: str, payer: str, points: int, *, save: str = "Save") -> None:
    """Four taps: who won, from whom, what it was worth, save."""
    page.get_by_role("button", name=re.compile(f"^{winner} won: record")).click()
    page.get_by_role("group", name="Won by self-draw, or from").get_by_text(payer, exact=True).click()
    page.get_by_role("button", name=str(points), exact=True).click()
    page.get_by_role("button", name=save, exact=True).click()
    page.locator(".board").wait_for()


def deals_of(service: Any, session: dict[str, Any]) -> list[dict[str, Any]]:
    secret = session["links"]["read"]["secret"]
    view = httpx.get(
        f"{service.url}/api/v1/sessions/{session['session']['id']}", headers={"Authorization": f"Bearer {secret}"}
    )
    assert view.status_code == 200
    return list(view.json()["deals"])


@pytest.fixture
def session(service: Any) -> dict[str, Any]:
    return dict(service.new_session())


def join(phone: Any, session: dict[str, Any], role: str, **more: Any) -> tuple[Any, Any]:
    here = phone(**more)
    page = here.open("join/" + session["links"][role]["secret"])
    page.locator(".board").wait_for()
    return here, page


def test_an_evening_on_two_phones(phone: Any, service: Any) -> None:
    host = phone().open("tables/new")
    host.get_by_label("Name of the table").fill("Friday")
    for seat, player in zip(("East", "South", "West", "North"), ("Ann", "Bo", "Chi", "Dee"), strict=True):
        host.get_by_label(seat, exact=True).fill(player)
    host.get_by_role("button", name="Begin").click()
    host.locator(".board").wait_for()

    host.get_by_role("link", name="Share").click()
    host.get_by_role("img", name="Join links: Write").wait_for()
    address = host.locator(".address").inner_text()
    host.get_by_role("link", name="Board").click()

    other = phone(size="desktop").open(address.split("#/")[1])
    other.locator(".board").wait_for()
    assert "join" not in other.url

    # Bo wins from Dee by points; the other phone sees it by itself.
    record_points(host, "Bo", "Dee", 5)
    wait_for_total(host, "Bo", "+96")
    wait_for_total(other, "Bo", "+96")
    wait_for_total(other, "Dee", "−96")

    # Bo, now East, wins by tiles from the other phone.
    other.get_by_role("button", name=re.compile("^Bo won: record")).click()
    other.get_by_role("group", name="Won by self-draw, or from").get_by_text("Self-draw", exact=True).click()
    other.get_by_role("group", name="Worth").get_by_text("Tiles", exact=True).click()
    tap_hand(other, "123456789m123p5s + 5s")
    other.locator(".preview").get_by_text("Ann → Bo").wait_for()
    other.get_by_role("button", name="Save", exact=True).click()
    wait_for_total(other, "Bo", "+144")
    wait_for_total(host, "Bo", "+144")
    host.get_by_text("Streak 1").wait_for()

    # A drawn deal, taken back and done again.
    host.get_by_role("link", name="Record a deal").click()
    host.get_by_text("Drawn deal", exact=True).click()
    host.get_by_role("button", name="Save", exact=True).click()
    host.get_by_text("Deals: 3").wait_for()
    host.get_by_text("Streak 2").wait_for()
    host.get_by_role("button", name="Undo").click()
    host.get_by_text("Deals: 2").wait_for()
    host.get_by_text("undid: deal 3, drawn").wait_for()
    other.get_by_text("Deals: 2").wait_for()
    other.get_by_role("button", name="Redo").click()
    host.get_by_text("Deals: 3").wait_for()

    # The first deal was worth more than was written down.
    host.get_by_role("link", name="Deals").click()
    host.get_by_role("link", name="Edit 1", exact=True).click()
    assert host.get_by_role("button", name="5", exact=True).get_attribute("aria-pressed") == "true"
    host.get_by_role("button", name="6", exact=True).click()
    host.locator(".preview").get_by_text("Dee → Bo").wait_for()
    host.get_by_role("button", name="Save", exact=True).click()
    host.get_by_role("link", name="Board").click()
    wait_for_total(host, "Bo", "+176")
    wait_for_total(other, "Bo", "+176")
    assert totals(other) == {"Ann": "−16", "Bo": "+176", "Chi": "−16", "Dee": "−144"}

    # An adjustment, a guest in Ann's chair, the figures, the end.
    other.get_by_role("link", name="More").click()
    other.get_by_label("Ann", exact=True).fill("10")
    other.get_by_label("Chi", exact=True).fill("-10")
    other.get_by_label("Reason").fill("a chip fell down")
    other.get_by_role("button", name="Save").first.click()
    other.get_by_text("Saved.").wait_for()
    host.get_by_role("link", name="Deals").click()
    host.get_by_role("link", name="Edit 4", exact=True).click()
    host.get_by_label("Ann", exact=True).fill("16")
    host.get_by_label("Chi", exact=True).fill("-16")
    host.get_by_role("button", name="Save").first.click()
    host.get_by_text("Adjustment: a chip fell down", exact=True).wait_for()
    host.get_by_role("link", name="Board").click()
    wait_for_total(host, "Ann", "0")
    other.get_by_text("History").click()
    trail = other.get_by_role("list", name="History").locator(".what")
    trail.nth(7).wait_for()
    assert trail.nth(3).inner_text() == "did again: deal 3, drawn deal"
    assert "Bo" in trail.nth(2).inner_text()
    other.get_by_label("Sits down").fill("Eve")
    other.get_by_role("button", name="Save").nth(1).click()
    wait_for_total(host, "Eve", "0")
    host.get_by_role("link", name="Figures").click()
    host.get_by_text("Dee → Bo").wait_for()
    host.get_by_role("row", name=re.compile("^Self-draws")).wait_for()
    host.get_by_role("link", name="More").click()
    host.get_by_role("button", name="End the evening").click()
    host.get_by_role("button", name="Yes, end the evening").click()
    other.get_by_text("The evening has ended.").wait_for()
    other.get_by_role("link", name="Board").click()
    other.locator(".board").wait_for()
    assert other.get_by_role("link", name="Record a deal").count() == 0


def test_nothing_is_hidden_behind_the_bars(phone: Any) -> None:
    page = phone().open("tables/new")
    page.get_by_role("button", name="Begin").click()
    page.get_by_role("link", name="Board").wait_for()
    assert page.evaluate("scrollY") == 0
    page.get_by_role("button", name=re.compile("^Player 2 won: record")).click()
    worth = page.get_by_label("Worth, in faan")
    worth.focus()
    bar = page.locator(".save").bounding_box()
    field = worth.bounding_box()
    assert field["y"] + field["height"] <= bar["y"]


def test_a_stake_that_is_no_number_says_so_and_a_comma_is_a_point(phone: Any) -> None:
    page = phone().open("tables/new")
    page.locator("summary").click()
    page.get_by_label("For a point").fill("abc")
    page.locator("summary").click()
    page.get_by_text("The stake needs a number such as 0.5.").wait_for()
    assert page.get_by_role("button", name="Begin").is_disabled()
    page.locator("summary").click()
    page.get_by_label("Currency").fill("HKD")
    page.get_by_label("For a point").fill("0,5")
    page.get_by_role("button", name="Begin").click()
    page.locator(".board").get_by_text("0.0 HKD").or_(page.locator(".board").get_by_text("0 HKD")).first.wait_for()


def test_two_winners_on_one_discard(phone: Any, session: dict[str, Any], service: Any) -> None:
    _, page = join(phone, session, "write")
    page.get_by_role("button", name=re.compile("^Bo won: record")).click()
    page.get_by_role("group", name="Won by self-draw, or from").get_by_text("Ann", exact=True).click()
    page.get_by_role("button", name="3", exact=True).click()
    page.get_by_role("button", name="Another winner").click()
    second = page.get_by_role("region", name="Another winner")
    second.get_by_text("Chi", exact=True).click()
    second.get_by_role("button", name="4", exact=True).click()
    page.locator(".preview").get_by_text("Ann → Chi").wait_for()
    page.get_by_role("button", name="Save", exact=True).click()
    wait_for_total(page, "Ann", "−96")
    assert totals(page) == {"Ann": "−96", "Bo": "+32", "Chi": "+64", "Dee": "0"}


def test_a_forgotten_deal_is_put_in_before_another(phone: Any, session: dict[str, Any], service: Any) -> None:
    _, page = join(phone, session, "write")
    record_points(page, "Bo", "Ann", 3)
    wait_for_total(page, "Bo", "+32")
    page.get_by_role("link", name="Deals").click()
    page.get_by_role("link", name="Insert before 1").click()
    assert page.get_by_text("Dealer: Ann").is_visible()
    page.get_by_text("Drawn deal", exact=True).click()
    page.locator(".preview").get_by_text("Next: Ann deals").wait_for()
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_role("heading", name=re.compile("^2. ")).wait_for()
    page.get_by_role("link", name="Board").click()
    page.get_by_text("Deals: 2").wait_for()
    page.get_by_role("button", name="Undo").click()
    page.get_by_text("Deals: 1").wait_for()
    assert totals(page) == {"Ann": "−32", "Bo": "+32", "Chi": "0", "Dee": "0"}


def test_a_host_deletes_a_table_for_good(phone: Any, session: dict[str, Any], service: Any) -> None:
    here, guest = join(phone, session, "read")
    here.tolerate("401")
    there, host = join(phone, session, "host")
    host.get_by_role("link", name="More").click()
    host.get_by_role("button", name="Delete the table").click()
    host.get_by_role("button", name="Yes, delete it for good").click()
    host.get_by_text("No tables yet.").wait_for()
    guest.get_by_text("This link no longer opens a table.").wait_for()


def test_a_deal_that_cannot_be_is_not_saved(phone: Any, session: dict[str, Any], service: Any) -> None:
    here, page = join(phone, session, "write")
    here.tolerate("422")
    page.get_by_role("button", name=re.compile("^Bo won: record")).click()
    page.get_by_role("group", name="Won by self-draw, or from").get_by_text("Ann", exact=True).click()
    page.get_by_label("Worth, in faan").fill("1")
    page.locator(".preview").get_by_text("This win doesn’t count").wait_for()
    assert page.get_by_role("button", name="Save", exact=True).is_disabled()
    assert deals_of(service, session) == []


def test_deals_entered_without_a_network_are_sent_once(phone: Any, session: dict[str, Any], service: Any) -> None:
    here, page = join(phone, session, "write")
    _, other = join(phone, session, "read")
    here.tolerate("ERR_INTERNET_DISCONNECTED", "ERR_FAILED")
    here.context.set_offline(True)
    record_points(page, "Bo", "Dee", 5, save="Save, send later")
    record_points(page, "Chi", "Ann", 3, save="Save, send later")
    page.get_by_role("button", name=re.compile("^Dee won: record")).click()
    page.get_by_role("group", name="Won by self-draw, or from").get_by_text("Self-draw", exact=True).click()
    page.get_by_role("group", name="Worth").get_by_text("Tiles", exact=True).click()
    page.get_by_label(re.compile("The hand as a line")).fill("123456789m123p5s + 5s")
    page.get_by_role("button", name="Save, send later", exact=True).click()
    pending = page.get_by_role("region", name="Waiting to be sent")
    pending.get_by_text("Dee won by self-draw").wait_for()
    pending.get_by_text("Bo won from Dee, 5").wait_for()
    pending.get_by_text("Chi won from Ann, 3").wait_for()
    page.get_by_text("Offline", exact=True).wait_for()
    assert totals(page)["Bo"] == "0"
    assert deals_of(service, session) == []

    here.context.set_offline(False)
    wait_for_total(page, "Bo", "+80")
    pending.wait_for(state="detached")
    wait_for_total(other, "Chi", "+16")
    page.reload()
    wait_for_total(page, "Dee", "−48")
    wins = [deal["request"]["wins"][0] for deal in deals_of(service, session)]
    assert [win.get("points", win.get("hand")) for win in wins] == [5, 3, "123456789m123p5s + 5s"]


def test_an_adjustment_and_a_guest_entered_without_a_network_are_sent_once(
    phone: Any, session: dict[str, Any], service: Any
) -> None:
    here, page = join(phone, session, "write")
    here.tolerate("ERR_INTERNET_DISCONNECTED", "ERR_FAILED")
    page.get_by_role("link", name="More").click()
    here.context.set_offline(True)
    page.get_by_label("Ann", exact=True).fill("10")
    page.get_by_label("Chi", exact=True).fill("-10")
    page.get_by_label("Reason").fill("a chip fell down")
    page.get_by_role("button", name="Save").first.click()
    pending = page.get_by_role("region", name="Waiting to be sent")
    pending.get_by_text("a chip fell down").wait_for()
    page.get_by_label("Sits down").fill("Eve")
    page.get_by_role("button", name="Save").nth(1).click()
    pending.get_by_text("Eve sits down for Ann").wait_for()
    here.context.set_offline(False)
    pending.wait_for(state="detached")
    assert [line["kind"] for line in deals_of(service, session)] == ["adjustment", "replacement"]
    page.get_by_role("link", name="Board").click()
    wait_for_total(page, "Eve", "0")


def test_a_deal_whose_answer_was_lost_is_one_deal(phone: Any, session: dict[str, Any], service: Any) -> None:
    here, page = join(phone, session, "write")
    here.tolerate("ERR_CONNECTION_RESET")
    sent: list[str] = []

    def lose_the_first_answer(route: Any) -> None:
        sent.append(route.request.headers["idempotency-key"])
        if len(sent) > 1:
            route.continue_()
            return
        assert route.fetch().status == 201
        route.abort("connectionreset")

    page.route("**/deals", lose_the_first_answer)
    record_points(page, "Bo", "Dee", 5)
    page.get_by_role("region", name="Waiting to be sent").wait_for(state="detached")
    wait_for_total(page, "Bo", "+96")
    while len(sent) < 2:
        page.wait_for_timeout(50)
    assert len(set(sent)) == 1
    assert len(deals_of(service, session)) == 1


def test_a_queued_deal_waits_for_a_person_when_the_table_moved_on(
    phone: Any, session: dict[str, Any], service: Any
) -> None:
    here, page = join(phone, session, "write")
    _, other = join(phone, session, "write")
    here.tolerate("ERR_INTERNET_DISCONNECTED", "ERR_FAILED", "412")
    here.context.set_offline(True)
    record_points(page, "Bo", "Dee", 5, save="Save, send later")
    record_points(other, "Chi", "Ann", 3)
    wait_for_total(other, "Chi", "+32")
    here.context.set_offline(False)
    pending = page.get_by_role("region", name="Waiting to be sent")
    pending.get_by_text("Somebody else was faster").wait_for()
    assert len(deals_of(service, session)) == 1
    wait_for_total(page, "Chi", "+32")
    pending.get_by_role("button", name="Send again").click()
    wait_for_total(other, "Bo", "+96")
    assert len(deals_of(service, session)) == 2


def test_a_read_only_link_cannot_write(phone: Any, session: dict[str, Any], service: Any) -> None:
    here, page = join(phone, session, "read")
    here.tolerate("401", "403")
    page.get_by_text("read only", exact=True).wait_for()
    assert page.get_by_role("link", name="Record a deal").count() == 0
    assert page.get_by_role("button", name="Undo").count() == 0
    assert page.locator(".board button").count() == 0
    page.get_by_role("link", name="More").click()
    page.get_by_text("This link is for looking only.").wait_for()
    # Not even by force: the service itself refuses what the app does not offer.
    status = page.evaluate(
        """async () => {
            const [{ id, secret }] = JSON.parse(localStorage.getItem('sikwu:sessions'));
            const place = `/api/v1/sessions/${id}`;
            const answer = await fetch(place);
            const headers = {
                Authorization: `Bearer ${secret}`,
                'Content-Type': 'application/json',
                'Idempotency-Key': 'by-force-1',
                'If-Match': '*',
            };
            const write = await fetch(`${place}/deals`, { method: 'POST', headers, body: '{"wins": []}' });
            return [answer.status, write.status];
        }"""
    )
    assert status == [401, 403]
    assert deals_of(service, session) == []


def test_a_revoked_link_says_so(phone: Any, session: dict[str, Any], service: Any) -> None:
    here, page = join(phone, session, "write")
    here.tolerate("401")
    host = session["links"]["host"]["secret"]
    answer = httpx.delete(
        f"{service.url}/api/v1/sessions/{session['session']['id']}/links/{session['links']['write']['id']}",
        headers={"Authorization": f"Bearer {host}"},
    )
    assert answer.status_code == 204
    page.get_by_text("This link no longer opens a table.").wait_for()


def test_the_device_in_the_middle_of_the_table(phone: Any, session: dict[str, Any]) -> None:
    _, page = join(phone, session, "write")
    page.get_by_role("link", name="Table mode").first.click()
    seats = page.locator(".middle .seat")
    turned = seats.evaluate_all("seats => seats.map(seat => getComputedStyle(seat).transform)")
    assert len(set(turned)) == 4
    seats.filter(has_text="Chi").click()
    seats.filter(has_text="Bo").click()
    page.locator(".pad").get_by_role("button", name="4", exact=True).click()
    seats.filter(has_text="Chi").get_by_text("(+64)").wait_for()
    page.get_by_role("button", name="Save", exact=True).click()
    seats.filter(has_text="Chi").get_by_text("+64").wait_for()
    page.get_by_role("button", name="Undo").click()
    page.get_by_text("undid: deal 1, Chi wins 4 faan from Bo").wait_for()
    seats.filter(has_text="Chi").get_by_text("0", exact=True).wait_for()
    page.get_by_role("button", name="Full screen").click()
    page.wait_for_function("document.fullscreenElement !== null")
    page.get_by_role("link", name="Leave").click()
    page.locator(".board").wait_for()
    page.wait_for_function("document.fullscreenElement === null")


def test_exports_and_the_picture_are_downloads(phone: Any, session: dict[str, Any]) -> None:
    _, page = join(phone, session, "write")
    page.get_by_role("link", name="Share").click()
    for button, name in (
        ("JSON", "Friday.json"),
        ("CSV", "Friday.csv"),
        ("Markdown", "Friday.md"),
        ("Share an image", "Friday.png"),
    ):
        with page.expect_download() as download:
            page.get_by_role("button", name=button, exact=True).click()
        assert download.value.suggested_filename == name


def test_a_session_is_brought_in_from_its_file(
    phone: Any, session: dict[str, Any], service: Any, tmp_path: Path
) -> None:
    _, page = join(phone, session, "write")
    record_points(page, "Bo", "Dee", 5)
    wait_for_total(page, "Bo", "+96")
    page.get_by_role("link", name="Share").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="JSON", exact=True).click()
    download.value.save_as(tmp_path / "friday.json")
    fresh = phone().open("tables")
    fresh.get_by_label("A session that was saved as JSON.").set_input_files(tmp_path / "friday.json")
    wait_for_total(fresh, "Bo", "+96")
    assert fresh.url.split("#/t/")[1] != session["session"]["id"]
