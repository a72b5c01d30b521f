"""For each check of the suite a small game with one line changed, and the check catches it."""

import os
from pathlib import Path

import pytest

from foldtale.conform import CHEAP, DEAR, elsewhere, luck, run, stored_games
from foldtale.conform.play import Nonconform
from foldtale.kernel.game import Game
from tests.conform.broken import broken

CHECKS = {check.__name__: check for check in (*CHEAP, *DEAR)}
PLAYS = 60

FAULTS = [
    ("ends", "an unknown ending", "pig", "rules.py", 'Outcome("banked"', 'Outcome("bankrupt"'),
    ("ends", "a turn that never ends", "pig", "rules.py", "is ROLL:", "is not None:"),
    ("ends", "a winner without a seat", "pig", "rules.py", '"banked", (seat,)', '"banked", (seat + 99,)'),
    ("bare_play", "rules that need a listener", "pig", "rules.py", "    g.pot = 0\n", "    g.pot = 0 * len(g.told or 5)\n"),
    ("everything_is_somewhere", "a lost card", "thimble", "rules.py", "    g.box.move(kind, seat, DISCARD)\n", "    g.box.take(kind, seat)\n"),
    ("everything_is_somewhere", "a doubled card", "thimble", "rules.py", 'g.box.tuck("cat", EVERYONE)', 'g.box.tuck("cat", EVERYONE); g.box.tuck("cat", EVERYONE)'),
    ("keys_are_keys", "a key outside the vocabulary", "thimble", "options.py", "(lambda stock: stock.values)", "(lambda stock: ())"),
    ("keys_are_keys", "a key offered twice", "thimble", "rules.py", "    return (*found, *", "    return (*found, found[0], *"),
    ("keys_are_keys", "an unreadable key", "thimble", "options.py", '.plain("steal"', '.plain("steal\\n"'),
    ("keys_are_keys", "free moves where none were announced", "thimble", "__init__.py", 'aside_topics=("turn",)', "aside_topics=()"),
    ("frames_hold_no_secrets", "a card in a local", "thimble", "rules.py", "    taker = drawer\n", "    taker, card = drawer, g.box.rows[DRAWN][0]\n"),
    ("two_worlds", "a question only for those who hold the card", "thimble", "rules.py", "options, rule, veiled=True)", "options, rule)"),
    ("two_worlds", "a tell with a secret in it", "thimble", "rules.py", '"TH-14", (), (kind,), bit(seat))', '"TH-14", (kind,))'),
    ("two_worlds", "a secret told to everybody", "thimble", "rules.py", "(kind,), bit(taker) | bit(drawer))", "(kind,))"),
    ("two_worlds", "an option list from another's hand", "thimble", "rules.py", "doings(g.stock, g.box.rows[g.seat])", "doings(g.stock, g.box.rows[g.seat - 1 if g.seat else 1])"),
    ("two_worlds", "a rule id that betrays the hand", "thimble", "rules.py", 'tell(g, "keeps", drawer, "TH-13")', 'tell(g, "keeps", drawer, "TH-13" if kind == "silk" else "TH-12")'),
    ("two_worlds", "a number that follows the cards", "thimble", "__init__.py", 'hidden = len(g.box.rows[owner]) - len(cards)', 'hidden = sum(map(len, g.box.rows[owner]))'),
    ("two_worlds", "a drawn card that all can see", "thimble", "__init__.py", 'face(g, "drawn", kind) if mask >> seat & 1', 'face(g, "drawn", kind) if mask'),
    ("two_worlds", "a card seen that was never shown", "thimble", "rules.py", "        yield Show(g.box.rows[DRAWN], bit(taker))\n", "        pass\n"),
    ("two_worlds", "a knowledge that outlives the hand", "thimble", "rules.py", "    g.box.mix(seat)\n", ""),
    ("same_seed_same_bytes", "dice of its own", "pig", "rules.py", "= yield DIE", '= __import__("random").randint(1, 6)'),
    ("replay_equals_live", "a deck in another order", "thimble", "rules.py", "    g.dealt = True\n", "    g.dealt = True\n    g.box.layers.sort(key=lambda layer: __import__(\"random\").random())\n"),
    ("rests_are_enough", "a fact that is not copied", "thimble", "state.py", "            self.seat,\n", "            0,\n"),
    ("rests_are_enough", "a state that skips its own construction", "pig", "rules.py", "        super().__init__()\n", "        self.due = []\n        self.told = None\n"),
    ("forks_are_apart", "scores shared with a fork", "thimble", "state.py", "self.scores[:]", "self.scores"),
    ("copied_as_declared", "scores shared with a copy", "thimble", "state.py", "self.scores[:]", "self.scores"),
    ("copied_as_declared", "a box shared with a copy", "thimble", "state.py", "self.box.copy()", "self.box"),
    ("copied_as_declared", "a fact that is not copied", "thimble", "state.py", "            self.seat,\n", "            9,\n"),
    ("copied_as_declared", "a type that can change", "thimble", "state.py", "flags: tuple[str, ...]  #", "flags: tuple[list[str], ...]  #"),
    ("all_is_told", "a topic without a sentence", "thimble", "__init__.py", '            "tuck": "One card', '            "tucks": "One card'),
    ("all_is_told", "a rule that is not in the ledger", "pig", "rules.py", '"PIG-04"', '"PIG-44"'),
    ("all_is_told", "a tell without a sentence", "pig", "__init__.py", '"holds": "{who}', '"folds": "{who}'),
    ("all_is_told", "two elements with one id", "pig", "__init__.py", 'Counter(id="pot"', 'Counter(id="seat 0"'),
    ("hostile_answers_change_nothing", "a look that changes the state", "pig", "__init__.py", 'pot = Counter(id="pot", name="Pot", count=g.pot)', 'g.pot += 1; pot = Counter(id="pot", name="Pot", count=g.pot)'),
    ("undone_is_undone", "scores shared with the start", "pig", "rules.py", "Pig(self.scores[:]", "Pig(self.scores"),
    ("imagined_worlds", "a scene that shows what was dealt", "thimble", "__init__.py", 'face(g, "drawn", kind) if mask >> seat & 1', 'face(g, "drawn", kind) if mask'),
    ("says_how_it_stands", "a part without a reason", "pig", "progress.py", '    "pot": Reason', '    "pots": Reason'),
    ("says_how_it_stands", "a judgement that changes the score", "pig", "progress.py", "    mine = g.scores[seat]\n", "    mine = g.scores[seat]\n    g.scores[seat] += 0 if g.pot else 1\n"),
    ("says_how_it_stands", "more than certain", "pig", "progress.py", "        1 / len(g.scores),\n", "        0.999999,\n        ('turn', 1e5, 0), ('turn', 1e5, 0),\n"),
    ("says_how_it_stands", "two who win alone", "pig", "__init__.py", "    turn=", "    worth=lambda g, outcome, seat: 1.0,\n    turn="),
    ("judges_blindly", "a look into other hands", "thimble", "progress.py", "for kind in g.box.rows[seat]])", "for kind in g.box.rows[seat - 1]])"),
    ("moves_by_reflex", "an option that is not there", "pig", "progress.py", "    return int(", "    return 2 * int("),
    ("moves_by_reflex", "a reflex that changes the pot", "pig", "progress.py", "    return int(", "    g.pot += 1\n    return int("),
    ("imagining_is_blind", "a back that betrays a hand", "thimble", "__init__.py", 'boxes=lambda g: (g.box,)', 'boxes=lambda g: (setattr(g.box, "layout", type(g.box.layout)(str(g.box.rows[1]), g.box.layout.seen, ("cat",))), g.box)[1:]'),
]  # fmt: skip


@pytest.mark.parametrize(
    "check, fault, name, file, old, new", FAULTS, ids=[f"{f[0]}: {f[1]}" for f in FAULTS]
)
def test_a_broken_game_is_caught(
    tmp_path: Path, check: str, fault: str, name: str, file: str, old: str, new: str
) -> None:
    game, _ = broken(tmp_path, name, file, old, new)
    with pytest.raises(Nonconform, match="seed"):
        run(game, CHECKS[check], PLAYS)


def test_a_last_scene_that_shows_hidden_cards_is_caught(tmp_path: Path) -> None:
    shown = 'name=str(g.box.layers[-1:]) if g.woke >= 0 else "Deck", count'
    game, _ = broken(tmp_path, "thimble", "__init__.py", 'name="Deck", count', shown)
    with pytest.raises(Nonconform, match="at the end of the match"):
        run(game, CHECKS["two_worlds"], PLAYS)


def test_a_world_imagined_as_it_is_is_caught(tmp_path: Path) -> None:
    game, _ = broken(
        tmp_path, "thimble", "__init__.py", "boxes=lambda g: (g.box,)", "boxes=lambda g: (g.box.copy(),)"
    )
    with pytest.raises(Nonconform, match="luck would give"):
        luck(game, 20)


def test_rules_that_hang_on_the_hash_seed_are_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game, where = broken(
        tmp_path, "pig", "rules.py", "        g.pot += face\n", '        g.pot += face + hash("pig") % 7\n'
    )
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}{os.pathsep}{os.environ.get('PYTHONPATH', '')}")
    with pytest.raises(Nonconform, match="hash seed"):
        elsewhere(game, 3, where=where)


def test_an_ending_without_a_stored_game_is_caught(tmp_path: Path) -> None:
    game, _ = broken(tmp_path, "pig", "__init__.py", 'endings=("banked",)', 'endings=("banked", "bust")')
    with pytest.raises(Nonconform, match="stored games end as"):
        stored_games(game, tmp_path)


def test_every_check_has_a_broken_game() -> None:
    assert {fault[0] for fault in FAULTS} == set(CHECKS)


def test_the_unbroken_copy_passes(tmp_path: Path) -> None:
    game: Game = broken(
        tmp_path, "thimble", "rules.py", "WAKING_COSTS: Final = 2", "WAKING_COSTS: Final = 1 + 1"
    )[0]
    for check in CHECKS.values():
        run(game, check, 9)
