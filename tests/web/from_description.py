"""A small client of the game service, written from its OpenAPI description alone.

Nothing of the service was read but /schema/openapi.json, the page at /api, and what the service answered.
Only the standard library is used. `python client.py http://127.0.0.1:8765 1 2 3` plays one game for each seed.
"""

import json
import random
import sys
import time
from http.cookiejar import CookieJar
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import HTTPCookieProcessor, Request, build_opener

Json = dict[str, Any]
TRIES = 8
PATIENCE = 30.0


class Refused(Exception):
    """The service said no: the status, the word for programs, and perhaps the view as it is now."""

    def __init__(self, status: int, body: str) -> None:
        super().__init__(f"{status}: {body[:300]}")
        self.status = status
        said = json.loads(body) if body.startswith("{") else {}
        self.word: str = said.get("refused", "")
        self.view: Json | None = said.get("view")


class Person:
    """One person with a cookie of their own, who comes to sit in one seat of one table."""

    def __init__(self, url: str, name: str) -> None:
        self.url, self.name = url.rstrip("/"), name
        self.table, self.seat = "", -1
        self.opener = build_opener(HTTPCookieProcessor(CookieJar()))

    def call(self, method: str, path: str, body: Json | None = None) -> str:
        """Ask; when there are too many requests (429) or the store does not answer (503), wait and ask again."""
        data = None if body is None else json.dumps(body).encode()
        for attempt in range(TRIES):
            request = Request(self.url + path, data, {"Content-Type": "application/json"}, method=method)
            try:
                with self.opener.open(request, timeout=PATIENCE) as response:
                    return str(response.read(), "utf-8")
            except HTTPError as error:
                refused = Refused(error.code, str(error.read(), "utf-8", "replace"))
            if refused.status not in (429, 503):
                break
            time.sleep(0.1 * 2**attempt)
        raise refused

    def sit(self, path: str, body: Json) -> Json:
        """Take the seat that creating or joining a table gives."""
        view: Json = json.loads(self.call("POST", path, body))
        self.table, self.seat = view["table"], view["you"]
        return view

    def invite(self, seat: int) -> str:
        return str(json.loads(self.call("POST", f"/api/tables/{self.table}/invite", {"seat": seat}))["link"])

    def join(self, link: str) -> Json:
        """Take the seat of a link `…/#/join/TABLE/SECRET`."""
        table, secret = urlsplit(link).fragment.split("/")[-2:]
        return self.sit(f"/api/tables/{table}/join", {"secret": secret, "name": self.name})

    def look(self) -> Json:
        view: Json = json.loads(self.call("GET", f"/api/tables/{self.table}?seat={self.seat}"))
        return view

    def answer(self, number: int, key: str) -> tuple[Json, bool]:
        """The view afterwards, and whether the answer counted; it does not if the table has moved on (409)."""
        body = {"seat": self.seat, "number": number, "keys": [key]}
        try:
            return json.loads(self.call("POST", f"/api/tables/{self.table}/answer", body)), True
        except Refused as refused:
            if refused.status != 409 or refused.word == "not offered":
                raise
            return refused.view or self.look(), False


def choose(view: Json, chance: random.Random) -> str:
    """A key at random, or "" for nothing: if it is not the seat's turn, free moves may be offered to it."""
    keys = [choice["key"] for choice in (view["scene"].get("ask") or {}).get("choices", [])]
    return str(chance.choice(keys if view["your_turn"] else ["", *keys]))


def play(url: str, seed: int) -> Json:
    """Play a game of Thimble with three people who choose at random; the seed governs only their choices."""
    chance = random.Random(seed)
    people = [Person(url, name) for name in ("Ada", "Bea", "Cleo")]
    host = people[0]
    places = [{"who": "me", "name": host.name}, {"who": "open"}, {"who": "open"}]
    view = host.sit("/api/tables", {"game": "thimble", "setup": {"players": 3}, "places": places})
    for seat in (1, 2):
        people[seat].join(host.invite(seat))
    answers, moved = 0, time.monotonic()
    while not view["ending"]:
        for person in people:
            view = person.look()
            while key := choose(view, chance):
                view, counted = person.answer(view["scene"]["ask"]["number"], key)
                answers, moved = answers + counted, time.monotonic()
        if time.monotonic() - moved > PATIENCE:
            raise TimeoutError("the table waits for nobody here")
    if not view["full_tale"]:
        raise RuntimeError("the game is over, but its whole tale cannot be had")
    tale = host.call("GET", f"/api/tables/{host.table}/export?seat={host.seat}")
    ending: Json = view["ending"]
    return {"ending": ending["ending"], "scores": ending["scores"], "answers": answers, "tale": tale}


if __name__ == "__main__":
    for arg in sys.argv[2:]:
        result = play(sys.argv[1], int(arg))
        print(arg, {**result, "tale": f"{len(result['tale'].splitlines())} lines"})
