"""What a pack for Wonder Book must be, beyond its form: WB-C01 to WB-C30.

What a card does is read from its instructions as data. What the form of cards makes impossible (WB-C05,
WB-C09, and much of others) needs no check here; WB-C11 only permits.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, TypeAlias

from foldtale.games.wonderbook.content import LIBRARY, is_of_the_box, place_of
from foldtale.games.wonderbook.language import HERO, HEROES, LANGUAGE, MapCard
from foldtale.games.wonderbook.record import ROMAN
from foldtale.games.wonderbook.state import SPARKS
from foldtale.kernel.effects.expression import parts_of
from foldtale.kernel.effects.force import NOTHING_STANDS
from foldtale.kernel.effects.program import Call
from foldtale.kernel.pack.folder import Card, Pack
from foldtale.kernel.pack.problems import Problems, Where

Found: TypeAlias = Iterator[tuple[Card | Where, str]]
FULL_SIZE: Final = {1: (42, 42)}
OTHER_SIZE: Final = (38, 44)
SHREDS, BASE_WYRMS, MOST_WYRMS = 16, 6, 8
TWO: Final = 2
FACES: Final = ("front", "back", "next")
DECIDING = {"if", "choose", "may", "either", "pay", "pick", "each", "amount", "challenge", "must", "run"}
"""Instructions inside which another may or may not be carried out."""


class Content:
    """A pack by Chapters."""

    def __init__(self, pack: Pack) -> None:
        self.pack = pack
        self.is_base = pack.about.pack == LANGUAGE.name
        self.chapters: dict[int, list[Card]] = {}
        numbered = [(place, card) for card in pack.cards.values() if (place := place_of(card.id)) is not None]
        for place, card in sorted(numbered, key=lambda found: found[0]):
            self.chapters.setdefault(place.chapter, []).append(card)

    def maps_of(self, chapter: int) -> list[str]:
        """Return the maps that cards of a Chapter open."""
        opened = [ident for card in self.chapters[chapter] for ident in card.given("use_map")]
        return [card.id for card in self.pack.of_kind("map") if card.id in opened]

    def given(self, word: str) -> list[Any]:
        """Return what each instruction `word` of all cards is given beside its own name."""
        return [value for card in self.pack.cards.values() for value in card.given(word)]


def check(pack: Pack, problems: Problems) -> None:
    """Note every constraint that the pack breaks."""
    content = Content(pack)
    of_cards = (single_cards, of_the_box, decks)
    of_chapters = (numbers, paths, keywords)
    of_things = (goals, objects, stacks, items, reach, vortices, envelope)
    for find in (*of_cards, *of_chapters, *of_things):
        problems.add_all(find(content))


# One card


def single_cards(content: Content) -> Found:
    for card in content.pack.cards.values():
        for said in (*endings_of_card(card), *faults(card), *supplies(card)):
            yield card, said


def endings_of_card(card: Card) -> Iterator[str]:
    """WB-C03: what the bottom of a card says can be done."""
    body, ident = card.body, card.id
    if card.kind in ("story", "goal", "interaction"):
        if body.then == "flip" and body.back is None:
            yield f"{ident!r} is flipped, but has no back (WB-C03)"
        if body.then != "flip" and body.back is not None and card.kind != "interaction":
            yield f"{ident!r} has a back, but nothing flips it (WB-C03)"
        if body.back is not None and body.back.then == "flip":
            yield f"the back of {ident!r} cannot be flipped again (WB-C03)"
    if card.kind == "goal" and body.then == "goal":
        yield f"{ident!r} must say what comes when the Goal is met: flip, next or discard (WB-C03)"
    if card.kind in ("item", "rule", "wyrm") and body.then in ("flip", "goal"):
        yield f"{ident!r} goes on with next or discard (WB-C03)"
    if card.kind == "choice" and any(column.then in ("flip", "goal") for column in body.options):
        yield f"a column of {ident!r} goes on with next or discard (WB-C03)"


def faults(card: Card) -> Iterator[str]:
    """WB-C06, WB-C07, WB-C15, WB-C17, WB-C20, WB-C23, WB-C26 and WB-C29, by the kind of the card."""
    body, ident = card.body, card.id
    match card.kind:
        case "choice":
            names = [column.id for column in body.options]
            if any(name in FACES for name in names):
                yield f"an option of {ident!r} is called as a face is: give it another id (WB-C03)"
            if not TWO <= len(names) <= 4:
                yield f"{ident!r} has {len(names)} options; a choice has 2 to 4 (WB-C06)"
            if len({*names}) < len(names):
                yield f"two options of {ident!r} have the same id (WB-C06)"
            tests = [column.if_.form if column.if_ is not None else None for column in body.options]
            if None not in tests and not any(("not", test) in tests for test in tests):
                yield f"it may be that no option of {ident!r} can be chosen (WB-C07)"
        case "shred" if not body.actions and body.standing == NOTHING_STANDS:
            yield f"the Shred card {ident!r} does nothing (WB-C15)"
        case "wyrm" if not card.words("do"):
            yield f"the Wyrm card {ident!r} neither spawns nor activates nor does anything else (WB-C17)"
        case "hero" if not {"pay", "spend"} <= {*card.words("skill.do")}:
            yield f"the starting skill of {ident} costs a Spark (WB-C20)"
        case "map":
            for line in body.borders:
                ends = sorted(line.between)
                if len({*ends}) != TWO or any(end not in body.areas for end in ends):
                    found = ", ".join(ends)
                    yield f"a border of {ident!r} lies between two of its areas, unlike {found} (WB-C23)"
            for area in body.areas:
                if len(body.areas) > 1 and not any(area in line.between for line in body.borders):
                    yield f"{area!r} on the map {ident!r} touches nothing (WB-C23)"
        case "end":
            counts = [number for band in body.endings for number in range(band.least, band.most + 1)]
            if sorted(counts) != [*range(1, 11)]:
                yield f"the endings of {ident!r} must cover 1 to 10 Destiny tokens, each once (WB-C26)"
        case "goal" if body.phases == "players" and body.standing == NOTHING_STANDS:
            yield f"under the Goal {ident!r} one can wait for ever: nothing presses (WB-C29)"


def supplies(card: Card) -> Iterator[str]:
    """WB-C25 and WB-C28: no card needs more Sparks, Wyrms or Heroes than there may be."""
    sparks = sum([count for count in card.given("place_sparks") if isinstance(count, int)])
    if sparks > SPARKS:
        yield f"{card.id!r} places {sparks} Sparks; there are {SPARKS} (WB-C25)"
    for count in card.given("spawn"):
        if isinstance(count, int) and count > MOST_WYRMS:
            yield f"{card.id!r} spawns {count} Wyrms; there are {MOST_WYRMS} (WB-C25)"
    for call in card.all_calls():
        count = call.given.get("count")
        if call.word == "pick" and isinstance(count, int) and count > TWO and is_of_heroes(call):
            yield f"{card.id!r} needs {count} Heroes; there may be only two (WB-C28)"


def is_of_heroes(call: Call) -> bool:
    """Whether somebody chooses among Heroes."""
    form = call.given["pick"]
    while isinstance(form, tuple) and form[0] == "where":
        form = form[1]
    value = LANGUAGE.values.get(form[0]) if isinstance(form, tuple) else None
    return value is not None and value.gives is not None and value.gives.kind is HERO


# The decks of the box


def of_the_box(content: Content) -> Found:
    """WB-192: the decks of the box are the same in every Chapter, so their ids are taken."""
    for card in () if content.is_base else content.pack.cards.values():
        taken = LIBRARY.box.cards.get(card.id)
        if taken is not None and is_of_the_box(taken):
            yield card, f"{card.id!r} is a {taken.kind} card of the box: use another id (WB-192)"


def decks(content: Content) -> Found:
    """WB-C15, WB-C16, WB-C18, WB-C19 and WB-C21: Shreds, Wyrm cards, Heroes and Upgrades."""
    pack, at_all = content.pack, Where("pack.yaml")
    shreds, found = pack.of_kind("shred"), [card.id for card in pack.of_kind("hero")]
    wyrms = [card for card in pack.of_kind("wyrm") if place_of(card.id) is None]
    if content.is_base:
        if len(shreds) != SHREDS:
            yield at_all, f"there are {len(shreds)} Shred cards, not {SHREDS} (WB-C15)"
        if len(wyrms) != BASE_WYRMS:
            yield at_all, f"there are {len(wyrms)} base Wyrm cards, not {BASE_WYRMS} (WB-C16)"
        if wyrms and all("reveal_wyrm_card" in card.words("do") for card in wyrms):
            yield wyrms[0], "every base Wyrm card reveals another, so that revealing never ends (WB-C18)"
        if sorted(found) != sorted(HEROES):
            yield at_all, f"the Heroes are {', '.join(HEROES)}, not {', '.join(found) or 'nobody'} (WB-C19)"
    else:
        for card in wyrms:
            yield card, f"a Wyrm card that a Chapter adds has a number of it, unlike {card.id!r} (WB-C16)"
        if found:
            yield pack.cards[found[0]], "the four Heroes are the same in every campaign (WB-C19)"
    handouts: dict[int, list[Card]] = {}
    for card in pack.of_kind("hero", "upgrade"):
        if place_of(card.id) is not None:
            yield card, f"{card.id!r} is handed out, not read: give it an id without a number (WB-C21)"
        if card.kind == "upgrade":
            handouts.setdefault(card.body.handout, []).append(card)
    for number, cards in handouts.items():
        if sorted([card.body.hero for card in cards]) != sorted(HEROES):
            yield cards[0], f"handout {number} has not one Upgrade card for each Hero (WB-C21)"


# Chapters


def numbers(content: Content) -> Found:
    """WB-C01, WB-C02 and WB-C30: cards in a row, the end last, and a map that is new."""
    known: set[str] = set()
    for chapter, cards in sorted(content.chapters.items()):
        roman = ROMAN[chapter - 1]
        found = [place.number for card in cards if (place := place_of(card.id)) is not None]
        missing = sorted({*range(1, max(found) + 1)} - {*found})
        if missing:
            yield cards[0], f"Chapter {roman} has no card {roman}-{missing[0]} (WB-C01)"
        least, most = FULL_SIZE.get(chapter, OTHER_SIZE)
        if content.is_base and not least <= len(found) <= most:
            yield cards[0], f"Chapter {roman} has {len(found)} cards, not {least} to {most} (WB-C01)"
        last = cards[-1]
        if last.kind != "end":
            yield last, f"the last card of Chapter {roman} is its end, not a {last.kind} (WB-C02)"
        for card in cards[:-1]:
            if card.kind == "end":
                yield card, f"{card.id!r} ends the Chapter, but is not its last card (WB-C02)"
        maps = {*content.maps_of(chapter)}
        if not maps - known:
            yield cards[0], f"Chapter {roman} opens no map that is new (WB-C30)"
        known |= maps


def paths(content: Content) -> Found:
    """WB-C04: no jump back, none out of the Chapter, and no card that every path passes by."""
    pack = content.pack
    for cards in content.chapters.values():
        order = [card.id for card in cards]
        named = {target for card in cards for target in (*card.given("goto"), *card.given("reveal_card"))}
        named |= {card.id for card in cards if getattr(card.body, "comes", None) is not None}
        for at, card in enumerate(cards):
            for target in card.given("goto"):
                if target not in order:
                    said = f"{card.id!r} goes on with {target!r}, which is no card of its Chapter (WB-C04)"
                    yield card, said
                elif order.index(target) <= at:
                    yield card, f"{card.id!r} goes back to {target!r}, which has been read (WB-C04)"
                elif always(card, "goto"):
                    for passed in cards[at + 1 : order.index(target)]:
                        if passed.id not in named and passed.kind != "interaction":
                            said = f"nothing leads to {passed.id!r}: {card.id!r} passes it by (WB-C04)"
                            yield passed, said
    led_to = {ident for leads in pack.leads.values() for ident in leads}
    for card in pack.of_kind("map", "enemy", "ally", "item", "rule"):
        is_sealed = card.kind == "item" and card.body.envelope
        if place_of(card.id) is None and card.id not in led_to and not is_sealed:
            yield card, f"nothing leads to {card.id!r} (WB-C04)"


def always(card: Card, op: str) -> bool:
    """Whether a card carries out an instruction whatever happens."""
    words = [card.words(path) for path in (["do"] if card.kind == "choice" else card.calls)]
    return any(op in found and not DECIDING & {*found} for found in words)


def keywords(content: Content) -> Found:
    """WB-C08: tested after it could be written, and written because something tests it later."""
    writes: dict[str, Any] = {}
    tests: dict[str, Any] = {}
    for card in content.pack.cards.values():
        place = place_of(card.id)
        for word in card.given("write"):
            writes.setdefault(word.upper(), []).append((place, card))
        for (word,) in card.asks("has"):
            tests.setdefault(word.upper(), []).append((place, card))
    for word in dict.fromkeys((*tests, *writes)):
        written = [place for place, _ in writes.get(word, ())]
        tested = [place for place, _ in tests.get(word, ())]
        for place, card in tests.get(word, ()) if written else ():
            if not any(first is None or place is None or first <= place for first in written):
                said = f"{card.id!r} asks for the Keyword {word}, which nothing writes before it (WB-C08)"
                yield card, said
        for place, card in writes.get(word, ()):
            if not any(last is None or place is None or last >= place for last in tested):
                yield card, f"{card.id!r} writes the Keyword {word}, which nothing asks for later (WB-C08)"


# Goals, objects and maps


def goals(content: Content) -> Found:
    """WB-C10: what a Goal waits for can come about."""
    counted = [*content.given("count"), *content.given("set_counter")]
    written = content.given("write")
    appear = [*content.given("create_enemy"), *content.given("create_ally")]
    for card in content.pack.of_kind("goal"):
        test, waits = card.body.goal, f"for which the Goal {card.id!r} waits (WB-C10)"
        if test.constant:
            yield card, f"the Goal {card.id!r} does not wait for anything that could happen (WB-C10)"
            continue
        for word, *given in parts_of(test.form):
            if word == "counter" and given[0] not in counted:
                yield card, f"nothing counts {given[0]!r}, {waits}"
            if word == "has" and given[0] not in written:
                yield card, f"nothing writes {given[0]}, {waits}"
            if word in ("is_defeated", "is_alive") and given[0] not in appear:
                yield card, f"{given[0]!r} never appears, {waits.replace('which', 'whom')}"


def objects(content: Content) -> Found:
    """WB-C12: what somebody can interact with stands somewhere."""
    placed = {*content.given("place_object")}
    for card in content.pack.of_kind("map"):
        placed |= {name for name, prop in card.body.objects.items() if prop.area}
    for card in content.pack.of_kind("interaction"):
        if card.body.object not in placed:
            yield card, f"the object {card.body.object!r} of {card.id!r} never stands anywhere (WB-C12)"


def stacks(content: Content) -> Found:
    """WB-C13: cards that share a banner are laid out together, all of one Chapter."""
    for cards in content.chapters.values():
        banners: dict[str, list[Card]] = {}
        for card in cards:
            if card.kind == "interaction" and card.body.banner:
                banners.setdefault(card.body.banner, []).append(card)
        laid_out = [banner for card in cards for banner in card.given("take_stack")]
        for banner, ones in banners.items():
            if len(ones) > 1 and banner not in laid_out:
                yield ones[0], f"nothing lays out the {banner} stack (WB-C13)"


def items(content: Content) -> Found:
    """WB-C14: an Item does something, or is asked for."""
    for card in content.pack.of_kind("item"):
        others = [other for other in content.pack.cards.values() if other is not card]
        asked = [held for other in others for word in ("holds", "is_held") for held in other.asks(word)]
        works = bool(card.body.actions) or card.body.standing != NOTHING_STANDS
        if not works and not any(held[0] == card.id for held in asked):
            yield card, f"the Item {card.id!r} does nothing, and nothing asks for it (WB-C14)"


def reach(content: Content) -> Found:
    """WB-C22: from where Heroes are put, every area with something in it can be reached, or is opened."""
    calls = [call for card in content.pack.cards.values() for call in card.all_calls()]
    opened = [
        [call.given[call.word], call.given["other"]]
        for call in calls
        if call.word == "add_link" or (call.word == "set_border" and call.given["line"] == "dashed")
    ]
    starts = {*content.given("move_to"), *content.given("all_to")}
    starts |= {call.given["to"] for call in calls if call.word == "remove_area"}
    forms = [form for goal in content.pack.of_kind("goal") for form in parts_of(goal.body.goal.form)]
    for card in content.pack.of_kind("map"):
        drawn: MapCard = card.body
        known = {area for area in drawn.areas if area in starts}
        if not known:
            continue
        ways = [*[line.between for line in drawn.borders if line.line == "dashed"], *opened]
        for _ in drawn.areas:
            known |= {end for way in ways if known & {*way} for end in way}
        wanted = [prop.area for prop in drawn.objects.values() if prop.area]
        for area in (*wanted, *[part for form in forms for part in form[1:]]):
            if area in drawn.areas and area not in known:
                yield card, f"nobody can ever reach {area!r} on the map {card.id!r} (WB-C22)"


def vortices(content: Content) -> Found:
    """WB-C24: each Dark Vortex is on a map of its Chapter."""
    for chapter, cards in content.chapters.items():
        maps = content.maps_of(chapter)
        areas = {area for ident in maps for area in content.pack.cards[ident].body.areas}
        for card in cards:
            for area in card.body.vortex if card.kind == "goal" else ():
                if area not in areas:
                    said = f"the Dark Vortex {area!r} of {card.id!r} is on no map of its Chapter (WB-C24)"
                    yield card, said


def envelope(content: Content) -> Found:
    """WB-C27: what lies in the envelope is handed out, once."""
    opened = [card for card in content.pack.cards.values() if "open_envelope" in card.words()]
    sealed = [card for card in content.pack.of_kind("item") if card.body.envelope]
    if sealed and not opened:
        yield sealed[0], "nothing opens the envelope (WB-C27)"
    for card in opened[1:]:
        yield card, f"the envelope is opened by {opened[0].id!r} already (WB-C27)"
