"""The real service, with chance that a test knows: `python -m tests.browser.known --port 8000 --store URL`."""

from __future__ import annotations

import argparse
import secrets
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import httpx

from foldtale.kernel.chance import Seeded, place_of
from foldtale.kernel.tale import Fall, read
from foldtale.kernel.talk import Chance
from foldtale.web.serve import Server
from foldtale.web.settings import Settings
from tests.web.playing import Process, Taken

ROOT = Path(__file__).parents[2]
SEED = 7
"""Every match has these dice, unless they come from a tale."""
PATIENCE = 60


class Known(Process):
    """The service in a process of its own; chance falls as in `tale`, if one is given."""

    def __init__(self, store: str, tale: Path | None = None) -> None:
        self.tale = tale
        super().__init__(store)

    def start(self) -> None:
        command = [
            sys.executable,
            "-m",
            "tests.browser.known",
            "--port",
            str(self.port),
            "--store",
            self.store,
        ]
        if self.tale:
            command += ["--tale", str(self.tale)]
        self.process = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.DEVNULL)
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            with suppress(httpx.HTTPError):
                if httpx.get(f"{self.url}/health", timeout=5).status_code == 200:
                    return
            if self.process.poll() is not None:
                raise Taken
            time.sleep(0.05)
        raise RuntimeError("the service did not answer")


def fall_as_in(tale: Path) -> None:
    """The falls of a stored game, one after the other."""
    falls = [step.key for step in read(tale).steps if isinstance(step, Fall)]

    def choose(self: Seeded, chance: Chance) -> int:
        self.falls += 1
        return place_of(chance.outcomes, falls[self.falls - 1])

    Seeded.choose = choose  # type: ignore[method-assign]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int)
    parser.add_argument("--store")
    parser.add_argument("--tale", type=Path)
    asked = parser.parse_args()
    secrets.randbits = lambda bits: SEED  # type: ignore[assignment]
    if asked.tale:
        fall_as_in(asked.tale)
    settings = Settings(
        store=asked.store,
        port=asked.port,
        rate=1e6,
        burst=1e6,
        tables_per_hour=1e9,
        work_per_client=1e6,
        work=1e6,
        bots_nice=0,
    )
    Server(settings).run()


if __name__ == "__main__":
    main()
