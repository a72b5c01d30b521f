"""The games on the shelf: `games.get("pig")`, `games.names()`."""

from foldtale.kernel.registry import get, names

__all__ = ["get", "names"]
