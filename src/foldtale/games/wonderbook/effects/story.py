"""Instructions about cards, the map, the campaign and how things go on."""

from __future__ import annotations

from typing import Literal

from foldtale.games.wonderbook.effects.figures import op
from foldtale.games.wonderbook.language import LANGUAGE, Area, Banner, Card, Enemy, Flag, Hero, Thing
from foldtale.games.wonderbook.rules import chapter, enemies, heroes, on_table, reading, turns
from foldtale.games.wonderbook.rules.attack import to_supply
from foldtale.games.wonderbook.rules.goal import goal_comes_due, look_at_goal
from foldtale.games.wonderbook.rules.heroes import CHAPTER, LOST
from foldtale.games.wonderbook.state import TOKENS, Book
from foldtale.games.wonderbook.world import Border
from foldtale.kernel.effects import ME, Cause, Kind, leave
from foldtale.kernel.talk import ALL, EVERYONE, Chance, Leave, Play, Show, pick, settle, tell
from foldtale.kernel.zones import peek as look_at

Deck = Literal["wyrm", "shred"]
LANGUAGE.kind(Deck, Kind("deck", ("wyrm", "shred"), says={"wyrm": "Wyrm", "shred": "Shred"}))


@op(
    "{who} {who:draws|draw} {n} Shred {n:card|cards}",
    can=lambda g, n, who: bool(g.shreds.deck_size or g.shreds.rows[0]),
)
def draw_shred(g: Book, n: int = 1, who: Hero = ME) -> Play[None]:
    """The top cards of the Shred deck go to a Hero."""
    for _ in range(n):
        yield from on_table.draw_shred(g, who)
        if g.due:
            yield from settle(g)


@op("{who} {who:gains|gain} {card}")
def gain_item(g: Book, card: Card, who: Hero = ME) -> None:
    """An Item goes to a Hero, wherever it was."""
    on_table.gain_item(g, card, who)


@op("discard {card}", can=lambda g, card: any(card in g.held_by(hero) for hero in g.heroes))
def discard_item(g: Book, card: Card) -> None:
    """An Item or Shred is discarded, whoever holds it."""
    on_table.discard_item(g, card)


@op("{card} goes to {to}", can=lambda g, card, to: any(card in g.held_by(hero) for hero in g.heroes))
def pass_item(g: Book, card: Card, to: Hero) -> None:
    """An Item or Shred changes hands."""
    for hero in g.heroes:
        if card in g.held_by(hero) and hero != to:
            on_table.pass_item(g, card, hero, to)
            return


@op("{card} is kept for the next Chapter")
def keep(g: Book, card: Card) -> None:
    """Whoever holds an Item when the Chapter ends keeps it."""
    g.kept = (*g.kept, card)


@op("read {card}")
def reveal_card(g: Book, card: Card) -> Play[None]:
    """A card of the Chapter deck is read now; afterwards one goes back to what was interrupted.

    A Goal card takes the place of the one that was there.
    """
    if g.chapter.kind(card) == "goal":
        yield from set_goal(g, card)
    elif card in g.deck:
        page = g.page
        yield from reading.read_card(g, card)
        g.page = page


@op("go on with {card}")
def goto(g: Book, card: Card) -> None:
    """The deck goes on with this card; those before it are set aside unread."""
    reading.go_to(g, card)


@op("set aside {n} {n:card|cards} unread")
def skip_cards(g: Book, n: int) -> None:
    """The next cards of the deck are set aside."""
    start = 1 if g.goal and g.deck and g.deck[0] == g.goal else 0
    if len(g.deck) > start + n:
        reading.go_to(g, g.deck[start + n])


@op("lay out the {banner} stack")
def take_stack(g: Book, banner: Banner) -> None:
    """The Interaction cards of this banner leave the deck and lie out, lowest number on top."""
    on_table.take_stack(g, banner)


@op("discard the top card of the {banner} stack")
def pop_stack(g: Book, banner: Banner) -> None:
    """The next card of a stack can be reached."""
    on_table.pop_stack(g, banner)


@op("{card} is in force")
def put_rule(g: Book, card: Card) -> None:
    """A Special Rule is laid where all can see it."""
    if g.chapter.kind(card) == "rule":
        on_table.take_out(g, card)
        on_table.put_rule(g, card)


@op("discard {card}")
def discard_rule(g: Book, card: Card) -> None:
    """A Special Rule is in force no longer."""
    on_table.discard_rule(g, card)


def is_out(g: Book, card: str) -> bool:
    held = any(card in g.held_by(hero) for hero in g.heroes)
    return held or card in g.rules or bool(on_table.stack_of(g, card))


@op("discard {card}", can=is_out)
def discard(g: Book, card: Card) -> None:
    """An Item, a Shred, a Special Rule or the Interaction card on top of a stack is discarded."""
    stack = on_table.stack_of(g, card)
    if stack:
        on_table.pop_stack(g, stack)
    elif card in g.rules:
        on_table.discard_rule(g, card)
    else:
        on_table.discard_item(g, card)


@op("choose your heroes")
def choose_heroes(g: Book) -> Play[None]:
    """Each player takes a Hero, alone two."""
    yield from chapter.choose_heroes(g)


@op("each hero gains an Upgrade card ({n})")
def gain_upgrades(g: Book, n: int) -> Play[None]:
    """The Upgrade cards of this handout, one a Hero; a side of each is chosen at once."""
    yield from heroes.hand_out_upgrades(g, n)


@op("{card} joins the Wyrm deck")
def add_wyrm_card(g: Book, card: Card) -> None:
    """A purple Wyrm card is shuffled into the Wyrm deck."""
    on_table.add_wyrm_card(g, card)


@op("reveal a Wyrm card< {silver:with 3 or 4 players|with 3 or 4 players}>")
def reveal_wyrm_card(g: Book, c: Cause, silver: bool = False) -> Play[None]:
    """The next Wyrm card is revealed and carried out, after this one; `silver`: with 3 or 4 players."""
    if g.silver or not silver:
        yield from enemies.reveal(g, c.card)


@op("shuffle the {deck} deck")
def shuffle(g: Book, deck: Deck) -> None:
    """The discard pile is shuffled into the deck."""
    on_table.shuffle_pile(g, deck, "WB-H03" if deck == "wyrm" else "WB-H02")


@op("look at the top {n} {n:card|cards} of the {deck} deck")
def peek(g: Book, deck: Deck, n: int) -> Play[None]:
    """Everybody sees the top cards of a deck; they stay where they are."""
    box = g.wyrms if deck == "wyrm" else g.shreds
    for seat in range(g.players):
        yield from look_at(box, n, seat, f"{deck} card")
    for at in range(min(n, box.deck_size)):
        box.masks[at] |= EVERYONE
    seen = tuple([layer[0] for layer in box.layers[:n]])
    yield Show(seen, EVERYONE)
    for at, card in enumerate(seen):
        tell(g, "sees", ALL, "WB-006", (at + 1, card))


@op("look at the top {n} {n:card|cards} of the {deck} deck and put them back in any order")
def reorder_top(g: Book, deck: Deck, n: int) -> Play[None]:
    """Everybody sees the top cards; the group says in which order they lie, the top first."""
    yield from peek(g, deck, n)
    box = g.wyrms if deck == "wyrm" else g.shreds
    left = [layer[0] for layer in box.layers[: min(n, len(box.layers))]]
    order: list[str] = []
    while left:
        card = str((yield from pick(ALL, "order", left, "WB-D19", voice=g.voice)))
        left.remove(card)
        order.append(card)
    for card in order:
        box.lift(card)
    for card in reversed(order):
        box.put_on(card, EVERYONE)


@op("open the Treasure Chest envelope")
def open_envelope(g: Book) -> Play[None]:
    """Once in a campaign: the group hands out what is in it."""
    if not g.envelope:
        g.envelope = True
        tell(g, "opens the envelope", ALL, "WB-013")
        for item in g.chapter.envelope:
            hero = str(
                (yield from pick(ALL, "finder", g.conscious() or list(g.heroes), "WB-D15", voice=g.voice))
            )
            on_table.gain_item(g, item, hero)
            if g.due:
                yield from settle(g)


@op("open {map}")
def use_map(g: Book, map: Card) -> None:
    """The book is opened at a scene; what was on the map before is cleared away."""
    g.world = g.chapter.world(map)
    g.lying = {}
    g.markers = {}
    for wyrm in g.wyrms_in_play():
        to_supply(g, wyrm)
    for who in list(g.figures):
        leave(g, who)
    g.figures = {}
    g.vortex = ()
    g.aura = g.aura if g.aura in g.heroes else ""
    for hero in g.heroes:
        g.at[hero] = ""
    tell(g, "opens", ALL, "WB-013", (map,))
    look_at_goal(g)


@op("open the pop-up “{name}”")
def open_popup(g: Book, name: str) -> None:
    """A part of the scene is folded open."""
    if name not in g.world.popups:
        g.world = g.world.with_popup(name)


@op("turn the book")
def rotate(g: Book) -> None:
    """The book is turned by a quarter, for the look of it."""
    g.world = g.world.rotated()


@op("{area} can be entered now")
def add_area(g: Book, area: Area) -> None:
    """An area that the map card keeps for later joins the map, with its borders."""
    drawn = g.chapter.body(g.world.map) if g.world.map else None
    if drawn is None or area in g.world.next or area not in drawn.areas:
        return
    g.world = g.world.with_areas((*g.world.areas, area))
    lines = [line for line in drawn.borders if area in line.between]
    known = [line for line in lines if all(end in g.world.next for end in line.between)]
    g.world = g.world.with_more(
        *[Border(line.between[0], line.between[1], line.line, line.one_way) for line in known]
    )
    objects = {name: prop.area for name, prop in drawn.objects.items() if prop.area == area}
    g.world = g.world.with_objects({**g.world.objects, **objects})
    look_at_goal(g)


@op("{area} is gone; everybody in it goes to {to}")
def remove_area(g: Book, area: Area, to: Area) -> None:
    """An area leaves the map; Heroes go elsewhere, Wyrms to the supply, Sparks too."""
    if area not in g.world.next or to not in g.world.next or area == to:
        return
    turns.go_together(g, {hero: to for hero in g.heroes if g.at[hero] == area}, "WB-Q52")
    for wyrm in g.wyrms_in(area):
        to_supply(g, wyrm)
    g.figures = {who: (to if place == area else place, hearts) for who, (place, hearts) in g.figures.items()}
    g.lying.pop(area, None)
    g.world = g.world.with_areas(tuple([other for other in g.world.areas if other != area]))
    tell(g, "area is gone", ALL, "WB-Q52", (area,))
    look_at_goal(g)


@op("the line between {one} and {other} is {line}")
def set_border(g: Book, one: Area, other: Area, line: Literal["dashed", "solid"]) -> None:
    """A border can be crossed from now on, or not any more."""
    if one in g.world.next and other in g.world.next and one != other:
        g.world = g.world.with_border(Border(one, other, line))
        tell(g, "border", ALL, "WB-Q52", (one, other, line))
        look_at_goal(g)


@op("there is a way from {one} to {other}<{one_way: and not back| and not back}>")
def add_link(g: Book, one: Area, other: Area, one_way: bool = False) -> None:
    """A way between two areas that do not touch."""
    if one in g.world.next and other in g.world.next and one != other:
        g.world = g.world.with_more(Border(one, other, "dashed", one_way))
        tell(g, "border", ALL, "WB-Q52", (one, other, "dashed"))
        look_at_goal(g)


@op("the Dark Vortex is in {area}")
def set_vortex(g: Book, area: Area) -> None:
    """Until the Goal is met, Wyrms appear here."""
    g.vortex = (area,)
    look_at_goal(g)


@op("{thing} stands in {area}")
def place_object(g: Book, thing: Thing, area: Area) -> None:
    """An object is put somewhere, or moved."""
    if area in g.world.next:
        g.world = g.world.with_objects({**g.world.objects, thing: area})
        look_at_goal(g)


@op("{thing} is gone")
def remove_object(g: Book, thing: Thing) -> None:
    """An object leaves the map."""
    g.world = g.world.with_objects({name: area for name, area in g.world.objects.items() if name != thing})
    look_at_goal(g)


@op("the Dark Aura lies in {area}")
def aura_in(g: Book, area: Area) -> None:
    """The Dark Aura marks an area."""
    place_aura(g, area)


@op("the Dark Aura lies on {who}")
def aura_on(g: Book, who: Hero = ME) -> None:
    """The Dark Aura marks a Hero."""
    place_aura(g, who)


@op("the Dark Aura lies on {who}")
def aura_on_enemy(g: Book, who: Enemy) -> None:
    """The Dark Aura marks an enemy."""
    place_aura(g, who)


def place_aura(g: Book, bearer: str) -> None:
    g.aura = bearer
    tell(g, "dark aura", ALL, "WB-030", (bearer,))
    look_at_goal(g)


@op("the Dark Aura is taken away")
def remove_aura(g: Book) -> None:
    """The Dark Aura marks nothing any more."""
    g.aura = ""
    look_at_goal(g)


@op("place {n} {name} {n:marker|markers}")
def place_marker(g: Book, n: int, name: Flag) -> None:
    """Markers of any name; with a number below 0 they are taken away."""
    g.markers = {**g.markers, name: max(0, g.markers.get(name, 0) + n)}
    look_at_goal(g)


@op("write {word}")
def write(g: Book, word: Flag) -> None:
    """Write a Keyword; one that is written already stays as it is."""
    reading.write(g, word)


@op("erase {word}")
def erase(g: Book, word: Flag) -> None:
    """Erase a Keyword, if it is written."""
    reading.erase(g, word)


@op("turn {n} Destiny {n:token|tokens} face up", can=lambda g, n: g.destiny < TOKENS)
def destiny_up(g: Book, n: int) -> None:
    """There are ten tokens and no more."""
    heroes.destiny_up(g, n)


@op("turn {n} Destiny {n:token|tokens} face down", can=lambda g, n: g.destiny >= n)
def destiny_down(g: Book, n: int) -> None:
    """With the last one the Chapter is lost at once."""
    heroes.destiny_down(g, n)


@op("add {n} to the count of {name}")
def count(g: Book, name: Flag, n: int = 1) -> None:
    """A counter of the Chapter goes up, or down."""
    g.counters = {**g.counters, name: g.counters.get(name, 0) + n}
    tell(g, "counts", ALL, "WB-006", (f"count of {name}", g.counters[name]))
    look_at_goal(g)


@op("the count of {name} is {n}")
def set_counter(g: Book, name: Flag, n: int) -> None:
    """A counter of the Chapter becomes a number."""
    g.counters = {**g.counters, name: n}
    look_at_goal(g)


@op("{card} is the Goal now")
def set_goal(g: Book, card: Card) -> Play[None]:
    """Another Goal card comes up at once; the one that was there is discarded unmet."""
    if g.chapter.kind(card) == "goal" and card in g.deck and card != g.goal:
        if g.goal:
            reading.leave_goal(g)
        g.deck = (card, *[other for other in g.deck if other != card])
        yield from reading.read_card(g, card)


@op("the Goal is met")
def goal_met(g: Book) -> None:
    """The Goal counts as achieved, whatever it says."""
    if g.goal and not g.goal_is_due:
        goal_comes_due(g)


@op("a new Players' Phase begins")
def begin_players_phase(g: Book) -> Play[None]:
    """The phase that is under way ends, and a Players' Phase begins with its check."""
    yield from chapter.call_players_phase(g)


@op("the Players' Phase ends")
def end_players_phase(g: Book) -> Play[None]:
    """Whoever has not acted does not act in this phase."""
    yield from chapter.break_off_players_phase(g)


@op("the enemies act as in an Enemies' Phase")
def run_enemies_phase(g: Book) -> Play[None]:
    """The Enemies' Phase of the current Goal, here and now."""
    if g.goal:
        yield from enemies.enemies_phase(g)


@op("the Chapter is lost")
def lose_chapter(g: Book) -> None:
    """At once, whatever Destiny says."""
    g.ending = LOST
    raise Leave(CHAPTER)


@op("unlock “{name}” for good")
def unlock(g: Book, name: Flag) -> None:
    """Something that later campaigns may ask for, too."""
    if name not in g.unlocks:
        g.unlocks = (*g.unlocks, name)
        tell(g, "unlocks", ALL, "WB-197", (name,))
        look_at_goal(g)


@op("one of {n} things happens by chance")
def chance(g: Book, c: Cause, n: int) -> Play[None]:
    """A number from 1 to n by chance; `chance_is` asks for it."""
    c.found["chance"] = int((yield Chance("by chance", tuple([str(at + 1) for at in range(max(1, n))]))))


@LANGUAGE.value("the number that came up is {n}")
def chance_is(g: Book, c: Cause, n: int) -> bool:
    """Whether this number came up by chance."""
    return c.found.get("chance", 0) == n
