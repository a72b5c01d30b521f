"""Storyfold: what the two abilities of each of the four Action cards do."""

from __future__ import annotations

import pytest

from foldtale.games.storyfold.state import DISCARD, OUT
from foldtale.kernel import Match
from foldtale.testing import answer, answered, offered, refuses, tells, told_of
from tests.games.storyfold.given import CONTENT, begun, crystals, play, wood, written

PUT = ["put illuminate", "put help", "put explore", "put heal"]
NO_CRYSTALS = {"I": 0, "H": 0, "E": 0, "G": 0}


def pages(match: Match) -> tuple[str, ...]:
    return match.state.pages.read


# Illuminate


@pytest.mark.rule("SF-044")
@pytest.mark.parametrize(("creature", "dots"), [("hare", 1), ("vole", 2), ("bull", 3), ("crow", 4)])
def test_illuminating_needs_a_success_for_each_illuminate_dot(creature: str, dots: int) -> None:
    enough = play(wood(f"I {creature} H E G"), (3,) * dots)
    answer(enough, f"illuminate {creature}", f"roll {dots}")
    assert written(enough.state) == ["H", "E", "G", f"{creature}*", "I"]
    too_few = play(wood(f"I {creature} H E G"), (*(3,) * (dots - 1), 2))
    answer(too_few, f"illuminate {creature}", f"roll {dots}")
    assert "first" not in offered(too_few)
    assert too_few.state.stunned == ()


@pytest.mark.rule("SF-045")
def test_an_illuminated_creature_goes_to_the_end_with_a_stun_token() -> None:
    match = play(wood("I vole H hare E G", shadow=6), (3, 3))
    answer(match, "illuminate vole", "roll 2")
    assert written(match.state) == ["H", "hare", "E", "G", "vole*", "I"]
    tags = {
        card.title: [tag.text for tag in card.tags]
        for slot in match.scene(0).below[0].things
        for card in slot.things
        if card.kind == "creature"
    }
    assert tags == {"Hare": [], "Vole": ["stunned"]}
    answer(match, "end phase")
    assert match.state.spirit == 6, "only the hare took its two"


@pytest.mark.rule("SF-Q17")
def test_illuminating_does_the_same_by_action_as_by_protect() -> None:
    by_action = play(wood("vole I H E G"), (4, 4))
    answer(by_action, "illuminate vole", "roll 2")
    by_protect = play(wood("vole I H E G", crystals={"E": 1}))
    answer(by_protect, "use brom")
    assert written(by_protect.state) == ["I", "H", "E", "G", "vole*"]
    assert written(by_action.state) == ["H", "E", "G", "vole*", "I"], "and then the Action card moved"
    assert by_action.state.stunned == by_protect.state.stunned == ("vole",)


@pytest.mark.rule("SF-Q18")
def test_a_stunned_creature_may_be_illuminated_again() -> None:
    match = play(wood("I vole H E G", stunned=["vole"], shadow=6), (3, 3))
    assert "illuminate vole" in offered(match)
    answer(match, "illuminate vole", "roll 2")
    assert (written(match.state), match.state.stunned) == (["H", "E", "G", "vole*", "I"], ("vole",))
    answer(match, "end phase")
    assert (match.state.spirit, match.state.stunned) == (8, ())
    answer(match, "end phase")
    assert match.state.spirit == 6, "there was one token: now it takes one, and so does the claw on the track"


@pytest.mark.rule("SF-046")
@pytest.mark.parametrize(("dice", "light"), [((2, 2), 4), ((2, 3), 3), ((8, 3), 2)])
def test_the_light_pawn_advances_a_space_for_each_success(dice: tuple[int, int], light: int) -> None:
    match = play(wood(light=4), dice)
    answer(match, "illuminate light", "roll 2")
    assert match.state.light == light
    (track,) = match.scene(0).elements[0].tracks
    assert [pawn.step for pawn in track.pawns if pawn.id == "light pawn"] == [6 - light], "to the right"


@pytest.mark.rule("SF-X26", "SF-046")
def test_the_light_pawn_stops_on_the_centre() -> None:
    match = play(wood(light=2), (3, 3, 3))
    answer(match, "illuminate light", "roll 3")
    assert match.state.light == 0
    (track,) = match.scene(0).elements[0].tracks
    assert track.steps[track.pawns[0].step].id == "centre"


# Help


@pytest.mark.rule("SF-047")
@pytest.mark.parametrize(("place", "dots"), [("nest", 1), ("shed", 2)])
def test_overcoming_a_help_place_needs_a_success_for_each_dot(place: str, dots: int) -> None:
    flags = {"FEATHER": "chapter"}
    enough = play(wood("H I E G", flags=flags), (3,) * dots)
    answer(enough, f"help {place}", f"roll {dots}")
    assert enough.state.overcome == (place,)
    too_few = play(wood("H I E G", flags=flags), (*(3,) * (dots - 1), 2))
    answer(too_few, f"help {place}", f"roll {dots}")
    assert ("first" in offered(too_few), too_few.state.overcome) == (False, ())


@pytest.mark.rule("SF-048")
def test_an_overcome_help_place_gets_a_pawn_and_its_text_is_resolved() -> None:
    match = play(wood("H I E G", spirit=3), (3, 3))
    answer(match, "help shed", "roll 2")
    (shed,) = [area for area in match.scene(0).elements[0].areas if area.id == "shed"]
    assert [tag.text for tag in shed.tags] == ["overcome"]
    assert (pages(match), match.state.spirit) == (("meadow shed",), 5)


@pytest.mark.rule("SF-049")
@pytest.mark.parametrize("successes", [0, 1, 3])
def test_help_gains_a_crystal_for_each_success(successes: int) -> None:
    match = play(wood("H I E G"), (*(3,) * successes, *(2,) * (3 - successes)))
    answer(match, "help crystals", "roll 3")
    for put in ("put heal", "put explore", "put heal")[:successes]:
        assert offered(match) == PUT
        answer(match, put)
    assert sum(match.state.crystals) == successes
    assert "end phase" in offered(match)


@pytest.mark.rule("SF-Q24", "SF-049")
def test_for_each_crystal_a_card_is_chosen() -> None:
    match = play(wood("H I E G"), (3, 3, 3))
    answer(match, "help crystals", "roll 3", "put illuminate", "put heal", "put illuminate")
    assert crystals(match.state) == {"I": 2, "H": 0, "E": 0, "G": 1}


@pytest.mark.rule("SF-X22")
def test_example_of_gaining_three_crystals() -> None:
    match = play(wood("H I E G", crystals={"I": 2, "E": 1, "G": 3}, brom="out"), (3, 3, 3))
    answer(match, "help crystals", "roll 3")
    assert offered(match) == ["put illuminate", "put help", "put explore"], "not on Heal"
    answer(match, "put illuminate")
    assert offered(match) == ["put help", "put explore"], "not on Illuminate again"
    assert refuses(match, "put illuminate")
    answer(match, "put help", "put help")
    assert crystals(match.state) == {"I": 3, "H": 2, "E": 1, "G": 3}


@pytest.mark.rule("SF-X22", "SF-Q25")
def test_crystals_without_room_are_lost() -> None:
    match = play(wood("H I E G", crystals={"I": 3, "H": 3, "E": 2, "G": 3}, brom="out"), (3, 3, 3))
    answer(match, "help crystals", "roll 3", "second 0")
    assert crystals(match.state) == {"I": 3, "H": 3, "E": 3, "G": 3}
    assert "end phase" in offered(match)
    gained = told_of(match, "gains crystals")
    assert gained == [[1, "explore"]]
    assert (-1, "SF-Q25", [2]) in tells(match, "no room")


@pytest.mark.rule("SF-Q25")
def test_the_supply_is_unlimited_and_takes_back_what_is_spent() -> None:
    match = play(wood("H I E G", brom="out", dice=(5, 1, 1), shadow=6), (3, 3, 3, 3, 3, 3, 3))
    answer(match, "help crystals", "roll 5 d10 d12", *["put heal"] * 3, *["put explore"] * 3, "put help")
    assert crystals(match.state) == {"I": 0, "H": 1, "E": 3, "G": 3}
    spends = play(wood(spirit=4, crystals={"I": 3, "H": 3, "E": 3, "G": 3}, brom_turned=True), (8, 8))
    answer(spends, "use brom", "pay heal", "pay heal")
    assert crystals(spends.state) == {"I": 3, "H": 3, "E": 3, "G": 1}


# Explore


@pytest.mark.rule("SF-050")
@pytest.mark.parametrize(("place", "dots"), [("stile", 1), ("hedge", 3)])
def test_overcoming_an_exploration_place_needs_a_success_for_each_dot(place: str, dots: int) -> None:
    done = ("stile",) if place == "hedge" else ()
    enough = play(wood("E I H G", overcome=done), (3,) * dots)
    answer(enough, f"explore {place}", f"roll {dots}")
    assert enough.state.overcome == (*done, place)
    too_few = play(wood("E I H G", overcome=done), (*(3,) * (dots - 1), 2))
    answer(too_few, f"explore {place}", f"roll {dots}")
    assert ("first" in offered(too_few), too_few.state.overcome) == (False, done)


@pytest.mark.rule("SF-051")
def test_an_overcome_exploration_place_gets_a_pawn_and_its_text_is_resolved() -> None:
    match = play(wood("E I H G"), (3,))
    answer(match, "explore stile", "roll 1")
    (stile,) = [area for area in match.scene(0).elements[0].areas if area.id == "stile"]
    assert ([tag.text for tag in stile.tags], pages(match)) == (["overcome"], ("meadow stile",))
    assert offered(match) == PUT, "its text: gain 1 Crystal"


@pytest.mark.rule("SF-052", "SF-053")
@pytest.mark.parametrize("successes", [2, 3])
def test_exploring_draws_a_card_for_each_success_and_keeps_exactly_one(successes: int) -> None:
    deck = ["apple", "bread", "candle", "drum"]
    match = play(wood("E I H G", exploration=deck), (3,) * successes)
    answer(match, "explore cards", f"roll {successes}")
    assert offered(match) == deck[:successes]
    assert refuses(match, "drum")
    answer(match, "bread")
    others = tuple([card for card in deck[:successes] if card != "bread"])
    assert (match.state.in_spaces, match.state.exploration.rows[DISCARD]) == (("bread",), others)
    assert match.state.exploration.deck_size == 4 - successes


@pytest.mark.rule("SF-052")
def test_without_a_success_no_card_is_drawn() -> None:
    match = play(wood("E I H G", exploration=["apple", "bread"]), (2, 2))
    answer(match, "explore cards", "roll 2")
    assert (match.state.exploration.deck_size, match.state.in_spaces) == (2, ())


@pytest.mark.rule("SF-053")
def test_one_card_must_be_kept() -> None:
    match = play(wood("E I H G", exploration=["nettle", "thorn"]), (3, 3))
    answer(match, "explore cards", "roll 2")
    assert offered(match) == ["nettle", "thorn"], "there is no way to keep none"
    answer(match, "thorn")
    assert match.state.spirit == 6


@pytest.mark.rule("SF-X27", "SF-053")
@pytest.mark.parametrize(
    ("kept", "spaces", "discards", "spirit"),
    [("apple", ("apple",), ["bread", "nettle"], 8), ("nettle", (), ["apple", "bread", "nettle"], 7)],
)
def test_example_of_drawing_three_cards_from_a_deck_of_one(
    kept: str, spaces: tuple[str, ...], discards: list[str], spirit: int
) -> None:
    g = wood("E I H G", exploration=["apple"], exploration_discard=["bread", "candle", "drum", "nettle"])
    match = play(g, (3, 3, 3), "bread", "nettle")
    answer(match, "explore cards", "roll 3")
    assert (offered(match), match.state.exploration.rows[DISCARD]) == (["apple", "bread", "nettle"], ())
    answer(match, kept)
    assert (match.state.in_spaces, match.state.exploration.deck_size) == (spaces, 2)
    assert (sorted(match.state.exploration.rows[DISCARD]), match.state.spirit) == (discards, spirit)


# Heal


@pytest.mark.rule("SF-054")
@pytest.mark.parametrize(("creature", "dots"), [("wisp", 1), ("vole", 2), ("hare", 3), ("crow", 4)])
def test_healing_needs_a_success_for_each_heal_dot(creature: str, dots: int) -> None:
    enough = play(wood(f"G {creature} I H E"), (3,) * dots)
    answer(enough, f"heal {creature}", f"roll {dots}")
    assert creature not in enough.state.river
    too_few = play(wood(f"G {creature} I H E"), (*(3,) * (dots - 1), 2))
    answer(too_few, f"heal {creature}", f"roll {dots}")
    assert ("first" in offered(too_few), creature in too_few.state.river) == (False, True)


@pytest.mark.rule("SF-055")
def test_a_healed_creature_goes_to_the_creature_discard_pile() -> None:
    match = play(wood("G vole I wisp H E", creature_discard=["hare"]), (3,))
    answer(match, "heal wisp", "roll 1")
    assert match.state.creatures.rows[DISCARD] == ("hare", "wisp")
    assert written(match.state) == ["vole", "I", "H", "E", "G"]


@pytest.mark.rule("SF-056")
@pytest.mark.parametrize(
    ("creature", "dots", "gift"), [("wisp", 1, 0), ("hare", 3, 1), ("vole", 2, 2), ("crow", 4, 3)]
)
def test_a_healed_creature_gives_the_crystals_printed_on_it(creature: str, dots: int, gift: int) -> None:
    match = play(wood(f"G {creature} I H E"), (3,) * dots)
    answer(match, f"heal {creature}", f"roll {dots}")
    for put in ("put explore", "put heal", "put explore")[:gift]:
        assert offered(match) == PUT
        answer(match, put)
    assert sum(match.state.crystals) == gift
    assert "end phase" in offered(match)


@pytest.mark.rule("SF-057")
@pytest.mark.parametrize(("dice", "spirit"), [((2, 2), 4), ((2, 3), 5), ((3, 8), 6)])
def test_heal_gains_a_spirit_for_each_success(dice: tuple[int, int], spirit: int) -> None:
    match = play(wood("G I H E", spirit=4), dice)
    answer(match, "heal spirit", "roll 2")
    assert match.state.spirit == spirit
    (pawn,) = match.scene(0).left[0].pawns
    assert pawn.step == 8 - spirit, "to the left"


@pytest.mark.rule("SF-058")
@pytest.mark.parametrize(
    ("trauma", "dice", "to"), [("ache", (3, 3), DISCARD), ("burn", (3,), OUT), ("scar", (4, 4), DISCARD)]
)
def test_the_heal_action_removes_a_trauma(trauma: str, dice: tuple[int, ...], to: int) -> None:
    match = play(wood("G I H E", spaces=("apple", trauma)), dice)
    answer(match, f"heal {trauma}", f"roll {len(dice)}", "first")
    assert match.state.in_spaces == ("apple",)
    assert trauma in match.state.exploration.rows[to]
    assert crystals(match.state) == NO_CRYSTALS


@pytest.mark.rule("SF-058")
def test_a_trauma_can_be_removed_in_no_other_way() -> None:
    g = wood("E I H G", spaces=("ache", "burn", "apple"), exploration=["bread"], dice=(5, 0, 0))
    match = play(g, (3,))
    assert [key for key in offered(match) if "ache" in key or "burn" in key] == ["heal ache", "heal burn"]
    for key in ("use ache", "discard ache"):
        assert refuses(match, key)
    answer(match, "explore cards", "roll 1", "second 0")
    assert offered(match) == ["resolve apple", "discard apple", "resolve bread", "discard bread"]


@pytest.mark.rule("SF-Q16")
def test_brom_s_cure_gains_spirit_and_removes_neither_creature_nor_trauma() -> None:
    g = wood("G vole I H E", spaces=("ache",), spirit=3, crystals={"E": 2}, brom_turned=True)
    match = play(g)
    assert {"heal vole", "heal ache"} <= set(offered(match)), "these are for Heal"
    answer(match, "use brom")
    assert "end phase" in offered(match), "nothing was asked"
    assert (match.state.spirit, match.state.in_spaces, written(match.state)) == (
        5,
        ("ache",),
        ["G", "vole", "I", "H", "E"],
    )


# What is printed


@pytest.mark.rule("SF-Q14")
def test_a_creature_has_two_costs_one_for_illuminate_and_one_for_heal() -> None:
    match = play(wood("I hare G H E"), (3, 1), (3, 8))
    (hare,) = match.scene(0).below[0].things[1].things
    assert {
        counter.name: counter.count for counter in hare.counters if counter.name in ("Illuminate", "Heal")
    } == {
        "Illuminate": 1,
        "Heal": 3,
    }
    answer(match, "illuminate hare", "roll 2")
    assert match.state.stunned == ("hare",), "one success is enough for that"
    answer(match, "heal hare", "roll 2")
    assert refuses(match, "first")


@pytest.mark.rule("SF-Q14")
def test_a_place_has_one_type_and_one_cost() -> None:
    match = play(wood("H E I G"))
    assert [key for key in offered(match) if key.split()[1] in ("shed", "stile")] == [
        "help shed",
        "explore stile",
    ]
    areas = {area.id: area for area in match.scene(0).elements[0].areas}
    assert [(counter.icon, counter.count) for counter in areas["shed"].counters] == [("help", 2)]
    assert [(counter.icon, counter.count) for counter in areas["hedge"].counters] == [("explore", 3)]


@pytest.mark.rule("SF-Q15")
def test_words_stand_for_icons_and_the_wildwood_icon_is_a_mark_of_a_place() -> None:
    assert CONTENT.describe("bread") == ["Use: Gain 1 Crystal."]
    assert CONTENT.describe("apple") == ["Use: Gain 2 Spirit."]
    match = answered(play(begun()))
    areas = match.scene(0).elements[0].areas
    assert [area.id for area in areas if any(tag.icon == "wildwood" for tag in area.tags)] == ["spring"]
    assert [note.text for note in match.scene(0).page.legend] == [
        "Claw: lose 1 Spirit.",
        "Eye: draw 1 Creature.",
        "Haste: the Shadow Pawn advances 1 space.",
    ]
