"""Any scene as text that one can play from: where things stand, what is told, and the ask last.

An option has a number, and the same number stands in brackets beside every piece that it touches.
"""

from __future__ import annotations

import io
from collections import Counter as Tally
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from math import ceil
from typing import TypeGuard

from msgspec.structs import replace
from rich import box
from rich.columns import Columns
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.constrain import Constrain
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Column, Table
from rich.text import Text

from foldtale.kernel import scene as see
from foldtale.kernel.scene import AskView, Board, Card, Choice, Hand, Panel, Row, Scene, Slot, Token, Track
from foldtale.kernel.talk import ALL

NAME, QUIET, GILT = "bold", "dim", "bold yellow"
EMBLEMS = "●○▲△■□"
MARKS = {"": "", "success": " ✓", "failure": " ✗"}
NARROWEST_CARD = 11
LONGEST_RUN = 24


def render(
    scene: Scene, width: int = 100, plain: bool = False, fine: bool = True, news: Sequence[see.Note] = ()
) -> RenderableType:
    """The scene and the news for a Rich console, never wider than `width`; as a plain string if asked for.

    Without the `fine` print, a page that is being read stands alone, and what is seldom needed is left out.
    """
    if plain:
        return to_text(scene, width, fine, news)
    return Constrain(Group(*_Scribe(scene, fine, news).parts()), width)


def to_text(scene: Scene, width: int = 100, fine: bool = True, news: Sequence[see.Note] = ()) -> str:
    """The scene without any colour codes."""
    console = Console(file=io.StringIO(), width=width, color_system=None, legacy_windows=False)
    with console.capture() as captured:
        console.print(render(scene, width, fine=fine, news=news))
    return "\n".join(line.rstrip() for line in captured.get().splitlines()) + "\n"


def _join(parts: Iterable[Text], between: str = " · ") -> Text:
    return Text(between).join([part for part in parts if part])


def _printed(card: Card) -> Iterator[str]:
    """The boxes of a challenge and the edge of a puzzle piece."""
    for way in card.boxes:
        shut = f" ({way.shut})" * bool(way.shut)
        yield f"{way.icon.capitalize()} {way.need}: {way.reward}{shut}"
    if card.edge is not None:
        edge = card.edge
        yield f"Piece {edge.number} {edge.colour}, left {edge.left}, right {edge.right}"


def _aside(words: str) -> Text:
    return Text(f" ({words})" if words else "", QUIET)


def _note(note: see.Note) -> Text:
    return Text(note.text) + _aside(note.rule)


def _heading(words: str | Text, line: str = "─") -> RenderableType:
    return Group(Text(), Rule(words, align="left", characters=line, style=QUIET))


def _amounts(amounts: Sequence[see.Amount]) -> str:
    return ", ".join([f"{one.count} {one.name}" for one in amounts])


def _inset(part: RenderableType, by: int = 2) -> Padding:
    return Padding(part, (0, 0, 0, by))


def _emblem(seat: int | None) -> str:
    return "" if seat is None else EMBLEMS[seat % len(EMBLEMS)]


def _spoken(name: str) -> str:
    return name.replace("-", " ")


def _ranges(numbers: Sequence[int]) -> str:
    """Ascending numbers, runs of three and more drawn together: 1 2 5-8."""
    runs = groupby(enumerate(numbers), lambda pair: pair[1] - pair[0])
    spans = [[number for _, number in run] for _, run in runs]
    return " ".join(f"{span[0]}-{span[-1]}" if len(span) > 2 else " ".join(map(str, span)) for span in spans)


def _is_short(thing: see.Element) -> TypeGuard[see.Thing]:
    """Whether a thing can be said in passing."""
    match thing:
        case Card():
            return not thing.lines and not thing.slots
        case Slot():
            return all(_is_short(inner) for inner in thing.things)
        case see.Stack():
            return thing.top is None or _is_short(thing.top)
        case _:
            return not isinstance(thing, Board | Row | Hand | Track | see.Set)


class _Beside:
    """Cells in boxes with a heading each, as many side by side as there is room for."""

    def __init__(self, cells: Sequence[tuple[Text, Text]]) -> None:
        self.cells = cells

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        most = max(1, (options.max_width - 1) // (NARROWEST_CARD + 3))
        beside = ceil(len(self.cells) / ceil(len(self.cells) / most))
        for start in range(0, len(self.cells), beside):
            cells = self.cells[start : start + beside]
            columns = [Column(head, ratio=1, overflow="fold") for head, _ in cells]
            width = options.max_width * len(cells) // beside
            line = Table(*columns, box=box.SQUARE, width=width, border_style=QUIET)
            line.show_header = any(head for head, _ in self.cells)
            line.add_row(*[body or Text("empty", QUIET) for _, body in cells])
            yield line


class _Scribe:
    """Writes one scene down; knows who sits where and which options touch what."""

    def __init__(self, scene: Scene, fine: bool = True, news: Sequence[see.Note] = ()) -> None:
        self.scene = scene
        self.news = news
        self.fine = fine
        self.names = {None: "", ALL: ""}
        self.names |= {panel.seat: " and ".join(scene.names_of(panel.seat)) for panel in scene.seats}
        self.names |= {panel.seat: panel.name for panel in scene.seats if panel.active}
        self.touched: dict[str, list[int]] = {}
        for number, choice in enumerate(scene.ask.choices if scene.ask else (), 1):
            for piece in choice.touches:
                self.touched.setdefault(piece, []).append(number)

    def parts(self) -> Iterator[RenderableType]:
        scene = self.scene
        yield self.header()
        if scene.page and scene.page.alone and scene.ask and not self.fine:
            yield from self.page(replace(scene.page, things=(), legend=()))
            yield from self.ask(scene.ask)
            return
        if scene.page:
            yield from self.page(scene.page)
        table = (*scene.elements, *scene.left, *scene.below, *scene.right, *(() if scene.ask else scene.near))
        table = tuple([element for element in table if self.fine or not getattr(element, "seldom", False)])
        for element in table:
            if isinstance(element, Board):
                yield from self.board(element)
        if others := [self.block(element) for element in table if not isinstance(element, Board)]:
            yield Group(_heading("On the table"), *others)
        if scene.seats:
            yield Group(_heading("At the table"), *map(self.panel, scene.seats))
        if self.news:
            yield _heading("The tale so far")
        yield from [_inset(_note(note)) for note in self.news]
        if scene.slips:
            yield Group(_heading("Rules"), *[self.card(self.brief(slip)) for slip in scene.slips])
        if scene.ask:
            yield from self.ask(scene.ask)
        if scene.ending:
            yield Group(_heading("", "═"), Text(scene.ending, NAME))
        for note in scene.recap:
            yield from [Text(note.heading, NAME)] * bool(note.heading)
            yield _inset(_note(note))

    def header(self) -> RenderableType:
        scene = self.scene
        phases = [
            Text(f"▸{name}", NAME) if index == scene.phase else Text(name, QUIET)
            for index, name in enumerate(scene.phases)
        ]
        columns = (Column(overflow="fold"), Column(overflow="fold", justify="right"))
        line = Table.grid(*columns, expand=True, padding=(0, 2))
        title = _join([Text(scene.title, NAME), Text(scene.subtitle)])
        line.add_row(title, _join([Text(scene.phases_of), *phases], "  "))
        return line

    def page(self, page: see.Page) -> Iterator[RenderableType]:
        yield _heading(_join([Text(page.label), Text(page.number)]) or "The open page")
        yield self.named(page.id, page.title)
        for paragraph in page.prose:
            yield _inset(Text(paragraph))
        yield from [Text()] * bool(page.things)
        yield from map(self.block, page.things)
        if page.legend:
            yield _join(_join([Text(_spoken(note.icon)), _note(note)], ": ") for note in page.legend)

    def brad(self, piece: str) -> Text:
        """The numbers of the options that touch a piece."""
        numbers = self.touched.get(piece)
        return Text(f"[{_ranges(numbers)}]", GILT) if numbers else Text()

    def named(self, piece: str, words: str, style: str = NAME) -> Text:
        return _join([Text(words, style), self.brad(piece)], " ")

    def owner(self, seat: int | None) -> str:
        return self.names.get(seat, "somebody")

    def short(self, thing: see.Thing) -> Text:
        """A thing in passing."""
        match thing:
            case see.Counter():
                of = "" if thing.of is None else f" of {thing.of}"
                of += "" if thing.pool is None else f", pool {thing.pool}"
                return self.named(thing.id, f"{thing.name} {thing.count}{of}", "")
            case see.Stack():
                cards = f"{thing.count} card{'s' * (thing.count != 1)}"
                words = self.named(thing.id, f"{thing.name} ({cards})", "")
                return _join([words, self.card(thing.top)], ", on top ") if thing.top else words
            case see.Die():
                return self.die(thing)
            case Token():
                return self.token(thing)
            case Card():
                return self.card(thing)
            case Slot():
                return self.slot(thing)

    def die(self, die: see.Die) -> Text:
        shown = die.face or ("not rolled" if die.value is None else str(die.value))
        whose = " ".join(word for word in (self.owner(die.seat), die.kind) if word)
        words = f"{whose} {shown}" if whose and die.sides == 6 else f"{whose} d{die.sides}: {shown}".lstrip()
        return self.named(die.id, words + MARKS[die.mark] + " (in use)" * die.in_use, "")

    def token(self, token: Token) -> Text:
        """Nothing for a prop; a nameless one of a seat is its emblem."""
        owner = self.owner(token.seat)
        says_whose = not owner or owner in token.name or (bool(token.name) and token.name in owner)
        words = token.name if says_whose else f"{owner}'s {token.name}"
        states = ", ".join(["lying"] * token.lying + [tag.text for tag in token.tags])
        words = words if token.name else _emblem(token.seat)
        return self.named(token.id, words + f" ({states})" * bool(states), "")

    def slot(self, slot: Slot, empty: str = "empty") -> Text:
        """What a place is worth and what lies there, uppermost first."""
        inside = Text(" on ").join([self.short(thing) for thing in reversed(slot.things)])
        gap = Text("closed" if slot.closed else slot.note or ("" if slot.cost else empty), QUIET)
        state = _aside(slot.locked)
        return _join([_join([Text(slot.label), inside or gap], ": "), state, self.brad(slot.id)], " ")

    def card_parts(self, card: Card, style: str) -> tuple[Text, list[Text], list[Text]]:
        """Its title, how it stands with it, and what is written on it."""
        title = card.title if card.face == "up" else "face-down " + f"{card.kind} card".strip()
        kind = card.kind if card.face == "up" else ""
        lies = ["in use"] * card.in_use + ["turned"] * card.turned
        state = [Text(kind, QUIET), *map(self.short, card.counters), *map(Text, lies)]
        before = card.corner or _amounts(card.cost or card.gives[: 1 - len(card.lines)])
        named = _join([Text(before, QUIET), self.named(card.id, title, style)], ": ")
        fine = [*card.fine, *[card.flavour] * bool(card.flavour)] if self.fine else ()
        lines = [*map(Text, (*card.lines, *_printed(card), *fine))]
        return named, state, [*map(self.slot, card.slots), *lines]

    def card(self, card: Card) -> Text:
        title, states, lines = self.card_parts(card, NAME if card.lines else "")
        state = _join(states, ", ")
        head = Text.assemble(title, " (", state, ")") if state else title
        return _join([head, _join([_join(lines, " / "), *map(_note, card.tags)])], " — ")

    def brief(self, card: Card) -> Card:
        """Without the fine print, a card that was read is only named."""
        return card if self.fine or not card.fine else replace(card, lines=())

    def card_face(self, card: Card) -> Text:
        """A card as it lies in a row: narrow, its parts below each other."""
        title, states, lines = self.card_parts(card, NAME)
        return _join([title, *states, *lines, *map(_note, card.tags)], "\n")

    def block(self, element: see.Element) -> RenderableType:
        """An element on lines of its own."""
        match element:
            case Board():
                return Group(*self.board(element))
            case Track():
                return self.track(element)
            case Hand():
                hidden = [f"{element.hidden} hidden"] * bool(element.hidden)
                return self.listing(self.label(element), element.cards, *hidden)
            case Row():
                return self.row(element)
            case see.Sum():
                return self.sum(element)
            case see.Set():
                missing = _join([Text(one.name) for one in element.members if not one.have], ", ")
                return _join([self.named(element.id, element.name), missing], "; missing: ")
            case _:
                return self.short(element)

    def sum(self, sum: see.Sum) -> Text:
        """What is added up, what it comes to, what is needed, and how likely it is with more."""
        terms = " + ".join([f"{term.name} {term.count}" for term in sum.terms])
        odds = "; ".join([f"{one.label}: {one.good} of {one.of}" for one in sum.chances])
        said = f"{sum.name}: {terms}, in all {sum.total} of {sum.need}"
        return self.named(sum.id, f"{said}. {odds}" if odds else said)

    def label(self, holder: Row | Hand) -> Text:
        return self.named(holder.id, holder.name) + _aside(holder.note)

    def listing(self, name: Text, things: Sequence[see.Thing], *more: str) -> RenderableType:
        """A name and its things: in one sentence if they are short, else one below the other."""
        things = [self.brief(thing) if isinstance(thing, Card) else thing for thing in things]
        inside = [*map(self.short, things), *map(Text, more)]
        if all(map(_is_short, things)):
            return _join([name, _join(inside) or Text("none", QUIET)], ": ")
        return Group(*[name] * bool(name), *map(_inset, inside))

    def row(self, row: Row) -> RenderableType:
        name = self.label(row)
        labels = [self.named(slot.id, slot.label) for slot in row.things if isinstance(slot, Slot)]
        if len(labels) < len(row.things) or (not row.columns and all(map(_is_short, row.things))):
            return self.listing(name, row.things)
        cells = list(zip(labels, map(self.cell, row.things), strict=True))
        return Group(*[name] * bool(name), self.grid(cells, row.columns) if row.columns else _Beside(cells))

    def cell(self, thing: see.Thing) -> Text:
        match thing:
            case Slot():
                inside = _join([self.cell(inner) for inner in thing.things], "\n")
                return inside or Text("closed" if thing.closed else thing.note, QUIET)
            case Card():
                return self.card_face(thing)
            case Token(seat=int(seat), name=name) if name != self.owner(seat):
                return self.named(thing.id, _emblem(seat), "")
            case _:
                return self.short(thing)

    def grid(self, cells: Sequence[tuple[Text, Text]], columns: int) -> Table:
        centred = [Column(overflow="fold", justify="center") for _ in range(columns)]
        grid = Table(*centred, box=None, show_header=False, padding=(0, 1))
        filled = [_join(cell, "\n" if "\n" in cell[1] else " ") or Text("·", QUIET) for cell in cells]
        for start in range(0, len(cells), columns):
            grid.add_row(*filled[start : start + columns])
        return grid

    def track(self, track: Track) -> Text:
        parts = [self.named(track.id, track.name)]
        if track.shine is not None:
            parts.append(Text(f"{track.shine} of {track.length}"))
            if track.length <= LONGEST_RUN:
                parts.append(Text("●" * track.shine + "○" * (track.length - track.shine)))
        if track.pawns:
            parts.append(self.run(track))
        return _join(parts, "  ") + _aside(track.note)

    def run(self, track: Track) -> Text:
        """The steps with the pawns on them; of a long bare track only where the pawns are."""
        steps = track.steps or [Slot("", str(index + track.first)) for index in range(track.length)]
        words = []
        for index, step in enumerate(steps):
            here = self.named(step.id, step.label, "") + _aside(step.note or _spoken(step.icon))
            pawns = [pawn for pawn in track.pawns if pawn.step == index]
            if pawns:
                names = [self.named(pawn.id, pawn.name or self.owner(pawn.seat), "") for pawn in pawns]
                others = _join([name for name in names if name.plain != track.name], ", ")
                here = Text.assemble("‹", _join([here, others], ": "), "›", style=NAME)
            if pawns or track.steps or track.length <= LONGEST_RUN:
                words.append(here)
        last = Text("" if len(words) == len(steps) else f"to {steps[-1].label}")
        return _join([_join(words, " " if all(len(step.label) < 3 for step in steps) else " · "), last], " ")

    def board(self, board: Board) -> Iterator[RenderableType]:
        yield _heading(self.named(board.id, board.name or "The board"))
        shared = Tally(area.name for area in board.areas)
        names = {
            one.id: one.name if shared[one.name] == 1 else _spoken(one.id).title() for one in board.areas
        }
        open_to = "Open to, by socket" if board.sockets else "Open to"
        columns = {
            "Area": [self.named(area, name) for area, name in names.items()],
            "Here": [self.here(board, area) for area in board.areas],
            "Numbers": [self.marks(area) for area in board.areas],
            open_to: [self.ways(board, area, names) for area in names],
            "Walled to": [self.ways(board, area, names, walled=True) for area in names],
        }
        columns = {title: cells for title, cells in columns.items() if any(cells)}
        heads = [Column(title, overflow="fold") for title in columns]
        table = Table(*heads, box=box.SIMPLE_HEAD, border_style=QUIET, show_edge=False, pad_edge=False)
        for cells in zip(*columns.values(), strict=True):
            table.add_row(*cells)
        yield table
        yield from (Padding(self.track(track), (1, 0, 0, 0)) for track in board.tracks)
        if beside := _join(self.token(token) for token in board.tokens if token.name and not token.area):
            yield Text("Beside the areas: ") + beside
        for area in board.areas:
            close_up = [f"On looking closely: {clue.text}." for clue in area.clues]
            slip = area.card
            written = [_amounts(slip.cost), *slip.lines] if slip else []
            if seen := [*filter(None, written), *area.lines, *close_up]:
                yield _join([Text(area.name, NAME), Text(" ".join(seen))], ": ")

    def here(self, board: Board, area: see.Area) -> Text:
        tokens = list(filter(None, [self.token(token) for token in board.tokens if token.area == area.id]))
        alike = Tally(token.plain for token in tokens)
        first = {token.plain: token for token in reversed(tokens)}
        standing = [first[words] + Text(f" ×{count}" * (count > 1)) for words, count in alike.items()]
        sockets = [Text("socket ") + self.slot(one, "") for one in board.sockets if one.on == area.id]
        words = _join([*standing, *map(self.short, area.counters), *map(_note, area.tags)], ", ")
        return _join([words, *sockets], "\n")

    def marks(self, area: see.Area) -> Text:
        """The numbers of an area behind which there is still something."""
        there = [mark for mark in area.marks if mark.state != "done"]
        return _join(
            [self.named(mark.id, f"{mark.text} {mark.name or mark.edge}".strip(), "") for mark in there], ", "
        )

    def ways(self, board: Board, area: str, names: dict[str, str], walled: bool = False) -> Text:
        ways = []
        for link in board.links:
            if area in link.between and (link.look == "wall") == walled:
                start, end = link.between
                arrow = "" if not link.one_way else "→ " if start == area else "← "
                other = self.named(link.id, arrow + names[end if start == area else start], "")
                sockets = [self.slot(socket, "") for socket in board.sockets if socket.on == link.id]
                ways.append(_join([other, *sockets], " "))
        return _join(ways, ", ")

    def panel(self, panel: Panel) -> RenderableType:
        name = self.named(panel.id, f"{_emblem(panel.seat)} {panel.name}") + _aside(panel.who)
        passing = [self.short(thing) for thing in panel.things if _is_short(thing)]
        longer = [thing for thing in panel.things if not _is_short(thing)]
        more = [_inset(self.block(thing), 6) for thing in (*longer, *panel.drawer)]
        note = [_note(panel.note)] if panel.note else []
        turn = ("▶ " if panel.active else "  ", GILT)
        return Group(Text.assemble(turn, _join([name, *passing, *note])), *more)

    def ask(self, ask: AskView) -> Iterator[RenderableType]:
        who = self.owner(ask.seat)
        told = _join([Text(who, GILT), Text(ask.prompt, NAME)], ": ")
        yield _heading("", "═")
        yield told if ask.prompt else Text(f"{who or 'The group'} is deciding.", NAME)
        voice = "" if ask.voice in (ALL, self.scene.you) else f"{self.owner(ask.voice)} answers"
        if facts := _join(map(Text, (ask.note, voice, f"why? {ask.rule}" if ask.rule else ""))):
            yield facts
        yield from map(self.block, self.scene.near)
        for group, together in groupby(enumerate(ask.choices, 1), lambda pair: pair[1].group):
            options = [self.option(number, choice) for number, choice in together]
            if group:
                yield Text(f"{len(options)} {group}", NAME)
                yield Columns(options, padding=(0, 2), column_first=True)
            else:
                yield from options

    def option(self, number: int, choice: Choice) -> Text:
        words = _join([Text(choice.label), Text(choice.note)], " — ")
        remarks = _aside("final" * choice.final) + _aside("before the answer" * choice.aside)
        return Text.assemble((f"{number:>3}. ", GILT), words, remarks)
