"""How the stories sound, as far as it can be counted: words, phrases to keep out, habits of a whole pack."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from statistics import median
from typing import Final, NamedTuple


class Length(NamedTuple):
    least: int
    most: int
    what: str


LENGTHS: Final = {
    "card": Length(25, 70, "a card"),
    "opening": Length(25, 120, "the opening of a scene"),
    "ending": Length(25, 160, "an ending"),
    "line": Length(6, 26, "a line of flavour"),
    "label": Length(2, 7, "the label of an option"),
    "title": Length(1, 8, "a title"),
}
KEEP_OUT: Final = {
    r"whispers? of destiny": "whispers of destiny",
    r"tapestr(y|ies) of": "tapestries of anything",
    r"shimmer(s|ed|ing)?": "shimmering",
    r"ancient evils?": "ancient evils",
    r"hearts? (that )?pound(s|ed|ing)?": "hearts that pound",
    r"breaths? (that )?you (did not|didn['’]t) know": "breath you did not know you held",
    r"little did (they|you|we|she|he) know": "little did they know",
}
NAME: Final = re.compile(r"\b[A-Z]\w*['’][A-Za-z]\w+['’]\w+")
SENTENCE: Final = re.compile(r"[^.!?…]+[.!?…]*")
DASH: Final = re.compile(r"\s[–—-]\s|—")
WORD: Final = re.compile(r"\w[\w'’-]*")
MOST_DASHES: Final = 0.5


def length(text: str, sort: str) -> str:
    """What is wrong with how long a text is, or nothing."""
    wanted = LENGTHS.get(sort)
    if wanted is None:
        return ""
    count = len(WORD.findall(text))
    if wanted.least <= count <= wanted.most:
        return ""
    return f"{count} words: {wanted.what} has {wanted.least} to {wanted.most}"


def phrases(text: str) -> Iterator[str]:
    """What VOICE keeps out of our stories."""
    for pattern, name in KEEP_OUT.items():
        if re.search(rf"\b{pattern}\b", text, re.IGNORECASE):
            yield f"keep out: {name}"
    if NAME.search(text):
        yield "keep out: names made of apostrophes"
    sentences = [part for part in SENTENCE.findall(text) if part.strip()]
    dashed = [part for part in sentences if DASH.search(part)]
    if len(dashed) > 1 and len(dashed) > MOST_DASHES * len(sentences):
        yield "keep out: a dash in every sentence"


def is_doing(label: str) -> bool:
    """Whether a label could begin with a verb: not with an article, a pronoun or a number."""
    first = label.split(maxsplit=1)[0].casefold() if label.split() else ""
    return first not in NOT_VERBS and not first[:1].isdigit()


NOT_VERBS: Final = (
    "the", "a", "an", "this", "that", "these", "those", "you", "your", "we", "our", "it", "its", "he", "she",
    "they", "his", "her", "their", "my", "i", "and", "or", "but", "to", "of", "in", "on", "at", "with", "for",
    "yes", "no",
)  # fmt: skip


# Habits of a whole pack

PROSE: Final = ("card", "opening", "ending", "plain")
"""The sorts of texts that are read aloud."""
LONG_ENOUGH: Final = 20
"""A text with fewer words is a line, whose last sentence cannot but be short."""
SHORT: Final = 8
MOST_SHORT_ENDS: Final = 0.2
MOST_VAGUE: Final = 6.0
MOST_CONTRASTS: Final = 0.1
MOST_WORDS: Final = 45
ENDINGS: Final = range(100, 161)
LAST: Final = re.compile(r"[.!?…]+[\"”’']*\s+")
VAGUE: Final = re.compile(r"\b(?:some|no)body\b|\bsome(?:thing|one)\b", re.IGNORECASE)
CONTRAST: Final = re.compile(
    r"\b(?:is|are|was|were)(?: not|n['’]t) [^.!?;]{1,60}[.;]"
    r" (?:it|they|he|she)(?:['’](?:s|re)| is| are| was| were)\b",
    re.IGNORECASE,
)
SPEECH: Final = re.compile(r"[\"“]([^\"“”]+)[\"”]")
STIFF: Final = re.compile(
    r"\b(?:do|does|did|is|are|was|will) not\b|\bcannot\b"
    r"|\b(?:it|that|he|she) is (?!\W)|\b(?:I am|you are|they are) (?!\W)",
    re.IGNORECASE,
)
OFFICE: Final = re.compile(
    r"\b(?:clerks?|ledgers?|rubber stamps?|(?:a|the|this|that|another) forms?)\b", re.IGNORECASE
)
OFFICER: Final = "Registrar"
SIMILE: Final = re.compile(r"\b(?:like|as) an? (\w[\w'’-]*)(?! (?:one|result|rule)\b)", re.IGNORECASE)


class Habit(NamedTuple):
    """Something that a pack does too often, or may: how often it is found, what is allowed, and where it is.

    `places`  the id of a text, and what stands there
    """

    name: str
    found: str
    allowed: str
    is_over: bool
    places: list[tuple[str, str]]

    def __str__(self) -> str:
        return f"{self.name}: {self.found} ({self.allowed})"


def habits(texts: Mapping[str, str], sorts: Mapping[str, str], cards: int) -> list[Habit]:
    """Count the habits of a pack.

    `texts`  by id; `sorts` what sort of text each is; `cards` how many cards the pack has
    """
    prose = {key: text for key, text in texts.items() if text and sorts.get(key) in PROSE}
    long = {key: text for key, text in prose.items() if count_words(text) >= LONG_ENOUGH}
    lengths = [count_words(text) for key, text in prose.items() if sorts[key] == "card"]
    middle = median(lengths) if lengths else 0
    short_ends = {key: LAST.split(text.strip())[-1] for key, text in long.items()}
    short_ends = {key: last for key, last in short_ends.items() if count_words(last) <= SHORT}
    share = len(short_ends) / max(1, len(long))
    words = sum([count_words(text) for text in prose.values()])
    vague = found_by(VAGUE, prose)
    rate = 1000 * len(vague) / max(1, words)
    contrasts = found_by(CONTRAST, prose)
    endings = {key: count_words(text) for key, text in prose.items() if sorts[key] == "ending"}
    wrong_ends = [(key, f"{count} words") for key, count in endings.items() if count not in ENDINGS]
    return [
        Habit(
            f"texts that end in a sentence of {SHORT} words or fewer",
            f"{share:.0%} of {len(long)}",
            f"at most {MOST_SHORT_ENDS:.0%}",
            share > MOST_SHORT_ENDS,
            [*short_ends.items()],
        ),
        Habit(
            "somebody, nobody, something, someone",
            f"{rate:.1f} in 1,000 words",
            f"under {MOST_VAGUE:g}",
            rate >= MOST_VAGUE,
            vague,
        ),
        Habit(
            "“is not X. It is Y”",
            f"{len(contrasts)} on {cards} cards",
            "at most 1 on 10",
            len(contrasts) > MOST_CONTRASTS * cards,
            contrasts,
        ),
        none_allowed("speech without contractions", list(stiff(prose))),
        none_allowed("clerks, forms, stamps, ledgers", list(offices(prose))),
        none_allowed("similes used twice", list(similes(prose))),
        Habit(
            "median length of a card", f"{middle:g} words", f"at most {MOST_WORDS}", middle > MOST_WORDS, []
        ),
        Habit(
            f"endings not of {ENDINGS[0]} to {ENDINGS[-1]} words",
            f"{len(wrong_ends)} of {len(endings)}",
            "none",
            bool(wrong_ends),
            wrong_ends,
        ),
    ]


def none_allowed(name: str, places: list[tuple[str, str]]) -> Habit:
    return Habit(name, str(len(places)), "none", bool(places), places)


def count_words(text: str) -> int:
    return len(WORD.findall(text))


def found_by(pattern: re.Pattern[str], texts: Mapping[str, str]) -> list[tuple[str, str]]:
    return [(key, match.group()) for key, text in texts.items() for match in pattern.finditer(text)]


def stiff(texts: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Find what people say in quotation marks as nobody says it: “do not”, “it is”, “cannot”."""
    for key, text in texts.items():
        for speech in SPEECH.finditer(text):
            for match in STIFF.finditer(speech.group(1)):
                yield key, match.group().strip()


def offices(texts: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Find clerks and what belongs to them, where the Registrar does not come into it."""
    yield from found_by(OFFICE, {key: text for key, text in texts.items() if OFFICER not in text})


def similes(texts: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Find similes with one word in two different texts."""
    first: dict[str, str] = {}
    for key, text in texts.items():
        for match in SIMILE.finditer(text):
            word = match.group(1).casefold()
            known = first.setdefault(word, text)
            if known != text:
                yield key, match.group()
