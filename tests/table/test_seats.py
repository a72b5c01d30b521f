"""Who sits where, who hosts, and what happens when somebody goes."""

from __future__ import annotations

from foldtale.kernel.talk import SPECTATOR
from foldtale.table.desk import A_DAY, MOST_LETTERS, clean
from foldtale.table.seating import (
    claim_hosting,
    give_to_bot,
    invite,
    join,
    kick,
    leave,
    rename,
    take_back_seat,
    was_seen,
)
from tests.table.given import ADA, BO, CY, NOW, keep, table, why_not

LATER = NOW + A_DAY + 1


def test_the_host_has_the_first_seat_and_the_others_are_open() -> None:
    from foldtale.table.desk import Options
    from foldtale.table.table import Table

    made = Table.new("thimble", {"players": 4}, (), Options(), ADA, NOW)
    assert [chair.kind for chair in made.desk.chairs] == ["person", "open", "open", "open"]
    assert (made.desk.role(ADA), made.desk.seats_of(ADA)) == ("host", (0,))


def test_one_person_may_hold_several_seats_and_bots_the_rest() -> None:
    made = table("thimble", ADA, ADA, "bot")
    assert made.desk.seats_of(ADA) == (0, 1)
    assert made.bots == [2]


def test_a_host_without_a_seat_watches() -> None:
    made = table("thimble", "bot", "bot", "bot")
    assert (made.desk.role(ADA), made.desk.seats_of(ADA)) == ("host", (SPECTATOR,))


def test_a_link_opens_its_seat_once() -> None:
    made = table("thimble", ADA, "open", "open")
    secret = invite(made, ADA, 1)
    assert join(made, BO, secret, "Bo", NOW) == 1
    assert made.desk.chairs[1].name == "Bo"
    assert why_not(lambda: join(made, CY, secret, "Cy", NOW)) == "wrong link"
    assert why_not(lambda: join(made, ADA, secret, "", NOW)) == "wrong link"
    assert join(made, BO, secret, "", NOW) == 1
    assert why_not(lambda: join(made, CY, "x" * 32, "Cy", NOW)) == "wrong link"
    leave(made, BO)
    assert why_not(lambda: join(made, BO, secret, "Bo", NOW)) == "wrong link"


def test_a_link_for_those_who_watch_is_good_for_many() -> None:
    made = table("thimble", ADA, "open", "open")
    secret = invite(made, ADA, SPECTATOR)
    assert [join(made, one, secret, "", NOW) for one in (BO, CY)] == [SPECTATOR, SPECTATOR]


def test_nobody_makes_a_link_to_look_at_the_hand_of_somebody_else() -> None:
    made = table("thimble", ADA, BO, "bot")
    assert why_not(lambda: invite(made, ADA, 1)) == "not yours"
    give_to_bot(made, ADA, 1, NOW)
    assert why_not(lambda: invite(made, ADA, 1)) == "not yours"
    invite(made, ADA, 2)
    kick(made, ADA, 1)
    invite(made, ADA, 1)


def test_a_secret_has_at_least_128_bits_and_is_kept_only_as_a_hash() -> None:
    from foldtale.table.desk import write_desk

    made = table("thimble", ADA, "open", "open")
    secret = invite(made, ADA, 1)
    assert len(secret) * 6 >= 128
    assert secret.encode() not in write_desk(made.desk)


def test_only_the_host_invites_but_everybody_may_take_their_own_seat_elsewhere() -> None:
    made = table("thimble", ADA, BO, "open")
    assert why_not(lambda: invite(made, BO, 2)) == "not the host"
    assert why_not(lambda: invite(made, BO, SPECTATOR)) == "not the host"
    assert join(made, "bo's telephone", invite(made, BO, 1), "", NOW) == 1
    assert why_not(lambda: invite(made, ADA, 7)) == "bad request"


def test_whoever_watches_holds_no_seat() -> None:
    made = table("thimble", ADA, BO, "open")
    assert join(made, CY, invite(made, ADA, SPECTATOR), "Cy", NOW) == SPECTATOR
    assert made.desk.role(CY) == "spectator"
    assert why_not(lambda: rename(made, CY, SPECTATOR, "x")) == "not yours"


def test_when_the_host_leaves_the_next_person_hosts() -> None:
    made = table("thimble", ADA, "bot", BO)
    leave(made, ADA)
    assert made.desk.host == BO
    assert made.desk.chairs[0].kind == "open"
    assert made.desk.chairs[0].name == ""


def test_when_everybody_has_left_whoever_comes_next_hosts() -> None:
    made = table("thimble", ADA, "open", "open")
    secret = invite(made, ADA, 1)
    leave(made, ADA)
    assert made.desk.host == ""
    join(made, BO, secret, "Bo", NOW)
    assert made.desk.role(BO) == "host"


def test_a_seat_that_two_devices_hold_stays_taken_when_one_leaves() -> None:
    made = table("thimble", ADA, BO, "open")
    join(made, "bo's telephone", invite(made, BO, 1), "", NOW)
    leave(made, BO)
    assert made.desk.chairs[1].kind == "person"


def test_a_kicked_seat_loses_all_links_and_holders_and_is_open() -> None:
    made = table("thimble", ADA, BO, CY)
    secret = invite(made, BO, 1)
    assert why_not(lambda: kick(made, BO, 2)) == "not the host"
    assert why_not(lambda: kick(made, ADA, 0)) == "bad request"
    kick(made, ADA, 1)
    assert made.desk.seats_of(BO) == ()
    assert made.desk.chairs[1].kind == "open"
    assert why_not(lambda: join(made, BO, secret, "Bo", NOW)) == "wrong link"
    assert made.desk.seats_of(CY) == (2,)
    join(made, "dee", invite(made, ADA, 1), "Dee", NOW)
    assert made.desk.seats_of("dee") == (1,)


def test_those_who_watch_can_be_sent_away_together() -> None:
    made = table("thimble", ADA, BO, "open")
    join(made, CY, invite(made, ADA, SPECTATOR), "", NOW)
    kick(made, ADA, SPECTATOR)
    assert made.desk.seats_of(CY) == ()


def test_a_seat_is_handed_to_a_bot_by_its_person_or_the_host_and_taken_back() -> None:
    made = table("thimble", ADA, BO, CY)
    assert why_not(lambda: give_to_bot(made, CY, 1, NOW)) == "not yours"
    give_to_bot(made, BO, 1, NOW)
    assert made.bots == [1]
    assert made.desk.chairs[1].name == "Bo"
    assert why_not(lambda: take_back_seat(made, CY, 1, NOW)) == "not yours"
    take_back_seat(made, BO, 1, NOW)
    assert made.bots == []
    give_to_bot(made, ADA, 1, NOW)
    assert made.bots == [1]


def test_after_a_day_any_player_may_hand_the_seat_of_somebody_away_to_a_bot() -> None:
    made = table("thimble", ADA, BO, CY)
    join(made, "eve", invite(made, ADA, SPECTATOR), "", NOW)
    was_seen(made, [1, 2], LATER)
    assert why_not(lambda: give_to_bot(made, CY, 1, LATER)) == "not yours"
    assert why_not(lambda: give_to_bot(made, "eve", 0, LATER)) == "not yours"
    give_to_bot(made, CY, 0, LATER)
    assert made.bots == [0]
    take_back_seat(made, ADA, 0, LATER)
    assert made.bots == []


def test_after_a_day_any_player_may_host() -> None:
    made = table("thimble", ADA, BO, CY)
    join(made, "eve", invite(made, ADA, SPECTATOR), "", NOW)
    assert why_not(lambda: claim_hosting(made, BO, NOW + 60)) == "not the host"
    assert why_not(lambda: claim_hosting(made, "eve", LATER)) == "not yours"
    claim_hosting(made, BO, LATER)
    assert made.desk.role(BO) == "host"


def test_a_friend_may_take_a_bots_seat() -> None:
    made = table("thimble", ADA, BO, "bot")
    join(made, CY, invite(made, ADA, 2), "Cy", NOW)
    assert made.bots == []


def test_names_may_repeat_and_are_short_and_plain() -> None:
    made = table("thimble", ADA, BO, CY)
    rename(made, BO, 1, "Ada")
    rename(made, CY, 2, "Ada")
    assert [made.desk.name(seat) for seat in (1, 2)] == ["Ada", "Ada"]
    assert clean("  A \u202e\x00da\u200b\n <b>  ") == "A da <b>"
    assert len(clean("x" * 500)) == MOST_LETTERS
    rename(made, CY, 2, "\u200b")
    assert made.desk.name(2) == "Player 3"
    assert why_not(lambda: rename(made, BO, 2, "x")) == "not yours"


def test_what_is_refused_changes_nothing() -> None:
    made = table("thimble", ADA, BO, CY)
    before = made.desk
    for deed in (
        lambda: kick(made, BO, 2),
        lambda: invite(made, BO, 2),
        lambda: leave(made, "nobody"),
        lambda: claim_hosting(made, BO, NOW),
        lambda: give_to_bot(made, CY, 1, NOW),
    ):
        why_not(deed)
        assert made.desk == before
    keep(made)
