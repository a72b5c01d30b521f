"""A made-up table with all that a solo tale on a river of cards needs: signs, a track on the board, places in a row."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import msgspec
from playwright.sync_api import Page, WebSocketRoute

from foldtale.kernel.scene import (
    Area,
    AskView,
    Board,
    Card,
    Choice,
    Counter,
    Cut,
    Die,
    Link,
    Note,
    Panel,
    Row,
    Scene,
    Slot,
    Stack,
    Token,
    Track,
)  # fmt: skip
from foldtale.kernel.scene import (
    Page as Story,
)

GAME = "river"
TABLE = "made-up"


def hill(y: float, high: float) -> str:
    return f"M-400 {y}Q-120 {y - high} 60 {y - high / 2}T330 {y - high / 3} 560 {y - high} 1080 {y}V700H-400Z"


def pines(y: float, high: float, apart: int, shift: int) -> str:
    tops = [(x, high * (0.8 + 0.4 * ((x * 7) % 10) / 10)) for x in range(-380 + shift, 1060, apart)]
    return "".join([f"M{x - tall / 4} {y}L{x} {y - tall:.0f}L{x + tall / 4} {y}Z" for x, tall in tops])


BACK = (
    Cut("M-400-200H1080V700H-400Z", fill="sky", lift=0),
    Cut("M290 118a40 40 0 1 0 80 0a40 40 0 1 0-80 0Z", fill="sun"),
    Cut(pines(240, 130, 62, 0), fill="far"),
    Cut(hill(232, 36), fill="far", lift=2),
    Cut(pines(296, 150, 96, 30), fill="mid"),
    Cut(hill(300, 34), fill="near", lift=2),
    Cut("M214 720Q250 340 320 330T360 292L376 294Q390 330 350 350T330 720Z", fill="water"),
    Cut(hill(410, 34), fill="leaf-1", lift=2),
)
STONES = [
    (-5, 46),
    (-4, 40),
    (-3, 37),
    (-2, 35),
    (-1, 34),
    (0, 46),
    (1, 34),
    (2, 35),
    (3, 37),
    (4, 40),
    (5, 46),
    (6, 54),
]
STEPS = tuple(
    Slot(
        f"step {n}",
        label="" if n else "The middle",
        kind="light" if n < 0 else "shadow" if n else "centre",
        icon={0: "treehouse", 1: "wolf-head", 3: "wolf-head", 5: "owl"}.get(n, ""),
        at=(318 + n * 53 + (6 if n > 0 else -6 if n < 0 else 0), float(y)),
    )
    for n, y in STONES
)
PLACES = (
    Area("oak", "Hollow Oak", (130, 178), look="sign", icon="spyglass", fill="explore", counters=(Counter("oak need", "Explored", 2, 3),)),
    Area("hut", "Mender's Hut", (110, 292), look="sign", icon="shaking-hands", fill="help", counters=(Counter("hut need", "Helped", 0, 2),), tags=(Note("overcome", "meeple"),)),
    Area("steps", "Sunken Steps", (366, 352), look="sign", icon="spyglass", fill="explore", counters=(Counter("steps need", "Explored", 0, 2),)),
    Area("bell", "Ferry Bell", (560, 292), look="sign", icon="shaking-hands", fill="help", counters=(Counter("bell need", "Helped", 1, 4),), tags=(Note("moves the forest", "treehouse"),)),
    Area("gate", "Moss Gate", (556, 186), look="sign", icon="shaking-hands", fill="help", counters=(Counter("gate need", "Helped", 0, 2),)),
)  # fmt: skip


def crystals(card: str, n: int) -> tuple[Counter, ...]:
    return (Counter(f"{card} crystals", "Crystals", n, 3, "acorn"),)


def creature(name: str, icon: str, *numbers: int, line: str, tags: tuple[Note, ...] = ()) -> Card:
    icons = (("Light", "old-lantern"), ("Heal", "hearts"), ("Drains", "oak-leaf"))
    counters = tuple([Counter(f"{name} {what}", what, n, icon=art) for (what, art), n in zip(icons, numbers)])
    return Card(name, name, (line,), icon=icon, kind="creature", counters=counters, tags=tags)


def deed(name: str, icon: str, n: int, *lines: str, in_use: bool = False) -> Card:
    return Card(name, name, lines, icon=icon, kind=name.lower(), counters=crystals(name, n), in_use=in_use)


RIVER = [
    deed("Illuminate", "old-lantern", 1, "Stun a Creature", "Move the Light"),
    deed("Explore", "spyglass", 2, "Overcome a place", "Draw cards, keep 1", in_use=True),
    creature("Thornling", "three-leaves", 2, 3, 2, line="Then it creeps one space on."),
    deed("Help", "shaking-hands", 0, "Overcome a place", "Gain crystals"),
    deed("Heal", "hearts", 0, "Heal a Creature", "Gain Spirit"),
    creature("Murk Owl", "owl", 1, 2, 1, line="Then hide one crystal.", tags=(Note("stunned"),)),
    None,
]  # fmt: skip
LABELS = ["3+", "4+", "5+", "6+", "–", "–", "–"]

SCENE = Scene(
    game=GAME,
    title="A Tale by the River",
    subtitle="Chapter 1 · Scene 3",
    you=0,
    phases=("Luma", "Shadow"),
    page=Story(
        "page",
        "The Lantern Ford",
        label="Scene 3",
        number="p. 24",
        prose=("Where the river forgets its bed, someone has hung lanterns from the alders. Brom sniffs, and will not step in.",),
        things=(Card("task", "Luma triumphs", ("when the Ferry Bell rings over the ford.",)),),
        legend=(Note("a Creature comes", "wolf-head"), Note("lose 1 Spirit", "owl")),
    ),
    elements=(
        Board(
            "board",
            "Places and the Wildwood Track",
            (0, 0, 676, 412),
            areas=PLACES,
            links=(Link("hut – steps", ("hut", "steps")), Link("steps – bell", ("steps", "bell"))),
            tracks=(
                Track(
                    "wildwood",
                    "Wildwood Track",
                    len(STEPS),
                    steps=STEPS,
                    pawns=(Token("light", "The Light", icon="old-lantern", step=3), Token("foe", "The Shadow", icon="wolf-head", step=9)),
                ),
            ),
            tokens=(Token("brom", "Brom", figure="brom", at=(150, 396), area=""), Token("luma", "Luma", figure="luma", seat=0, at=(226, 398))),
            back=BACK,
        ),
    ),
    left=(
        Track("spirit", "Spirit", 9, pawns=(Token("spirit now", step=3),), steps=tuple([Slot(f"spirit {n}", str(n)) for n in range(8, -1, -1)]), note="5 left"),
        Card("luma card", "Luma", ("1 crystal: roll one die again",), icon="luma", kind="hero"),
        Card("brom card", "Brom", ("Protect, 1 crystal: stun a Creature",), icon="brom", kind="hero"),
        Row("decks", "Decks", (Stack("d1", "Shadow", 3, kind="shadow"), Stack("d2", "Creature", 7, kind="creature"), Stack("d3", "Explore", 9, kind="explore"), Stack("d4", "Story", 8, kind="story"))),
    ),
    below=(Row("river", "The river", tuple([Slot(f"slot {n}", label, (card,) if card else (), kind="" if n < 4 else "nil") for n, (label, card) in enumerate(zip(LABELS, RIVER))])),),
    right=(
        Row("dice", "Dice, need 4+", (Die("die 1", 7, 8, mark="success"), Die("die 2", 4, 10, mark="success"), Die("die 3", 1, 12, mark="failure"), Die("die 4", sides=8), Die("die 5", sides=8)), note="2 successes"),
        Row("blessings", "Blessings", (Slot("b1", things=(Card("veil", "Moth Veil", ("Once: no Spirit is lost.",), icon="oak-leaf", kind="blessing"),)), Slot("b2", note="free"), Slot("b3", note="free"))),
    ),
    seats=(Panel("seat 0", 0, "Luma", figure="luma", active=True),),
    ask=AskView(
        7, 0, prompt="Explore found 2; the Hollow Oak needs 3", note="Spend crystals, or use the other ability", rule="SF-030",
        choices=(
            Choice("spend", "Spend 1 crystal", "3 successes: the Hollow Oak opens", "acorn", ("oak", "Explore")),
            Choice("draw", "Draw 2 cards, keep 1", "the other ability, with 2", "scroll-unfurled", ("slot 6",)),
            Choice("again", "Roll the 1 again", "Luma, 1 crystal", "return-arrow", ("die 3",)),
            Choice("step", "Move the Light", "one step", "old-lantern", ("step -1",)),
            Choice("veil", "Use Moth Veil", "", "oak-leaf", ("veil",)),
            Choice("nothing", "Let it be", "nothing happens", "night-sleep"),
        ),
    ),
)  # fmt: skip


def figure(*shapes: tuple[str, str]) -> dict[str, Any]:
    return {"shapes": [{"path": path, "fill": fill} for path, fill in shapes]}


THEME: dict[str, Any] = {
    "display": "Milonga",
    "day": {"cover": "#55733f", "cloth": "#496536", "cloth-2": "#405a2f", "accent": "#2c6847", "accent-ink": "#f6fff0", "accent-text": "#235a3b", "sky-1": "#d5ecd0", "sky-2": "#fff3c4", "sun": "#ffdf86", "far": "#a6cf9c", "mid": "#69a878", "near": "#3d7f60", "leaf-1": "#1f5540", "leaf-2": "#2f6e4a", "leaf-3": "#4f9560", "leaf-4": "#98c67f", "bark": "#6b4a33", "bark-2": "#4d3321", "water": "#8fd0d8", "water-2": "#5fb3c4", "water-3": "#3a93ab", "explore": "#9c5a0c", "help": "#1f6f8c", "icon-acorn": "#1f7f9c"},
    "lantern": {"cloth": "#18281c", "cloth-2": "#101d14", "accent": "#6cc08f", "accent-ink": "#05150b", "accent-text": "#93dcb0", "sky-1": "#14303a", "sky-2": "#3a5a52", "sun": "#ffe9a8", "far": "#2c5a50", "mid": "#214a42", "near": "#173a34", "leaf-1": "#0d2820", "leaf-2": "#163a2c", "leaf-3": "#24513d", "leaf-4": "#5f9c72", "bark": "#5b3a2c", "bark-2": "#2c1b16", "water": "#2d6d80", "water-2": "#235a6e", "water-3": "#18475a", "explore": "#f0b25c", "help": "#7fd0ea", "icon-acorn": "#8fe0f5"},
    "kinds": {"illuminate": "#a86a00", "explore": "#9c5a0c", "help": "#1f6f8c", "heal": "#2c6847", "creature": "#4a3268", "shadow": "#3a2c4c", "story": "#2c6847", "light": "#ffe9a8", "centre": "#f5a81c", "blessing": "#8a5a00"},
    "dark": ["creature"],
    "figures": {
        "luma": figure(("M-7-18h6V0h-6zM1-18h6V0H1z", "#5a3b2a"), ("M-17-8Q-14-46 0-46T17-8q-17 6-34 0z", "#e2b13c"), ("M-13-56a13 13 0 1 0 26 0a13 13 0 1 0-26 0Z", "#a56c47"), ("M-17-46q-6-28 17-28t17 28q-5-1-6-9-8 0-12-6-5 7-12 8-1 6-4 7z", "#2a1a14")),
        "brom": figure(("M-44 0V-40Q-40-66 0-66T44-40V0H26V-18H-26V0Z", "#7a5238"), ("M-50-58a20 20 0 1 0 40 0a20 20 0 1 0-40 0Z", "#8f6446")),
    },
}  # fmt: skip


def told(text: str, icon: str) -> dict[str, Any]:
    return {"text": text, "icon": icon, "number": 1}


def view(scene: Scene) -> dict[str, Any]:
    story = {
        "since": 0,
        "mark": "1",
        "lines": [{}, {}],
        "told": [told("Luma rolled 7, 4, 1.", "spyglass"), told("A Murk Owl was stunned.", "owl")],
    }
    return {
        "kind": "view", "table": TABLE, "game": GAME, "match": 1, "you": 0, "role": "host", "your_seats": [0], "your_turn": True,
        "seats": [{"seat": 0, "name": "Ada", "kind": "person", "here": True}], "options": {}, "story": story,
        "scene": msgspec.to_builtins(scene),
    }  # fmt: skip


def sit_by_the_river(page: Page, scene: Scene = SCENE) -> Callable[[Scene], None]:
    """Go to that table: whatever the service would say of it is said here; what is returned says what comes next."""
    threads: list[WebSocketRoute] = []

    def greet(thread: WebSocketRoute) -> None:
        threads.append(thread)
        thread.send(json.dumps(view(scene)))

    page.route_web_socket(f"**/api/tables/{TABLE}/live**", greet)
    page.route(f"**/api/games/{GAME}/theme", lambda route: route.fulfill(json=THEME))
    page.goto(f"/#/table/{TABLE}?seat=0")
    page.locator(".ask [data-option]").first.wait_for()
    return lambda scene: threads[-1].send(json.dumps(view(scene)))
