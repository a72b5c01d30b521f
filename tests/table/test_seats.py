"""Who sits where, who hosts, and what happens when somebody goes."""

from __future__ import annotations

from foldtale.kernel.talk import SPECTATOR
from foldtale.table.desk import A_DAY, MOST_LETTERS, clean
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


def test_a_link_opens_its_seat_and_no_other_and_stays_good() -> None:
    made = table("thimble", ADA, "open", "open")
    secret = made.invite(ADA, 1)
    assert made.join(BO, secret, "Bo", NOW) == 1
    assert made.desk.chairs[1].name == "Bo"
    assert made.join("bo's telephone", secret, "", NOW) == 1
    assert made.desk.holders_of(1) == [BO, "bo's telephone"]
    assert why_not(lambda: made.join(CY, "x" * 32, "Cy", NOW)) == "wrong link"


def test_a_secret_has_at_least_128_bits_and_is_kept_only_as_a_hash() -> None:
    from foldtale.table.desk import write_desk

    made = table("thimble", ADA, "open", "open")
    secret = made.invite(ADA, 1)
    assert len(secret) * 6 >= 128
    assert secret.encode() not in write_desk(made.desk)


def test_only_the_host_invites_but_everybody_may_take_their_own_seat_elsewhere() -> None:
    made = table("thimble", ADA, BO, "open")
    assert why_not(lambda: made.invite(BO, 2)) == "not the host"
    assert why_not(lambda: made.invite(BO, SPECTATOR)) == "not the host"
    assert made.join("bo's telephone", made.invite(BO, 1), "", NOW) == 1
    assert why_not(lambda: made.invite(ADA, 7)) == "bad request"


def test_whoever_watches_holds_no_seat() -> None:
    made = table("thimble", ADA, BO, "open")
    assert made.join(CY, made.invite(ADA, SPECTATOR), "Cy", NOW) == SPECTATOR
    assert made.desk.role(CY) == "spectator"
    assert why_not(lambda: made.rename(CY, SPECTATOR, "x")) == "not yours"


def test_when_the_host_leaves_the_next_person_hosts() -> None:
    made = table("thimble", ADA, "bot", BO)
    made.leave(ADA)
    assert made.desk.host == BO
    assert made.desk.chairs[0].kind == "open"
    assert made.desk.chairs[0].name == ""


def test_when_everybody_has_left_whoever_comes_next_hosts() -> None:
    made = table("thimble", ADA, "open", "open")
    secret = made.invite(ADA, 1)
    made.leave(ADA)
    assert made.desk.host == ""
    made.join(BO, secret, "Bo", NOW)
    assert made.desk.role(BO) == "host"


def test_a_seat_that_two_devices_hold_stays_taken_when_one_leaves() -> None:
    made = table("thimble", ADA, BO, "open")
    made.join("bo's telephone", made.invite(BO, 1), "", NOW)
    made.leave(BO)
    assert made.desk.chairs[1].kind == "person"


def test_a_kicked_seat_loses_all_links_and_holders_and_is_open() -> None:
    made = table("thimble", ADA, BO, CY)
    secret = made.invite(ADA, 1)
    assert why_not(lambda: made.kick(BO, 2)) == "not the host"
    assert why_not(lambda: made.kick(ADA, 0)) == "bad request"
    made.kick(ADA, 1)
    assert made.desk.seats_of(BO) == ()
    assert made.desk.chairs[1].kind == "open"
    assert why_not(lambda: made.join(BO, secret, "Bo", NOW)) == "wrong link"
    assert made.desk.seats_of(CY) == (2,)
    made.join("dee", made.invite(ADA, 1), "Dee", NOW)
    assert made.desk.seats_of("dee") == (1,)


def test_those_who_watch_can_be_sent_away_together() -> None:
    made = table("thimble", ADA, BO, "open")
    made.join(CY, made.invite(ADA, SPECTATOR), "", NOW)
    made.kick(ADA, SPECTATOR)
    assert made.desk.seats_of(CY) == ()


def test_a_seat_is_handed_to_a_bot_by_its_person_or_the_host_and_taken_back() -> None:
    made = table("thimble", ADA, BO, CY)
    assert why_not(lambda: made.give_to_bot(CY, 1, NOW)) == "not yours"
    made.give_to_bot(BO, 1, NOW)
    assert made.bots == [1]
    assert made.desk.chairs[1].name == "Bo"
    assert why_not(lambda: made.take_back_seat(CY, 1, NOW)) == "not yours"
    made.take_back_seat(BO, 1, NOW)
    assert made.bots == []
    made.give_to_bot(ADA, 1, NOW)
    assert made.bots == [1]


def test_after_a_day_any_player_may_hand_the_seat_of_somebody_away_to_a_bot() -> None:
    made = table("thimble", ADA, BO, CY)
    made.join("eve", made.invite(ADA, SPECTATOR), "", NOW)
    made.was_seen([1, 2], LATER)
    assert why_not(lambda: made.give_to_bot(CY, 1, LATER)) == "not yours"
    assert why_not(lambda: made.give_to_bot("eve", 0, LATER)) == "not yours"
    made.give_to_bot(CY, 0, LATER)
    assert made.bots == [0]
    made.take_back_seat(ADA, 0, LATER)
    assert made.bots == []


def test_after_a_day_any_player_may_host() -> None:
    made = table("thimble", ADA, BO, CY)
    made.join("eve", made.invite(ADA, SPECTATOR), "", NOW)
    assert why_not(lambda: made.claim_hosting(BO, NOW + 60)) == "not the host"
    assert why_not(lambda: made.claim_hosting("eve", LATER)) == "not yours"
    made.claim_hosting(BO, LATER)
    assert made.desk.role(BO) == "host"


def test_a_friend_may_take_a_bots_seat() -> None:
    made = table("thimble", ADA, BO, "bot")
    made.join(CY, made.invite(ADA, 2), "Cy", NOW)
    assert made.bots == []


def test_names_may_repeat_and_are_short_and_plain() -> None:
    made = table("thimble", ADA, BO, CY)
    made.rename(BO, 1, "Ada")
    made.rename(CY, 2, "Ada")
    assert [made.desk.name(seat) for seat in (1, 2)] == ["Ada", "Ada"]
    assert clean("  A \u202e\x00da\u200b\n <b>  ") == "A da <b>"
    assert len(clean("x" * 500)) == MOST_LETTERS
    made.rename(CY, 2, "\u200b")
    assert made.desk.name(2) == "Player 3"
    assert why_not(lambda: made.rename(BO, 2, "x")) == "not yours"


def test_what_is_refused_changes_nothing() -> None:
    made = table("thimble", ADA, BO, CY)
    before = made.desk
    for deed in (
        lambda: made.kick(BO, 2),
        lambda: made.invite(BO, 2),
        lambda: made.leave("nobody"),
        lambda: made.claim_hosting(BO, NOW),
        lambda: made.give_to_bot(CY, 1, NOW),
    ):
        why_not(deed)
        assert made.desk == before
    keep(made)
