"""What leaves a table for one of its guests: all of it comes from the scene and the story of their seat."""

from __future__ import annotations

from collections.abc import Container, Sequence
from itertools import pairwise
from typing import Final

import msgspec
from msgspec.structs import replace

from foldtale.bots.review import Review
from foldtale.kernel.game import Game
from foldtale.kernel.log import Entry, Line
from foldtale.kernel.log import story as log_for
from foldtale.kernel.match import Match
from foldtale.kernel.scene import Scene
from foldtale.kernel.talk import ALL, SPECTATOR
from foldtale.kernel.tongue import tongue_of, words_of
from foldtale.kernel.view import texts as texts_of
from foldtale.table.answering import has_habit, voice
from foldtale.table.desk import Desk
from foldtale.table.matches import goes_on
from foldtale.table.messages import (
    Ending,
    HabitView,
    Moment,
    OrderView,
    ReviewMoment,
    ReviewPoint,
    ReviewView,
    SeatView,
    StoryPart,
    TableCard,
    Told,
    View,
    WishView,
)
from foldtale.table.seats import Seats
from foldtale.table.table import Seen, Table
from foldtale.table.transcript import teller
from foldtale.table.undoing import still_asked

MOST_TOLD: Final = 2_000
"""Lines of a story that are sent at once; history and the file of a view have the earlier ones too."""
LATEST: Final = 40
"""Entries of the log among which the last sentence is found."""


def whole_view(
    table: Table,
    holder: str,
    seat: int,
    here: Container[int],
    now: float,
    have: str = "",
    lang: str = "en",
    story: StoryPart | None = None,
) -> View:
    """The table as this seat may see it, with the part of the story that is given or comes after a mark."""
    match, desk, wish = table.match, table.desk, table.desk.wish
    return View(
        table=table.id,
        game=match.game.name,
        match=table.number,
        you=seat,
        role=desk.role(holder),
        your_seats=desk.seats_of(holder),
        seats=seat_views(table, holder, here, now, lang),
        options=desk.options,
        your_turn=is_turn_of(table, seat),
        scene=scene_of(table, seat, lang),
        story=story or story_part(table, seat, have, lang),
        orders=order_views(table, seat, lang),
        habits=habit_views(table, seat, lang),
        webhook=seat < len(desk.chairs) and bool(desk.chairs[seat].webhook),
        wish=WishView(wish.by, wish.number, tuple(still_asked(table, wish, now))) if wish else None,
        ending=ending(match),
        full_tale=table.full_tale(holder),
        notice=notice(table, lang),
    )


def scene_of(table: Table, seat: int, lang: str = "en") -> Scene:
    """What a seat sees, made once if it is asked for again before anything has changed."""
    return seen_by(table, seat, lang).scene


def seen_by(table: Table, seat: int, lang: str) -> Seen:
    """What was made last for a seat, if nothing has changed since."""
    match = table.match
    at = (match, match.number, len(match.entries or ()), table.desk)
    seen = table.seen.get((seat, lang))
    if seen is None or seen.at != at:
        table.seen = {key: other for key, other in table.seen.items() if other.at == at}
        seen = table.seen[seat, lang] = Seen(at, dressed(match, table.desk, seat, lang))
    return seen


def dressed(match: Match, desk: Desk, seat: int, lang: str = "en") -> Scene:
    """The scene with the names of those who sit there, and with whoever confirms for a group."""
    tongue = tongue_of(match.game, lang)
    speech = words_of(match.game, lang).speech
    names = tuple([desk.name(seat, speech) for seat in range(len(desk.chairs))])
    scene = Seats(names, frozenset(desk.bots), speech).dress(match.scene(seat, tongue))
    if tongue is None and lang != "en":
        scene = replace(scene, lang="en")
    ask = match.ask
    if scene.ask is None or ask is None or ask.seat != ALL or ask.voice == ALL:
        return scene
    return replace(scene, ask=replace(scene.ask, voice=voice(desk, ask)))


def seat_views(
    table: Table, holder: str, here: Container[int], now: float, lang: str = "en"
) -> tuple[SeatView, ...]:
    """Who sits where; on how many devices, `holder` learns of their own seats, and the host of all."""
    desk, speech = table.desk, words_of(table.game, lang).speech
    proposals = desk.proposals if desk.asked == table.match.number else {}
    hosting = desk.seats_of(desk.host)
    known = range(len(desk.chairs)) if desk.role(holder) == "host" else desk.seats_of(holder)
    seats = []
    for seat, chair in enumerate(desk.chairs):
        holders = desk.holders_of(seat)
        view = SeatView(
            seat=seat,
            name=desk.name(seat, speech),
            kind=chair.kind,
            here=seat in here,
            away=chair.kind == "person" and seat not in here and desk.is_away(seat, now),
            is_host=seat in hosting,
            proposes=proposals.get(seat, ""),
            devices=len(holders) if seat in known else 0,
            former=max(0, chair.people - bool(holders)),
            level=chair.level if chair.kind == "bot" else None,
            hints=chair.hints,
            reason=desk.reasons.get(lang, "") if chair.kind == "bot" and seat in proposals else "",
        )
        seats.append(view)
    return tuple(seats)


def is_turn_of(table: Table, seat: int) -> bool:
    """Whether the table waits for this seat."""
    ask = table.match.ask
    if ask is None or seat >= len(table.desk.chairs) or table.desk.chairs[seat].kind != "person":
        return False
    if ask.seat != ALL:
        return ask.answers == seat
    return bool(ask.to >> seat & 1) if ask.voice == ALL else voice(table.desk, ask) == seat


def story_part(table: Table, seat: int, have: str = "", lang: str = "en") -> StoryPart:
    """The story after a mark; its latest lines, if the mark is of another match or before an undo."""
    seen = seen_by(table, seat, lang)
    if have or seen.story is None:
        lines = table.match.story(seat)
        end = mark(table, len(lines))
        since = lines_at(table, have, len(lines))
        if since:
            return part_of(table.match, seen.scene, lines, since, end, lang)
        seen.story = latest_part(table.match, seen.scene, lines, end, lang)
    return seen.story


def latest_part(match: Match, scene: Scene, lines: Sequence[Line], mark: str, lang: str) -> StoryPart:
    """The latest lines of a story, for somebody who has none of them."""
    since = max(0, len(lines) - MOST_TOLD)
    return replace(part_of(match, scene, lines, since, mark, lang), anew=True)


def part_of(match: Match, scene: Scene, lines: Sequence[Line], since: int, mark: str, lang: str) -> StoryPart:
    new = lines[since:]
    return StoryPart(since, mark, tuple(new), told(match, scene, new, lang))


def mark(table: Table, count: int) -> str:
    """Where a story ends: in which match, after how many undos, after how many lines."""
    return f"{table.number}.{table.undos}.{count}"


def lines_at(table: Table, have: str, count: int) -> int:
    """How many lines somebody has who has this mark."""
    parts = have.split(".")
    if len(parts) != 3 or not all(part.isdecimal() and len(part) < 10 for part in parts):
        return 0
    match, undos, lines = map(int, parts)
    return lines if (match, undos) == (table.number, table.undos) and lines <= count else 0


def told(match: Match, scene: Scene, lines: Sequence[Line], lang: str = "en") -> tuple[Told, ...]:
    """Tell lines of a story in sentences."""
    return tuple(teller(match, scene, lang)(lines))


def new_lines(entries: Sequence[Entry], seat: int, game: Game) -> list[Line]:
    """What a seat may know of these entries of the log."""
    return list(log_for(list(entries), seat, game.secrets))


def order_views(table: Table, seat: int, lang: str = "en") -> tuple[OrderView, ...]:
    if seat >= len(table.desk.chairs) or not table.desk.chairs[seat].orders:
        return ()
    words = words_of(table.game, lang)
    texts = texts_of(table.match, tongue_of(table.game, lang))
    views = []
    for order in table.desk.chairs[seat].orders:
        asked = words.topics.get(order.topic, order.topic)
        views.append(OrderView(asked, words.option(order.key, texts), order.topic, order.key))
    return tuple(views)


def habit_views(table: Table, seat: int, lang: str = "en") -> tuple[HabitView, ...]:
    if seat >= len(table.desk.chairs):
        return ()
    speech = words_of(table.game, lang).speech
    ask = table.match.ask
    topic = ask.topic if ask is not None and ask.answers == seat else ""
    return tuple(
        [
            HabitView(habit.name, speech(habit.title), has_habit(table, seat, habit), topic in habit.topics)
            for habit in table.game.habits
        ]
    )


def ending(match: Match) -> Ending | None:
    outcome = match.outcome
    if outcome is None:
        return None
    record, pauses = msgspec.to_builtins(outcome.record), outcome.ending in match.game.pauses
    return Ending(outcome.ending, outcome.winners, outcome.scores, record, goes_on(match), pauses)


def review_view(review: Review, game: Game, match: int, lang: str = "en") -> ReviewView:
    """A review with its reasons in the reader's language."""
    words = words_of(game, lang)
    moments = [
        ReviewMoment(one.number, one.side, one.before, one.after, one.why(game, words))
        for one in review.moments
    ]
    points = [ReviewPoint(one.number, one.chances) for one in review.points]
    return ReviewView(match, review.sides, tuple(points), tuple(moments))


def notice(table: Table, lang: str = "en") -> str:
    speech = words_of(table.game, lang).speech
    if table.wrong is not None:
        return speech(
            "This match was played with an earlier version of the game or of its cards and can be read only"
            " up to here. The host can go on from here; what was kept stays as it is."
        )
    if table.match.terms.changed:
        return speech("Changed since this match began: {0}.", ", ".join(table.match.terms.changed))
    return ""


def card(table: Table, holder: str, here: Container[int], now: float, lang: str = "en") -> TableCard:
    """One of somebody's tables, in short; only what all may know, as several people may share a device."""
    mine = table.desk.seats_of(holder)
    scene = scene_of(table, SPECTATOR, lang)
    latest = new_lines((table.match.entries or [])[-LATEST:], SPECTATOR, table.game)
    said = told(table.match, scene, latest, lang)
    matters = [one.text for one in said if not one.trifle and not one.heading]
    return TableCard(
        table=table.id,
        game=table.game.name,
        title=words_of(table.game, lang).speech(table.game.title),
        match=table.number,
        seats=seat_views(table, holder, here, now, lang),
        your_seats=mine,
        your_turn=any(is_turn_of(table, seat) for seat in mine),
        over=table.match.over,
        touched=table.touched,
        subtitle=scene.subtitle,
        page=scene.page.title if scene.page is not None else "",
        said=matters[-1] if matters else "",
    )


def moment(
    table: str, desk: Desk, match: Match, number: int, seat: int, first: int, last: int, lang: str = "en"
) -> Moment:
    """What a seat saw and knew when a question of match `number` was open."""
    scene = dressed(match, desk, seat, lang)
    part = latest_part(match, scene, match.story(seat), "", lang)
    return Moment(table, number, seat, match.number, first, last, scene, part)


def written_view(match: Match, desk: Desk, number: int, seat: int, lang: str = "en") -> bytes:
    """A seat's own view of a match as a file: JSON lines, a header, one line an answer, and what is seen now.

    A line has what its answer has brought to the story; the last one has the scene.
    """
    header = {
        "view": 1,
        "game": match.game.name,
        "match": number,
        "seat": seat,
        "note": "What one seat saw and knew. It can be looked at; a match cannot go on from it.",
    }
    rows = [msgspec.json.encode(header)]
    scene, story = dressed(match, desk, seat, lang), match.story(seat)
    tell = teller(match, scene, lang)
    answers = [at for at, line in enumerate(story) if "n" in line]
    for since, end in pairwise([0, *[at for at in answers if at], len(story)]):
        lines = story[since:end]
        row = {"number": lines[0].get("n", 0), "since": since, "lines": lines}
        rows.append(msgspec.json.encode({**row, "told": tell(lines)}))
    seen = {name: msgspec.Raw(data) for name, data in fields(scene).items()}
    row = {"number": match.number, "since": len(story), "lines": [], "told": [], "scene": seen}
    rows.append(msgspec.json.encode(row))
    rows.append(msgspec.json.encode({"end": len(rows)}))
    return b"".join([row + b"\n" for row in rows])


def fields(part: msgspec.Struct, without: Container[str] = ()) -> dict[str, bytes]:
    """Each field as it is written."""
    names = part.__struct_fields__
    return {name: msgspec.json.encode(getattr(part, name)) for name in names if name not in without}
