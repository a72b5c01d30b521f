"""Makes the page before the package: hatch calls this for wheels, sdists and editable installs."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parent))
from dev import client


class PageHook(BuildHookInterface):
    """Builds the page if it is not that of these sources. Only then is node fetched and used."""

    def dependencies(self) -> list[str]:
        return [] if client.is_built() else [client.NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if client.is_built():
            return
        try:
            client.build()
        except client.NotBuilt as problem:
            self.app.abort(f"foldtale: {problem}")
