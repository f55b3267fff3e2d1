"""Every screen in three languages, dark and light, 360 pixels wide: accessible, nothing cut off, keys for thumbs."""

from __future__ import annotations

import gzip
import json
import os
import re
from pathlib import Path
from typing import Any

import httpx
import pytest

APP = Path(__file__).parents[2] / "src" / "sikwu" / "server" / "app"
LOOKS = [("en", "light"), ("en", "dark"), ("zh", "light"), ("zh", "dark"), ("ko", "light"), ("ko", "dark")]
HAND = "12456789m22z [777z<east] + 3m 15f"
PUNGS = "9p[222m][555p][888m][444z] + 9p 13f"
BIBLE = "345m 345p 345s 999p [789m] 5s + 5s 26f"

LOOKS_JS = (Path(__file__).parent / "looks.js").read_text(encoding="utf-8")
BOXES = "keys => keys.map(key => key.getBoundingClientRect()).map(box => [box.width, box.height])"


@pytest.fixture(scope="module")
def evening(service: Any) -> dict[str, Any]:
    """A session with some deals of every kind in it, long names and a stake."""
    players = ["Ann", "陳大文", "김하늘", "Maximiliane"]
    made = service.new_session(
        name="Friday at the club",
        rules="korean-kengma",
        players=players,
        stake={"currency": "HKD", "per_point": "0.5", "rounding": "0.1"},
    )
    address = f"{service.url}/api/v1/sessions/{made['session']['id']}"
    headers = {"Authorization": f"Bearer {made['links']['write']['secret']}", "If-Match": "*"}
    deals: list[dict[str, Any]] = [
        {"wins": [{"seat": "Ann", "win": "self-draw", "hand": "12m789m33z456p567m + 3m"}]},
        {"wins": [{"seat": "김하늘", "win": "discard", "from": "陳大文", "points": 5}]},
        {"wins": []},
        {"wins": [{"seat": "Maximiliane", "win": "discard", "from": "Ann", "hand": PUNGS}]},
    ]
    for number, deal in enumerate(deals):
        answer = httpx.post(f"{address}/deals", json=deal, headers={**headers, "Idempotency-Key": f"deal-{number:05}"})
        assert answer.status_code == 201, answer.text
    adjusted = httpx.post(
        f"{address}/adjustments",
        json={"points": {"Ann": 3, "陳大文": -3}, "why": "a chip fell under the table"},
        headers={**headers, "Idempotency-Key": "adjust-001"},
    )
    assert adjusted.status_code == 201, adjusted.text
    return made


def fill_line(page: Any, hand: str) -> None:
    page.locator(".line input").first.fill(hand)
    page.locator(".points strong").first.wait_for()


def screens(page: Any, evening: dict[str, Any]) -> Any:
    """Goes from screen to screen; yields each one's name when it stands still."""

    def settled(name: str) -> str:
        page.wait_for_timeout(150)
        return name

    page.locator(".keys").wait_for()
    page.locator("#rule-set option").nth(1).wait_for(state="attached")
    yield settled("score-empty")
    page.locator(".line input").fill("123456789m1122z")
    page.locator(".answer table").wait_for()
    yield settled("score-ready")
    fill_line(page, HAND)
    page.locator("fieldset").nth(3).locator("label").first.click()
    page.locator(".answer svg").wait_for()
    page.locator(".rows button:not(:disabled)").first.click()
    yield settled("score-result")
    page.locator("#rule-set").select_option("taiwan-bible")
    fill_line(page, BIBLE)
    page.locator("details summary").first.click()
    yield settled("score-bible")
    page.locator(".house").click()
    page.locator("dialog[open] select").first.wait_for()
    yield settled("options")
    page.locator("dialog .button").first.click()
    page.locator("nav a").nth(1).click()
    page.locator("form").wait_for()
    yield settled("tables")
    page.locator("a.main").click()
    page.locator(".player").first.wait_for()
    page.locator("details summary").click()
    yield settled("new-table")
    page.evaluate(f"location.hash = '#/join/{evening['links']['host']['secret']}'")
    page.locator(".board").wait_for()
    place = f"#/t/{evening['session']['id']}"
    yield settled("board")
    for name, wait in (("deals", "ol .card"), ("figures", "table"), ("share", ".link"), ("more", ".people")):
        page.evaluate(f"location.hash = '{place}/{name}'")
        page.locator(wait).first.wait_for()
        if name == "deals":
            page.locator("summary").first.click()
            page.locator(".reading").first.wait_for()
        if name == "more":
            page.locator("summary").click()
            page.locator("li .what").nth(4).wait_for()
        if name == "share":
            page.locator(".link").nth(2).wait_for()
        yield settled(name)
    page.evaluate(f"location.hash = '{place}/record'")
    page.locator("fieldset label").nth(3).click()
    page.locator(".card fieldset").nth(1).locator("label").nth(2).click()
    page.locator(".quick .button").nth(2).click()
    page.locator(".totals").wait_for()
    yield settled("record-points")
    page.evaluate(f"location.hash = '{place}/deal/1'")
    page.locator(".totals").wait_for()
    page.locator(".points strong").first.wait_for()
    yield settled("record-tiles")
    page.evaluate(f"location.hash = '{place}/middle'")
    page.locator(".middle .seat").first.wait_for()
    yield settled("middle")
    page.locator(".middle .seat").nth(2).click()
    page.locator(".middle .seat").nth(1).click()
    yield settled("middle-points")
    page.evaluate("location.hash = '#/settings'")
    page.locator("input[type=checkbox]").first.wait_for()
    yield settled("settings")


@pytest.mark.parametrize(("language", "theme"), LOOKS, ids=[f"{language}-{theme}" for language, theme in LOOKS])
def test_every_screen(phone: Any, evening: dict[str, Any], axe: str, pictures: Path, language: str, theme: str) -> None:
    page = phone(language=language, theme=theme).open()
    page.evaluate(axe)
    page.evaluate(LOOKS_JS)
    wrong: list[str] = []
    for name in screens(page, evening):
        page.screenshot(path=pictures / f"{name}-{language}-{theme}.png", full_page=True)
        wrong += [f"{name}: {each}" for each in page.evaluate("[...cutOff(), ...tooSmall()]")]
        report = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
        for violation in report["violations"]:
            wrong += [f"{name}: {violation['id']}: {node['html'][:160]}" for node in violation["nodes"][:3]]
    assert wrong == [], "\n".join(wrong)


def test_desktop_and_large_keys(phone: Any, pictures: Path) -> None:
    page = phone(size="desktop").open()
    fill_line(page, HAND)
    page.screenshot(path=pictures / "score-desktop.png")
    page.evaluate(LOOKS_JS)
    assert page.evaluate("cutOff()") == []
    large = phone(settings=', "largeKeys": true').open()
    large.locator(".keys").wait_for()
    boxes = large.locator(".keys button").evaluate_all(BOXES)
    assert all(width >= 60 and height >= 60 for width, height in boxes)
    large.evaluate(LOOKS_JS)
    assert large.evaluate("cutOff()") == []


def test_tile_keys_are_for_thumbs_on_a_narrow_phone(phone: Any) -> None:
    page = phone().open()
    page.locator(".keys").wait_for()
    for suit, keys, least in (("m", 9, 48), ("p", 9, 48), ("s", 9, 48), ("z", 7, 48), ("f", 8, 38)):
        boxes = page.locator(f".keys [data-suit={suit}] button").evaluate_all(BOXES)
        assert len(boxes) == keys
        assert all(width >= least and height >= 46 for width, height in boxes)


def test_a_hand_with_the_keyboard_only(phone: Any) -> None:
    page = phone(size="desktop").open()
    page.locator(".keys").wait_for()
    page.wait_for_load_state("networkidle")
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.key") == "1m":
            break
    assert page.evaluate("document.activeElement.dataset.key") == "1m"
    for _ in range(8):
        page.keyboard.press("Enter")
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Home")
    for _ in range(8):
        page.keyboard.press("ArrowLeft")
    for _ in range(2):
        page.keyboard.press("Enter")
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    page.locator(".answer .points strong").wait_for()
    assert page.locator(".line input").input_value() == "123456789m123p3s + 3s"
    focus = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert focus == "solid"


def test_tiles_are_spoken(phone: Any) -> None:
    page = phone().open()
    fill_line(page, HAND)
    page.locator(".tray").get_by_role("button", name="Red dragon, Red dragon, Red dragon pung from East").wait_for()
    page.locator(".tray").get_by_role("button", name="Winning tile: 3 of characters").wait_for()
    page.get_by_role("button", name="9 of bamboo", exact=True).wait_for()


def test_the_shell_loads_without_a_network_and_says_what_needs_it(phone: Any) -> None:
    here = phone(workers="allow")
    here.tolerate("ERR_INTERNET_DISCONNECTED", "ERR_FAILED")
    page = here.open()
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    kept = """async () => {
        const opened = await Promise.all((await caches.keys()).map(name => caches.open(name)));
        return (await Promise.all(opened.map(cache => cache.keys()))).flat().length;
    }"""
    while page.evaluate(kept) < 10:
        page.wait_for_timeout(50)
    here.context.set_offline(True)
    page.reload()
    page.locator(".keys").wait_for()
    page.locator(".line input").fill(HAND)
    page.get_by_text("The service can’t be reached.").first.wait_for()
    here.context.set_offline(False)
    page.locator(".line input").fill(HAND + " ")
    page.locator(".answer .points strong").wait_for()


def test_it_can_be_installed(phone: Any, service: Any) -> None:
    page = phone().open()
    manifest = httpx.get(service.url + page.locator("link[rel=manifest]").get_attribute("href")).json()
    assert manifest["display"] == "standalone"
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}
    for icon in manifest["icons"]:
        assert httpx.get(f"{service.url}/{icon['src']}").headers["content-type"] == "image/png"


def test_nothing_comes_from_elsewhere_and_the_script_is_small(phone: Any, service: Any) -> None:
    here = phone()
    page = here.context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(service.url)
    page.locator(".keys").wait_for()
    page.wait_for_load_state("networkidle")
    assert [url for url in asked if not url.startswith(service.url)] == []
    scripts = [APP / url.removeprefix(service.url + "/") for url in asked if re.search(r"\.js$", url)]
    assert 0 < sum(len(gzip.compress(path.read_bytes())) for path in scripts if path.is_file()) < 100_000
    every = list((APP / "assets").glob("*.js"))
    assert sum(len(gzip.compress(path.read_bytes())) for path in every) < 100_000


def test_the_page_has_no_inline_script_or_style(service: Any) -> None:
    page = httpx.get(service.url)
    assert "'unsafe-inline'" not in page.headers["content-security-policy"]
    assert re.search(r"<script(?![^>]*\ssrc=)|<style|\sstyle=", page.text) is None


def test_what_is_bundled_keeps_its_licences(service: Any) -> None:
    licences = httpx.get(f"{service.url}/licences.txt").text
    assert "SIL OPEN FONT LICENSE" in licences
    assert "Svelte" in licences


def test_words_are_complete_and_used() -> None:
    source = APP.parents[3] / "web" / "src"
    words = {
        language: json.loads((source / "words" / f"{language}.json").read_text(encoding="utf-8"))["words"]
        for language in ("en", "zh", "ko")
    }
    assert words["en"].keys() == words["zh"].keys() == words["ko"].keys()
    assert all(text.strip() for each in words.values() for text in each.values())
    holes = {key: set(re.findall(r"\{\w+\}", text)) for key, text in words["en"].items()}
    for language in ("zh", "ko"):
        assert {key: set(re.findall(r"\{\w+\}", text)) for key, text in words[language].items()} == holes
    code = "".join(path.read_text(encoding="utf-8") for path in source.rglob("*") if path.suffix in (".ts", ".svelte"))
    plain = {key for key in words["en"] if "." not in key}
    assert {key for key in plain if f"'{key}'" not in code} == set()


@pytest.mark.skipif(
    "SIKWU_PICTURES" not in os.environ, reason="makes the pictures of the docs: SIKWU_PICTURES=docs/img"
)
def test_pictures_for_the_docs(phone: Any, evening: dict[str, Any], pictures: Path) -> None:
    for language, theme, wanted in (
        ("en", "light", {"score-result", "board", "record-points", "figures"}),
        ("zh", "dark", {"score-bible"}),
        ("ko", "light", {"deals"}),
    ):
        page = phone(language=language, theme=theme).open()
        for name in screens(page, evening):
            if name in wanted:
                page.evaluate("(document.getElementById('result') ?? document.body).scrollIntoView()")
                page.screenshot(path=pictures / f"{name}.png")
                assert (pictures / f"{name}.png").stat().st_size > 5_000


def test_look_and_language_are_chosen_and_kept(phone: Any) -> None:
    here = phone()
    page = here.open("settings")
    colour = "getComputedStyle(document.documentElement).backgroundColor"
    light = page.evaluate(colour)
    page.get_by_text("Dark", exact=True).click()
    dark = page.evaluate(colour)
    assert light != dark
    page.get_by_text("한국어", exact=True).click()
    page.get_by_role("heading", name="설정").wait_for()
    again = here.open("settings")
    again.get_by_role("heading", name="설정").wait_for()
    assert again.evaluate(colour) == dark
    assert again.evaluate("document.documentElement.lang") == "ko"
