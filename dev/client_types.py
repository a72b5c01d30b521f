"""Writes the page's types from the messages of the service: `python -m dev.client_types`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, Final

import msgspec

from foldtale.web.app import MESSAGES

FILE: Final = Path(__file__).parents[1] / "src/foldtale/web/client/src/lib/types.ts"
REF: Final = "#/$defs/{name}"
HEAD: Final = "/** Made by `python -m dev.client_types` from the messages of the service. Do not edit. */\n"
PLAIN: Final = {
    "string": "string",
    "integer": "number",
    "number": "number",
    "boolean": "boolean",
    "null": "null",
}


def types() -> str:
    """Every message, and every part of one, as an interface."""
    _, parts = msgspec.json.schema_components(MESSAGES, ref_template=REF)
    return HEAD + "".join([declared(name, parts[name]) for name in sorted(parts)])


def declared(name: str, schema: dict[str, Any]) -> str:
    if schema.get("type") != "object" or "properties" not in schema:
        return f"\nexport type {name} = {written(schema)};\n"
    needed = schema.get("required", ())
    rows = [
        f"  {field}{'' if field in needed else '?'}: {written(inner)};\n"
        for field, inner in schema["properties"].items()
    ]
    return f"\nexport interface {name} {{\n{''.join(rows)}}}\n"


def written(schema: dict[str, Any]) -> str:
    """A schema as a type."""
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    if "enum" in schema:
        return " | ".join([msgspec.json.encode(value).decode() for value in schema["enum"]])
    if "const" in schema:
        return msgspec.json.encode(schema["const"]).decode()
    if "anyOf" in schema:
        return " | ".join([written(one) for one in schema["anyOf"]])
    if "prefixItems" in schema:
        return f"[{', '.join([written(one) for one in schema['prefixItems']])}]"
    if schema.get("type") == "array":
        inner = written(schema["items"]) if schema.get("items") else "unknown"
        return f"({inner})[]" if " " in inner else f"{inner}[]"
    if schema.get("type") == "object":
        values = schema.get("additionalProperties")
        return f"Record<string, {written(values) if isinstance(values, dict) and values else 'unknown'}>"
    return PLAIN.get(schema.get("type", ""), "unknown")


if __name__ == "__main__":
    FILE.write_text(types(), encoding="utf-8")
    sys.stdout.write(f"{FILE.name}: {len(types().splitlines())} lines\n")
