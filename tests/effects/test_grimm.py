"""Twelve odd cards of Grimm, run in a match around the stand-in of `tests.effects.grimm`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from foldtale.kernel import Game, Match, Outcome, Play, Setup, Words, script, settle
from foldtale.kernel.effects import enter, expire, happen
from foldtale.kernel.pack.loading import load, read
from foldtale.kernel.scene import Scene
from tests.effects.grimm import GRIMM, PLAYERS, Tale, arrive, gain, quest_phase, stack_limit, story, window

FOLDER = Path(__file__).parent / "grimm" / "pack"
PACK = load(FOLDER, GRIMM)
Rules = Callable[[Tale], Play[Any]]


class Table(Setup, frozen=True):
    players: int = 4


def tale(*stories: str, players: Sequence[str] = tuple(PLAYERS), **held: dict[str, list[str]]) -> Tale:
    """A position: `tale("b01", hand={"puss": ["m17"]})` with one card left in the Story deck."""
    g = Tale(PACK, players)
    g.stories = list(stories)
    for name, of in held.items():
        getattr(g, name).update(of)
    return g


def start(g: Tale, *mains: Rules, falls: Sequence[str] = ()) -> Match:
    """A match in which these things happen one after the other."""

    def main(g: Tale) -> Play[Outcome]:
        for part in mains:
            yield from part(g)
        return Outcome("done", (), ())

    game = Game(
        name="grimm", title="Grimm", blurb="", folder=FOLDER, setups=Table, endings=("done",), main=main,
        begin=lambda setup: Tale(PACK), vocabulary=lambda setup: (), words=Words(topics={}, options={}, tells={}),
        scene=lambda g, seat: Scene(game="grimm", title="Grimm", you=seat, elements=()),
    )  # fmt: skip
    return Match.at(game, g, Table(), chance=script(*falls))


def now(match: Match) -> Tale:
    assert isinstance(match.state, Tale)
    return match.state


def asked(match: Match) -> tuple[str, list[str]]:
    """Who is asked, and what can be answered."""
    assert match.ask is not None
    return now(match).players[match.ask.seat], [offer.key for offer in match.ask.options]


def answer(match: Match, *keys: str) -> Tale:
    for key in keys:
        match.answer(key)
    return now(match)


def takes(who: str, token: str, n: int, by: str = "field") -> Rules:
    return lambda g: gain(g, who, token, n, by)


def draws(who: str) -> Rules:
    return lambda g: story(g, who)


def opens(name: str, **facts: Any) -> Rules:
    return lambda g: window(g, name, **facts)


def ends(scope: str) -> Rules:
    def main(g: Tale) -> Play[None]:
        expire(g, scope)
        yield from settle(g)

    return main


def in_force(g: Tale, card: str, who: str | None, until: str = "") -> Tale:
    enter(g, card, who, PACK.cards[card].body.standing, until)
    return g


def test_the_pack_has_twelve_cards_and_nothing_is_wrong_with_it() -> None:
    assert read(FOLDER, GRIMM).problems == []
    assert len(PACK.cards) == 12
    assert all(25 <= len(card.body.text.split()) <= 70 for card in PACK.cards.values())


def test_the_cudgel_takes_everything_that_others_gained_at_the_same_time() -> None:
    match = start(tale("b02", hand={"king": ["m17", "m09"]}), draws("snow"))
    answer(match, "b02 coins", "b02 do-1", "b02 do-1", "b02 do-1")
    assert asked(match) == ("king", ["m17", "no"])
    g = answer(match, "m17")
    assert g.tokens == {"snow": [], "puss": [], "thumb": [], "king": ["coin"] * 3}
    assert g.discarded == ["m17", "b02"]
    assert match.over


def test_the_cudgel_takes_what_the_wishing_table_laid() -> None:
    match = start(tale(hand={"snow": ["m01"], "puss": ["m17"]}), takes("snow", "apple", 2))
    g = answer(match, "m01", "m17")
    assert g.tokens["puss"] == ["apple"] * 3
    assert g.tokens["snow"] == []


def test_the_cudgel_stays_in_its_sack_when_only_its_owner_gains_or_it_is_not_used() -> None:
    match = start(tale(hand={"puss": ["m17"]}), takes("puss", "coin", 2), takes("snow", "coin", 1))
    assert asked(match) == ("puss", ["m17", "no"])
    assert now(match).tokens["snow"] == ["coin"]
    g = answer(match, "no")
    assert (g.tokens["puss"], g.tokens["snow"], g.hand["puss"]) == (["coin"] * 2, ["coin"], ["m17"])


def test_starwort_saves_both_apples_from_the_cudgel() -> None:
    match = start(tale(hand={"puss": ["m17"], "king": ["m09"]}), takes("king", "apple", 2))
    answer(match, "m17")
    assert asked(match) == ("king", ["m09", "no"])
    g = answer(match, "m09")
    assert g.tokens["king"] == ["apple"] * 2
    assert g.discarded == ["m17", "m09"]


def test_starwort_protects_only_its_owners_share() -> None:
    match = start(tale("b02", hand={"king": ["m17"], "puss": ["m09"]}), draws("snow"))
    g = answer(match, "b02 apples", "b02 do-2", "b02 do-2", "no", "m17", "m09")
    assert g.tokens == {"snow": [], "puss": ["apple"], "thumb": [], "king": ["apple"]}


def test_starwort_sends_a_drawn_curse_away() -> None:
    match = start(tale("c02", hand={"snow": ["m09"]}), draws("snow"))
    g = answer(match, "m09")
    assert (g.curses["snow"], g.discarded, g.force.sources) == ([], ["m09", "c02"], ())


def test_starwort_that_is_kept_lets_the_curse_stay() -> None:
    g = tale("c02", hand={"snow": ["m09"]})
    g = answer(start(g, draws("snow")), "no")
    assert (g.curses["snow"], g.hand["snow"], g.discarded) == (["c02"], ["m09"], [])


@pytest.mark.parametrize(
    ("who", "by"), [("puss", "card"), ("snow", "field"), ("snow", "ability"), ("snow", "event")]
)
def test_starwort_is_no_help_to_others_nor_against_what_is_no_card(who: str, by: str) -> None:
    assert start(tale(hand={"snow": ["m09"]}), opens("harm", who=who, by=by)).over


def test_the_crystal_ball_keeps_the_others_from_magic_until_the_turn_ends() -> None:
    g = tale(hand={"snow": ["m14"], "puss": ["m17"]})
    match = start(
        g, opens("own_free", who="snow"), takes("snow", "bread", 1), ends("turn"), takes("snow", "coin", 1)
    )
    answer(match, "m14")
    assert now(match).tokens["snow"] == ["bread", "coin"]
    assert asked(match) == ("puss", ["m17", "no"])


def test_the_crystal_ball_lets_its_owner_go_on_with_magic() -> None:
    g = tale(hand={"snow": ["m14", "m01"]})
    match = start(g, opens("own_free", who="snow"), takes("snow", "bread", 1))
    assert answer(match, "m14", "m01").tokens["snow"] == ["bread"] * 3


def test_the_crystal_ball_cancels_the_card_that_it_answers_and_any_after_it() -> None:
    match = start(
        tale(hand={"snow": ["m14"], "puss": ["m17", "m17"]}), takes("snow", "bread", 2), ends("chapter")
    )
    answer(match, "m17")
    assert asked(match) == ("snow", ["m14", "no"])
    g = answer(match, "m14")
    assert (g.tokens["snow"], g.hand["puss"], g.discarded) == (["bread"] * 2, ["m17"], ["m17", "m14"])
    assert match.over


def test_the_crystal_ball_that_is_kept_cancels_nothing() -> None:
    match = start(tale(hand={"snow": ["m14"], "puss": ["m17"]}), takes("snow", "bread", 2))
    assert answer(match, "m17", "no").tokens["puss"] == ["bread"] * 2


def test_the_crystal_ball_answers_neither_its_owners_cards_nor_the_turns_of_others() -> None:
    match = start(
        tale(hand={"snow": ["m14", "m01"]}), opens("own_free", who="puss"), takes("snow", "apple", 1)
    )
    assert asked(match) == ("snow", ["m01", "no"])
    assert answer(match, "m01").hand["snow"] == ["m14"]
    assert match.over


def test_the_cloak_sends_bad_luck_away_and_the_next_story_stands() -> None:
    g = tale("b01", "b02", hand={"snow": ["m02", "m02"]}, tokens={"snow": ["bread"]})
    match = start(g, draws("snow"), falls=["b02"])
    assert asked(match) == ("snow", ["m02", "no"])
    answer(match, "m02")
    assert asked(match) == ("snow", ["b01 purse", "b01 coat"])
    g = answer(match, "b01 purse")
    assert (g.tokens["snow"], g.hand["snow"]) == ([], ["m02"])
    assert g.discarded == ["m02", "b01", "b02"]


def test_the_cloak_that_is_kept_lets_bad_luck_in() -> None:
    g = tale("b01", hand={"snow": ["m02"]}, tokens={"snow": ["bread"]})
    assert answer(start(g, draws("snow")), "no", "b01 coat").hand["snow"] == []


@pytest.mark.parametrize(("who", "luck"), [("snow", "good"), ("puss", "bad")])
def test_the_cloak_does_not_hide_from_good_luck_nor_hide_others(who: str, luck: str) -> None:
    assert start(tale(hand={"snow": ["m02"]}), opens("story_revealed", who=who, luck=luck)).over


def test_the_wishing_table_makes_it_three_whatever_it_was() -> None:
    for n in (1, 2):
        g = answer(start(tale(hand={"snow": ["m01"]}), takes("snow", "apple", n)), "m01")
        assert (g.tokens["snow"], g.discarded) == (["apple"] * 3, ["m01"])


def test_the_wishing_table_is_not_laid_for_others_nor_for_what_a_card_gives() -> None:
    g = tale(hand={"snow": ["m01"]})
    match = start(g, takes("puss", "apple", 1), takes("snow", "coin", 1, "card"))
    assert match.over
    assert (now(match).tokens["puss"], now(match).tokens["snow"]) == (["apple"], ["coin"])


def test_the_wishing_table_works_once() -> None:
    match = start(tale(hand={"snow": ["m01"]}), takes("snow", "apple", 1), takes("snow", "apple", 1))
    assert answer(match, "m01").tokens["snow"] == ["apple"] * 4
    assert match.over


@pytest.mark.parametrize(("players", "limit"), [(2, 2), (3, 3), (4, 3)])
def test_narrow_paths_take_one_from_routes_and_nothing_from_spirits(players: int, limit: int) -> None:
    g = in_force(tale(players=list(PLAYERS)[:players]), "e04", None, "chapter")
    assert [stack_limit(g, socket) for socket in ("r01", "r02", "r35", "rabbit", "snake")] == [
        limit - 1
    ] * 3 + [limit] * 2


def test_narrow_paths_last_for_the_chapter_and_not_only_for_the_turn() -> None:
    g = in_force(tale(), "e04", None, "chapter")
    expire(g, "turn")
    assert stack_limit(g, "r01") == 2
    expire(g, "chapter")
    assert stack_limit(g, "r01") == 3


def cursed(field: str, *tokens: str) -> Tale:
    g = in_force(tale(curses={"snow": ["c02"]}, tokens={"snow": list(tokens)}), "c02", "snow")
    g.at["snow"] = field
    return g


def test_the_button_lies_down_for_a_coin_on_the_church_and_stays_down() -> None:
    match = start(cursed("church", "coin", "coin"), *[lambda g: quest_phase(g, "snow")] * 2)
    assert asked(match) == ("snow", ["c02 do-1", "no"])
    g = answer(match, "c02 do-1")
    assert (g.curses["snow"], g.tokens["snow"], g.discarded) == ([], ["coin"], ["c02"])
    assert match.over


def test_the_button_may_be_kept_and_asks_again() -> None:
    match = start(cursed("church", "coin"), *[lambda g: quest_phase(g, "snow")] * 2)
    answer(match, "no")
    assert asked(match) == ("snow", ["c02 do-1", "no"])
    assert answer(match, "no").curses["snow"] == ["c02"]


@pytest.mark.parametrize(
    ("g", "phase"),
    [
        (cursed("town", "coin"), "snow"),
        (cursed("church", "bread"), "snow"),
        (cursed("church", "coin"), "puss"),
    ],
    ids=["elsewhere", "without a coin", "in another's turn"],
)
def test_the_button_goes_on_tutting(g: Tale, phase: str) -> None:
    match = start(g, lambda g: quest_phase(g, phase))
    assert match.over
    assert now(match).curses["snow"] == ["c02"]


def tolled(tokens: list[str], hand: list[str]) -> Match:
    return start(tale("b01", tokens={"snow": tokens}, hand={"snow": hand}), draws("snow"))


def test_the_magpies_take_a_token_or_a_magic_item_of_the_losers_choice() -> None:
    match = tolled(["bread", "apple", "apple"], ["m17", "m14"])
    assert asked(match) == ("snow", ["b01 purse", "b01 coat"])
    answer(match, "b01 purse")
    assert asked(match) == ("snow", ["bread", "apple"])
    assert answer(match, "apple").tokens["snow"] == ["bread", "apple"]
    g = answer(tolled(["bread"], ["m17", "m14"]), "b01 coat", "m14")
    assert (g.hand["snow"], g.tokens["snow"], g.discarded) == (["m17"], ["bread"], ["m14", "b01"])


def test_the_magpies_take_what_there_is_without_asking_and_nothing_from_the_poor() -> None:
    assert now(tolled(["bread"], [])).tokens["snow"] == []
    assert now(tolled([], ["m17"])).hand["snow"] == []
    poor = tolled([], [])
    assert poor.over
    assert now(poor).discarded == ["b01"]


def test_starwort_spares_what_the_magpies_would_take() -> None:
    g = answer(tolled(["bread"], ["m09"]), "b01 purse", "m09")
    assert (g.tokens["snow"], g.discarded) == (["bread"], ["m09", "b01"])


def test_the_basket_lets_each_of_the_others_pick_up_or_leave_what_its_owner_lets_fall() -> None:
    match = start(tale("b02", hand={"snow": ["m09"]}), draws("snow"))
    assert asked(match) == ("snow", ["b02 coins", "b02 apples"])
    answer(match, "b02 apples")
    for who, key in (("puss", "b02 do-2"), ("thumb", "no"), ("king", "b02 do-2")):
        assert asked(match) == (who, ["b02 do-2", "no"])
        answer(match, key)
    assert now(match).tokens == {"snow": [], "puss": ["apple"], "thumb": [], "king": ["apple"]}
    assert match.over


def test_the_basket_opens_no_window_before_everybody_has_chosen() -> None:
    match = start(tale("b02", hand={"puss": ["m17"]}), draws("snow"))
    answer(match, "b02 coins", "no", "b02 do-1")
    assert asked(match)[0] == "king"
    answer(match, "no")
    assert asked(match) == ("puss", ["m17", "no"])


def test_the_basket_leaves_nothing_to_take_when_all_decline() -> None:
    match = start(tale("b02", hand={"puss": ["m17"]}), draws("snow"))
    assert answer(match, "b02 coins", "no", "no", "no").tokens["puss"] == []
    assert match.over


def rides(*who: str) -> Match:
    g = in_force(tale(), "thrushbeard", "king")
    rests = [lambda g, one=one: arrive(g, one, "steed_n") for one in who]
    return start(g, *rests[:2], ends("turn"), *rests[2:3], ends("chapter"), *rests[3:])


def test_thrushbeard_goes_where_he_likes_and_the_field_there_gives_what_it_gives() -> None:
    match = rides("king")
    assert asked(match) == ("king", ["thrushbeard do-2", "no"])
    answer(match, "thrushbeard do-2")
    who, fields = asked(match)
    assert who == "king"
    assert not {"king", "fairy"} & set(fields)
    g = answer(match, "gold_coin")
    assert (g.at["king"], g.tokens["king"]) == ("gold_coin", ["coin"])


def test_thrushbeard_does_it_once_a_chapter() -> None:
    match = rides("king", "king", "king", "king")
    answer(match, "thrushbeard do-2", "well")
    for _ in range(2):
        assert asked(match) == ("king", ["steed_e", "steed_s", "steed_w", "stop"])
        answer(match, "steed_e")
    assert asked(match) == ("king", ["thrushbeard do-2", "no"])


def test_thrushbeard_who_rides_like_anybody_keeps_his_tune_for_later() -> None:
    match = rides("king", "king")
    answer(match, "no", "steed_s")
    assert asked(match) == ("king", ["thrushbeard do-2", "no"])
    assert answer(match, "no", "steed_w").at["king"] == "steed_w"


def test_thrushbeard_plays_for_nobody_else() -> None:
    match = rides("snow")
    assert asked(match) == ("snow", ["steed_e", "steed_s", "steed_w", "stop"])
    assert answer(match, "stop").at["snow"] == "steed_n"


def starts(g: Tale) -> Play[None]:
    happen(g, "game_starts", chapters=g.chapters)
    yield from settle(g)


def small(thumbs: int, *quests: str) -> Tale:
    g = tale(quests={"thumb": list(quests)})
    g.character["thumb"], g.thumbs["thumb"] = "thumbling", thumbs
    return g


@pytest.mark.parametrize(("chapters", "thumbs"), [(3, 2), (6, 3), (20, 5)])
def test_thumbling_counts_his_uses_by_the_length_of_the_game(chapters: int, thumbs: int) -> None:
    g = in_force(tale(), "thumbling", "thumb")
    g.chapters = chapters
    assert now(start(g, starts)).thumbs == {"snow": 0, "puss": 0, "thumb": thumbs, "king": 0}


def test_thumbling_changes_a_quest_for_one_from_any_deck() -> None:
    match = start(small(1, "q202", "q303"), opens("own_free", who="thumb"))
    assert asked(match) == ("thumb", ["thumbling", "no"])
    answer(match, "thumbling", "q303")
    assert asked(match) == ("thumb", ["2", "3", "4"])
    g = answer(match, "4")
    assert (g.quests["thumb"], g.decks["3"], g.thumbs["thumb"]) == (
        ["q202", "q401"],
        ["q301", "q302", "q303"],
        0,
    )
    assert match.over


@pytest.mark.parametrize(
    ("g", "turn"),
    [(small(0, "q202"), "thumb"), (small(3), "thumb"), (small(3, "q202"), "snow")],
    ids=["no token left", "no quest to change", "another's turn"],
)
def test_thumbling_stays_in_his_shell(g: Tale, turn: str) -> None:
    match = start(g, opens("own_free", who=turn))
    assert match.over
    assert now(match).thumbs == g.thumbs


def quest(field: str, *items: str) -> Tale:
    g = in_force(tale(quests={"snow": ["q315"]}, items={"snow": list(items)}), "q315", "snow")
    g.at["snow"] = field
    return g


def test_the_sword_is_carried_from_the_soldier_to_the_sea() -> None:
    def sails(g: Tale) -> Play[None]:
        g.at["snow"] = "big_sea"
        yield from quest_phase(g, "snow")

    match = start(quest("soldier"), lambda g: quest_phase(g, "snow"), sails, sails)
    assert asked(match) == ("snow", ["q315 do-1", "no"])
    assert answer(match, "q315 do-1").items["snow"] == ["OLD_SWORD"]
    g = answer(match, "q315 do-3")
    assert (g.items["snow"], g.quests["snow"], g.done["snow"]) == ([], [], ["q315"])
    assert match.over


@pytest.mark.parametrize(
    ("g", "phase"),
    [
        (quest("soldier", "OLD_SWORD"), "snow"),
        (quest("big_sea"), "snow"),
        (quest("town", "OLD_SWORD"), "snow"),
        (quest("big_sea", "OLD_SWORD"), "puss"),
    ],
    ids=["has it", "left it behind", "wrong place", "another's turn"],
)
def test_the_sword_stays_where_it_is(g: Tale, phase: str) -> None:
    match = start(g, lambda g: quest_phase(g, phase))
    assert match.over
    assert (now(match).items, now(match).quests["snow"]) == (g.items, ["q315"])


SAYS = {
    "m17": [
        "Plays 1: Before tokens that were taken are safe: for each of those gains where that gain is another player's: take that gain."
    ],
    "m09": [
        "Plays 1: Before a player comes to harm, if that player is you and that cause is a card: it does not happen."
    ],
    "m14": [
        "Plays 1: Before a player goes on in their own turn, if that player is you: until the turn ends: the number of Magic Items to be played at a time is at most 0 for the other players.",
        "Plays 2: Before a player uses a Magic Item, if that player is not you: it does not happen. Until the turn ends: the number of Magic Items to be played at a time is at most 0 for the other players.",
    ],
    "m02": [
        "Plays 1: Before a Story card is carried out, if that player is you and that luck is bad: it does not happen. Draw another Story card, which stands."
    ],
    "m01": [
        "Plays 1: Before a player takes tokens, if that player is you and that cause is a field: the amount becomes 3."
    ],
    "e04": ["The stack limit is 1 lower if that socket is on a route."],
    "c02": [
        "After a player reaches the quest phase, if that player is you and you are on the Church: you may: pay 1 Gold Coin, and then: discard this Curse."
    ],
    "b01": [
        "Choose one: Open your purse: choose one of your tokens: you must return that token to the supply; or Unbutton your coat: choose one of your Magic Items: you must discard that Magic Item."
    ],
    "b02": [
        "Choose one: Catch the apples: all at once: for each of the other players: the finder may: 1 Gold Coin goes to the finder; or Catch the coins: all at once: for each of the other players: the finder may: 1 Apple goes to the finder."
    ],
    "thrushbeard": [
        "Before a player rides a Steed, if that player is you: you may: once a chapter: it does not happen, then choose one of all fields where that field is not the King and that field is not the Fairy: jump to that field."
    ],
    "thumbling": [
        "Plays 1: Before a player goes on in their own turn, if that player is you and there are any of your active Main Quests: pay 1 Thumbling token, and then: choose one of your active Main Quests: put that Main Quest under its deck, then draw a Main Quest from any deck.",
        "After the game starts: take 2 (3 with the chapters at 6 or more, 5 with the chapters at 20 or more) Thumbling tokens.",
    ],
    "q315": [
        "After a player reaches the quest phase, if that player is you and you are on the Soldier and not (you carry OLD_SWORD): you may: pick up OLD_SWORD. After a player reaches the quest phase, if that player is you and you are on the Big Sea: you may: hand over OLD_SWORD, and then: complete this quest."
    ],
}


@pytest.mark.parametrize("card", SAYS)
def test_the_card_says_what_it_does(card: str) -> None:
    assert PACK.describe(card) == SAYS[card]


def test_the_card_says_when_it_can_be_played() -> None:
    assert "Before a player comes to harm, if that player is you and" in " ".join(PACK.describe("m09"))
