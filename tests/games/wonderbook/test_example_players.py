"""Wonder Book: the long example of a Players' Phase, with the dice of the rulebook."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations

import pytest

from foldtale.games.wonderbook.state import Book
from foldtale.kernel import Match
from foldtale.kernel.talk import EVERYONE
from foldtale.testing import answer, asked, offered, outcome, told
from tests.games.wonderbook.given import APART, QUIET, THREE, book, play
from tests.games.wonderbook.pages import lantern

W1, W2, W3 = range(3)


def given(destiny: int = 5) -> Book:
    g = book(
        QUIET + lantern("[draw_shred]"),
        map="players",
        at=APART,
        hearts={"SID": 0},
        wyrms=["T", "S", "S"],
        lying={"S": 1, "L": 2},
        stacks={"lamp": ["lantern"]},
        destiny=destiny,
        step="round",
    )
    g.shred_cards.lift(top_shred(g))
    g.shred_cards.put_on(top_shred(g), EVERYONE)
    return g


def top_shred(g: Book) -> str:
    return g.chapter.shred_cards[0]


def begin(destiny: int = 5) -> Match:
    return play(given(destiny), "S F", "F F", "S S", "F", "S")


def the_check(m: Match) -> None:
    g = m.state
    assert told(m) == ["players' phase", "destiny down", "stands up"]
    assert g.destiny == 4
    assert (g.hearts["SID"], g.at["SID"]) == (5, "S")
    assert not m.over
    assert answer(m.fork(), "SID").actions == 3


def the_order(m: Match) -> None:
    assert asked(m) == (-1, "turn")
    assert offered(m) == ["SID", "LARA", "KEN"]
    answer(m, "SID")
    assert asked(m) == (0, "action")
    assert m.state.actions == 3


def sid_stuns_w1(m: Match) -> None:
    answer(m, "attack", "keep")
    assert m.state.dice == ("S", "F")
    assert asked(m) == (0, "target")
    assert offered(m) == ["T standing", "S standing"]
    g = answer(m, "T standing")
    assert g.wyrm_at[:3] == ["T", "S", "S"]
    assert g.stunned[:3] == [True, False, False]
    assert g.actions == 2


def sid_rolls_again(m: Match) -> None:
    answer(m, "attack")
    assert m.state.dice == ("F", "F")
    assert asked(m) == (0, "reroll")
    g = answer(m, "reroll")
    assert g.dice == ("S", "S")
    assert g.hearts["SID"] == 4
    assert g.rerolled
    assert g.actions == 1
    assert asked(m) == (0, "target")


def sid_defeats_w1(m: Match) -> None:
    assert m.state.wyrm_supply == 3
    g = answer(m, "T stunned")
    assert g.wyrm_at[W1] == ""
    assert g.wyrm_supply == 4
    assert asked(m) == (0, "target")


def sid_stuns_w2(m: Match) -> None:
    assert offered(m) == ["S standing", "stop"]
    g = answer(m, "S standing")
    assert g.wyrm_at[:3] == ["", "S", "S"]
    assert g.stunned[:3] == [False, True, False]
    assert g.actions == 1


def sid_collects(m: Match) -> None:
    assert "collect" in offered(m)
    g = answer(m, "collect")
    assert g.sparks_at["S"] == 0
    assert g.sparks["SID"] == 1
    assert (g.active, asked(m)) == ("", (-1, "turn"))
    still = g.copy()
    still.active, still.actions, still.step = "SID", 1, "act"
    assert "collect" not in offered(play(still))


def lara_collects(m: Match) -> None:
    assert offered(m) == ["LARA", "KEN"]
    g = answer(m, "LARA", "collect")
    assert g.sparks["LARA"] == 1
    assert g.sparks_at["L"] == 1
    assert g.actions == 2


def lara_tags_sid(m: Match) -> None:
    supply = m.state.spark_supply
    answer(m, "use LARA skill")
    assert offered(m) == ["SID", "KEN"]
    g = answer(m, "SID")
    assert g.sparks["LARA"] == 0
    assert g.spark_supply == supply + 1
    assert (g.at["LARA"], g.at["SID"]) == ("S", "L")
    assert asked(m) == (1, "additional action")


def lara_misses(m: Match) -> None:
    g = answer(m, "attack", "keep")
    assert g.dice == ("F",)
    assert g.wyrm_at[:3] == ["", "S", "S"]
    assert g.stunned[:3] == [False, True, False]
    assert asked(m) == (1, "action")
    assert g.actions == 1


def lara_hits_both(m: Match) -> None:
    g = answer(m, "attack", "S stunned", "S standing")
    assert g.dice == ("S",)
    assert g.wyrm_at[:3] == ["", "", "S"]
    assert g.stunned[W3]
    assert g.wyrm_supply == 5


def ken_interacts(m: Match) -> None:
    g = m.state
    deck, top = g.shred_cards.deck_size, top_shred(g)
    assert g.active == "KEN"
    g = answer(m, "interact lantern")
    assert "lantern back" in g.pages.read
    assert told(m)[-2:] == ["reads", "draws a shred"]
    assert g.shreds_of("KEN") == (top,)
    assert g.shred_cards.deck_size == deck - 1
    assert g.actions == 2


def ken_goes_round(m: Match) -> None:
    assert m.state.at["SID"] == "L"
    assert offered(m, "move") == ["move X"]
    g = answer(m, "move X")
    assert (g.at["KEN"], g.actions) == ("X", 1)
    assert "enemies' phase" not in told(m)
    g = answer(m, "move L")
    assert g.at["KEN"] == "L"
    assert g.active == ""


def the_enemies(m: Match) -> None:
    assert told(m).count("enemies' phase") == 1
    assert m.state.counters == {"stirred": 1}
    assert told(m)[-1] == "players' phase"
    assert asked(m) == (-1, "turn")


EXAMPLE: dict[str, tuple[Callable[[Match], None], list[str]]] = {
    "WB-X01": (the_check, ["WB-093", "WB-175", "WB-176", "WB-177", "WB-178"]),
    "WB-X03": (the_order, ["WB-095"]),
    "WB-X04": (sid_stuns_w1, ["WB-125", "WB-126", "WB-132"]),
    "WB-X05": (sid_rolls_again, ["WB-109", "WB-111", "WB-112"]),
    "WB-X06": (sid_defeats_w1, ["WB-135", "WB-136"]),
    "WB-X07": (sid_stuns_w2, ["WB-137"]),
    "WB-X08": (sid_collects, ["WB-117", "WB-118", "WB-098"]),
    "WB-X09": (lara_collects, ["WB-117"]),
    "WB-X10": (lara_tags_sid, ["WB-122", "WB-119", "WB-105"]),
    "WB-X11": (lara_misses, ["WB-104", "WB-106"]),
    "WB-X12": (lara_hits_both, ["WB-128", "WB-132", "WB-135"]),
    "WB-X13": (ken_interacts, ["WB-140", "WB-076"]),
    "WB-X14": (ken_goes_round, ["WB-115", "WB-114", "WB-113"]),
    "WB-X15": (the_enemies, ["WB-097", "WB-089"]),
}
"""Each step of the example, and the rules that the ledger names for it."""


@pytest.mark.parametrize(
    "last", [pytest.param(id, marks=pytest.mark.rule(id, *shown)) for id, (_, shown) in EXAMPLE.items()]
)
def test_the_example_is_played_as_far_as(last: str) -> None:
    m = begin()
    for id, (step, _) in EXAMPLE.items():
        step(m)
        if id == last:
            return


@pytest.mark.rule("WB-X02", "WB-180")
def test_with_one_token_face_up_the_chapter_is_lost_at_the_check() -> None:
    m = begin(destiny=1)
    assert m.over
    assert outcome(m).ending == "lost"
    assert m.state.destiny == 0
    assert told(m) == ["players' phase", "destiny down"]


@pytest.mark.rule("WB-X03", "WB-095")
@pytest.mark.parametrize("order", list(permutations(THREE)), ids=" ".join)
def test_any_other_order_would_be_legal(order: tuple[str, ...]) -> None:
    m = begin()
    taken = []
    for hero in order:
        if asked(m) == (-1, "turn"):
            answer(m, hero)
        taken.append(m.state.active)
        answer(m, "pass")
    assert tuple(taken) == order
