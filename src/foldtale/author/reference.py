"""The reference of a language: every instruction, value, event and number, from the signatures."""

from __future__ import annotations

from collections.abc import Iterator

from foldtale.kernel.effects.instructions import CONTROL
from foldtale.kernel.effects.kinds import CONDITION, Type
from foldtale.kernel.effects.language import Language, Param, Word
from foldtale.kernel.effects.parsing import BUILT_IN
from foldtale.kernel.pack.records import Bounds, fields_of, marked, split


def reference(language: Language) -> str:
    """A page in Markdown."""
    return "\n".join(_page(language)) + "\n"


def _page(language: Language) -> Iterator[str]:
    yield f"# What cards of {language.name} can say"
    yield ""
    yield f"Made by `foldtale reference {language.name}`. How to begin: [a chapter](../write-a-chapter.md)."
    yield from _cards(language)
    yield from _table("Instructions", "instruction", [(usage(word), word) for word in language.ops.values()])
    yield from _section("Instructions that every game has")
    for name, control in CONTROL.items():
        takes = ", ".join([f"`{word}`" for word in control.takes])
        yield f"- `{name}` {control.tells}" + (f" Takes {takes}." if takes else "")
    conditions = [word for word in language.values.values() if word.gives == Type(CONDITION)]
    things = [word for word in language.values.values() if word.gives != Type(CONDITION)]
    yield from _table("Conditions", "condition", [(called(word), word) for word in conditions])
    yield from _table("Values and selectors", "value", [(called(word), word) for word in things])
    yield ""
    yield "Every game has " + ", ".join([f"`{name}`" for name in BUILT_IN]) + " and `… where …`."
    yield from _events(language)


def _section(title: str) -> Iterator[str]:
    yield from ("", f"## {title}", "")


def _cards(language: Language) -> Iterator[str]:
    yield ""
    yield "## Kinds of cards"
    for name, cls in language.cards.items():
        yield ""
        yield f"**{name}** {(cls.__doc__ or '').strip()}"
        yield ""
        for field in fields_of(cls):
            bounds = marked(split(field.hint)[1], Bounds)
            within = f" ({bounds.least} to {bounds.most})" if bounds else ""
            yield f"- `{field.name}`{within}" + ("" if field.required else " (may be left out)")


def _table(title: str, head: str, lines: list[tuple[str, Word]]) -> Iterator[str]:
    yield from _section(title)
    yield f"| {head} | what it means | printed as |"
    yield "|---|---|---|"
    for written, word in lines:
        tells = word.tells.splitlines()[0] if word.tells else ""
        tells += " Can be a cost." if word.can is not None else ""
        yield f"| `{written}` | {tells} | {word.says.replace('|', '/')} |"


def _events(language: Language) -> Iterator[str]:
    yield from _section("Events, for `when:` and `instead:`")
    ways = {"on": "`when`", "of": "`instead`"}
    for name, event in language.events.items():
        known = ", ".join([f"`{fact}` ({type})" for fact, type in event.facts.items()]) or "nothing"
        by = " and ".join([ways[way] for way in event.ways])
        yield f"- `{name}` ({by}): {event.says}. Known: {known}."
    yield from _section("Numbers, for `while:`")
    for name, (whom, says) in language.queries.items():
        said = says.format(who=whom) if "{who}" in says else f"{says}, for {whom}"
        yield f"- `{name}`: {said}."
    yield ""
    scopes = ", ".join([f"`{scope}`" for scope in language.scopes])
    yield f"What lasts or is limited, lasts or is limited for: {scopes}."


def usage(word: Word) -> str:
    """How an instruction is written: `{score: amount, who: player}`."""
    if not word.params:
        return word.name
    names = [word.name if at == 0 else param.name for at, param in enumerate(word.params)]
    return "{" + ", ".join([f"{name}: {kind_of(param)}" for name, param in zip(names, word.params)]) + "}"


def called(word: Word) -> str:
    """How a value is written: `hand_size(player)`."""
    given = ", ".join([kind_of(param) for param in word.params])
    return f"{word.name}({given})" if given else word.name


def kind_of(param: Param) -> str:
    if param.takes is None:
        return "[…]"
    return f"{param.takes.kind}s" if param.takes.many else str(param.takes.kind)
