"""Hostile clients are refused, each with a reason, while an honest table plays on.

Everything here holds on a machine of any speed: how long the honest table waits for its answers is measured by
`./run bench service`.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest

from foldtale.table.refusals import REASONS
from foldtale.web.settings import Settings
from tests.web.hostile import OFTEN, SOCKETS, Attack, Honest, Report, Service, served
from tests.web.playing import Guest, serving

pytestmark = pytest.mark.slow

TOGETHER = 20.0
"""Seconds that the clients attack at least; the deaf and the slow one wait until the service cuts them off."""
MOST_GROWTH_MB = 50


class Seen(NamedTuple):
    """What came of a run: memory in MB before and at most, and what the hostile clients were told."""

    before: float
    most: float
    reports: dict[str, Report]


def attack(service: Service) -> Seen:
    """Let an honest table play alone for a moment, and then for as long as the hostile clients are there."""
    honest = Honest(service.port)
    memory: list[float] = []

    async def note_memory() -> None:
        memory.append(service.memory())

    asyncio.run(honest.play(lambda: len(memory) < 100, note_memory))
    before = max(memory)
    with Attack(honest, service.port, TOGETHER) as hostile:
        asyncio.run(honest.play(hostile.is_going_on, note_memory))
        reports = hostile.reports()
    assert service.process.poll() is None
    assert kept_numbers(service.file, honest.guest.table) == list(range(1, honest.answers + 1))
    return Seen(before, max(memory), reports)


def kept_numbers(store: Path, table: str) -> list[int]:
    with closing(sqlite3.connect(store)) as file:
        sql = "SELECT line FROM lines WHERE table_id = ? ORDER BY at"
        return [json.loads(row[0])["n"] for row in file.execute(sql, (table,))]


def test_hostile_clients_are_refused_while_an_honest_table_plays_on(tmp_path: Path) -> None:
    """One test, since all that it looks at comes from one run: every answer of the honest table arrives and is kept."""
    with served(tmp_path) as service:
        seen = attack(service)
        print(json.dumps(seen.reports, indent=1))
        assert seen.most - seen.before < MOST_GROWTH_MB
        who_floods_is_told_to_wait(seen.reports["flood"])
        every_kind_of_garbage_is_refused_with_a_reason(seen.reports["garbage"])
        who_answers_for_another_seat_is_refused(seen.reports["impostor"])
        who_never_reads_is_sent_away(seen.reports["deaf"])
        who_opens_many_sockets_gets_no_more_than_its_share(seen.reports["crowd"])
        who_never_ends_a_request_is_cut_off(seen.reports["slow"])
        nothing_goes_wrong_inside(service.log)


def who_floods_is_told_to_wait(report: Report) -> None:
    """The flood has measured its own seconds; the service has counted no more."""
    told_so = Counter(report["told"])
    usual = Settings()
    let_in = sum(told_so.values()) - told_so["429 too fast"]
    assert let_in <= usual.rate * report["seconds"] + usual.burst, report
    assert told_so["429 too fast"] >= OFTEN, report
    assert {reply.split()[0] for reply in told_so} <= {"200", "404", "429"}, report


def every_kind_of_garbage_is_refused_with_a_reason(report: Report) -> None:
    kinds: dict[str, dict[str, int]] = report["kinds"]
    wrong = {
        kind: replies for kind, replies in kinds.items() if not replies or not all(map(is_a_refusal, replies))
    }
    assert wrong == {}


def is_a_refusal(reply: str) -> bool:
    """A status with a reason, a message with a reason, or a close with a code that is one."""
    status, _, reason = reply.partition(" ")
    if status == "101":
        return reason in REASONS or reason in [f"closed {code}" for code in (1002, 1003, 1007, 1008, 1009)]
    return reason == "stopped" or (400 <= int(status) < 500 and reason not in ("nothing", "gone"))


def who_answers_for_another_seat_is_refused(report: Report) -> None:
    told_so = report["told"]
    allowed = {"403 not yours", "404 no such table", "403 not the host", "101 not yours", "101 not the host"}
    assert {"403 not yours", "404 no such table", "101 not yours"} <= set(told_so) <= allowed, told_so


def who_never_reads_is_sent_away(report: Report) -> None:
    assert set(report["ends"]) == {"cut off"}, report


def who_opens_many_sockets_gets_no_more_than_its_share(report: Report) -> None:
    told_so = Counter(report["told"])
    assert sum(told_so.values()) >= SOCKETS
    assert 0 < report["most"] <= Settings().sockets_per_client, report
    refused = told_so["429 too fast"] + told_so["101 refused"]
    assert refused == sum(told_so.values()) - told_so["101 open"], report


def who_never_ends_a_request_is_cut_off(report: Report) -> None:
    kinds = report["kinds"]
    assert set(kinds["body"]) <= {"413 too large", "408 too slow", "429 too fast"}, kinds
    assert all("kept" not in replies for replies in kinds.values()), kinds


def nothing_goes_wrong_inside(log: Path) -> None:
    """Whatever they send, it is refused where it is read: no error is logged."""
    lines = [json.loads(line) for line in log.read_text().splitlines() if line.startswith("{")]
    wrong = [line for line in lines if line["level"] in ("error", "critical")]
    errors = [f"{line['event'].strip()}: {line.get('trace', '').splitlines()[-1:]}" for line in wrong]
    assert Counter(errors) == {}


def test_several_answers_at_once_foretell_nothing(tmp_path: Path) -> None:
    """Whoever adds a wrong answer to a right one learns nothing of the dice that would have fallen."""
    with serving(f"sqlite:///{tmp_path / 'tables.db'}") as process:
        told_so = set()
        for _ in range(40):
            guest = Guest(process.url)
            number = guest.make("pig", ["me", "open"])["scene"]["ask"]["number"]
            answer = guest.post("answer", seat=0, number=number, keys=["roll", "nonsense"])
            assert answer.status_code == 409
            told_so.add((answer.json()["refused"], answer.json()["message"]))
            answer = guest.post("answer", seat=0, number=number, keys=["roll", "roll", "roll", "nonsense"])
            told_so.add((answer.json()["refused"], answer.json()["message"]))
        assert len(told_so) <= 2, told_so
