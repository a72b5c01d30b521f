"""The description of the API: what Litestar finds out, made exact and put into words."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

import msgspec
from litestar.openapi import ResponseSpec

from foldtale.table.messages import Said
from foldtale.table.refusals import REASONS
from foldtale.web.deeds import DEEDS

NAMED: Final = re.compile(
    r"^\s*`(\w+)`(?:, `(\w+)`)*\s{2,}(.+?)(?=\n\s*`\w+`(?:, `\w+`)*\s{2,}|\n\s*\n|\Z)",
    re.MULTILINE | re.DOTALL,
)
"""A line of a docstring that says what a field is: its name, two blanks, the meaning."""
TAGS: Final = {
    "Games": "What is installed.",
    "Tables": "Making, finding, joining and deleting tables.",
    "Seats": "Who sits where.",
    "Play": "Answers and what belongs to them.",
    "History": "Earlier moments, and files.",
    "Service": "For operators.",
}


def says() -> str:
    """What stands before the list of calls."""
    text = (Path(__file__).parent / "api.md").read_text(encoding="utf-8")
    deeds = ", ".join([f"`{name}`" for name in DEEDS])
    reasons = "\n".join([f"- `{word}` ({status}): {said}." for word, (status, said) in REASONS.items()])
    return text.replace("DEEDS", deeds).replace("REASONS", reasons)


def refusals(*statuses: int) -> dict[int, ResponseSpec]:
    """What a call may be refused with: each status with the reasons behind it."""
    found = {}
    for status in statuses:
        reasons = [f"{word}: {said}" for word, (code, said) in REASONS.items() if code == status]
        found[status] = ResponseSpec(Said, description="; ".join(reasons) + ".", generate_examples=False)
    return found


def exact(description: dict[str, Any], messages: list[Any], cookie_name: str) -> dict[str, Any]:
    """The description with the exact form of every message, and the meaning of its fields."""
    _, forms = msgspec.json.schema_components(messages, ref_template="#/components/schemas/{name}")
    for form in forms.values():
        _explain(form)
    plain: dict[str, Any] = msgspec.to_builtins(description)
    cookie = {
        "type": "apiKey",
        "in": "cookie",
        "name": cookie_name,
        "description": "Set by making or joining a table.",
    }
    tags = [{"name": name, "description": said} for name, said in TAGS.items()]
    components = {**plain["components"], "schemas": forms, "securitySchemes": {"cookie": cookie}}
    return {**plain, "tags": tags, "components": components}


def _explain(form: dict[str, Any]) -> None:
    """Move what a docstring says of single fields to those fields."""
    lines = form.get("description", "").splitlines()
    text = "\n".join([line if line.startswith("     ") else line.strip() for line in lines])
    for found in NAMED.finditer(text):
        names = re.findall(r"`(\w+)`", found.group(0).partition("  ")[0])
        for name in names:
            if name in form.get("properties", {}):
                form["properties"][name].setdefault("description", " ".join(found.group(3).split()))
    form["description"] = re.sub(r"\n{2,}", "\n\n", NAMED.sub("", text)).strip()
