"""A log told in sentences."""

from __future__ import annotations

from foldtale.kernel import Match, registry, script
from foldtale.kernel.game import Words
from foldtale.kernel.log import Line
from foldtale.kernel.talk import SPECTATOR
from foldtale.table.messages import Told
from foldtale.table.transcript import events, names_in, public_story

ADA_AND_BO = ("Ada", "Bo")
WORDS = Words(
    topics={"turn": "Roll or hold?", "die": "What fell?"},
    options={"roll": "Roll the die", "hold": "Hold"},
    tells={"holds": "{who} holds {0}.", "steals": "{who} steals {1} from {0:seat}."},
)


def told(*lines: Line) -> list[Told]:
    return events(lines, WORDS, ADA_AND_BO)


def answer(number: int, seat: int, key: str) -> Line:
    return {"n": number, "seat": seat, "topic": "turn", "key": key, "rule": "R-01"}


def tell(what: str, who: int, *about: int | str, secret: tuple[str, ...] = ()) -> Line:
    line: Line = {"tell": what, "who": who, "why": "R-02", "about": list(about)}
    return line | ({"secret": list(secret)} if secret else {})


def test_dice_stand_beside_the_answer_they_were_rolled_for() -> None:
    assert told(answer(3, 0, "roll"), {"chance": "die", "key": "4"}) == [
        Told("Ada: Roll the die. Die: 4.", "R-01", 3, seat=0)
    ]


def test_an_answer_that_the_rules_tell_of_is_not_told_twice_and_lends_them_its_number() -> None:
    assert told(answer(7, 1, "hold"), tell("holds", 1, 12)) == [Told("Bo holds 12.", "R-02", 7, seat=1)]


def test_the_first_sentence_of_an_answer_says_whose_it_was() -> None:
    found = told(answer(7, 1, "hold"), tell("holds", 1, 12), tell("holds", 0, 3), answer(8, 0, "roll"))
    assert [(one.number, one.seat) for one in found] == [(7, 1), (0, -1), (8, 0)]


def test_what_somebody_else_does_next_does_not_hide_an_answer() -> None:
    texts = [event.text for event in told(answer(7, 1, "hold"), tell("holds", 0, 12))]
    assert texts == ["Bo: Hold.", "Ada holds 12."]


def test_a_secret_is_told_to_those_who_know_it_only() -> None:
    assert told(tell("steals", 0, 1, secret=("silk",)))[0].text == "Ada steals silk from Bo."
    assert told(tell("steals", 0, 1))[0].text == "Ada steals something from Bo."


def test_a_hidden_answer_says_nothing() -> None:
    assert told({"n": 4, "seat": 1}) == []


def test_cards_drawn_by_chance_are_left_to_the_rules_to_tell() -> None:
    assert told({"chance": "deck", "key": "silk"}) == []


def test_what_is_shown_and_what_is_taken_back() -> None:
    texts = [event.text for event in told({"show": ["cat", "silk"]}, {"show": []}, {"undo": 9})]
    assert texts == ["Seen: cat, silk.", "The last answer is taken back."]


def test_a_tell_without_words_is_still_told() -> None:
    assert (
        told({"tell": "settled no further", "who": -1, "why": "", "about": [3]})[0].text
        == "Settled no further."
    )


def test_seats_without_a_panel_are_players() -> None:
    game = registry.get("pig")
    scene = Match.new(game, game.setup(players=2), seed=1).scene(0)
    assert names_in(scene, 3) == ["Player 1", "Player 2", "Player 3"]


def test_a_whole_game_of_pig_in_sentences() -> None:
    game = registry.get("pig")
    match = Match.new(game, game.setup(players=2), chance=script(4, 6, 1))
    for key in ("roll", "roll", "hold", "roll"):
        match.answer(key)
    lines = match.story(0)
    assert [event.text for event in events(lines, game.words, ADA_AND_BO)] == [
        "Ada: Roll the die. Die: 4.",
        "Ada: Roll the die. Die: 6.",
        "Ada holds, banks 10 and has 10 points.",
        "Die: 1.",
        "Bo rolls a 1 and loses a pot of 0.",
    ]


def test_a_tale_keeps_its_secrets_until_the_game_is_over() -> None:
    game = registry.get("thimble")
    match = Match.new(game, game.setup(players=3), seed=4)
    match.answer("draw")
    assert public_story(match) == match.story(SPECTATOR)
    while not match.over:
        match.answer(0)
    whole = public_story(match)
    drawn = [line["secret"] for line in whole if line.get("tell") == "draws"]
    assert drawn
    assert all(line.get("key") for line in whole if "n" in line)
    assert len(whole) == len(match.entries or [])
