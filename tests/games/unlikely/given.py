"""Given: a few cards, maps in a row, heroes with their backpacks, luck in a known order.

`saga(...)` is a position in the middle of a quest, in the turn of seat 0; `play(g, *falls)` starts a match from it, which
`foldtale.testing` goes on with. Cards are written as data: `item("20", left={"wit": 1})`. Map 1 has an anchor for every
card that is given; maps 1 to 6 lie in a row from west to east and are connected, 11 and 12 lie south of 1 and 2 and only touch
them. Luck cards are drawn in the order of `luck`; falls are only needed where chance is left.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any, Final

from foldtale import testing
from foldtale.games.unlikely import game
from foldtale.games.unlikely.content import Content
from foldtale.games.unlikely.effects import LANGUAGE
from foldtale.games.unlikely.record import Sagas
from foldtale.games.unlikely.rules.backpacks import lay
from foldtale.games.unlikely.rules.energy import charge
from foldtale.games.unlikely.rules.found import join_force
from foldtale.games.unlikely.state import DISCARD, IN_PLAY, Cubes, Hero, Mode, UnlikelyState, enforce
from foldtale.games.unlikely.world import World
from foldtale.kernel import Match, Play
from foldtale.kernel.effects import Cause, Force, perform
from foldtale.kernel.effects.expression import Scope
from foldtale.kernel.effects.instructions import Reader
from foldtale.kernel.pack.folder import Pack
from foldtale.kernel.pack.loading import Reading, read
from foldtale.kernel.pack.nodes import read_text
from foldtale.kernel.pack.problems import Problems
from foldtale.kernel.talk import EVERYONE, Ask, option

play = partial(testing.play, game)
Written = dict[str, Any]
WORDS: Final = "Here are words enough for a card, one after the other, until there are as many as a card has to have, and some."
ROW: Final = ("1", "2", "3", "4", "5", "6")
"""The maps that are in play if a position does not say otherwise."""
PLAIN: Final = {"window": "own_turn", "spaces": ["charged", "charged"], "do": [{"restore": 1}]}


def card(ident: str, kind: str, **fields: Any) -> Written:
    return {"card": ident, "kind": kind, "title": f"Card {ident}", "text": WORDS, **fields}


def encounter(ident: str, kind: str, **fields: Any) -> Written:
    """An encounter card; `back={…}` adds to its back, `back=None` makes it generic."""
    back = fields.pop("back", {})
    more = {} if back is None else {"back": {"text": WORDS, **back}}
    return card(ident, kind, **more, **fields)


item = partial(encounter, kind="item")
challenge = partial(encounter, kind="challenge")
hero_card = partial(encounter, kind="hero")


def map_card(
    ident: str, x: int, y: int = 0, edges: Mapping[str, str] | None = None, **fields: Any
) -> Written:
    return encounter(ident, "map", x=x, y=y, edges=dict(edges or {}), **fields)


def box(skill: str, value: int, *reward: Any, **fields: Any) -> Written:
    """A box of a challenge; without a reward success is remembered."""
    return {"skill": skill, "value": value, "reward": [*reward] or [{"set_flag": "won"}], **fields}


def generic(ident: str, **fields: Any) -> Written:
    """A starting hero."""
    return hero_card(ident, back=None, starting=True, **fields)


HEROES: Final = (
    generic("ada", colour="red", limit=3, strength=1, wit=2, dexterity=3),
    generic("bjerke", colour="blue", limit=2, strength=1, wit=3, dexterity=1),
    generic("cleo", colour="green", limit=3, strength=2, wit=2, dexterity=2),
    generic("dag", colour="yellow", limit=3, strength=3, wit=1, dexterity=1),
)
ADA, BJERKE, CLEO, DAG = range(4)
TITLES: Final = {"ada": "Ada", "bjerke": "Bjerke", "cleo": "Cleo", "dag": "Dag"}


def row_of_maps(anchors: Sequence[str]) -> list[Written]:
    """Six maps in a row, and two below that touch without a connection."""
    maps = []
    for at, number in enumerate(ROW):
        edges = {}
        if at:
            edges["west"] = ROW[at - 1]
        if at < len(ROW) - 1:
            edges["east"] = ROW[at + 1]
        named = [{"card": anchor, "name": f"place {anchor}"} for anchor in anchors] if number == "1" else []
        maps.append(map_card(number, at, 0, edges, anchors=named))
    return [*maps, map_card("11", 0, 1), map_card("12", 1, 1)]


def written(cards: Sequence[Written]) -> list[Written]:
    """All cards of a small box."""
    given = [one["card"] for one in cards]
    numbers = [one.get("number", one["card"]) for one in cards if one.get("back")]
    anchors = [number for number in dict.fromkeys(numbers) if number not in (*ROW, "11", "12")]
    clock = [
        {"label": "12" if hour == 0 else str(hour), "hours": ("12-2", "3-5", "6-8", "9-11")[hour // 3]}
        for hour in range(12)
    ]
    own: list[Written] = [
        *row_of_maps(anchors),
        *HEROES,
        {"card": "clock", "kind": "clock", "title": "Clock", "spaces": clock},
        {"card": "blessed-die", "kind": "die", "title": "Die", "of": "blessed", "faces": [2, 1, 1, 0, 0, -1]},
        {"card": "cursed-die", "kind": "die", "title": "Die", "of": "cursed", "faces": [-2, -1, -1, 0, 0, 1]},
        *[card(f"bad-{n}", "unlucky") for n in range(1, 9)],
        {
            **card("quest", "quest", quest=1, won=WORDS, lost=WORDS),
            "scoring": [
                {"say": "Won", "points": 20},
                {"say": "Lost", "points": "4 * chapters_finished", "won": False},
            ],
            "titles": [{"least": 0, "title": "Hum"}, {"least": 20, "title": "Saga"}],
        },
        chapter(1),
        chapter(2),
    ]
    return [one for one in own if one["card"] not in given] + [*cards]


def chapter(number: int, ident: str = "", **fields: Any) -> Written:
    """A chapter: its objective is the flag `objective-N`, its failure `lost`."""
    return {
        **card(
            ident or f"chapter-{number}", "chapter", quest=1, chapter=number, find="it", loses="So it goes"
        ),
        "objective": f"flag(objective_{number})",
        "failure": "flag(lost) or out_of_luck > 8",
        **fields,
    }


def reading_of(text: str) -> Reading:
    """What is read of a box with these cards, and what is wrong with it."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "cards").mkdir()
        about = "pack: given\ngame: unlikely\ntitle: Given\n"
        (Path(folder) / "pack.yaml").write_text(about, encoding="utf-8")
        (Path(folder) / "cards" / "all.yaml").write_text(text, encoding="utf-8")
        return read(Path(folder), LANGUAGE)


def faults(*cards: Written) -> list[str]:
    """What is wrong with a box that has these cards among the others."""
    return [problem.said for problem in reading_of(json.dumps(written(cards))).problems]


@cache
def pack_of(text: str) -> Pack:
    reading = reading_of(text)
    wrong = [problem for problem in reading.problems if problem.is_error and problem.code != "E701"]
    assert reading.pack is not None and not wrong, wrong
    return reading.pack


@cache
def content_of(text: str) -> Content:
    pack = pack_of(text)
    return Content(pack, pack)


def contents(*cards: Written) -> Content:
    """A small box with these cards."""
    return content_of(json.dumps(written(cards)))


def mode(**facts: Any) -> Mode:
    given = {
        "players": 2,
        "heroes": 2,
        "difficulty": "normal",
        "quest": 1,
        "modules": (),
        "sets": (),
        "record": Sagas(),
    }
    return Mode(**{**given, **facts})  # type: ignore[arg-type]


def saga(
    *cards: Written,
    heroes: Sequence[str] = ("ada", "bjerke"),
    players: int | None = None,
    at: Sequence[str] | str = "1",
    maps: Sequence[str] = ROW,
    left: Mapping[int, Sequence[str]] | None = None,
    right: Mapping[int, Sequence[str]] | None = None,
    cubes: Mapping[str, int | tuple[int, int]] | None = None,
    luck: Sequence[object] | None = None,
    discarded_luck: Sequence[object] = (),
    unlucky: Sequence[str] = (),
    clock: int = 0,
    step: str = "act",
    actions: int = 2,
    traits: Mapping[int, Sequence[tuple[str, str]]] | None = None,
    content: Content | None = None,
    out_of_pile: Sequence[str] = (),
    known: Sequence[str] = (),
    **facts: Any,
) -> UnlikelyState:
    """A position.

    `at`      the map of each hero, or of all
    `cubes`   on effects: a number fills charged spaces first
    `luck`    the draw pile from the top, in this very order; None leaves the deck as it is
    `known`   numbers whose backs were read
    `facts`   anything of the mode or the state: difficulty="hard", flags=…, counters=…
    """
    chosen = {name: facts.pop(name) for name in Mode._fields if name in facts}
    g = UnlikelyState(
        content or contents(*cards),
        mode(heroes=len(heroes), players=players or len(heroes), **chosen),
    )
    g.world = World()
    for number in maps:
        g.world = g.world.with_map(number, g.content.body(number), g.content.number[number])
    places = [at] * len(heroes) if isinstance(at, str) else [*at]
    held = [ident for items in (*(left or {}).values(), *(right or {}).values()) for ident in items]
    g.pile = g.pile - {*maps, *held, *heroes, *out_of_pile}
    g.heroes = tuple([Hero(name, place) for name, place in zip(heroes, places, strict=True)])
    g.revealed = tuple(heroes)
    g.clock = clock
    g.force = Force()
    for seat in range(len(heroes)):
        g.look_at_effects()
        charge(g, heroes[seat])
        join_force(g, seat)
        for ident, trait_step in (traits or {}).get(seat, ()):
            g.change(seat, traits=(*g.heroes[seat].traits, (ident, trait_step)))
            enforce(g, ident, seat, g.content.trait_standing(ident, trait_step))
    for side, all_items in (("left", left or {}), ("right", right or {})):
        for seat, items in all_items.items():
            for ident in items:
                lay(g, ident, seat, side)
    for ident, count in (cubes or {}).items():
        charged = g.content.spaces[ident][0]
        pair = count if isinstance(count, tuple) else (min(count, charged), max(0, count - charged))
        g.cubes[ident] = Cubes(*pair)
    for ident in unlucky:
        g.unlucky.lift(ident)
        g.unlucky.put(ident, IN_PLAY)
        enforce(g, ident, None, g.content.body(ident).standing)
    arrange_luck(g, luck, discarded_luck)
    g.chapter = "chapter-1"
    g.turns = 1
    g.step, g.actions = step, actions
    for number in known:
        g.pages = g.pages.known(f"{number} back")
    for name, fact in facts.items():
        assert hasattr(g, name), name
        setattr(g, name, fact)
    return g


def arrange_luck(g: UnlikelyState, luck: Sequence[object] | None, discarded: Sequence[object]) -> None:
    """Lay the luck draw pile in this order, and the discard pile; other luck cards go to the lid."""
    if luck is None and not discarded:
        return
    for one in discarded:
        g.luck.lift(str(one))
        g.luck.put(str(one), DISCARD)
    if luck is not None:
        every = [ident for layer in g.luck.layers for ident in layer]
        for one in luck:
            every.remove(str(one))
        g.luck.layers = [(str(one),) for one in luck]
        g.luck.masks = [EVERYONE] * len(luck)
        for ident in every:
            g.luck.put(ident, 3)


def does(
    g: UnlikelyState, text: str, me: int = ADA, falls: Sequence[object] = (), answers: Sequence[object] = ()
) -> UnlikelyState:
    """The position after these instructions of a card: `does(g, "[{gain: 2}]")`."""
    return carried_out(g, text, me, falls, answers).state  # type: ignore[return-value]


def carried_out(
    g: UnlikelyState, text: str, me: int = ADA, falls: Sequence[object] = (), answers: Sequence[object] = ()
) -> Match:
    """The match in which these instructions were carried out; its question may still be open."""
    problems = Problems()
    node = read_text(text, "card", problems)
    code = Reader(Scope(LANGUAGE, problems), "card").block(node, Scope(LANGUAGE, problems))
    assert problems.found == [], problems.found

    def carry_out(g: UnlikelyState) -> Play[None]:
        yield from perform(g, code, Cause(me, "card"))

    def stay(g: UnlikelyState) -> Play[None]:
        yield Ask(0, "action", [option("done"), option("over")], "UH-116")

    match = testing.play_only(game, g, carry_out, stay, falls=falls)
    return testing.answered(match, *answers)


def luck_pile(g: UnlikelyState) -> list[int]:
    """The luck draw pile from the top, as far as its order is certain."""
    return [int(ident) for layer in g.luck.layers for ident in layer]


def luck_discard(g: UnlikelyState) -> list[int]:
    return [int(ident) for ident in g.luck.rows[DISCARD]]


def backpack(g: UnlikelyState, hero: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return g.heroes[hero].left, g.heroes[hero].right


def where(g: UnlikelyState, ident: str) -> str:
    """Where an encounter card is: exactly one place."""
    places = {
        "pile": ident in g.pile,
        "discard": ident in g.discard,
        "lid": ident in g.lid,
        "aside": ident in g.aside,
        "up": ident in g.up,
        "challenge": ident in g.challenges,
        "map": ident in g.world,
        "backpack": g.owner(ident) >= 0,
    }
    found = [name for name, is_there in places.items() if is_there]
    assert len(found) <= 1, (ident, found)
    return found[0] if found else "nowhere"
