"""Instructions and values about the map and what lies on it."""

from __future__ import annotations

from typing import Literal

from foldtale.games.wonderbook.effects.op import fact, op
from foldtale.games.wonderbook.language import LANGUAGE, Area, Card, Enemy, Flag, Hero, Tag, Thing
from foldtale.games.wonderbook.rules import actions
from foldtale.games.wonderbook.rules.attack import to_supply
from foldtale.games.wonderbook.rules.goal import changed, look_at_goal
from foldtale.games.wonderbook.state import Book
from foldtale.kernel.areas import DASHED, Border
from foldtale.kernel.effects import ME, leave
from foldtale.kernel.talk import ALL


@op("open {map}")
def use_map(g: Book, map: Card) -> None:
    """The book is opened at a scene; what was on the map before is cleared away."""
    g.open_at(map)
    g.sparks_at = {}
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
    changed(g, "opens", ALL, "WB-013", (map,))


@op("open the pop-up “{name}”")
def open_popup(g: Book, name: str) -> None:
    """A part of the scene is folded open."""
    if name not in g.popups:
        g.popups = (*g.popups, name)


@op("turn the book")
def rotate(g: Book) -> None:
    """The book is turned by a quarter, for the look of it."""
    g.turned = (g.turned + 90) % 360


@op("{area} can be entered now")
def add_area(g: Book, area: Area) -> None:
    """An area that the map card keeps for later joins the map, with its borders."""
    drawn = g.chapter.body(g.map) if g.map else None
    if drawn is None or area in g.areas or area not in drawn.areas:
        return
    lines = [line.border for line in drawn.borders if area in line.between]
    g.areas = g.areas.with_areas(area).with_borders(*lines)
    g.objects = {**{name: area for name, prop in drawn.objects.items() if prop.area == area}, **g.objects}
    look_at_goal(g)


@op("{area} is gone; everybody in it goes to {to}")
def remove_area(g: Book, area: Area, to: Area) -> None:
    """An area leaves the map; Heroes go elsewhere, Wyrms to the supply, Sparks too."""
    if area not in g.areas or to not in g.areas or area == to:
        return
    actions.go_together(g, {hero: to for hero in g.heroes if g.at[hero] == area}, "WB-Q52")
    for wyrm in g.wyrms_in(area):
        to_supply(g, wyrm)
    g.figures = {who: (to if place == area else place, hearts) for who, (place, hearts) in g.figures.items()}
    g.sparks_at.pop(area, None)
    g.areas = g.areas.without(area)
    g.objects = {name: place for name, place in g.objects.items() if place != area}
    changed(g, "area is gone", ALL, "WB-Q52", (area,))


@op("the line between {one} and {other} is {line}")
def set_border(g: Book, one: Area, other: Area, line: Literal["dashed", "solid"]) -> None:
    """A border can be crossed from now on, or not any more."""
    if one in g.areas and other in g.areas and one != other:
        g.areas = g.areas.with_only(Border(one, other, line))
        changed(g, "border", ALL, "WB-Q52", (one, other, line))


@op("there is a way from {one} to {other}<{one_way: and not back| and not back}>")
def add_link(g: Book, one: Area, other: Area, one_way: bool = False) -> None:
    """A way between two areas that do not touch."""
    if one in g.areas and other in g.areas and one != other:
        g.areas = g.areas.with_borders(Border(one, other, DASHED, one_way))
        changed(g, "border", ALL, "WB-Q52", (one, other, "dashed"))


@op("the Dark Vortex is in {area}")
def set_vortex(g: Book, area: Area) -> None:
    """Until the Goal is met, Wyrms appear here."""
    g.vortex = (area,)
    look_at_goal(g)


@op("{thing} stands in {area}")
def place_object(g: Book, thing: Thing, area: Area) -> None:
    """An object is put somewhere, or moved."""
    if area in g.areas:
        g.objects = {**g.objects, thing: area}
        look_at_goal(g)


@op("{thing} is gone")
def remove_object(g: Book, thing: Thing) -> None:
    """An object leaves the map."""
    g.objects = {name: area for name, area in g.objects.items() if name != thing}
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
    changed(g, "dark aura", ALL, "WB-030", (bearer,))


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


@LANGUAGE.value("the areas with the tag “{tag}”")
def tagged(g: Book, tag: Tag) -> list[Area]:
    """Areas that the map card marks with a word."""
    drawn = g.chapter.body(g.map).areas if g.map else {}
    return [area for area in g.areas.names if tag in drawn[area].tags]


@LANGUAGE.value("the place of the Dark Aura")
def aura_at(g: Book) -> Area:
    """The area in which the Dark Aura lies, or in which its bearer is."""
    place = g.at.get(g.aura) or g.figure(g.aura)[0] or g.aura
    return place if place in g.areas else ""


fact("areas", list[Area], "all areas", lambda g: list(g.areas.names), "Every area of the map.")
fact("next_to", list[Area], "the areas next to {area}", lambda g, at: [*g.areas.next.get(at, ())], area=Area)
fact("vortex", list[Area], "the Dark Vortex areas", lambda g: [*g.vortices], "Those of the current Goal.")
fact("place_of", Area, "the area of {thing}", lambda g, thing: g.objects.get(thing, ""), thing=Thing)
fact("sparks_in", int, "the Sparks in {area}", lambda g, area: g.sparks_at.get(area, 0), area=Area)
fact("markers", int, "the number of {name} markers", lambda g, name: g.markers.get(name, 0), name=Flag)
