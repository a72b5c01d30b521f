"""Types that several threads of the service read are prepared before any thread is started."""

from __future__ import annotations

import subprocess
import sys

READ = """
from msgspec import _utils, defstruct, json

import foldtale.web.serve
from foldtale import games
from foldtale.kernel.tale import MARKS, Header
from foldtale.table.desk import Desk

types = [Header, Desk, *MARKS.values(), *[games.get(name).setups for name in games.names()]]
looked_at = []
mappings = _utils._get_class_mro_and_typevar_mappings
_utils._get_class_mro_and_typevar_mappings = lambda kind: (looked_at.append(kind), mappings(kind))[1]
for kind in types:
    json.Decoder(kind)
assert not looked_at, f"first looked at after the import: {looked_at}"
json.Decoder(defstruct("New", ["field"]))
assert looked_at, "this test would notice nothing"
"""


def test_nothing_that_threads_read_is_looked_at_for_the_first_time_after_the_import() -> None:
    """msgspec 0.22 crashes if two threads are the first to read a type: it keeps what is not whole yet."""
    run = subprocess.run([sys.executable, "-c", READ], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
