"""The language that a guest reads travels with what the guest sends."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from websockets.sync.client import ClientConnection

from tests.web.playing import PATIENCE, Guest, Process, serving


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with serving(f"sqlite:///{tmp_path_factory.mktemp('lang')}/tables.db") as process:
        yield process


@pytest.fixture
def ada(service: Process) -> Guest:
    guest = Guest(service.url)
    guest.make("thimble", ["me", "open", "open"], {"rounds": 3})
    return guest


def heard(socket: ClientConnection, kind: str) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = json.loads(socket.recv(timeout=PATIENCE))
        if message["kind"] == kind:
            return message


def told_there(socket: ClientConnection) -> str:
    """The sentences of the next update with a story."""
    while True:
        message = heard(socket, "update")
        if message.get("story", {}).get("told"):
            return " ".join([one["text"] for one in message["story"]["told"]])


def test_a_view_is_in_the_language_that_was_asked_for(ada: Guest) -> None:
    address = f"/api/tables/{ada.table}?seat=0"
    english, italian = (ada.ok(ada.http.get(address + more)) for more in ("&lang=en", "&lang=it"))
    assert ada.http.get(address).content == ada.http.get(f"{address}&lang=en").content
    assert english["scene"]["ask"]["prompt"] == "Your turn: what do you do?"
    assert italian["scene"]["ask"]["prompt"] == "Tocca a te: che cosa fai?"
    assert [one["key"] for one in italian["scene"]["ask"]["choices"]] == [
        one["key"] for one in english["scene"]["ask"]["choices"]
    ]
    assert ada.ok(ada.http.get("/api/tables?lang=it"))[0]["subtitle"].endswith(" di 3")
    moment = ada.ok(ada.http.get(f"/api/tables/{ada.table}/history?seat=0&number=1&lang=it"))
    assert moment["scene"]["subtitle"].endswith(" di 3")


@pytest.mark.parametrize("lang", ["de", "", "IT", "it;drop", "../it", "it" * 40])
def test_a_language_that_there_is_not_is_refused_at_the_door(ada: Guest, lang: str) -> None:
    answer = ada.http.get(f"/api/tables/{ada.table}", params={"seat": 0, "lang": lang})
    assert (answer.status_code, answer.json()["refused"]) == (400, "bad request")
    with ada.watch(lang=lang) as socket:
        assert heard(socket, "refused")["message"] == "the languages here are: en, it"


def test_two_sockets_at_one_table_speak_two_languages(ada: Guest) -> None:
    bo = ada.friend(1)
    with ada.watch(lang="it") as hers, bo.watch() as his:
        assert heard(hers, "view")["scene"]["subtitle"].endswith(" di 3")
        assert heard(his, "view")["scene"]["subtitle"].endswith(" of 3")
        ada.answer("draw", ada.view()["scene"]["ask"]["number"])
        told = [told_there(socket) for socket in (hers, his)]
        assert ("Giocatore" in told[0], "Giocatore" in told[1]) == (True, False)
        assert ("Player" in told[0], "Player" in told[1]) == (False, True)
        hers.send(json.dumps({"do": "answer", "number": 1, "keys": ["draw"], "id": 7}))
        refusal = heard(hers, "refused")
        assert refusal["refused"] == "late"
        assert refusal["message"] == "la domanda è chiusa: il tavolo è andato avanti"


def test_a_deed_and_its_refusal_are_answered_in_the_language(ada: Guest) -> None:
    number = ada.view()["scene"]["ask"]["number"]
    body = {"seat": 0, "number": number, "keys": ["draw"]}
    view = ada.ok(ada.http.post(f"/api/tables/{ada.table}/answer?lang=it", json=body))
    assert view["scene"]["subtitle"].endswith(" di 3")
    again = ada.http.post(f"/api/tables/{ada.table}/answer?lang=it", json=body)
    assert again.status_code == 409
    assert again.json()["message"] == "la domanda è chiusa: il tavolo è andato avanti"
    assert again.json()["view"]["scene"]["subtitle"].endswith(" di 3")


def test_the_shelf_and_the_summary_of_the_rules_are_in_the_language(ada: Guest) -> None:
    games = {game["name"]: game for game in ada.ok(ada.http.get("/api/games?lang=it"))}
    assert games["thimble"]["blurb"].startswith("Tesori, gazze e un gatto")
    assert [field["label"] for field in games["thimble"]["fields"]][:2] == ["Giocatori", "Round"]
    summary = [ada.ok(ada.http.get(f"/api/games/thimble/summary{more}"))["text"] for more in ("", "?lang=it")]
    assert [text.splitlines()[0] for text in summary] == ["# Thimble in short", "# Thimble in breve"]
    assert ada.ok(ada.http.get("/api/games/pig/summary")) == {"text": ""}
    assert ada.http.get("/api/games/nothing/summary").status_code == 404
