"""No secret leaves the service: every byte to every guest is judged, and two worlds look the same over the wire."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest
from msgspec.structs import replace

from foldtale.games.small.thimble import game as thimble
from foldtale.games.small.thimble import rules
from foldtale.games.small.thimble import state as basket
from foldtale.kernel import view as kernel_view
from foldtale.kernel.errors import UndoRefused
from foldtale.kernel.match import Match
from foldtale.kernel.pack import shelf
from foldtale.kernel.scene import Scene
from foldtale.kernel.talk import SPECTATOR
from foldtale.kernel.tongue import Tongue
from foldtale.table import house, views, workers
from foldtale.table.desk import Desk
from foldtale.table.history import History
from foldtale.table.house import House
from foldtale.table.jobs import Chosen
from foldtale.table.refusals import Refused
from foldtale.table.store import StoreDown
from foldtale.table.table import Table
from foldtale.table.watching import Watcher
from tests.sizes import Seeds, size
from tests.web.hunting import Evening, Guest, Served, once_more, serving
from tests.web.hunts import Tally, hunt_in_thimble, hunt_in_wonder_book
from tests.web.oracles import FEW, Odd, Pages, odd_pack
from tests.web.worlds import Differs, Twins

T = TypeVar("T")
PACKS = ["", "sample"]
NOW = 1_000_000.0


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Odd]:
    """Thimble with treasures, tricks and pages of which each is one of a kind."""
    folder = tmp_path_factory.mktemp("packs") / "odd"
    pack = odd_pack(folder)
    assert thimble.language is not None
    shelf.add(folder, thimble.language)
    with pytest.MonkeyPatch.context() as patch:
        for kind, count in FEW.items():
            patch.setitem(basket.COUNTS, kind, count)  # type: ignore[arg-type]
        for module in (house, workers):
            patch.setattr(module, "SMALL", 1 << 30)  # worker processes know nothing of this pack
        yield pack


def served(work: Callable[[Served], Awaitable[T]]) -> T:
    """Do something with a service that is there only for it."""

    async def run() -> T:
        async with serving() as place:
            return await work(place)

    return asyncio.run(run())


def clean(tally: Tally) -> None:
    print(tally)
    assert not tally.leaks, tally.report()


# The hunt


def test_thimble(odd: Odd, seeds: Seeds) -> None:
    """Cards, pages and what cards tell: no seat is sent a word of them before it may know them."""
    games = size(3, 20, 200)
    tally = served(lambda place: hunt_in_thimble(place, odd, seeds(3, 20, 200)))
    clean(tally)
    assert tally.games == tally.ended >= min(games, tally.games)
    assert len(tally.watched) > 140
    assert len(tally.known) > size(50, 80, 90)
    assert len(tally.unknown) > 120
    assert tally.views > tally.games
    assert tally.tales > tally.games
    for how in ("socket view", "socket update", "GET history 200", "POST answer 409", "socket pointed"):
        assert tally.heard[how] > tally.games, how


def test_wonder_book(seeds: Seeds) -> None:
    """Pages, columns, endings, places, and cards of decks: nobody is sent any of them before they come up."""
    tally = served(lambda place: hunt_in_wonder_book(place, PACKS, seeds(3, 14, 200)))
    clean(tally)
    assert tally.games == tally.ended
    assert len(tally.watched) > 800
    assert len(tally.known) > 300
    assert len(tally.unknown) > 400
    for how in ("socket view", "socket update", "POST answer 200", "POST answer 409"):
        assert tally.heard[how] > tally.games, how


def test_every_text_of_a_chapter_is_watched_or_not_one_of_a_kind() -> None:
    for pack, least in (("", 700), ("sample", 340)):
        pages = Pages(pack)
        assert len(pages.watched) > least
        for face in ("I-1 back", "I-5 front", "I-12 front"):
            assert any(face in one.when for one in pages.watched) or face == "I-1 back" or not pack, face
        assert any(event.startswith("said ") for one in pages.watched for event in one.when)
        assert any(event.startswith("area ") for one in pages.watched for event in one.when)


def test_two_worlds(odd: Odd, seeds: Seeds) -> None:
    """All that a seat is sent, in number, order and every byte, does not depend on what it cannot know."""

    async def compare(one: Served) -> tuple[Counter[str], int, int, int]:
        compared: Counter[str] = Counter()
        steps = apart = games = 0
        async with serving() as two:
            for seed in seeds(6, 20, 200):
                pack = {"pack": odd.ident} if seed % 2 else {}
                twins = Twins(one, two, seed, {"players": 3 + seed % 3, "rounds": 1 + seed % 2, **pack})
                await twins.play()
                compared.update(twins.compared)
                steps, apart, games = steps + twins.steps, apart + twins.apart, games + 1
        return compared, steps, apart, games

    compared, steps, apart, games = served(compare)
    print(f"{games} pairs of worlds, {steps} answers, in {apart} of them hands differed; compared {compared}")
    assert apart > 0.8 * steps
    assert steps > 12 * games
    assert compared["messages"] > 12 * games
    assert compared["GET"] > 8 * games


# What may be taken home


def test_the_whole_tale_leaves_at_once_only_where_one_person_holds_every_seat() -> None:
    async def play(place: Served) -> None:
        for others, kind in ((["me", "me"], "tale"), (["ann", "me"], "view"), (["bot", "me"], "view")):
            evening = Evening(place, 1, "thimble", {"rounds": 3})  # a cat in a bot's first draw ends a round
            await evening.begin(["me", *others])
            await evening.settle()
            for guest in evening.guests:
                seat = evening.seats_of(guest)[0]
                reply = await guest.http.ask("GET", f"{evening.path}/export?seat={seat}")
                mine = kind if guest is evening.host else "view"
                assert mine in json.loads(reply.body.splitlines()[0]), (others, guest.name)
            await evening.end()

    served(play)


def test_who_has_all_links_cannot_sit_down_in_the_seats_of_others() -> None:
    """The host makes the links. That does not let them look at the hands behind them, nor take the tale home."""

    async def sit(place: Served) -> tuple[set[int], bytes]:
        evening = Evening(place, 1, "thimble", {})
        await evening.begin(["me", "ann", "ben"])
        host = evening.host
        assert host is not None
        statuses = {
            (await host.http.ask("POST", f"{evening.path}/invite", {"seat": seat})).status for seat in (1, 2)
        }
        reply = await host.http.ask("GET", f"{evening.path}/export?seat=0")
        await evening.end()
        return statuses, reply.body

    statuses, body = served(sit)
    assert statuses == {403}
    assert "view" in json.loads(body.splitlines()[0])


# The hunt itself: what leaks is found


def hidden_cards(match: Match, seat: int) -> list[str]:
    """The cards in other hands that a seat does not know."""
    box = match.state.box
    rows = range(match.setup.players)
    return [card for row in rows for card, mask in box.known(row) if not mask >> seat & 1]


def leaky_scene(what: Callable[[Match, int], str]) -> Callable[[Match, int], Scene]:
    """Scenes with something in them that does not belong there."""
    honest = kernel_view.scene

    def scene(match: Match, seat: int, tongue: Tongue | None = None) -> Scene:
        return replace(honest(match, seat, tongue), subtitle=what(match, seat))

    return scene


def some_hidden(match: Match, seat: int) -> str:
    return " ".join(hidden_cards(match, seat)[:1])


def leak_scene(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(kernel_view, "scene", leaky_scene(some_hidden))


def leak_only_to_those_who_watch(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(
        kernel_view,
        "scene",
        leaky_scene(lambda match, seat: some_hidden(match, seat) if seat == SPECTATOR else ""),
    )


def leak_story(patch: pytest.MonkeyPatch) -> None:
    """Everybody's story is that of the first seat."""
    honest = views.log_for
    patch.setattr(views, "log_for", lambda entries, seat, secrets: honest(entries, 0, secrets))


def leak_seed(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(views, "notice", lambda table, *more: str(getattr(table.match.source, "seed", "")))


def leak_session(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(views, "notice", lambda table, *more: table.desk.host)


def leak_refusal(patch: pytest.MonkeyPatch) -> None:
    def late(self: Table, number: int) -> None:
        if number != self.match.number:
            raise Refused("late", f"too late for {some_hidden(self.match, SPECTATOR)}")

    patch.setattr(Table, "must_be_now", late)


def leak_tale(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Table, "full_tale", lambda self, holder: True)


def leak_the_future(patch: pytest.MonkeyPatch) -> None:
    """Whoever asks for an earlier moment gets the last one."""
    honest = History.at
    patch.setattr(History, "at", lambda self, number: honest(self, 1 << 53))


def leak_forgotten(patch: pytest.MonkeyPatch) -> None:
    """A hand shows what a seat knew of it once, and cannot know any more."""
    patch.setattr(rules, "tuck_away", tuck_away_without_mixing)


def tuck_away_without_mixing(g: Any, seat: int, kind: str) -> None:
    g.box.take(kind, seat)
    g.box.tuck(kind, 1 << seat | rules.HELD)
    rules.tell(g, "tucks", seat, "TH-14", (), (kind,), 1 << seat)


LEAKS = [
    leak_scene, leak_only_to_those_who_watch, leak_story, leak_seed, leak_session, leak_refusal, leak_tale,
    leak_the_future,
]  # fmt: skip


def test_what_leaks_in_thimble_is_found(odd: Odd) -> None:
    async def hunt(place: Served) -> None:
        for leak in LEAKS:
            with pytest.MonkeyPatch.context() as patch:
                leak(patch)
                tally = await hunt_in_thimble(place, odd, iter(range(8)), one=True)
            assert tally.leaks, leak.__name__

    served(hunt)


def unread(match: Match, seat: int) -> str:
    """A sentence of a page that nobody has read."""
    texts: dict[str, str] = match.state.chapter.texts
    return texts["I-12.text"] if not any("I-12" in page for page in match.state.pages.read) else ""


def number_of_unread(match: Match, seat: int) -> str:
    return "" if "I-11 front" in match.state.pages.read else "I-11"


def place_on_a_closed_map(match: Match, seat: int) -> str:
    return "" if match.state.map else str(match.state.chapter.texts["library"])


def card_of_a_deck(match: Match, seat: int) -> str:
    deck = match.state.shred_cards.layers[-1]
    return str(match.state.chapter.texts[f"{deck[-1]}.text"])


def test_what_leaks_in_wonder_book_is_found() -> None:
    async def hunt(place: Served) -> None:
        for what in (unread, number_of_unread, place_on_a_closed_map, card_of_a_deck):
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(kernel_view, "scene", leaky_scene(what))
                tally = await hunt_in_wonder_book(place, PACKS[:1], iter(range(2)), one=True)
            assert tally.leaks, what.__name__

    served(hunt)


def differ_by_a_count(patch: pytest.MonkeyPatch) -> None:
    """A number that looks harmless: how many of the cards that a seat does not know are treasures."""
    patch.setattr(
        kernel_view,
        "scene",
        leaky_scene(
            lambda match, seat: str(
                sum(card in match.state.stock.values for card in hidden_cards(match, seat))
            )
        ),
    )


def differ_by_a_message(patch: pytest.MonkeyPatch) -> None:
    """An empty message more, if somebody holds a magpie."""
    honest = Watcher.turn

    def turn(self: Watcher, table: Table) -> bytes | None:
        held = "magpie" in hidden_cards(table.match, self.seat)
        return honest(self, table) or (b'{"kind":"turn","number":1}' if held else None)

    patch.setattr(Watcher, "turn", turn)


def differ_in_history(patch: pytest.MonkeyPatch) -> None:
    honest = views.moment

    def moment(table: str, desk: Desk, match: Match, *more: Any) -> Any:
        made = honest(table, desk, match, *more)
        return replace(made, last=made.last + len(set(hidden_cards(match, made.you))))

    patch.setattr(views, "moment", moment)


def differ_by_the_order(patch: pytest.MonkeyPatch) -> None:
    """Who is named first depends on what they hold."""
    honest = views.seat_views

    def seat_views(table: Table, *more: Any) -> Any:
        rows = table.match.state.box.rows
        return tuple(sorted(honest(table, *more), key=lambda one: rows[one.seat]))

    patch.setattr(views, "seat_views", seat_views)


def test_worlds_that_differ_are_told_apart() -> None:
    async def compare(one: Served) -> None:
        async with serving() as two:
            for leak in (differ_by_a_count, differ_by_a_message, differ_in_history, differ_by_the_order):
                with pytest.MonkeyPatch.context() as patch:
                    leak(patch)
                    with pytest.raises(Differs):
                        for seed in range(4):
                            await Twins(one, two, seed, {"players": 3}, leak.__name__).play()

    served(compare)


# What reading and hunting have found: each of these once told somebody what they may not know


async def new_table(guest: Guest, places: str, **more: Any) -> dict[str, Any]:
    """A table of Thimble, as the one who makes it sees it."""
    body = {
        "game": "thimble",
        "setup": {"players": len(places.split()), **more},
        "places": [{"who": who, "level": "easy"} for who in places.split()],
        "options": {"pace": 0},
    }
    reply = await guest.http.ask("POST", "/api/tables", body)
    assert reply.status == 201, reply.text
    view: dict[str, Any] = reply.json
    return view


async def say(guest: Guest, view: dict[str, Any], *keys: str) -> dict[str, Any]:
    """Answer the open question of a view, as whoever is asked."""
    ask = view["scene"]["ask"]
    body = {"seat": ask["seat"], "number": ask["number"], "keys": keys}
    reply = await guest.http.ask("POST", f"/api/tables/{view['table']}/answer", body)
    said: dict[str, Any] = reply.json
    return said


def keys_of(view: dict[str, Any]) -> list[str]:
    return [choice["key"] for choice in view["scene"]["ask"].get("choices", ())]


def test_answers_that_count_for_nothing_do_not_say_what_would_have_come_of_the_first() -> None:
    """Several keys count all or not at all; nobody looks at the deck, or for the cat, by a last one that is wrong."""
    drawn: set[str] = set()
    looked: list[str] = []

    async def fish(place: Served) -> None:
        guest = Guest(place, "ada")
        for seed in range(80):
            with once_more(seed):
                view = await new_table(guest, "me open open")
                drawn.add((await say(guest, view, "draw", "?"))["message"])
                if "look" in keys_of(view):
                    looked.append((await say(guest, view, "look", "?"))["message"])
        await guest.go()

    served(fish)
    assert looked
    assert not [said for said in looked if "under" in said]
    assert len(drawn) == 1, drawn


@pytest.mark.parametrize("changed", ["draw", "tuck"])
def test_why_a_tale_cannot_be_read_on_is_told_without_cards(changed: str) -> None:
    """If a pack has lost a card, the notice to all does not name what somebody drew or holds."""

    async def play(place: Served) -> Table:
        guest = Guest(place, "ada")
        with once_more(3):
            view = await new_table(guest, "me me me")
            lines: list[dict[str, Any]] = []
            while not any(line.get("chance" if changed == "draw" else "topic") == changed for line in lines):
                number, seat = view["scene"]["ask"]["number"], view["scene"]["ask"]["seat"]
                path = f"/api/tables/{view['table']}"
                view = (await guest.http.ask("GET", f"{path}?seat={seat}")).json
                key = next((key for key in keys_of(view) if key in ("draw", "pass")), keys_of(view)[0])
                assert number == view["scene"]["ask"]["number"]
                view = await say(guest, view, key)
                kept = await place.house.store.load(view["table"])
                assert kept is not None
                lines = [json.loads(line) for line in kept.lines]
        await guest.go()
        at = max(at for at, line in enumerate(lines) if changed in (line.get("chance"), line.get("topic")))
        lines[at]["key"] = "thimbleberry" if changed == "draw" else "tuck thimbleberry"
        return Table.opened(kept._replace(lines=[json.dumps(line) for line in lines]))

    table = served(play)
    assert table.wrong is not None
    notice = views.notice(table)
    assert not [kind for kind in ("thimbleberry", *basket.COUNTS) if kind in notice], notice


def test_numbers_in_sentences_and_options_are_not_called_by_the_titles_of_unread_pages(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "numbers"
    (folder / "cards").mkdir(parents=True)
    (folder / "pack.yaml").write_text("pack: numbers\ngame: thimble\ntitle: Numbers\nstart: '1'\n")
    (folder / "cards" / "pages.yaml").write_text(
        "- {card: '1', kind: page, title: First, text: One., next: '2',"
        " do: [{score: 2}, {pick: others, do: [{score: 1, who: it}]}]}\n"
        "- {card: '2', kind: page, title: Unread, text: Two.}\n"
    )
    assert thimble.language is not None
    shelf.add(folder, thimble.language)

    async def look(place: Served) -> dict[str, Any]:
        guest = Guest(place, "ada")
        view = await new_table(guest, "me open open", pack="numbers", rounds=2)
        await guest.go()
        return view

    view = served(look)
    assert "player 2" in keys_of(view)
    assert "Unread" not in json.dumps(view)


def test_a_table_is_not_touched_by_a_bot_that_only_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who holds a ribbon may draw out of turn. That a bot has thought about it tells that it has one."""
    may_think = asyncio.Event()
    thought: set[str] = set()

    async def think(house: House, job: str, ident: str, *given: object) -> Chosen:
        await may_think.wait()
        thought.add(ident)
        return Chosen(None)

    monkeypatch.setattr(House, "think", think)

    async def watch(place: Served) -> dict[bool, set[bool]]:
        guest = Guest(place, "ada")
        with once_more(1):
            tables = [(await new_table(guest, "me bot bot"))["table"] for _ in range(20)]
            before = (await guest.http.ask("GET", "/api/tables")).json
            may_think.set()
            while any(place.house.live(ident).bots is not None for ident in tables):
                await asyncio.sleep(0)
            after = (await guest.http.ask("GET", "/api/tables")).json
        found: dict[bool, set[bool]] = {True: set(), False: set()}
        for ident in tables:
            then, now = (
                [one["touched"] for one in cards if one["table"] == ident] for cards in (before, after)
            )
            rows = (await place.house.look(ident)).match.state.box.rows
            has_ribbon = "ribbon" in (*rows[1], *rows[2])
            assert has_ribbon == (ident in thought)
            found[has_ribbon].add(then != now)
        await guest.go()
        return found

    found = served(watch)
    assert found == {True: {False}, False: {False}}, found


def test_what_went_wrong_in_the_rules_is_not_told_to_players(monkeypatch: pytest.MonkeyPatch) -> None:
    """An error knows the card at which the rules failed, which nobody has seen."""

    def fail(g: Any, drawer: int) -> Any:
        yield from rules.draw(g.box, basket.DRAWN, 0)
        raise ValueError(f"{g.box.rows[basket.DRAWN][0]} of the deck is not in the deck")

    monkeypatch.setattr(rules, "draw_card", fail)

    async def draw(place: Served) -> dict[str, Any]:
        guest = Guest(place, "ada")
        said = await say(guest, await new_table(guest, "me open open"), "draw")
        await guest.go()
        return said

    said = served(draw)
    assert said["refused"] == "incident"
    assert "of the deck" not in said["message"], said["message"]


def test_what_is_wrong_with_the_store_is_not_told_to_guests(monkeypatch: pytest.MonkeyPatch) -> None:
    async def look(place: Served) -> str:
        guest = Guest(place, "ada")
        view = await new_table(guest, "me open open")
        ear = await guest.listen(view["table"], 0)

        async def down(*asked: Any, **more: Any) -> Table:
            raise StoreDown('connection to "10.1.2.3" as user "foldtale" failed')

        monkeypatch.setattr(place.house, "look", down)
        for one in place.house.live(view["table"]).guests:
            one.wake()
        await asyncio.wait_for(ear.task, 60)
        await guest.go()
        return f"{ear.wire.close_reason}"

    assert "10.1.2.3" not in served(look)


def test_a_table_does_not_exist_for_who_has_no_place_at_it() -> None:
    requests = [
        ("GET", "?seat=0", None),
        ("GET", "/history?seat=0&number=1", None),
        ("GET", "/export?seat=0", None),
        ("POST", "/answer", {"seat": 0, "number": 1, "keys": ["draw"]}),
        ("POST", "/leave", None),
        ("DELETE", "", None),
        ("POST", "/join", {"secret": "x" * 32}),
    ]
    told: list[str] = []

    async def knock(place: Served) -> None:
        ada, stranger = Guest(place, "ada"), Guest(place, "stranger")
        await new_table(stranger, "me open open")
        view = await new_table(ada, "me open open")
        for method, path, body in requests:
            said = []
            for ident in (view["table"], "x" * len(view["table"])):
                reply = await stranger.http.ask(method, f"/api/tables/{ident}{path}", body)
                said.append(f"{reply.status} {reply.body.decode()}")
            told.extend([f"{method} {path}: {said}"][: said[0] != said[1]])
        await ada.go()
        await stranger.go()

    served(knock)
    assert not told


def test_a_setup_that_is_refused_does_not_tell_where_packs_lie() -> None:
    async def choose(place: Served) -> str:
        guest = Guest(place, "ada")
        body = {"game": "thimble", "setup": {"players": 3, "pack": "nowhere"}}
        reply = await guest.http.ask("POST", "/api/tables", body)
        await guest.go()
        return str(reply.json["message"])

    said = served(choose)
    assert str(shelf.own_folder()) not in said, said


def test_who_has_left_does_not_come_back_by_the_old_link_to_see_the_hand_of_whoever_came_after() -> None:
    async def leave(place: Served) -> tuple[int, int]:
        ada, bo, cy = (Guest(place, name) for name in ("ada", "bo", "cy"))
        view = await new_table(ada, "me open open")
        path = f"/api/tables/{view['table']}"
        old = (await ada.http.ask("POST", f"{path}/invite", {"seat": 1})).json["secret"]
        await bo.http.ask("POST", f"{path}/join", {"secret": old})
        await bo.http.ask("POST", f"{path}/leave")
        new = (await ada.http.ask("POST", f"{path}/invite", {"seat": 1})).json["secret"]
        assert (await cy.http.ask("POST", f"{path}/join", {"secret": new})).status == 200
        again = await bo.http.ask("POST", f"{path}/join", {"secret": old})
        seen = await bo.http.ask("GET", f"{path}?seat=1")
        for guest in (ada, bo, cy):
            await guest.go()
        return again.status, seen.status

    assert served(leave) == (403, 404)


def test_a_link_that_was_made_before_somebody_came_does_not_open_their_seat() -> None:
    """Two links for an open seat: when one of them is used, whoever kept the other cannot look at that hand."""

    async def keep_one(place: Served) -> tuple[int, int]:
        ada, bo = Guest(place, "ada"), Guest(place, "bo")
        view = await new_table(ada, "me open open")
        path = f"/api/tables/{view['table']}"
        links = [(await ada.http.ask("POST", f"{path}/invite", {"seat": 1})).json["secret"] for _ in range(2)]
        assert (await bo.http.ask("POST", f"{path}/join", {"secret": links[0]})).status == 200
        sat = await ada.http.ask("POST", f"{path}/join", {"secret": links[1]})
        seen = await ada.http.ask("GET", f"{path}?seat=1")
        await ada.go()
        await bo.go()
        return sat.status, seen.status

    assert served(keep_one) == (403, 403)


def test_who_has_taken_the_last_card_of_a_hand_cannot_take_that_back_as_if_nothing_was_seen(odd: Odd) -> None:
    """A chance with one outcome is a certainty, but whoever takes the card sees it for the first time."""
    setup = thimble.setup(players=3, pack=odd.ident)
    g = thimble.begin(setup)
    trick = next(iter(g.stock.tricks))
    treasures = [kind for kind in g.stock.values if kind in g.stock.pack.cards]
    hands = ([trick, *treasures[1:3]], treasures[:1], treasures[3:6])
    for seat, cards in enumerate(hands):
        for card in cards:
            g.box.lift(card)
            g.box.put(card, seat)
    g.dealt = True
    g.page = ""
    match = Match.at(thimble, g, setup, seed=1)
    match.answer((0, f"play {trick}"))
    match.answer((0, "player 2"))
    assert treasures[0] in match.state.box.rows[0]
    with pytest.raises(UndoRefused):
        match.undo(0)
