"""`./run shots`: pictures of the page in build/shots, and a sheet with those of a folder beside them."""

from __future__ import annotations

import argparse
import base64
import contextlib
import json
import random
import secrets
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

from dev import browser
from dev.ports import free_port
from foldtale import games
from foldtale.kernel import Match

ROOT: Final = Path(__file__).resolve().parents[1]
TALES: Final = ROOT / "tests" / "fixtures" / "tales"
MADE: Final = ROOT / "build" / "shots"
PICTURES: Final = ROOT.parent / "shared" / "look"
SEED: Final = 7
PATIENCE: Final = 60.0
WINDOW: Final = {"viewport": {"width": 1440, "height": 900}}
SMALL: Final = {"viewport": {"width": 1024, "height": 768}}
PHONE: Final = {
    "viewport": {"width": 390, "height": 844},
    "is_mobile": True,
    "has_touch": True,
    "device_scale_factor": 2,
}
OPTION: Final = "[data-option]"
UNSEEN: Final = 20
AWAY: Final = 4 * 3600
MANY: Final = 10
"""Options of a question that is worth a picture."""
SHEET_WIDTH: Final = 1800


class Told(NamedTuple):
    """A stored game up to so many answers, and the names of those who play it."""

    tale: str
    answers: int
    names: tuple[str, ...]


LAMPS: Final = Told("wonderbook/and-you", 44, ("Ada", "Mum"))
HANDS: Final = Told("thimble/most-points", 7, ("Ada", "Mum", "Grandpa"))
TALES_OF_GRIMM: Final = Told("grimm/three-short", 206, ("Ada", "Oma", "Bo"))
WILDWOODS: Final = Told("storyfold/rerolls", 287, ("Ada",))


class Played(NamedTuple):
    """A game that bots play by reflex, up to so many answers, and the names of those who play it.

    `topic`  what is asked in the end; without one, it is a question with many options
    """

    game: str
    setup: dict[str, Any]
    seed: int
    answers: int
    names: tuple[str, ...]
    topic: str = ""


FOUR: Final = Played("virtues", {"players": 4, "fall": True}, 6, 395, ("Ada", "Mum", "Ben", "Kit"))
SIX: Final = Played(
    "virtues",
    {"players": 7, "fall": True, "unnamed": True},
    3,
    420,
    ("Ada", "Mum", "Ben", "Kit", "Lou", "Zoe", "Ink"),
)
SKARVIK: Final = Played("unlikely", {"quest": 1, "heroes": 3, "players": 1}, 7, 230, ("Ada",), "resolve")
DONE: Final = Told("wonderbook/completed", 10_000, ("Ada", "Mum"))


# The service


def serve(store: str, port: int) -> None:
    """The real service; only its seeds are known."""
    from foldtale.web.serve import Server
    from foldtale.web.settings import Settings

    secrets.randbits = lambda bits: SEED  # type: ignore[assignment]
    Server(Settings(store=store, port=port, rate=1e6, burst=1e6, tables_per_hour=1e9, bots_nice=0)).run()


@contextlib.contextmanager
def serving() -> Iterator[str]:
    """Where it answers; its store goes with it."""
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory(prefix="foldtale-shots-") as folder:
        store = f"sqlite:///{folder}/tables.db"
        command = [sys.executable, "-m", "dev.shots", "--serve", store, "--port", str(port)]
        process = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.DEVNULL)
        try:
            until = time.monotonic() + PATIENCE
            while not answers(url) and time.monotonic() < until:
                time.sleep(0.1)
            yield url
        finally:
            process.terminate()
            process.wait(30)


def answers(url: str) -> bool:
    with contextlib.suppress(OSError), urllib.request.urlopen(f"{url}/health", timeout=5) as said:
        return bool(said.status == 200)
    return False


# The tables


def send(page: Page, path: str, **body: Any) -> Any:
    answer = page.request.post(f"/api/tables{path}", data=body)
    if not answer.ok:
        sys.exit(f"foldtale: the service refused {path}: {answer.text()}")
    return answer.json()


def is_wanted(match: Match, wanted: Played) -> bool:
    """Tell whether this question to the first seat makes a picture."""
    ask = match.ask
    fits = ask is not None and (ask.topic == wanted.topic if wanted.topic else len(match.options) >= MANY)
    return fits and ask is not None and ask.seat == 0


def played(wanted: Played) -> str:
    """The tale of a game up to the first question of its first seat after so many answers."""
    game, luck = games.get(wanted.game), random.Random(wanted.seed)
    match = Match.new(game, game.setup(**wanted.setup), seed=wanted.seed)
    while match.ask and (match.number < wanted.answers or not is_wanted(match, wanted)):
        assert game.reflex
        match.answer(game.reflex(match.state, match.ask, luck.random))
    with tempfile.TemporaryDirectory() as folder:
        match.save(Path(folder) / "played.tale")
        return (Path(folder) / "played.tale").read_text("utf-8")


def bring(page: Page, told: Told | Played) -> str:
    """A table where the game has come so far; the first seat is mine, the others have left for a while."""
    tale = (TALES / f"{told.tale}.tale").read_text("utf-8") if isinstance(told, Told) else played(told)
    head, *body, end = [json.loads(line) for line in tale.splitlines()]
    head.pop("packs", None)
    most = told.answers if isinstance(told, Told) else len(body)
    kept = list(takewhile(lambda line: line.get("n", 0) <= most, body))
    if len(kept) < len(body):
        end = {"end": len(kept) + 1, "over": False}
    tale = "".join([json.dumps(line) + "\n" for line in (head, *kept, end)])
    view = send(page, "/import", tale=tale)
    table = str(view["table"])
    send(page, f"/{table}/rename", seat=0, name=told.names[0])
    for seat, name in enumerate(told.names[1:], 1):
        secret = send(page, f"/{table}/invite", seat=seat)["secret"]
        send(page, f"/{table}/join", secret=secret, name=name)
    return table


# The pictures


class Camera:
    """Takes pictures with one browser, always of the same tables."""

    def __init__(self, found: Browser, url: str) -> None:
        self.found = found
        self.url = url
        with self.looking() as page:
            self.hands = bring(page, HANDS)
            self.done = bring(page, DONE)
            self.grimm = bring(page, TALES_OF_GRIMM)
            self.wildwoods = bring(page, WILDWOODS)
            self.skarvik = bring(page, SKARVIK)
            self.four = bring(page, FOUR)
            self.six = bring(page, SIX)
            self.lamps = bring(page, LAMPS)
            self.cookies = page.context.storage_state()

    @contextlib.contextmanager
    def looking(self, **screen: Any) -> Iterator[Page]:
        known = getattr(self, "cookies", None)
        context = self.found.new_context(
            base_url=self.url,
            storage_state=known,
            reduced_motion="reduce",
            **{**WINDOW, **screen},
        )
        yield context.new_page()
        context.close()

    def take(self, name: str, page: Page) -> None:
        """After everything has come, and nothing has moved for a while."""
        page.evaluate("document.fonts.ready.then(() => true)")
        page.wait_for_load_state("networkidle")
        page.wait_for_timeout(400)
        page.screenshot(path=MADE / f"{name}.png")
        print(f"{name}.png", flush=True)

    def table(self, page: Page, table: str, at: int = 0) -> None:
        page.goto(f"/#/table/{table}{f'?at={at}' if at else ''}")
        if at:
            page.get_by_role("slider").wait_for()
        else:
            page.locator(OPTION).first.wait_for()

    def been_away(self, page: Page) -> None:
        """As if the last sentences had not been seen yet."""
        view = page.request.get(f"/api/tables/{self.lamps}?seat=0").json()
        seen = len(view["story"]["told"]) - UNSEEN
        look = {"match": view["match"], "count": seen, "when": time.time() - AWAY}
        page.goto("/")
        page.evaluate(
            "([key, look]) => localStorage.setItem(key, JSON.stringify(look))",
            [f"foldtale.seen.{self.lamps}.0", look],
        )

    def all(self) -> None:
        with self.looking() as page:
            page.goto("/")
            page.get_by_role("link", name="Open the book").first.wait_for()
            self.take("1-shelf", page)
            page.get_by_role("button", name="Open Wonder Book").click()
            self.take("dialog", page)
        for name, light in (("2-wonder", "light"), ("2-wonder-lantern", "dark")):
            with self.looking(color_scheme=light) as page:
                self.table(page, self.lamps)
                page.locator(OPTION).first.hover()
                self.take(name, page)
        with self.looking(**PHONE) as page:
            self.table(page, self.lamps)
            self.take("3-wonder-phone", page)
        with self.looking() as page:
            self.been_away(page)
            self.table(page, self.lamps, at=LAMPS.answers - 6)
            self.take("6-history", page)
        with self.looking() as page:
            self.table(page, self.lamps)
            page.get_by_role("button", name="Rulebook").click()
            page.get_by_role("searchbox").wait_for()
            self.take("rulebook", page)
        with self.looking() as page:
            page.goto(f"/#/table/{self.hands}")
            page.get_by_role("button", name="I am").click()
            page.locator(OPTION).first.wait_for()
            self.take("thimble", page)
        for name, light, screen in (
            ("4-grimm", "light", {}),
            ("4-grimm-lantern", "dark", {}),
            ("4-grimm-phone", "light", PHONE),
        ):
            with self.looking(color_scheme=light, **screen) as page:
                page.goto(f"/#/table/{self.grimm}")
                page.get_by_role("button", name="I am").click()
                page.locator(OPTION).first.wait_for()
                self.take(name, page)
        for name, light, screen in (
            ("5-storyfold", "light", {}),
            ("5-storyfold-lantern", "dark", {}),
            ("5-storyfold-phone", "light", PHONE),
        ):
            with self.looking(color_scheme=light, **screen) as page:
                self.table(page, self.wildwoods)
                self.take(name, page)
        unlikely: list[tuple[str, Literal["light", "dark"], dict[str, Any]]] = [
            ("8-unlikely", "light", {}),
            ("8-unlikely-lantern", "dark", {}),
            ("8-unlikely-small", "light", SMALL),
            ("8-unlikely-phone", "light", PHONE),
        ]
        for name, light, screen in unlikely:
            with self.looking(color_scheme=light, **screen) as page:
                self.table(page, self.skarvik)
                self.take(name, page)
        virtues: list[tuple[str, str, Literal["light", "dark"], dict[str, Any]]] = [
            ("9-virtues", self.four, "light", {}),
            ("9-virtues-lantern", self.four, "dark", {}),
            ("9-virtues-small", self.four, "light", SMALL),
            ("9-virtues-phone", self.four, "light", PHONE),
            ("9-virtues-seven", self.six, "light", {}),
            ("9-virtues-seven-phone", self.six, "dark", PHONE),
        ]
        for name, table, light, screen in virtues:
            with self.looking(color_scheme=light, **screen) as page:
                page.goto(f"/#/table/{table}")
                page.get_by_role("button", name="I am").click()
                page.locator(OPTION).first.wait_for()
                self.take(name, page)
        with self.looking() as page:
            page.goto(f"/#/table/{self.done}")
            page.get_by_role("dialog").wait_for()
            self.take("end", page)


# The sheet


def drawn(path: Path) -> str:
    return f'<img src="data:image/png;base64,{base64.b64encode(path.read_bytes()).decode()}">'


def sheet(found: Browser, pictures: Path | None) -> None:
    """Each of ours beside the picture of the same name, if there is one."""
    rows = []
    for ours in sorted(MADE.glob("*.png")):
        theirs = pictures / ours.name if pictures else None
        pair = [f"<figure>{drawn(ours)}<figcaption>{ours.stem}, ours</figcaption></figure>"]
        if theirs and theirs.is_file():
            pair.append(f"<figure>{drawn(theirs)}<figcaption>{ours.stem}, the picture</figcaption></figure>")
        rows.append(f"<div>{''.join(pair)}</div>")
    style = """
      body { margin: 24px; background: #2b2620; color: #f4ead2; font: 18px Georgia, serif; }
      div { display: grid; grid-template-columns: 1fr 1fr; gap: 24px; margin-bottom: 32px; }
      figure { margin: 0; }
      img { max-width: 100%; max-height: 900px; display: block; }
      figcaption { padding-top: 6px; }
    """
    page = found.new_page(viewport={"width": SHEET_WIDTH, "height": 900})
    page.set_content(f"<!doctype html><style>{style}</style>{''.join(rows)}")
    page.screenshot(path=MADE / "sheet.png", full_page=True)
    page.close()


def main(args: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="./run shots")
    parser.add_argument("--against", type=Path, help="a folder with pictures of the same names")
    parser.add_argument("--serve", default="", help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, default=0, help=argparse.SUPPRESS)
    asked = parser.parse_args(args)
    if asked.serve:
        serve(asked.serve, asked.port)
        return 0
    if not browser.obtain():
        print(f"foldtale: {browser.MISSING}", file=sys.stderr)
        return 1
    pictures = asked.against or (PICTURES if PICTURES.is_dir() else None)
    MADE.mkdir(parents=True, exist_ok=True)
    for old in MADE.glob("*.png"):
        old.unlink()
    with serving() as url, sync_playwright() as playwright:
        found = browser.launch(playwright)
        Camera(found, url).all()
        sheet(found, pictures)
        found.close()
    print(f"foldtale: all on one sheet: {(MADE / 'sheet.png').relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
