"""The description of the API: complete, true, and enough to write a client from."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import jsonschema
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings

from tests.sizes import size
from tests.web.playing import Guest, Process, serving

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with serving(f"sqlite:///{tmp_path_factory.mktemp('api')}/tables.db") as process:
        yield process


@pytest.fixture(scope="module")
def description(service: Process) -> dict[str, Any]:
    found: dict[str, Any] = httpx.get(f"{service.url}/schema/openapi.json").json()
    return found


def send_all(service: Process, description: dict[str, Any], prepare: Callable[[Any], bool], most: int) -> int:
    """Send what schemathesis thinks of to every operation; how much was sent. Nothing may be a 5xx."""
    sent = 0
    for found in schemathesis.openapi.from_dict(description).get_all_operations():
        operation = found.ok()

        @settings(max_examples=most, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
        @given(case=operation.as_strategy())
        def send(case: Any) -> None:
            nonlocal sent
            if prepare(case):
                answer = case.call(base_url=service.url)
                assert answer.status_code < 500, answer.text
                assert "Traceback" not in answer.text
                sent += 1

        send()
    return sent


def test_nothing_that_a_stranger_sends_breaks_the_service(
    service: Process, description: dict[str, Any]
) -> None:
    assert send_all(service, description, lambda case: True, size(8, 25, 300)) > 100


def test_nothing_that_a_guest_sends_breaks_their_table(service: Process, description: dict[str, Any]) -> None:
    guest = Guest(service.url)
    guest.make("thimble", ["me", "me", "bot"])

    def prepare(case: Any) -> bool:
        case.path_parameters = {"ident": guest.table}
        case.cookies = {"foldtale": guest.http.cookies["foldtale"]}
        stays = case.method.lower() != "delete" and not case.path.endswith("/leave")
        return "{ident}" in case.path and stays

    assert send_all(service, description, prepare, size(5, 15, 200)) > 100
    assert guest.view(0)["scene"]["ask"]["number"] >= 1


def test_every_answer_is_of_the_described_form(service: Process, description: dict[str, Any]) -> None:
    """A game of each kind, with every view, moment and refusal held against the description."""
    schemas = description["components"]["schemas"]

    def fits(name: str, found: Any) -> None:
        form = {"$ref": f"#/components/schemas/{name}", "components": {"schemas": schemas}}
        jsonschema.Draft202012Validator(form).validate(found)

    for game, seats in (("thimble", 3), ("wonderbook", 2)):
        guest = Guest(service.url)
        fits("View", guest.make(game, ["me"] * seats))
        for _ in range(12):
            turns = [seat for seat in range(seats) if guest.view(seat)["your_turn"]]
            if not turns:
                break  # the dice have ended it
            seat = turns[0]
            view = guest.view(seat)
            fits("View", view)
            ask = view["scene"]["ask"]
            fits("View", guest.answer(ask["choices"][0]["key"], ask["number"], seat))
            fits("Said", guest.post("answer", seat=seat, number=ask["number"], keys=["x"]).json())
            params = {"seat": seat, "number": ask["number"]}
            fits("Moment", guest.http.get(f"/api/tables/{guest.table}/history", params=params).json())
        again = guest.http.get(f"/api/tables/{guest.table}/review", params={"seat": 0})
        fits("ReviewView" if again.status_code == 200 else "Said", again.json())
        fits("Invitation", guest.post("invite", seat=1).json())
        for card in guest.http.get("/api/tables").json():
            fits("TableCard", card)
    for card in guest.http.get("/api/games").json():
        fits("GameCard", card)
    fits("Health", guest.http.get("/health").json())
    fits("Said", guest.http.get("/api/tables/none-such?seat=0").json())


def test_everything_is_described(description: dict[str, Any]) -> None:
    for path, operations in description["paths"].items():
        for method, operation in operations.items():
            assert operation["summary"], (method, path)
            assert operation["tags"], (method, path)
            if "{ident}" in path:
                refusals = {"400", "403", "404", "429", "503"} | ({"409"} if method == "post" else set())
                assert refusals <= set(operation["responses"]), (method, path)
    for name, form in description["components"]["schemas"].items():
        assert form.get("description"), name


def test_a_client_written_from_the_description_alone_plays_a_whole_game(service: Process) -> None:
    from tests.web.from_description import play

    result = play(service.url, seed=3)
    assert result["ending"] == "most points"
    assert len(result["scores"]) == 3
    lines = [json.loads(line) for line in result["tale"].splitlines()]
    assert (lines[0]["game"], lines[-1]["over"]) == ("thimble", True)
    assert sum(["topic" in line for line in lines]) == result["answers"]


def test_the_description_of_the_api_is_kept(description: dict[str, Any]) -> None:
    """Whoever changes the API sees it here, and says so in the changelog."""
    kept = Path(__file__).parent / "operations.txt"
    found = sorted(
        f"{method.upper()} {path}"
        for path, operations in description["paths"].items()
        for method in operations
    )
    assert kept.read_text(encoding="utf-8").splitlines() == found
