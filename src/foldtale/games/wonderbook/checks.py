"""What a pack for Wonder Book must be, beyond its form: WB-C01 to WB-C30.

What a card does is read from its instructions as data. What the form of cards makes impossible (WB-C05,
WB-C09, and much of others) needs no check here; WB-C11 only permits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
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
DECIDING: Final = {
    "if",
    "choose",
    "may",
    "either",
    "pay",
    "pick",
    "each",
    "amount",
    "challenge",
    "must",
    "run",
}
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
        """The maps that cards of a Chapter open."""
        opened = [ident for card in self.chapters[chapter] for ident in card.given("use_map")]
        return [card.id for card in self.pack.of_kind("map") if card.id in opened]

    def given(self, word: str, name: str = "") -> list[Any]:
        """What each instruction `word` of all cards is given: beside its own name, or for its word `name`."""
        return [value for card in self.pack.cards.values() for value in card.given(word, name)]


Find: TypeAlias = Callable[[Content], Found]
CONSTRAINTS: Final[dict[str, Find]] = {}


def constraint(rule: str) -> Callable[[Find], Find]:
    """Find what is wrong by this constraint of the ledger, in the order of these functions."""
    return lambda find: CONSTRAINTS.setdefault(rule, find)


def check(pack: Pack, problems: Problems) -> None:
    """Every constraint, in the order of the ledger."""
    content = Content(pack)
    for rule, find in CONSTRAINTS.items():
        for at, said in find(content):
            problems.add("E701", at.where if isinstance(at, Card) else at, f"{said} ({rule})")


@constraint("WB-192")
def of_the_box(content: Content) -> Found:
    """The decks of the box are the same in every Chapter, so their ids are taken."""
    if not content.is_base:
        for card in content.pack.cards.values():
            taken = LIBRARY.box.cards.get(card.id)
            if taken is not None and is_of_the_box(taken):
                yield card, f"{card.id!r} is a {taken.kind} card of the box: use another id"


@constraint("WB-C01")
def numbers(content: Content) -> Found:
    for chapter, cards in content.chapters.items():
        found = [place.number for card in cards if (place := place_of(card.id)) is not None]
        missing = sorted({*range(1, max(found) + 1)} - {*found})
        roman = ROMAN[chapter - 1]
        if missing:
            yield cards[0], f"Chapter {roman} has no card {roman}-{missing[0]}"
        least, most = FULL_SIZE.get(chapter, OTHER_SIZE)
        if content.is_base and not least <= len(found) <= most:
            yield cards[0], f"Chapter {roman} has {len(found)} cards, not {least} to {most}"


@constraint("WB-C02")
def ends(content: Content) -> Found:
    for chapter, cards in content.chapters.items():
        if cards[-1].kind != "end":
            yield (
                cards[-1],
                f"the last card of Chapter {ROMAN[chapter - 1]} is its end, not a {cards[-1].kind}",
            )
        for card in cards[:-1]:
            if card.kind == "end":
                yield card, f"{card.id!r} ends the Chapter, but is not its last card"


@constraint("WB-C03")
def faces(content: Content) -> Found:
    for card in content.pack.of_kind("story", "goal", "interaction"):
        back, then = card.body.back, card.body.then
        if then == "flip" and back is None:
            yield card, f"{card.id!r} is flipped, but has no back"
        if then != "flip" and back is not None and card.kind != "interaction":
            yield card, f"{card.id!r} has a back, but nothing flips it"
        if back is not None and back.then == "flip":
            yield card, f"the back of {card.id!r} cannot be flipped again"
    for card in content.pack.of_kind("goal"):
        if card.body.then == "goal":
            yield card, f"{card.id!r} must say what comes when the Goal is met: flip, next or discard"
    for card in content.pack.of_kind("choice"):
        if any(column.id in FACES for column in card.body.options):
            yield card, f"an option of {card.id!r} is called as a face is: give it another id"
        if any(column.then in ("flip", "goal") for column in card.body.options):
            yield card, f"a column of {card.id!r} goes on with next or discard"
    for card in content.pack.of_kind("item", "rule", "wyrm"):
        if card.body.then in ("flip", "goal"):
            yield card, f"{card.id!r} goes on with next or discard"


@constraint("WB-C04")
def paths(content: Content) -> Found:
    """No jump back, none out of the Chapter, and no card that every path passes by."""
    for cards in content.chapters.values():
        order = [card.id for card in cards]
        named = {target for card in cards for target in (*card.given("goto"), *card.given("reveal_card"))}
        named |= {card.id for card in cards if getattr(card.body, "comes", None) is not None}
        for at, card in enumerate(cards):
            for target in card.given("goto"):
                if target not in order:
                    yield card, f"{card.id!r} goes on with {target!r}, which is no card of its Chapter"
                elif order.index(target) <= at:
                    yield card, f"{card.id!r} goes back to {target!r}, which has been read"
                elif always(card, "goto"):
                    for passed in order[at + 1 : order.index(target)]:
                        if passed not in named and content.pack.cards[passed].kind != "interaction":
                            yield (
                                content.pack.cards[passed],
                                f"nothing leads to {passed!r}: {card.id!r} passes it by",
                            )
    led_to = {ident for leads in content.pack.leads.values() for ident in leads}
    for card in content.pack.of_kind("map", "enemy", "ally", "item", "rule"):
        if place_of(card.id) is None and card.id not in led_to and not is_sealed(card):
            yield card, f"nothing leads to {card.id!r}"


def is_sealed(card: Card) -> bool:
    return card.kind == "item" and bool(card.body.envelope)


def always(card: Card, op: str) -> bool:
    """Whether a card carries out an instruction whatever happens."""
    words = [card.words(path) for path in (["do"] if card.kind == "choice" else card.calls)]
    return any(op in found and not DECIDING & {*found} for found in words)


@constraint("WB-C06")
def choices(content: Content) -> Found:
    for card in content.pack.of_kind("choice"):
        columns = card.body.options
        if not TWO <= len(columns) <= 4:
            yield card, f"{card.id!r} has {len(columns)} options; a choice has 2 to 4"
        if len({column.id for column in columns}) < len(columns):
            yield card, f"two options of {card.id!r} have the same id"


@constraint("WB-C07")
def always_something(content: Content) -> Found:
    """An option without a condition, or two of which one denies the other."""
    for card in content.pack.of_kind("choice"):
        tests = [column.if_.form if column.if_ is not None else None for column in card.body.options]
        if None not in tests and not any(("not", test) in tests for test in tests):
            yield card, f"it may be that no option of {card.id!r} can be chosen"


@constraint("WB-C08")
def keywords(content: Content) -> Found:
    """Tested after it could be written, and written because something tests it later."""
    writes: dict[str, Any] = {}
    tests: dict[str, Any] = {}
    for card in content.pack.cards.values():
        place = place_of(card.id)
        for word in card.given("write"):
            writes.setdefault(word.upper(), []).append((place, card))
        for (word,) in card.asks("has"):
            tests.setdefault(word.upper(), []).append((place, card))
    for word, found in tests.items():
        for place, card in found if word in writes else ():
            if not any(first is None or place is None or first <= place for first, _ in writes.get(word, ())):
                yield card, f"{card.id!r} asks for the Keyword {word}, which nothing writes before it"
    for word, found in writes.items():
        for place, card in found:
            if not any(last is None or place is None or last >= place for last, _ in tests.get(word, ())):
                yield card, f"{card.id!r} writes the Keyword {word}, which nothing asks for later"


@constraint("WB-C10")
def goals(content: Content) -> Found:
    """What a Goal waits for can come about."""
    counted = [*content.given("count"), *content.given("set_counter")]
    written = content.given("write")
    appear = [*content.given("create_enemy"), *content.given("create_ally")]
    for card in content.pack.of_kind("goal"):
        test = card.body.goal
        if test.constant:
            yield card, f"the Goal {card.id!r} does not wait for anything that could happen"
            continue
        for word, *given in parts_of(test.form):
            if word == "counter" and given[0] not in counted:
                yield card, f"nothing counts {given[0]!r}, for which the Goal {card.id!r} waits"
            if word == "has" and given[0] not in written:
                yield card, f"nothing writes {given[0]}, for which the Goal {card.id!r} waits"
            if word in ("is_defeated", "is_alive") and given[0] not in appear:
                yield card, f"{given[0]!r} never appears, for whom the Goal {card.id!r} waits"


@constraint("WB-C12")
def objects(content: Content) -> Found:
    placed = {*content.given("place_object")}
    for card in content.pack.of_kind("map"):
        placed |= {name for name, prop in card.body.objects.items() if prop.area}
    for card in content.pack.of_kind("interaction"):
        if card.body.object not in placed:
            yield card, f"the object {card.body.object!r} of {card.id!r} never stands anywhere"


@constraint("WB-C13")
def stacks(content: Content) -> Found:
    """Cards that share a banner are laid out together, all of one Chapter."""
    for cards in content.chapters.values():
        banners: dict[str, list[Card]] = {}
        for card in cards:
            if card.kind == "interaction" and card.body.banner:
                banners.setdefault(card.body.banner, []).append(card)
        laid_out = [banner for card in cards for banner in card.given("take_stack")]
        for banner, ones in banners.items():
            if len(ones) > 1 and banner not in laid_out:
                yield ones[0], f"nothing lays out the {banner} stack"


@constraint("WB-C14")
def items(content: Content) -> Found:
    """An Item does something, or is asked for."""
    for card in content.pack.of_kind("item"):
        others = [other for other in content.pack.cards.values() if other is not card]
        asked = [held for other in others for word in ("holds", "is_held") for held in other.asks(word)]
        works = bool(card.body.actions) or card.body.standing != NOTHING_STANDS
        if not works and not any(held[0] == card.id for held in asked):
            yield card, f"the Item {card.id!r} does nothing, and nothing asks for it"


@constraint("WB-C15")
def shreds(content: Content) -> Found:
    found = content.pack.of_kind("shred")
    if content.is_base and len(found) != SHREDS:
        yield Where("pack.yaml"), f"there are {len(found)} Shred cards, not {SHREDS}"
    for card in found:
        if not card.body.actions and card.body.standing == NOTHING_STANDS:
            yield card, f"the Shred card {card.id!r} does nothing"


@constraint("WB-C16")
def wyrm_cards(content: Content) -> Found:
    base = [card for card in content.pack.of_kind("wyrm") if place_of(card.id) is None]
    if content.is_base and len(base) != BASE_WYRMS:
        yield Where("pack.yaml"), f"there are {len(base)} base Wyrm cards, not {BASE_WYRMS}"
    if not content.is_base:
        for card in base:
            yield card, f"a Wyrm card that a Chapter adds has a number of it, unlike {card.id!r}"


@constraint("WB-C17")
def wyrm_texts(content: Content) -> Found:
    for card in content.pack.of_kind("wyrm"):
        if not card.words("do"):
            yield card, f"the Wyrm card {card.id!r} neither spawns nor activates nor does anything else"


@constraint("WB-C18")
def reveals(content: Content) -> Found:
    found = [card for card in content.pack.of_kind("wyrm") if place_of(card.id) is None]
    if content.is_base and found and all("reveal_wyrm_card" in card.words("do") for card in found):
        yield found[0], "every base Wyrm card reveals another, so that revealing never ends"


@constraint("WB-C19")
def heroes(content: Content) -> Found:
    found = [card.id for card in content.pack.of_kind("hero")]
    if content.is_base and sorted(found) != sorted(HEROES):
        yield Where("pack.yaml"), f"the Heroes are {', '.join(HEROES)}, not {', '.join(found) or 'nobody'}"
    if not content.is_base and found:
        yield content.pack.cards[found[0]].where, "the four Heroes are the same in every campaign"


@constraint("WB-C20")
def starting_skills(content: Content) -> Found:
    for card in content.pack.of_kind("hero"):
        if not {"pay", "spend"} <= {*card.words("skill.do")}:
            yield card, f"the starting skill of {card.id} costs a Spark"


@constraint("WB-C21")
def upgrades(content: Content) -> Found:
    for card in content.pack.of_kind("hero", "upgrade"):
        if place_of(card.id) is not None:
            yield card, f"{card.id!r} is handed out, not read: give it an id without a number"
    handouts: dict[int, list[Card]] = {}
    for card in content.pack.of_kind("upgrade"):
        handouts.setdefault(card.body.handout, []).append(card)
    for number, cards in handouts.items():
        if sorted([card.body.hero for card in cards]) != sorted(HEROES):
            yield cards[0], f"handout {number} has not one Upgrade card for each Hero"


@constraint("WB-C22")
def reach(content: Content) -> Found:
    """From where Heroes are put, every area with something in it can be reached, or is opened."""
    calls = [call for card in content.pack.cards.values() for call in card.all_calls()]
    opened = [
        [call.given[call.word], call.given["other"]]
        for call in calls
        if call.word == "add_link" or (call.word == "set_border" and call.given["line"] == "dashed")
    ]
    starts = {*content.given("move_to"), *content.given("all_to"), *content.given("remove_area", "to")}
    for card in content.pack.of_kind("map"):
        drawn: MapCard = card.body
        entries = [area for area in drawn.areas if area in starts]
        if not entries:
            continue
        ways = [line.between for line in drawn.borders if line.line == "dashed"]
        ways += opened
        known = {*entries}
        for _ in drawn.areas:
            known |= {end for way in ways if known & {*way} for end in way}
        wanted = [prop.area for prop in drawn.objects.values() if prop.area]
        wanted += [
            part
            for goal in content.pack.of_kind("goal")
            for form in parts_of(goal.body.goal.form)
            for part in form[1:]
        ]
        for area in wanted:
            if area in drawn.areas and area not in known:
                yield card, f"nobody can ever reach {area!r} on the map {card.id!r}"


@constraint("WB-C23")
def borders(content: Content) -> Found:
    for card in content.pack.of_kind("map"):
        drawn: MapCard = card.body
        for line in drawn.borders:
            ends = sorted(line.between)
            if len({*ends}) != TWO or any(end not in drawn.areas for end in ends):
                yield card, f"a border of {card.id!r} lies between two of its areas, unlike {', '.join(ends)}"
        for area in drawn.areas:
            if len(drawn.areas) > 1 and not any(area in line.between for line in drawn.borders):
                yield card, f"{area!r} on the map {card.id!r} touches nothing"


@constraint("WB-C24")
def vortices(content: Content) -> Found:
    for chapter, cards in content.chapters.items():
        maps = content.maps_of(chapter)
        areas = {area for ident in maps for area in content.pack.cards[ident].body.areas}
        for card in cards:
            for area in card.body.vortex if card.kind == "goal" else ():
                if area not in areas:
                    yield card, f"the Dark Vortex {area!r} of {card.id!r} is on no map of its Chapter"


@constraint("WB-C25")
def supplies(content: Content) -> Found:
    for card in content.pack.cards.values():
        sparks = sum([count for count in card.given("place_sparks") if isinstance(count, int)])
        if sparks > SPARKS:
            yield card, f"{card.id!r} places {sparks} Sparks; there are {SPARKS}"
        for count in card.given("spawn"):
            if isinstance(count, int) and count > MOST_WYRMS:
                yield card, f"{card.id!r} spawns {count} Wyrms; there are {MOST_WYRMS}"


@constraint("WB-C26")
def endings(content: Content) -> Found:
    for card in content.pack.of_kind("end"):
        counts = [number for band in card.body.endings for number in range(band.least, band.most + 1)]
        if sorted(counts) != [*range(1, 11)]:
            yield card, f"the endings of {card.id!r} must cover 1 to 10 Destiny tokens, each once"


@constraint("WB-C27")
def envelope(content: Content) -> Found:
    opened = [ident for ident, card in content.pack.cards.items() if "open_envelope" in card.words()]
    sealed = [card for card in content.pack.of_kind("item") if card.body.envelope]
    if sealed and not opened:
        yield sealed[0], "nothing opens the envelope"
    for ident in opened[1:]:
        yield content.pack.cards[ident], f"the envelope is opened by {opened[0]!r} already"


@constraint("WB-C28")
def needs(content: Content) -> Found:
    for card in content.pack.cards.values():
        for call in card.all_calls():
            count = call.given.get("count")
            if call.word == "pick" and isinstance(count, int) and count > TWO and is_of_heroes(call):
                yield card, f"{card.id!r} needs {count} Heroes; there may be only two"


def is_of_heroes(call: Call) -> bool:
    """Whether somebody chooses among Heroes."""
    form = call.given["pick"]
    while isinstance(form, tuple) and form[0] == "where":
        form = form[1]
    value = LANGUAGE.values.get(form[0]) if isinstance(form, tuple) else None
    return value is not None and value.gives is not None and value.gives.kind is HERO


@constraint("WB-C29")
def pressure(content: Content) -> Found:
    for card in content.pack.of_kind("goal"):
        if card.body.phases == "players" and card.body.standing == NOTHING_STANDS:
            yield card, f"under the Goal {card.id!r} one can wait for ever: nothing presses"


@constraint("WB-C30")
def new_maps(content: Content) -> Found:
    known: set[str] = set()
    for chapter, cards in sorted(content.chapters.items()):
        maps = {*content.maps_of(chapter)}
        if not maps - known:
            yield cards[0], f"Chapter {ROMAN[chapter - 1]} opens no map that is new"
        known |= maps
