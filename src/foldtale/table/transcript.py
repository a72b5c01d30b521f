"""What happened, in sentences: the log of a match told in the game's own words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from msgspec.structs import replace

from foldtale.kernel.game import Words
from foldtale.kernel.log import Entry, Line, story
from foldtale.kernel.match import Match
from foldtale.kernel.scene import Scene
from foldtale.kernel.speech import ENGLISH, Speech
from foldtale.kernel.talk import SPECTATOR, Chance, Show
from foldtale.kernel.tongue import tongue_of, words_of
from foldtale.kernel.view import texts as texts_of
from foldtale.table.messages import Told


def names_in(scene: Scene, players: int, speech: Speech = ENGLISH) -> list[str]:
    """What the seats are called, in their order; one that plays several heroes by all of them."""
    names = [speech(" and ").join(scene.names_of(seat)) for seat in range(players)]
    return [name or speech("Player {0}", seat + 1) for seat, name in enumerate(names)]


def events(
    lines: Sequence[Line],
    words: Words,
    names: Sequence[str],
    texts: Mapping[str, str] | None = None,
    read_aloud: Callable[[str], str] = lambda page: "",
) -> list[Told]:
    """Tell the lines of a story in sentences; what the rules tell of an answer is not told twice.

    How dice fell for an answer stands beside it. `read_aloud` returns the words of a page, if wanted.
    A sentence has the number of an answer if it is the first to follow from it.
    """
    told: list[Told] = []
    number = 0
    seat = -1
    answered = False
    for at, line in enumerate(lines):
        if "n" in line:
            number, seat = line["n"], line.get("seat", -1)
        text = read_aloud(line["page"]) if line.get("page") else _sentence(line, words, names, texts or {})
        if not text or ("n" in line and _is_told(lines, at, texts or {})):
            continue
        if answered and "chance" in line:
            told[-1] = replace(told[-1], text=f"{told[-1].text} {text}")
        else:
            rule = "" if line.get("tell") == "a card says" else line.get("why") or line.get("rule") or ""
            icon = words.icon(line.get("tell") or line.get("key") or line.get("chance") or "")
            what = line.get("tell", "")
            by = seat if number else -1
            told.append(Told(text, rule, number, icon, what in words.headings, what in words.trifles, by))
            number = 0
        answered = "n" in line
    return told


def teller(
    match: Match, scene: Scene, lang: str, read_aloud: Callable[[str], str] = lambda page: ""
) -> Callable[[Sequence[Line]], list[Told]]:
    """Return what tells parts of a match's story, with the names of those who sit in `scene`."""
    words, texts = words_of(match.game, lang), texts_of(match, tongue_of(match.game, lang))
    names = names_in(scene, match.setup.players, words.speech)
    return partial(events, words=words, names=names, texts=texts, read_aloud=read_aloud)


def _sentence(line: Line, words: Words, names: Sequence[str], texts: Mapping[str, str]) -> str:
    """One line in words; nothing if it says nothing to people."""
    if "tell" in line:
        known = line["tell"] in words.tells
        return words.sentence(line, names, texts) if known else words.speech(f"{line['tell'].capitalize()}.")
    if "chance" in line:
        topic = line["chance"]
        asked_for = topic in words.topics and topic not in words.untold  # cards drawn the rules tell of
        return f"{words.speech(topic.capitalize())}: {line['key']}." if asked_for else ""
    if "show" in line:
        if line.get("page"):
            return ""
        seen = [texts.get(f"{thing}.title", words.things.get(thing, thing)) for thing in line["show"]]
        return words.speech("Seen: {0}.", ", ".join(seen)) if seen else ""
    if "undo" in line:
        return words.speech("The last answer is taken back.")
    if line.get("key", "") in ("", *words.untold) or line.get("topic") in words.untold:
        return ""
    return f"{names[line['seat']]}: {words.option(line['key'], texts).removesuffix('.')}."


def _is_told(lines: Sequence[Line], at: int, texts: Mapping[str, str]) -> bool:
    """Whether the rules tell what this seat has answered here, and of an option printed on a card its key."""
    told, key = [*_told_after(lines, at)], lines[at].get("key")
    is_named = key not in texts or any(key in line["about"] for line in told)
    return is_named and any(line["who"] == lines[at]["seat"] for line in told)


def _told_after(lines: Sequence[Line], at: int) -> Iterator[Line]:
    """What the rules tell between this line and the next answer."""
    for place in range(at + 1, len(lines)):
        if "n" in lines[place]:
            return
        if "tell" in lines[place]:
            yield lines[place]


def whole_story(match: Match) -> list[Line]:
    """All that was said in a match: each entry as somebody who was in on it may know it."""
    entries = match.entries or []
    return [line for entry in entries for line in story([entry], _insider(entry), secrets=False)]


def public_story(match: Match) -> list[Line]:
    """What a reader of a tale may know: everything, unless people at a table still have secrets."""
    return whole_story(match) if match.over or not match.game.secrets else match.story(SPECTATOR)


def _insider(entry: Entry) -> int:
    """The first seat that knows all of an entry."""
    if len(entry) != 3:
        to = entry[5]
    else:
        to = entry[0].to if isinstance(entry[0], Chance | Show) else 0
    return max(0, (to & -to).bit_length() - 1)
