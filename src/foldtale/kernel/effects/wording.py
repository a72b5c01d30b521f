"""How cards are printed: the forms of words, by number and by person."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import TYPE_CHECKING, Final

from foldtale.kernel.effects.kinds import AMOUNT

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
FORMS: Final = re.compile(r"\{(\w+):([^|{}]*)\|([^{}]*)\}")
OWNED: Final = re.compile(r"\{(\w+)'s\}")


def say(template: str, names: list[str], given: list[Expr], left_out: Collection[str] = ()) -> str:
    """Fill a sentence.

    `{n}` is what was given, `{n:heart|hearts}` a form for one or for more of it, `{who's}` whose it is.
    "You" is spoken of as more than one is: `{who} {who:draws|draw} a card`. What stands between < and > is
    said only if the words in it were given.
    """
    known = dict(zip(names, given))

    def counted(found: re.Match[str]) -> str:
        expr = known.get(found.group(1))
        reckoned = expr is not None and expr.type.kind is AMOUNT and not NUMBER.match(expr.says)
        return f"{found.group(2)} equal to {expr.says}" if expr is not None and reckoned else found.group()

    def form(found: re.Match[str]) -> str:
        expr = known.get(found.group(1))
        return found.group(2 if expr is not None and is_one(expr) else 3)

    def owned(found: re.Match[str]) -> str:
        return possessive(known[found.group(1)].says)

    def if_given(found: re.Match[str]) -> str:
        return "" if left_out and set(PLACE.findall(found.group())) & set(left_out) else found.group(1)

    template = OPTIONAL.sub(if_given, template)
    text = OWNED.sub(owned, FORMS.sub(form, COUNTED.sub(counted, template)))
    for name in names:
        text = text.replace(f"{{{name}}}", known[name].says if name in known else "")
    return " ".join(text.split())


def is_one(expr: Expr) -> bool:
    if expr.type.kind is AMOUNT:
        return expr.says == "1"
    return not expr.type.many and expr.says not in ("you", "")


def possessive(who: str) -> str:
    if who == "you":
        return "your"
    return f"{who}'" if who.endswith("s") else f"{who}'s"


def compared(left: Expr, sign: str, right: Expr) -> str:
    """`your points are at least 3`."""
    head = re.split(" of | in | where ", left.says)[0]
    are = left.says == "you" or (left.type.kind is AMOUNT and head.endswith("s") and not head.endswith("ss"))
    return " ".join([left.says, "are" if are else "is", *COMPARED[sign].split(), right.says])


def sentences(says: list[str]) -> str:
    """One after the other, each but the first with a capital letter."""
    text = says[0] if says else ""
    for part in says[1:]:
        end = " " if text.endswith((".”", "!”", "?”")) else ". "
        text += end + part[:1].upper() + part[1:]
    return text
