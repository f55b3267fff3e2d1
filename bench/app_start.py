"""How soon the app can be used: on a slow phone, and from a tap to its score on the loopback.

    sikwu serve --port 8000 &
    python bench/app_start.py http://127.0.0.1:8000

The slow phone is the one of Lighthouse: a processor four times slower, 1.6 Mbit/s with 150 ms to the service.
"""

from __future__ import annotations

import shutil
import statistics
import sys
from typing import Any

from playwright.sync_api import sync_playwright

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
SLOW = {"offline": False, "latency": 150, "downloadThroughput": 1_600_000 / 8, "uploadThroughput": 750_000 / 8}
# Taps the first key as soon as it has been painted, as a waiting finger would, and notes when its tile is there.
# A tap by the driver comes later: on a slowed processor its own checks take some hundred milliseconds.
FINGER = """
window.tapped = new Promise(done => {
    const look = () => {
        const key = document.querySelector('.keys [data-key="1m"]');
        if (!key) return requestAnimationFrame(look);
        requestAnimationFrame(() => setTimeout(() => {
            key.click();
            const there = () => document.querySelector('.tray [data-tile="1m"]')
                ? done(performance.now()) : requestAnimationFrame(there);
            there();
        }));
    };
    look();
});
"""
TAP_TO_SCORE = """() => new Promise(done => {
    const strip = document.querySelector('.answer');
    const key = document.querySelector('.keys [data-key="9m"]');
    const before = performance.now();
    new MutationObserver((_, watcher) => {
        if (!document.querySelector('.answer .points strong')) return;
        watcher.disconnect();
        done(performance.now() - before);
    }).observe(strip, { childList: true, subtree: true });
    key.click();
})"""


def slow_start(browser: Any, url: str) -> tuple[float, int]:
    """Milliseconds until a tile can be tapped in, and bytes of script that came over the line."""
    context = browser.new_context(viewport={"width": 360, "height": 740}, is_mobile=True, has_touch=True)
    page = context.new_page()
    wire = context.new_cdp_session(page)
    wire.send("Network.enable")
    wire.send("Network.emulateNetworkConditions", SLOW)
    wire.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    sizes: dict[str, int] = {}
    scripts: set[str] = set()

    def note(told: dict[str, Any]) -> None:
        if told["type"] == "Script":
            scripts.add(told["requestId"])

    wire.on("Network.responseReceived", note)
    wire.on("Network.loadingFinished", lambda told: sizes.update({told["requestId"]: int(told["encodedDataLength"])}))
    page.add_init_script(FINGER)
    page.goto(url, wait_until="commit")
    ready = float(page.evaluate("window.tapped"))
    page.wait_for_load_state("networkidle")
    context.close()
    return ready, sum(size for name, size in sizes.items() if name in scripts)


def tap_to_score(browser: Any, url: str, times: int = 15) -> list[float]:
    """Milliseconds from the last tile's key to the score on the screen."""
    context = browser.new_context(viewport={"width": 360, "height": 740})
    page = context.new_page()
    page.goto(url)
    page.locator(".keys").wait_for()
    page.wait_for_load_state("networkidle")
    taken = []
    for _ in range(times):
        page.locator(".line input").fill("12345678m22z [777z]")
        page.locator(".answer .points").wait_for(state="detached")
        page.wait_for_load_state("networkidle")
        page.wait_for_timeout(100)
        taken.append(float(page.evaluate(TAP_TO_SCORE)))
    context.close()
    return taken


def main(url: str) -> None:
    where = shutil.which("chromium") or shutil.which("google-chrome")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=where, args=FLAGS)
        starts = [slow_start(browser, url) for _ in range(5)]
        taps = tap_to_score(browser, url)
        browser.close()
    print(f"slow phone: a tile tapped in after {statistics.median(ready for ready, _ in starts):.0f} ms (median of 5)")
    print(f"script over the line: {starts[0][1] / 1000:.1f} kB")
    print(f"tap to score: median {statistics.median(taps):.0f} ms, worst {max(taps):.0f} ms of {len(taps)}")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8000")
