"""`./run bench start`: how soon one can play, and how much a browser loads for it.

The first start is that of a fresh clone of the last commit, with the caches of the package managers warm;
later starts are in that clone too. What a browser loads is measured at a table of Wonder Book.
"""

from __future__ import annotations

import argparse
import gzip
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple

import httpx
from playwright.sync_api import Browser, Request, sync_playwright

from bench.measure import Result, at_most
from dev import browser
from dev.client import STATIC
from dev.ports import free_port

ROOT: Final = Path(__file__).resolve().parents[1]
GAME: Final = "wonderbook"
TIMES: Final = 5
FIRST_START: Final = 60.0
LATER_START: Final = 3.0
USABLE: Final = 1.0
SCRIPT: Final = 150.0
FONTS_AND_ART: Final = 400.0
LONGEST: Final = 900.0
"""Seconds after which a start has failed."""
OPTION: Final = "[data-option]"
SCRIPTS: Final = re.compile(r'(?:<script[^>]* src|<link rel="modulepreload"[^>]* href)="/([^"]+\.js)"')


@contextmanager
def started(command: list[str], folder: Path, data: Path, path: str) -> Iterator[tuple[str, float]]:
    """A service: its address, and the seconds until it answered at this path. It ends as with Ctrl-C."""
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    env = os.environ | {"XDG_DATA_HOME": str(data)}
    began = time.perf_counter()
    process = subprocess.Popen(
        [*command, "--port", str(port)],
        cwd=folder, env=env, stdout=subprocess.DEVNULL, start_new_session=True,
    )  # fmt: skip
    try:
        yield url, wait_for(f"{url}{path}", process, began)
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def wait_for(address: str, process: subprocess.Popen[bytes], began: float) -> float:
    """Seconds from the beginning until the address answers well."""
    while time.perf_counter() - began < LONGEST:
        with suppress(httpx.HTTPError):
            if httpx.get(address, timeout=5, trust_env=False).status_code == 200:
                return time.perf_counter() - began
        if process.poll() is not None:
            break
        time.sleep(0.02)
    raise SystemExit("foldtale: the service did not start; the reason is above")


def start(folder: Path) -> float:
    """Seconds from `./run play` in a clone until its page comes."""
    play = [str(folder / "run"), "play", "--no-browser"]
    with (
        tempfile.TemporaryDirectory(prefix="foldtale-data-") as data,
        started(play, folder, Path(data), "/") as (_, seconds),
    ):
        return seconds


def starts(first: int) -> Iterator[Result]:
    """First starts, each in a new clone, and later ones in the last clone; without clones, here."""
    with tempfile.TemporaryDirectory(prefix="foldtale-start-") as folder:
        clone = ROOT
        times = []
        for number in range(first):
            if number:
                shutil.rmtree(clone)
            clone = Path(folder) / f"clone{number}"
            subprocess.run(["git", "clone", "--quiet", "--local", str(ROOT), str(clone)], check=True)
            times.append(start(clone))
        if times:
            yield at_most(f"first start, of {first}", median(times), FIRST_START, "s")
        yield at_most("later start", median([start(clone) for _ in range(TIMES)]), LATER_START, "s")


# In a browser


class Visit(NamedTuple):
    """How long it took until a choice could be made, and how many bytes of fonts and art were loaded."""

    seconds: float
    fonts_and_art: int


def is_font_or_art(request: Request) -> bool:
    return request.resource_type in ("font", "image", "media") or request.url.endswith("/theme")


def visit(found: Browser, url: str, table: str, cookies: httpx.Cookies) -> Visit:
    """Come to a table in a fresh browser, until its first option can be clicked."""
    context = found.new_context(viewport={"width": 1440, "height": 900})
    context.add_cookies([{"name": name, "value": value, "url": url} for name, value in cookies.items()])
    page = context.new_page()
    loaded: list[Request] = []

    def note(request: Request) -> None:
        loaded.append(request)

    page.on("requestfinished", note)
    began = time.perf_counter()
    page.goto(f"{url}/#/table/{table}", wait_until="commit")
    page.locator(OPTION).first.click(trial=True)
    seconds = time.perf_counter() - began
    page.wait_for_load_state("networkidle")
    size = sum([request.sizes()["responseBodySize"] for request in loaded if is_font_or_art(request)])
    context.close()
    return Visit(seconds, size)


def in_a_browser() -> Iterator[Result]:
    serve = [sys.executable, "-m", "foldtale.cli", "serve", "--log", "warning"]
    with (
        tempfile.TemporaryDirectory(prefix="foldtale-data-") as data,
        started(serve, ROOT, Path(data), "/health") as (url, _),
        httpx.Client(base_url=url, trust_env=False) as http,
        sync_playwright() as playwright,
    ):
        body = {"game": GAME, "setup": {"players": 1}, "places": [{"who": "me"}]}
        table = http.post("/api/tables", json=body).raise_for_status().json()["table"]
        found = browser.launch(playwright)
        visits = [visit(found, url, table, http.cookies) for _ in range(TIMES)]
        found.close()
    yield at_most("the table can be used", median([one.seconds for one in visits]), USABLE, "s")
    size = median([one.fonts_and_art for one in visits]) / 1000
    yield at_most("fonts and art of Wonder Book", size, FONTS_AND_ART, "kB")


def sizes() -> Iterator[Result]:
    index = (STATIC / "index.html").read_text(encoding="utf-8")
    packed = [len(gzip.compress((STATIC / name).read_bytes())) for name in SCRIPTS.findall(index)]
    yield at_most("script that the page loads first, gzipped", sum(packed) / 1000, SCRIPT, "kB")


def show(results: Iterator[Result]) -> bool:
    """Print results as they come; whether all are where they should be."""
    fine = True
    for result in results:
        verdict = "met" if result.met else "missed"
        print(
            f"{result.name:<45} {result.value:8.2f} {result.unit:<2} ({result.target}) {verdict}", flush=True
        )
        fine = fine and bool(result.met)
    return fine


def main(args: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="./run bench start")
    parser.add_argument(
        "--first", type=int, default=1, metavar="N", help="so many first starts (1; 0 is none)"
    )
    asked = parser.parse_args(args)
    parts = [sizes(), starts(asked.first)]
    if browser.find():
        parts.insert(1, in_a_browser())
    else:
        print(f"foldtale: {browser.MISSING}, so what a table needs is not measured")
    met = [show(part) for part in parts]
    return 0 if all(met) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
