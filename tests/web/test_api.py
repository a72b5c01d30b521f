"""The service over HTTP and WebSocket, as a program meets it: a real process, real sockets."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from foldtale.kernel import Match, tale
from foldtale.table.store import PROBE_SECONDS
from tests.web.playing import PATIENCE, Guest, Process, serving

pytestmark = pytest.mark.slow
Json = dict[str, Any]


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with serving(f"sqlite:///{tmp_path_factory.mktemp('api')}/tables.db", "--private-webhooks") as process:
        yield process


@pytest.fixture
def ada(service: Process) -> Guest:
    return Guest(service.url)


def heard(socket: ClientConnection, kind: str) -> Json:
    """The next message of a kind."""
    while True:
        message: Json = json.loads(socket.recv(timeout=PATIENCE))
        if message["kind"] == kind:
            return message


def turn_of(guests: list[Guest]) -> tuple[Guest, Json]:
    """Who is to answer, with their view."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        for guest in guests:
            view = guest.view()
            if view["your_turn"]:
                return guest, view
    raise AssertionError("it is nobody's turn")


def play(guests: list[Guest], answers: int, seed: int = 1) -> None:
    draw = random.Random(seed)
    for _ in range(answers):
        if guests[0].view()["ending"]:
            return
        guest, view = turn_of(guests)
        ask = view["scene"]["ask"]
        guest.answer(
            draw.choice([one["key"] for one in ask["choices"] if not one.get("aside")]), ask["number"]
        )


def play_out(guests: list[Guest], seed: int = 1) -> None:
    while not guests[0].view()["ending"]:
        play(guests, 20, seed)


def company(ada: Guest, game: str = "thimble", seats: int = 3, **options: Any) -> list[Guest]:
    setup = {"rounds": 3} if game == "thimble" else {}
    ada.make(game, ["me", *["open"] * (seats - 1)], setup, **options)
    return [ada, *[ada.friend(seat) for seat in range(1, seats)]]


# Games, tables, links


def test_games_are_listed_with_their_setup_typed_and_labelled(ada: Guest) -> None:
    games = {game["name"]: game for game in ada.ok(ada.http.get("/api/games"))}
    assert {"wonderbook", "thimble", "pig", "connect_four"} <= set(games)
    book = games["wonderbook"]
    assert (book["title"], book["players"], book["shelf"]) == ("Wonder Book", [1, 2, 3, 4], "books")
    fields = {field["name"]: field for field in book["fields"]}
    assert fields["players"] == {
        "name": "players", "label": "Players", "kind": "number", "usual": 2, "values": [1, 2, 3, 4],
        "may_be_empty": False, "seldom": False,
    }  # fmt: skip
    assert (fields["difficulty"]["kind"], fields["difficulty"]["usual"]) == ("choice", "standard")
    assert (fields["record"]["kind"], fields["record"]["may_be_empty"]) == ("record", True)
    assert "wonderbook" in fields["pack"]["values"]
    assert "sample" in fields["pack"]["values"]
    assert "Campaign" in book["schema"]["$defs"]
    assert games["thimble"]["has_secrets"]
    assert (games["grimm"]["has_reactions"], games["thimble"]["has_reactions"]) == (True, False)
    chosen = {field["name"]: field for field in games["grimm"]["fields"]}
    assert chosen["events"]["values"] == ["face down", "face up", "none"]
    assert (chosen["mode"]["kind"], chosen["break_ties"]["kind"]) == ("choice", "flag")
    assert {name for name, field in chosen.items() if field["seldom"]} == {
        "start_quests", "start_magic", "rabbit_tokens", "thumbling_uses", "break_ties",
    }  # fmt: skip


def test_a_link_is_exchanged_for_a_cookie_that_scripts_cannot_read(ada: Guest) -> None:
    ada.make("thimble", ["me", "open", "open"])
    answer = ada.post("invite", seat=1)
    link = answer.json()["link"]
    assert link.startswith(f"{ada.url}/#/join/{ada.table}/")
    secret = link.rpartition("/")[2]
    bo = Guest(ada.url)
    joined = bo.http.post(f"/api/tables/{ada.table}/join", json={"secret": secret, "name": "<b>Bo</b>"})
    cookie = joined.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert secret not in cookie
    assert joined.json()["seats"][1]["name"] == "<b>Bo</b>"
    assert joined.headers["content-type"].startswith("application/json")
    assert joined.headers["referrer-policy"] == "no-referrer"
    assert secret not in json.dumps(joined.json())


def test_a_table_does_not_exist_for_those_who_have_no_place_at_it(ada: Guest) -> None:
    ada.make("thimble", ["me", "open", "open"])
    eve = Guest(ada.url)
    eve.make("pig", ["me", "bot"])
    eve.table, seat = ada.table, {"seat": 0}
    for answer in (
        eve.http.get(f"/api/tables/{ada.table}", params=seat),
        eve.http.get(f"/api/tables/{ada.table}/history", params={"seat": 0, "number": 1}),
        eve.http.get(f"/api/tables/{ada.table}/export", params=seat),
        eve.http.get(f"/api/tables/{ada.table}/review", params=seat),
        eve.post("answer", seat=0, number=1, keys=["draw"]),
        eve.post("invite", seat=1),
        eve.post("kick", seat=0),
        eve.post("point", seat=0, element="deck"),
        eve.post("leave"),
        eve.http.delete(f"/api/tables/{ada.table}"),
    ):
        assert (answer.status_code, answer.json()["refused"]) == (404, "no such table")
    assert [card["table"] for card in eve.ok(eve.http.get("/api/tables"))] != [ada.table]
    assert len(eve.ok(eve.http.get("/api/tables"))) == 1
    with eve.watch() as socket:
        assert heard(socket, "refused")["refused"] == "no such table"
        with pytest.raises(ConnectionClosed):
            socket.recv(timeout=PATIENCE)


def test_my_tables_are_listed_the_last_touched_first(ada: Guest) -> None:
    first = ada.make("pig", ["me", "me"])["table"]
    second = ada.make("connect_four", ["me", "me"])["table"]
    assert [card["table"] for card in ada.ok(ada.http.get("/api/tables"))] == [second, first]
    ada.table = first
    _, view = turn_of([ada]) if ada.view()["your_turn"] else (ada, ada.view(1))
    ada.answer("roll", view["scene"]["ask"]["number"], view["you"])
    cards = ada.ok(ada.http.get("/api/tables"))
    assert [card["table"] for card in cards] == [first, second]
    assert (cards[0]["title"], cards[0]["your_seats"], cards[0]["your_turn"]) == ("Pig", [0, 1], True)


def test_a_deleted_table_is_gone_for_all_and_only_the_host_deletes(ada: Guest) -> None:
    bo = company(ada)[1]
    with bo.watch() as socket:
        heard(socket, "view")
        answer = bo.http.delete(f"/api/tables/{ada.table}")
        assert (answer.status_code, answer.json()["refused"]) == (403, "not the host")
        assert ada.http.delete(f"/api/tables/{ada.table}").status_code == 204
        assert "deleted" in heard(socket, "bye")["message"]
    assert bo.http.get(f"/api/tables/{ada.table}", params={"seat": 1}).status_code == 404


def test_whoever_is_kicked_is_sent_away_and_whoever_leaves_passes_hosting_on(ada: Guest) -> None:
    _, bo, cy = company(ada)
    with bo.watch() as socket:
        heard(socket, "view")
        ada.do("kick", seat=1)
        assert "no place" in heard(socket, "bye")["message"]
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(timeout=PATIENCE)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1008
    assert ada.view()["seats"][1]["kind"] == "open"
    assert ada.post("leave").status_code == 204
    view = cy.view()
    assert (view["role"], view["seats"][0]["kind"], view["seats"][2]["is_host"]) == ("host", "open", True)


def test_whoever_hands_over_a_seat_sees_it_no_longer(ada: Guest) -> None:
    ada.make("thimble", ["me", "me", "bot"])
    phone = Guest(ada.url)
    phone.join(ada.table, ada.invite(1, device=True))
    assert [seat["devices"] for seat in ada.view(0)["seats"]] == [1, 2, 0]
    secret = ada.invite(1)
    with ada.watch(1) as own, phone.watch(1) as other:
        for socket in (own, other):
            heard(socket, "view")
        bo = Guest(ada.url)
        assert bo.join(ada.table, secret, "Bo")["your_seats"] == [1]
        for socket in (own, other):
            assert "no place" in heard(socket, "bye")["message"]
    params = {"seat": 1}
    assert ada.http.get(f"/api/tables/{ada.table}", params=params).status_code == 403
    assert phone.http.get(f"/api/tables/{ada.table}", params=params).status_code == 404
    assert ada.view(0)["your_seats"] == [0]
    assert [seat["devices"] for seat in bo.view()["seats"]] == [0, 1, 0]
    bo.join(ada.table, ada.invite(0))
    view = ada.view(30)
    assert (view["role"], view["your_seats"], view["you"]) == ("host", [30], 30)


def test_a_holder_ends_the_holds_of_other_devices(ada: Guest) -> None:
    ada.make("thimble", ["me", "open", "bot"])
    phone = Guest(ada.url)
    phone.join(ada.table, ada.invite(0, device=True))
    with phone.watch(0) as socket:
        heard(socket, "view")
        view = ada.do("drop-devices")
        assert "no place" in heard(socket, "bye")["message"]
    assert view["seats"][0]["devices"] == 1
    assert ada.refused("invite", seat=1, device=True) == (403, "not yours")


def test_one_browser_may_hold_several_seats_and_sees_each_as_its_own(ada: Guest) -> None:
    view = ada.make("thimble", ["me", "me", "bot"])
    assert view["your_seats"] == [0, 1]
    hands = [ada.view(seat)["scene"]["seats"][seat]["things"][1] for seat in (0, 1)]
    assert [hand["note"] for hand in hands] == ["only you see it"] * 2
    assert ada.http.get(f"/api/tables/{ada.table}", params={"seat": 2}).status_code == 403


# Playing


def test_an_answer_that_is_late_or_doubled_is_refused_with_the_present_view(ada: Guest) -> None:
    guests = company(ada)
    guest, view = turn_of(guests)
    number = view["scene"]["ask"]["number"]
    guest.answer("draw", number)
    again = guest.post("answer", seat=guest.seat, number=number, keys=["draw"])
    said = again.json()
    assert (again.status_code, said["refused"]) == (409, "late")
    assert said["view"]["scene"]["ask"]["number"] > number
    assert said["view"]["you"] == guest.seat


def test_answers_for_others_and_answers_that_nobody_offered_are_refused(ada: Guest) -> None:
    guests = company(ada)
    guest, view = turn_of(guests)
    other = next(one for one in guests if one is not guest)
    number = view["scene"]["ask"]["number"]
    assert other.refused("answer", seat=guest.seat, number=number, keys=["draw"]) == (403, "not yours")
    assert other.refused("answer", number=number, keys=["draw"]) == (409, "not asked")
    assert guest.refused("answer", number=number, keys=["fly"]) == (409, "not offered")
    assert guest.refused("answer", number=number, keys=[]) == (400, "bad request")
    assert guest.refused("answer", number=number, keys=["draw"], why="I want to") == (400, "bad request")
    assert guest.view()["scene"]["ask"]["number"] == number


def test_the_others_see_an_answer_at_once(ada: Guest) -> None:
    guests = company(ada, "pig", 2)
    with guests[0].watch() as first, guests[1].watch() as second:
        see_an_answer(guests, [first, second])


def see_an_answer(guests: list[Guest], sockets: list[ClientConnection]) -> None:
    for socket in sockets:
        heard(socket, "view")
    guest, view = turn_of(guests)
    sockets[guest.seat].send(
        json.dumps({"do": "answer", "number": view["scene"]["ask"]["number"], "keys": ["hold"], "id": 7})
    )
    assert heard(sockets[guest.seat], "done")["id"] == 7
    other = sockets[1 - guest.seat]
    update = next(message for message in iter(lambda: heard(other, "update"), None) if "story" in message)
    assert update["changed"]["your_turn"] is True
    assert update["scene"]["ask"]["prompt"]
    assert heard(other, "turn")["number"] == update["scene"]["ask"]["number"]


def test_updates_over_the_socket_add_up_to_the_view(ada: Guest) -> None:
    guests = company(ada, "wonderbook", 2)
    with guests[1].watch() as socket:
        mine = heard(socket, "view")
        play(guests, 25)
        target = guests[1].view()
        while mine["scene"].get("ask", {}).get("number") != target["scene"]["ask"]["number"]:
            message = heard(socket, "update")
            story = message.get("story")
            mine = {
                **mine,
                **message.get("changed", {}),
                "scene": {**mine["scene"], **message.get("scene", {})},
            }
            if story:
                lines = mine["story"]["lines"][: story["since"]] + story["lines"]
                mine["story"] = {**story, "lines": lines, "since": 0}
    empty = (None, "", [], 0, False)

    def trimmed(scene: Json) -> Json:
        return {name: value for name, value in scene.items() if value not in empty}

    assert trimmed(mine["scene"]) == trimmed(target["scene"])
    assert mine["story"]["lines"] == target["story"]["lines"]
    assert mine["story"]["mark"] == target["story"]["mark"]
    assert mine["seats"] == [{**seat, "here": seat["seat"] == 1} for seat in target["seats"]]


def test_whoever_comes_back_is_sent_what_was_missed(ada: Guest) -> None:
    guests = company(ada)
    with guests[2].watch() as socket:
        mark = heard(socket, "view")["story"]["mark"]
    play(guests, 12)
    with guests[2].watch(have=mark) as socket:
        part = heard(socket, "view")["story"]
    whole = guests[2].view()["story"]
    assert part["since"] == int(mark.rpartition(".")[2]) > 0
    assert part["lines"] == whole["lines"][part["since"] :]
    for bad in ("x", "1.0.99999", "2.0.1", "-1.0.1", "1.0.1.0", "1..1"):
        assert guests[2].view(have=bad)["story"]["lines"] == whole["lines"]


def test_after_an_undo_the_story_is_sent_anew(ada: Guest) -> None:
    ada.make("thimble", ["me", "me", "me"], {"rounds": 3})
    seat = next(seat for seat in range(3) if ada.view(seat)["your_turn"])
    mark = ada.view(seat)["story"]["mark"]
    number = ada.view(seat)["scene"]["ask"]["number"]
    ada.answer("draw", number, seat)
    view = ada.do("undo", seat=seat, number=number + 1)
    assert view["story"]["lines"][-1] == {"undo": number}
    assert ada.view(seat, have=mark)["story"]["since"] == 0
    assert view["your_turn"]


def test_group_questions_show_who_proposes_what(ada: Guest) -> None:
    guests = company(ada, "wonderbook", 2)
    while True:
        guest, view = turn_of(guests)
        ask = view["scene"]["ask"]
        if ask["seat"] == -1:
            break
        guest.answer(ask["choices"][0]["key"], ask["number"])
    other = next(one for one in guests if one is not guest)
    key = other.view()["scene"]["ask"]["choices"][0]["key"]
    other.do("propose", number=ask["number"], key=key)
    assert guest.view()["seats"][other.seat]["proposes"] == key
    assert other.refused("answer", number=ask["number"], keys=[key]) == (409, "not asked")
    guest.answer(key, ask["number"])
    assert guest.view()["seats"][other.seat]["proposes"] == ""


def test_an_undo_by_consent(ada: Guest) -> None:
    guests = company(ada, "thimble", 3)
    guest, view = turn_of(guests)
    number = view["scene"]["ask"]["number"]
    view = guest.answer("draw", number)
    open_now = view["scene"]["ask"]["number"]
    view = guest.do("undo", number=open_now)
    others = [one for one in guests if one is not guest]
    assert view["wish"] == {"by": guest.seat, "number": number, "asked": sorted(one.seat for one in others)}
    others[0].do("consent", number=number, agree=True)
    view = others[1].do("consent", number=number, agree=True)
    assert view["wish"] is None
    assert {"undo": number} in view["story"]["lines"]


def test_pointing_reaches_the_others_only_where_they_see_the_element(ada: Guest) -> None:
    guests = company(ada)
    with guests[1].watch() as socket:
        heard(socket, "view")
        hidden = "hand 0 0"
        assert guests[0].post("point", seat=0, element="no such thing").json()["refused"] == "not offered"
        assert guests[0].post("point", seat=0, element=hidden).status_code == 204
        assert guests[0].post("point", seat=0, element="deck").status_code == 204
        assert heard(socket, "pointed") == {"kind": "pointed", "seat": 0, "element": "deck"}


def test_the_level_and_the_pace_of_bots_are_set_while_they_play(ada: Guest) -> None:
    view = ada.make("pig", ["me", "bot"])
    assert [seat["level"] for seat in view["seats"]] == [None, "easy"]
    assert ada.do("level", seat=1, level="strong")["seats"][1]["level"] == "strong"
    assert ada.refused("level", seat=0, level="strong") == (400, "bad request")
    assert ada.do("pace", pace=0.5)["options"]["pace"] == 0.5
    assert ada.refused("pace", pace=60) == (400, "bad request")
    assert ada.post("hurry", seat=0).status_code == 200


def test_a_hint_has_the_best_options_with_their_chances_and_is_counted(ada: Guest) -> None:
    view = ada.make("pig", ["me", "me"])
    seat, number = view["scene"]["ask"]["seat"], view["scene"]["ask"]["number"]
    said = ada.ok(ada.post("hint", seat=seat, number=number))
    assert said["number"] == number
    assert {option["key"] for option in said["options"]} == {"roll", "hold"}
    assert all(0 <= one["low"] <= one["chance"] <= one["high"] <= 1 for one in said["options"])
    assert ada.ok(ada.post("hint", seat=seat, number=number)) == said
    assert ada.view(seat)["seats"][seat]["hints"] == 2
    assert ada.refused("hint", seat=1 - seat, number=number) == (409, "not asked")
    ada.answer("hold", number, seat)
    assert ada.refused("hint", seat=seat, number=number) == (409, "late")


def test_a_table_without_hints_gives_none(ada: Guest) -> None:
    view = ada.make("pig", ["me", "me"], hints=False)
    ask = view["scene"]["ask"]
    assert ada.refused("hint", seat=ask["seat"], number=ask["number"]) == (409, "no hints")


def test_a_seat_is_handed_to_a_bot_and_taken_back(ada: Guest) -> None:
    ada.make("pig", ["me", "bot"])
    view = ada.do("to-bot")
    assert view["seats"][0]["kind"] == "bot"
    with ada.watch() as socket:
        heard(socket, "view")
        heard(socket, "update")
        view = ada.do("take-back")
    assert view["seats"][0]["kind"] == "person"


def test_standing_orders_answer_for_me(ada: Guest) -> None:
    guests = company(ada, "pig", 2)
    guest, view = turn_of(guests)
    view = guest.do("order", number=view["scene"]["ask"]["number"], key="hold")
    assert [order["key"] for order in view["orders"]] == ["hold"]
    other = next(one for one in guests if one is not guest)
    assert other.view()["orders"] == []
    for _ in range(3):
        view = other.view()
        assert view["your_turn"]
        other.answer("hold", view["scene"]["ask"]["number"])
    assert guest.do("drop-orders")["orders"] == []


def test_a_finished_match_has_an_ending_and_a_rematch_on_the_same_links(ada: Guest) -> None:
    guests = company(ada, "connect_four", 2)
    secret = guests[1].invite(1)
    assert ada.post("again", how="rematch").json()["refused"] == "not over"
    play_out(guests)
    view = ada.view()
    assert view["ending"]["ending"] in ("four in a row", "draw") or view["ending"]["ending"]
    assert view["scene"].get("ask") is None
    assert ada.refused("answer", number=1, keys=["1"]) == (409, "over")
    assert guests[1].post("again", how="rematch").json()["refused"] == "not the host"
    view = ada.ok(ada.post("again", how="rematch"))
    assert (view["match"], view["ending"]) == (2, None)
    late = Guest(ada.url)
    assert late.join(ada.table, secret)["match"] == 2


# History, export, import


def look_again(guest: Guest, seat: int = 0, **params: Any) -> httpx.Response:
    return guest.http.get(f"/api/tables/{guest.table}/review", params={"seat": seat, **params})


def test_a_finished_match_is_looked_at_again_and_one_that_goes_on_is_not(ada: Guest) -> None:
    guests = company(ada, "connect_four", 2)
    refused = look_again(ada)
    assert (refused.status_code, refused.json()["refused"]) == (409, "not over")
    play_out(guests)
    said = ada.ok(look_again(ada))
    assert (said["match"], said["sides"]) == (1, [[0], [1]])
    assert all(sum(point["chances"]) == pytest.approx(1, abs=0.001) for point in said["points"])
    winners = ada.view()["ending"]["winners"]
    assert [chance == 1 for chance in said["points"][-1]["chances"]] == [seat in winners for seat in (0, 1)]
    last = said["points"][-1]["number"]
    assert all(1 <= moment["number"] < last for moment in said["moments"])
    assert ada.ok(look_again(ada)) == said
    assert look_again(guests[1], 0).json()["refused"] == "not yours"
    ada.ok(ada.post("again", how="rematch"))
    assert look_again(ada).json()["refused"] == "not over"
    assert ada.ok(look_again(ada, match=1)) == said
    assert look_again(ada, match=7).status_code == 404


def test_history_shows_what_the_seat_saw_then(ada: Guest) -> None:
    guests = company(ada)
    seen: dict[int, tuple[Any, Any]] = {}
    draw = random.Random(6)
    for _ in range(30):
        if ada.view()["ending"]:
            break
        guest, view = turn_of(guests)
        mine = guests[1].view()
        seen[mine["scene"]["ask"]["number"]] = mine["scene"], mine["story"]["lines"]
        ask = view["scene"]["ask"]
        guest.answer(draw.choice(ask["choices"])["key"], ask["number"])
    assert len(seen) > 15
    numbers = list(seen)
    draw.shuffle(numbers)
    for number in numbers:
        params = {"seat": 1, "number": number}
        moment = guests[1].ok(guests[1].http.get(f"/api/tables/{ada.table}/history", params=params))
        assert moment["number"] == number
        assert moment["first"] <= number <= moment["last"]
        assert moment["scene"] == seen[number][0]
        assert moment["story"]["lines"] == seen[number][1]
    last = moment["last"]
    play_out(guests)
    final = guests[1].view()
    params = {"seat": 1, "number": final["story"]["lines"] and last}
    moment = guests[1].ok(guests[1].http.get(f"/api/tables/{ada.table}/history", params=params))
    params["number"] = moment["last"]
    moment = guests[1].ok(guests[1].http.get(f"/api/tables/{ada.table}/history", params=params))
    assert moment["scene"] == final["scene"]
    for number in (10_000, 2**53):
        params = {"seat": 1, "number": number}
        answer = guests[1].http.get(f"/api/tables/{ada.table}/history", params=params)
        assert (answer.status_code, answer.json()["refused"]) == (404, "no such moment")


def test_while_secrets_are_kept_an_export_is_a_view_and_then_the_whole_tale(
    ada: Guest, tmp_path: Path
) -> None:
    guests = company(ada)
    play(guests, 10)
    answer = guests[1].http.get(f"/api/tables/{ada.table}/export", params={"seat": 1})
    rows = [json.loads(row) for row in answer.text.splitlines()]
    assert (rows[0]["view"], rows[0]["seat"], rows[-1]["end"]) == (1, 1, len(rows) - 1)
    assert 'filename="thimble-' in answer.headers["content-disposition"]
    view = guests[1].view()
    assert rows[-2]["number"] == view["scene"]["ask"]["number"]
    scene: Json = {}
    for row in rows[1:-1]:
        scene |= row.get("scene", {})
    assert scene["ask"] == view["scene"]["ask"]
    refused = ada.http.post("/api/tables/import", json={"tale": answer.text})
    assert (refused.status_code, refused.json()["refused"]) == (422, "bad tale")
    assert not view["full_tale"]
    play_out(guests)
    assert guests[1].view()["full_tale"]
    text = guests[1].http.get(f"/api/tables/{ada.table}/export", params={"seat": 1}).text
    path = tmp_path / "it.tale"
    path.write_text(text, encoding="utf-8")
    match = Match.load(path)
    assert match.over
    assert tale.written(match).splitlines()[1:] == text.splitlines()[1:]
    again = ada.ok(ada.http.post("/api/tables/import", json={"tale": text}), 201)
    assert again["ending"] == guests[1].view()["ending"]


def test_whoever_has_the_whole_tale_cannot_take_the_last_answer_back_and_play_on(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path}/tables.db") as service:
        ada = Guest(service.url)
        ada.make("thimble", ["me", "bot", "bot"])
        with ada.watch() as socket:
            while not (view := ada.view())["ending"]:
                if view["your_turn"]:
                    ask = view["scene"]["ask"]
                    ada.post("answer", seat=0, number=ask["number"], keys=[ask["choices"][0]["key"]])
                else:
                    heard(socket, "update")
        text = ada.http.get(f"/api/tables/{ada.table}/export", params={"seat": 0}).text
        assert "tale" in json.loads(text.splitlines()[0])
        params = {"seat": 0, "number": 1}
        last = ada.ok(ada.http.get(f"/api/tables/{ada.table}/history", params=params))["last"] - 1
        for _ in range(2):
            answer = ada.post("undo", seat=0, number=last)
            assert (answer.status_code, answer.json()["refused"]) == (409, "not undone")
            assert "whole tale" in answer.json()["message"]
            service.stop()
            service.start()
        assert ada.view()["ending"]
        again = ada.ok(ada.http.post("/api/tables/import", json={"tale": text}), 201)
        assert again["ending"] == ada.view()["ending"]


def test_a_tale_can_be_taken_in_and_goes_on(ada: Guest) -> None:
    ada.make("wonderbook", ["me", "me"])
    for _ in range(20):
        seat = next(seat for seat in (0, 1) if ada.view(seat)["your_turn"])
        ask = ada.view(seat)["scene"]["ask"]
        ada.answer(ask["choices"][0]["key"], ask["number"], seat)
    text = ada.http.get(f"/api/tables/{ada.table}/export", params={"seat": 0}).text
    before = ada.view(0)
    body = {"tale": text, "places": [{"who": "me"}, {"who": "bot"}]}
    view = ada.ok(ada.http.post("/api/tables/import", json=body), 201)
    assert view["table"] != before["table"]
    assert view["story"]["lines"] == before["story"]["lines"]
    assert [seat["kind"] for seat in view["seats"]] == ["person", "bot"]
    for bad in (text[:-60], text.replace('"key"', '"clef"', 1), "{" * 5000):
        answer = ada.http.post("/api/tables/import", json={"tale": bad})
        assert (answer.status_code, answer.json()["refused"]) == (422, "bad tale")


# Safety


def test_the_page_of_the_api_works_without_script_or_anything_from_elsewhere(ada: Guest) -> None:
    answer = ada.http.get("/api")
    assert answer.headers["content-type"].startswith("text/html")
    policy = answer.headers["content-security-policy"]
    for part in ("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "base-uri 'none'"):
        assert part in policy
    assert "unsafe" not in policy
    assert "<script" not in answer.text
    assert "/api/tables/{ident}/answer" in answer.text
    assert ada.http.get("/api/style.css").headers["content-type"].startswith("text/css")


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8000", "127.0.0.1.evil.example", ""])
def test_another_host_name_is_refused(ada: Guest, host: str) -> None:
    answer = ada.http.get("/api/games", headers={"Host": host})
    assert answer.status_code in (400, 403)


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1:1", "http://localhost"])
def test_pages_of_others_cannot_act(ada: Guest, origin: str) -> None:
    body = {"game": "pig", "setup": {"players": 2}}
    answer = ada.http.post("/api/tables", json=body, headers={"Origin": origin})
    assert (answer.status_code, answer.json()["refused"]) == (403, "foreign")
    ours = ada.http.post("/api/tables", json=body, headers={"Origin": ada.url})
    assert ours.status_code == 201
    site = ada.http.post("/api/tables", json=body, headers={"Sec-Fetch-Site": "cross-site"})
    assert site.status_code == 403


def test_a_socket_from_another_page_is_refused_with_a_reason(ada: Guest) -> None:
    from websockets.exceptions import InvalidStatus
    from websockets.sync.client import connect

    ada.make("pig", ["me", "bot"])
    cookie = f"foldtale={ada.http.cookies['foldtale']}"
    url = f"{ada.url.replace('http', 'ws', 1)}/api/tables/{ada.table}/live?seat=0"
    headers = {"Cookie": cookie, "Origin": "https://evil.example"}
    with pytest.raises(InvalidStatus) as refusal, connect(url, additional_headers=headers):
        pass
    assert refusal.value.response.status_code == 403
    assert json.loads(refusal.value.response.body or b"{}")["refused"] == "foreign"


def test_bodies_are_bounded(ada: Guest) -> None:
    answer = ada.http.post(
        "/api/tables", content=b"x" * 100_000, headers={"Content-Type": "application/json"}
    )
    assert (answer.status_code, answer.json()["refused"]) == (413, "too large")


def test_garbage_is_refused_in_words(ada: Guest) -> None:
    ada.make("pig", ["me", "bot"])
    for content in (b"", b"{", b"[]", b"\xff\xfe", b'{"game": 7}', b"null", b"[" * 20_000):
        answer = ada.http.post("/api/tables", content=content, headers={"Content-Type": "application/json"})
        assert (answer.status_code, answer.json()["refused"]) == (400, "bad request"), content[:20]
    with ada.watch() as socket:
        heard(socket, "view")
        for message in (
            "",
            "{",
            "[]",
            '{"do": 7}',
            '{"do": "fly"}',
            '{"do": "answer"}',
            '{"do": "answer", "number": "x"}',
        ):
            socket.send(message)
            assert heard(socket, "refused")["refused"] == "bad request", message
        socket.send(json.dumps({"do": "look", "id": "still here"}))
        assert heard(socket, "done")["id"] == "still here"


def test_there_is_no_such_thing(ada: Guest) -> None:
    for path in (
        "/api/nothing",
        "/api/tables/none-such-table?seat=0",
        "/../../etc/passwd",
        "/api/tables/x",
    ):
        answer = ada.http.get(path)
        assert answer.status_code in (400, 404), path
        assert "Traceback" not in answer.text
    assert ada.http.put("/api/tables", json={}).status_code == 405


def test_health_says_how_much_there_is(ada: Guest) -> None:
    ada.make("pig", ["me", "bot"])
    time.sleep(1.1 * PROBE_SECONDS)
    health = ada.ok(ada.http.get("/health"))
    assert health["ok"]
    assert health["tables"] >= 1
    assert health["in_memory"] >= 1


def test_a_webhook_is_told_when_nobody_looks(ada: Guest) -> None:
    import threading
    from http.server import BaseHTTPRequestHandler, HTTPServer

    got: list[Json] = []

    class Hook(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            got.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *args: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Hook) as server:
        thread = threading.Thread(target=server.handle_request)
        thread.start()
        guests = company(ada, "pig", 2)
        guest, view = turn_of(guests)
        other = next(one for one in guests if one is not guest)
        view = other.do("webhook", url=f"http://127.0.0.1:{server.server_port}/hook?token=abc")
        assert view["webhook"]
        guest.answer("hold", guest.view()["scene"]["ask"]["number"])
        thread.join(PATIENCE)
    number = other.view()["scene"]["ask"]["number"]
    url = f"{ada.url}/#/table/{ada.table}"
    assert got == [
        {"event": "your turn", "table": ada.table, "seat": other.seat, "number": number, "url": url}
    ]
    assert other.refused("webhook", url="ftp://x")[0] == 422


# The operator's side


def test_private_webhooks_are_refused_unless_the_operator_allows_them(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path}/tables.db") as process:
        ada = Guest(process.url)
        ada.make("pig", ["me", "bot"])
        for url in ("http://127.0.0.1:9/", "http://localhost/", "http://10.0.0.1/", "http://[::1]/"):
            assert ada.refused("webhook", url=url) == (422, "bad address")


def test_logs_are_json_lines_without_secrets(tmp_path: Path) -> None:
    process = Process(f"sqlite:///{tmp_path}/tables.db", "--log", "debug")
    ada = Guest(process.url)
    ada.make("thimble", ["me", "open", "bot"])
    secret = ada.invite(1)
    bo = Guest(process.url)
    bo.join(ada.table, secret, "Bo")
    bo.http.post(f"/api/tables/{ada.table}/join", json={"secret": "wrong" * 6})
    with bo.watch() as socket:
        heard(socket, "view")
    httpx.post(f"{process.url}/api/tables", content=b"\xff", headers={"Content-Type": "application/json"})
    assert process.stop() == 0
    assert process.process.stderr is not None
    with process.process.stderr as stream:
        text = stream.read().decode()
    rows = [json.loads(line) for line in text.splitlines()]
    assert {"at", "level", "event"} <= set(rows[0])
    assert any(
        row["event"] == "request" and row["path"].endswith("/join") and row["status"] == 403 for row in rows
    )
    for hidden in (secret, ada.http.cookies["foldtale"], bo.http.cookies["foldtale"], "wrongwrong"):
        assert hidden not in text


def test_a_database_of_an_earlier_version_opens_and_goes_on(tmp_path: Path) -> None:
    folder = Path(__file__).parents[1] / "fixtures" / "stores"
    for facts_file in sorted(folder.glob("*.json")):
        copy = tmp_path / f"{facts_file.stem}.db"
        copy.write_bytes(facts_file.with_suffix(".sqlite").read_bytes())
        with serving(f"sqlite:///{copy}") as process:
            for facts in json.loads(facts_file.read_text())["tables"]:
                guest = Guest(process.url)
                guest.http.cookies.set("foldtale", facts["session"])
                guest.table = facts["table"]
                assert [card["table"] for card in guest.ok(guest.http.get("/api/tables"))] == [facts["table"]]
                view = guest.view(0)
                changed = "Changed since this match began: wonderbook."  # its pack, by the figure of a card
                assert view["game"] == facts["game"]
                assert view["notice"] == (changed if view["game"] == "wonderbook" else "")
                assert len(view["story"]["lines"]) == facts["lines"]
                seat = next(seat for seat in view["your_seats"] if guest.view(seat)["your_turn"])
                ask = guest.view(seat)["scene"]["ask"]
                assert ask["number"] == facts["number"]
                guest.answer(ask["choices"][0]["key"], ask["number"], seat)


def test_idle_tables_leave_memory_and_come_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By a snapshot and the lines since, or by all lines: in any case as they were."""
    monkeypatch.setattr("foldtale.table.house.SNAPSHOT_LINES", 10)
    import asyncio

    from foldtale.table import answering
    from foldtale.table.house import House, HouseSettings
    from foldtale.table.messages import Answer, NewTable, Place
    from foldtale.table.table import Table
    from tests.table.given import asked, keys

    async def run() -> None:
        house = House(HouseSettings(store=f"sqlite:///{tmp_path}/tables.db"))
        await house.start()
        from foldtale.table.desk import Options

        for game, players in (("thimble", 3), ("wonderbook", 2)):
            made = Table.new(
                NewTable(game, {"players": players}, (Place("me"),) * players, Options()), "ada", 0.0
            )
            await house.add(made)
            draw = random.Random(3)
            for _ in range(60):
                table = await house.look(made.id)
                if table.match.over:
                    break
                key, seat, number = draw.choice(keys(table)), asked(table), table.match.number
                said = Answer(seat, number, (key,))
                await house.act(made.id, lambda at, said=said: answering.answer(at, "ada", said, 0.0))
                before = await house.look(made.id)
                scenes = [before.match.scene(seat) for seat in range(players)]
                await house.let_go(house.live(made.id))
                back = await house.look(made.id)
                assert back is not before
                assert [back.match.scene(seat) for seat in range(players)] == scenes
            assert await house.store.snapshot(made.id, 1) is not None
        await house.stop()

    asyncio.run(run())


def test_tables_with_too_many_lines_in_all_leave_memory_when_another_is_opened(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("foldtale.table.house.SMALL", 0)
    monkeypatch.setattr("foldtale.table.archive.SMALL", 0)
    import asyncio

    from foldtale.table import answering
    from foldtale.table.desk import Options
    from foldtale.table.house import House, HouseSettings
    from foldtale.table.messages import Answer, NewTable, Place
    from foldtale.table.table import Table

    async def run() -> None:
        house = House(HouseSettings(most_lines=5))
        await house.start()
        made = [
            Table.new(NewTable("pig", {"players": 2}, (Place("me"),) * 2, Options()), "ada", 0.0)
            for _ in range(3)
        ]
        for table in made:
            await house.add(table)
            for number in (1, 2, 3):
                said = Answer((number - 1) % 2, number, ("hold",))
                await house.act(table.id, lambda at, said=said: answering.answer(at, "ada", said, 0.0))
        assert house.lines == 9
        await house.let_go(house.live(made[0].id))
        await house.look(made[0].id)
        while house.lines > house.settings.most_lines:
            await asyncio.sleep(0)
        assert house.live(made[0].id).table is not None
        assert house.live(made[1].id).table is None
        await house.stop()

    asyncio.run(asyncio.wait_for(run(), 60))


@pytest.mark.parametrize(
    "options",
    [
        ["--store", "mysql://x/y"],
        ["--store", "sqlite://tables.db"],
        ["--store", "sqlite:///"],
        ["--store", "sqlite:////proc/nowhere/tables.db"],
        ["--store", "postgresql://nobody@127.0.0.1:1/none"],
        ["--store", "postgresql://a:sec%zzret@127.0.0.1:1/none"],
        ["--port", "99999"],
        ["--rate", "0"],
        ["--forget-after", "-1"],
        ["--forget-after", "nan"],
        ["--public-url", "tales.example.org"],
        ["--public-url", "https://u:p@tales.example.org"],
        ["--public-url", "https://tales.example.org/sub"],
    ],
)
def test_what_an_operator_gets_wrong_is_said_in_a_line(
    options: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from foldtale.cli import main

    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    try:
        code = main(["serve", *options])
    except SystemExit as end:
        code = end.code  # type: ignore[assignment]
    said = capsys.readouterr().err
    assert code == 2
    assert "foldtale" in said.splitlines()[-1]
    assert "Traceback" not in said
    assert "sec%zz" not in said


def test_a_store_that_cannot_be_written_is_not_well(tmp_path: Path) -> None:
    """Somebody changes the owner of the file; a full disk has tests of its own."""
    import sqlite3

    path = tmp_path / "tables.db"
    with serving(f"sqlite:///{path}") as process:
        ada = Guest(process.url)
        ada.make("pig", ["me", "me"])
        number = ada.view()["scene"]["ask"]["number"]
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("CREATE TRIGGER full BEFORE INSERT ON probes BEGIN SELECT RAISE(ABORT, 'full'); END")
        other.execute(
            "CREATE TRIGGER full_too BEFORE UPDATE ON tables BEGIN SELECT RAISE(ABORT, 'full'); END"
        )
        time.sleep(1.1 * PROBE_SECONDS)
        assert ada.http.get("/health").status_code >= 500
        seat = next(seat for seat in (0, 1) if ada.view(seat)["your_turn"])
        assert ada.post("answer", seat=seat, number=number, keys=["roll"]).status_code >= 500
        other.execute("DROP TRIGGER full")
        other.execute("DROP TRIGGER full_too")
        other.close()
        time.sleep(1.1 * PROBE_SECONDS)
        assert ada.http.get("/health").status_code == 200
        assert ada.view(seat)["scene"]["ask"]["number"] == number
        ada.answer("roll", number, seat)
