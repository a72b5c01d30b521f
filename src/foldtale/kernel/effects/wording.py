"""How cards are printed: the forms of words, by number and by person."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Final

from foldtale.kernel.effects.kinds import AMOUNT
from foldtale.kernel.speech import Speech

if TYPE_CHECKING:
    from foldtale.kernel.effects.expression import Expr

COMPARED: Final = {
    ">=": "at least", "<=": "at most", ">": "more than", "<": "less than", "=": "", "==": "", "is": "",
    "!=": "not", "is not": "not",
}  # fmt: skip
COUNTED: Final = re.compile(r"\{(\w+)\} \{\1:[^|{}]*\|(\w+)\}")
NUMBER: Final = re.compile(r"-?\d+( \(.*\))?$")
OPTIONAL: Final = re.compile(r"<([^<>]*)>")
PLACE: Final = re.compile(r"\{(\w+)[:}']")
FORMS: Final = re.compile(r"\{(\w+):((?:[^|{}]|\{\w+\})*)\|((?:[^{}]|\{\w+\})*)\}")
OWNED: Final = re.compile(r"\{(\w+)'s\}")


def say(template: str, known: Mapping[str, Expr], left_out: Collection[str], speech: Speech) -> str:
    """Fill a sentence with what was given, by the names of its gaps.

    `{n}` is what was given, `{n:heart|hearts}` a form for one or for more of it, `{who's}` whose it is.
    "You" is spoken of as more than one is: `{who} {who:draws|draw} a card`; where a language has a form of
    its own for it, it is the third. What stands between < and > is said only if the words in it were given.
    """
    template = speech.phrase(template)

    def counted(found: re.Match[str]) -> str:
        expr = known.get(found.group(1))
        reckoned = expr is not None and expr.type.kind is AMOUNT and not NUMBER.match(expr.says)
        if expr is None or not reckoned:
            return found.group()
        return speech("{0} equal to {1}", found.group(2), expr.says)

    def form(found: re.Match[str]) -> str:
        expr = known.get(found.group(1))
        if expr is not None and is_one(expr, speech.you):
            return found.group(2)
        more, _, you = found.group(3).partition("|")
        return you if you and expr is not None and expr.says == speech.you else more

    def owned(found: re.Match[str]) -> str:
        return possessive(known[found.group(1)].says, speech)

    def if_given(found: re.Match[str]) -> str:
        return "" if left_out and set(PLACE.findall(found.group())) & set(left_out) else found.group(1)

    template = OPTIONAL.sub(if_given, template)
    text = OWNED.sub(owned, FORMS.sub(form, COUNTED.sub(counted, template)))
    for name, expr in known.items():
        text = text.replace(f"{{{name}}}", expr.says)
    return speech.tidy(" ".join(text.split()))


def is_one(expr: Expr, you: str) -> bool:
    if expr.type.kind is AMOUNT:
        return expr.says == "1"
    return not expr.type.many and expr.says not in (you, "")


def possessive(who: str, speech: Speech) -> str:
    if who == speech.you:
        return speech("your")
    return speech("{0}'" if who.endswith("s") else "{0}'s", who)


def compared(left: Expr, sign: str, right: Expr, speech: Speech) -> str:
    """`your points are at least 3`."""
    if left.says == speech.you:
        return speech(comparison("you are", sign, "{0}"), right.says)
    head = re.split(" of | in | where ", left.says)[0]
    are = left.type.kind is AMOUNT and head.endswith("s") and not head.endswith("ss")
    start = "{0} are" if speech.are(left.says, are) else "{0} is"
    return speech(comparison(start, sign, "{1}"), left.says, right.says)


def comparison(start: str, sign: str, end: str) -> str:
    return " ".join([start, *COMPARED[sign].split(), end])


def on_condition(test: Expr, speech: Speech, before: str) -> str:
    """`if this is so`; what could only be denied in brackets is said with `unless`."""
    if test.negates and test.says == speech("not ({0})", test.negates):
        return speech(f"{before}unless {{0}}", test.negates)
    return speech(f"{before}if {{0}}", test.says)


def sentences(says: list[str]) -> str:
    """One after the other, each but the first with a capital letter."""
    text = says[0] if says else ""
    for part in says[1:]:
        end = " " if text.endswith((".”", "!”", "?”")) else ". "
        text += end + part[:1].upper() + part[1:]
    return text
