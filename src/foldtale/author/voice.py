"""How the stories sound, as far as it can be counted: words a text, and phrases to keep out."""

from __future__ import annotations

import re
from collections.abc import Iterator
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
