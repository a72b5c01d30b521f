"""Two processes on one PostgreSQL serve one table."""

from __future__ import annotations

import json
import random
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from tests.web.playing import PATIENCE, Guest, Process, serving

pytestmark = pytest.mark.slow
Json = dict[str, Any]


@pytest.fixture
def two(postgres_url: str) -> Iterator[tuple[Process, Process]]:
    with serving(postgres_url) as one, serving(postgres_url) as other:
        yield one, other


def company(one: Process, other: Process, game: str, seats: int, *more: str) -> list[Guest]:
    """Every second guest comes through the other process."""
    host = Guest(one.url)
    host.make(game, ["me", *["open"] * (seats - 1), *more])
    guests = [host]
    for seat in range(1, seats):
        guest = Guest((one, other)[seat % 2].url)
        guest.join(host.table, host.invite(seat))
        guests.append(guest)
    return guests


def heard(socket: Any, what: Any) -> Json:
    while True:
        message: Json = json.loads(socket.recv(timeout=PATIENCE))
        if what(message):
            return message


@pytest.mark.parametrize(
    ("game", "seats", "more"), [("thimble", 3, ()), ("thimble", 2, ("bot",)), ("wonderbook", 2, ())]
)
def test_a_whole_game_through_both(
    two: tuple[Process, Process], game: str, seats: int, more: tuple[str, ...]
) -> None:
    """Everybody hears of every answer over their own process's socket, and plays by nothing else."""
    guests = company(*two, game, seats, *more)
    faults: list[BaseException] = []
    endings: list[Json] = []

    def play(guest: Guest) -> None:
        draw = random.Random(guest.seat)
        try:
            with guest.watch() as socket:
                view = heard(socket, lambda message: message["kind"] == "view")
                while not view["ending"]:
                    ask = view["scene"].get("ask")
                    if view["your_turn"] and ask:
                        choices = [choice["key"] for choice in ask["choices"] if not choice.get("aside")]
                        said = {"do": "answer", "number": ask["number"], "keys": [draw.choice(choices)]}
                        socket.send(json.dumps(said))
                        number = ask["number"]
                        while view["scene"].get("ask") and view["scene"]["ask"]["number"] == number:
                            view = merged(view, heard(socket, lambda m: m["kind"] in ("update", "view")))
                    else:
                        view = merged(view, heard(socket, lambda m: m["kind"] in ("update", "view")))
                endings.append(view["ending"])
        except BaseException as fault:
            faults.append(fault)

    threads = [threading.Thread(target=play, args=(guest,)) for guest in guests]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not faults
    assert len(endings) == len(guests)
    assert all(ending == endings[0] for ending in endings)
    tales = [
        guest.http.get(f"/api/tables/{guest.table}/export", params={"seat": guest.seat}).text
        for guest in guests
    ]
    assert all(tale == tales[0] for tale in tales)
    numbers = [json.loads(line)["n"] for line in tales[0].splitlines() if '"topic"' in line]
    assert numbers == sorted(set(numbers))


def merged(view: Json, message: Json) -> Json:
    if message["kind"] == "view":
        return message
    return {**view, **message.get("changed", {}), "scene": {**view["scene"], **message.get("scene", {})}}


def test_of_two_answers_through_two_processes_one_counts(two: tuple[Process, Process]) -> None:
    host = Guest(two[0].url)
    host.make("connect_four", ["me", "me"])
    twin = Guest(two[1].url)
    twin.http.cookies.update(host.http.cookies)
    twin.table = host.table
    for _ in range(30):
        seat = next(seat for seat in (0, 1) if host.view(seat)["your_turn"])
        ask = host.view(seat)["scene"]["ask"]
        twin.view(seat)
        statuses: list[int] = []

        def answer(guest: Guest, key: str, seat: int = seat, number: int = ask["number"]) -> None:
            statuses.append(guest.post("answer", seat=seat, number=number, keys=[key]).status_code)  # noqa: B023

        threads = [
            threading.Thread(target=answer, args=(guest, ask["choices"][0]["key"])) for guest in (host, twin)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(statuses) == [200, 409]
        if host.view(0)["ending"]:
            break


def test_pointing_and_presence_pass_between_processes(two: tuple[Process, Process]) -> None:
    host, friend = company(*two, "connect_four", 2)
    with host.watch() as mine, friend.watch() as theirs:
        heard(theirs, lambda message: message["kind"] == "view")
        update = heard(
            mine,
            lambda message: any(
                seat["here"] for seat in message.get("changed", message).get("seats", [{}, {"here": 0}])[1:]
            ),
        )
        assert update["kind"] in ("view", "update")
        friend.post("point", seat=1, element=friend.view()["scene"]["elements"][0]["id"])
        assert heard(mine, lambda message: message["kind"] == "pointed")["seat"] == 1


def test_when_one_process_dies_the_other_goes_on(two: tuple[Process, Process]) -> None:
    host, friend = company(*two, "pig", 2)
    for _ in range(4):
        for guest in (host, friend):
            view = guest.view()
            if view["your_turn"]:
                guest.answer("hold", view["scene"]["ask"]["number"])
    two[0].kill()
    orphan = Guest(two[1].url)
    orphan.http.cookies.update(host.http.cookies)
    orphan.table = host.table
    assert orphan.view()["story"]["lines"]
    for _ in range(4):
        for guest in (orphan, friend):
            view = guest.view()
            if view["your_turn"]:
                guest.answer("hold", view["scene"]["ask"]["number"])


def test_a_kick_reaches_a_socket_of_the_other_process(two: tuple[Process, Process]) -> None:
    host, friend = company(*two, "pig", 2)
    with friend.watch() as socket:
        heard(socket, lambda message: message["kind"] == "view")
        host.do("kick", seat=1)
        assert "no place" in heard(socket, lambda message: message["kind"] == "bye")["message"]
