"""Who sits where, who hosts, and what happens when somebody goes."""

from __future__ import annotations

from foldtale.kernel.talk import SPECTATOR
from foldtale.table import undoing
from foldtale.table.answering import propose, set_order
from foldtale.table.desk import A_DAY, MOST_LETTERS, Desk, clean, read_desk, write_desk
from foldtale.table.matches import again
from foldtale.table.messages import (
    Again,
    AtLevel,
    AtSeat,
    Consent,
    NewTable,
    Propose,
    Rename,
    StandingOrder,
    Undo,
    Webhook,
)
from foldtale.table.seating import (
    claim_hosting,
    drop_devices,
    give_to_bot,
    invite,
    join,
    kick,
    leave,
    rename,
    set_webhook,
    take_back_seat,
    was_seen,
)
from foldtale.table.table import Table
from foldtale.table.views import card, seat_views
from tests.table.given import ADA, BO, CY, NOW, asked, holder_of, keep, keys, say, table, why_not

LATER = NOW + A_DAY + 1
PHONE = "bo's telephone"


def with_phone(*who: str) -> Table:
    """A table where Bo holds the second seat on two devices."""
    made = table("thimble", *who)
    join(made, PHONE, invite(made, BO, 1, device=True), "", NOW)
    return made


def devices(made: Table, holder: str) -> list[int]:
    return [seat.devices for seat in seat_views(made, holder, (), NOW)]


def former(made: Table, holder: str) -> list[int]:
    return [seat.former for seat in seat_views(made, holder, (), NOW)]


def test_the_host_has_the_first_seat_and_the_others_are_open() -> None:
    from foldtale.table.desk import Options
    from foldtale.table.table import Table

    made = Table.new(NewTable("thimble", {"players": 4}, (), Options()), ADA, NOW)
    assert [chair.kind for chair in made.desk.chairs] == ["person", "open", "open", "open"]
    assert (made.desk.role(ADA), made.desk.seats_of(ADA)) == ("host", (0,))


def test_one_person_may_hold_several_seats_and_bots_the_rest() -> None:
    made = table("thimble", ADA, ADA, "bot")
    assert made.desk.seats_of(ADA) == (0, 1)
    assert made.desk.bots == [2]


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
    give_to_bot(made, ADA, AtLevel(1), NOW)
    assert why_not(lambda: invite(made, ADA, 1)) == "not yours"
    invite(made, ADA, 2)
    kick(made, ADA, AtSeat(1), NOW)
    invite(made, ADA, 1)


def test_a_secret_has_at_least_128_bits_and_is_kept_only_as_a_hash() -> None:
    from foldtale.table.desk import write_desk

    made = table("thimble", ADA, "open", "open")
    secret = invite(made, ADA, 1)
    assert len(secret) * 6 >= 128
    assert secret.encode() not in write_desk(made.desk)


def test_only_the_host_invites_but_everybody_may_take_their_own_seat_elsewhere() -> None:
    made = with_phone(ADA, BO, "open")
    assert why_not(lambda: invite(made, BO, 2)) == "not the host"
    assert why_not(lambda: invite(made, BO, SPECTATOR)) == "not the host"
    assert why_not(lambda: invite(made, ADA, 7)) == "bad request"
    assert made.desk.holders_of(1) == [BO, PHONE]


def test_a_link_for_a_device_is_only_for_a_seat_of_ones_own() -> None:
    made = table("thimble", ADA, BO, "open")
    for seat in (1, 2, SPECTATOR):
        assert why_not(lambda seat=seat: invite(made, ADA, seat, device=True)) == "not yours"


def test_whoever_is_handed_a_seat_is_its_only_holder() -> None:
    made = table("thimble", ADA, ADA, "open")
    assert join(made, BO, invite(made, ADA, 1), "Bo", NOW) == 1
    assert made.desk.holders_of(1) == [BO]
    assert made.desk.seats_of(ADA) == (0,)
    assert made.desk.name(1) == "Bo"


def test_all_devices_of_the_former_holder_lose_a_seat_that_is_handed_over() -> None:
    made = with_phone(ADA, BO, "open")
    join(made, CY, invite(made, BO, 1), "Cy", NOW)
    assert made.desk.holders_of(1) == [CY]
    assert [made.desk.seats_of(one) for one in (BO, PHONE)] == [(), ()]


def test_links_from_before_a_seat_changed_hands_are_dead() -> None:
    made = table("thimble", ADA, BO, "open")
    for_phone, for_friend = invite(made, BO, 1, device=True), invite(made, BO, 1)
    used = invite(made, BO, 1, device=True)
    join(made, PHONE, used, "", NOW)
    join(made, CY, invite(made, BO, 1), "Cy", NOW)
    for holder in (BO, PHONE, "dee"):
        for secret in (for_phone, for_friend, used):
            assert why_not(lambda one=holder, it=secret: join(made, one, it, "", NOW)) == "wrong link"
    assert made.desk.holders_of(1) == [CY]


def test_a_seat_that_is_handed_over_keeps_nothing_of_its_former_holder() -> None:
    made = table("pig", ADA, BO)
    seat = asked(made)
    former = holder_of(made, seat)
    rename(made, former, Rename(seat, "Former"), NOW)
    set_webhook(made, former, Webhook(seat, "https://example.org"), NOW)
    say(made, keys(made)[0])
    while asked(made) != seat:
        say(made, "hold")
    set_order(made, former, StandingOrder(seat, made.match.number, "hold"), NOW)
    join(made, CY, invite(made, former, seat), "", NOW)
    chair = made.desk.chairs[seat]
    assert (chair.kind, chair.name, chair.webhook, chair.orders) == ("person", "", "", ())


def test_a_proposal_goes_with_whoever_made_it() -> None:
    made = table("wonderbook", ADA, BO)
    while made.match.ask is not None and made.match.ask.seat >= 0:
        say(made, keys(made)[0])
    propose(made, BO, Propose(1, made.match.number, keys(made)[0]), NOW)
    join(made, CY, invite(made, BO, 1), "Cy", NOW)
    assert made.desk.proposals == {}


def test_whoever_opens_the_link_to_their_own_seat_keeps_it_and_loses_only_other_devices() -> None:
    made = with_phone(ADA, BO, "open")
    set_webhook(made, BO, Webhook(1, "https://example.org"), NOW)
    join(made, BO, invite(made, BO, 1), "", NOW)
    assert made.desk.holders_of(1) == [BO]
    assert (made.desk.name(1), made.desk.chairs[1].webhook) == ("Bo", "https://example.org")


def test_a_host_who_has_handed_over_every_seat_watches_and_still_hosts() -> None:
    made = table("thimble", ADA, BO, "open")
    join(made, CY, invite(made, ADA, 0), "Cy", NOW)
    assert (made.desk.role(ADA), made.desk.seats_of(ADA)) == ("host", (SPECTATOR,))
    claim_hosting(made, CY, AtSeat(0), NOW)
    assert made.desk.role(ADA) == "spectator"


def test_a_player_who_has_handed_over_their_seat_has_no_place() -> None:
    made = table("thimble", ADA, BO, "open")
    join(made, CY, invite(made, BO, 1), "Cy", NOW)
    assert made.desk.seats_of(BO) == ()
    assert BO not in made.desk.holders


def test_on_how_many_devices_a_seat_is_held_is_shown_to_its_holder_and_to_the_host() -> None:
    made = with_phone(ADA, BO, CY)
    assert devices(made, ADA) == [1, 2, 1]
    assert devices(made, BO) == devices(made, PHONE) == [0, 2, 0]
    assert devices(made, CY) == [0, 0, 1]
    assert devices(made, "somebody") == [0, 0, 0]
    assert [seat.devices for seat in card(made, BO, (), NOW).seats] == [0, 2, 0]


def test_a_holder_ends_the_other_holds_of_their_seat_with_all_links_to_it() -> None:
    made = with_phone(ADA, BO, "open")
    secret = invite(made, PHONE, 1, device=True)
    assert why_not(lambda: drop_devices(made, ADA, AtSeat(1), NOW)) == "not yours"
    drop_devices(made, BO, AtSeat(1), NOW)
    assert made.desk.holders_of(1) == [BO]
    assert why_not(lambda: join(made, PHONE, secret, "", NOW)) == "wrong link"
    assert made.desk.name(1) == "Bo"


def test_a_link_for_a_device_ends_when_the_last_device_leaves() -> None:
    made = with_phone(ADA, BO, "open")
    secret = invite(made, PHONE, 1, device=True)
    leave(made, BO)
    assert made.desk.device_keys
    leave(made, PHONE)
    assert why_not(lambda: join(made, PHONE, secret, "", NOW)) == "wrong link"


def test_a_seat_can_be_handed_over_after_its_holder_has_left() -> None:
    made = table("thimble", ADA, BO, "open")
    secret = invite(made, BO, 1)
    leave(made, BO)
    assert join(made, CY, secret, "Cy", NOW) == 1


def test_a_second_device_does_not_make_another_link_useless() -> None:
    made = table("thimble", ADA, BO, "open")
    for_friend = invite(made, BO, 1)
    join(made, PHONE, invite(made, BO, 1, device=True), "", NOW)
    assert join(made, CY, for_friend, "Cy", NOW) == 1


def test_consent_is_not_lent_through_a_shared_seat() -> None:
    """Cy also holds Ada's seat, as a device: that Ada agrees does not say that Cy agrees in their own seat."""
    made = table("connect_four", ADA, CY)
    join(made, CY, invite(made, ADA, 0, device=True), "", NOW)
    say(made, keys(made)[0], holder=holder_of(made, asked(made)))
    say(made, keys(made)[1], holder=holder_of(made, asked(made)))
    undoing.undo(made, ADA, Undo(0, made.match.number), NOW)
    wish = made.desk.wish
    assert wish is not None
    assert undoing.still_asked(made, wish, NOW) == [1]
    undoing.consent(made, CY, Consent(1, wish.number, True), NOW)
    assert made.match.last_answered == 1


def test_desks_of_earlier_versions_open_and_their_links_hand_over() -> None:
    made = table("thimble", ADA, BO, "open")
    secret = invite(made, BO, 1)
    desk: Desk = read_desk(write_desk(made.desk))
    assert b"device_keys" not in write_desk(made.desk)
    made.desk = desk
    join(made, CY, secret, "Cy", NOW)
    assert made.desk.holders_of(1) == [CY]


def test_whoever_watches_holds_no_seat() -> None:
    made = table("thimble", ADA, BO, "open")
    assert join(made, CY, invite(made, ADA, SPECTATOR), "Cy", NOW) == SPECTATOR
    assert made.desk.role(CY) == "spectator"
    assert why_not(lambda: rename(made, CY, Rename(SPECTATOR, "x"), NOW)) == "not yours"


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
    made = with_phone(ADA, BO, "open")
    leave(made, BO)
    assert made.desk.chairs[1].kind == "person"


def test_a_kicked_seat_loses_all_links_and_holders_and_is_open() -> None:
    made = table("thimble", ADA, BO, CY)
    secret = invite(made, BO, 1)
    assert why_not(lambda: kick(made, BO, AtSeat(2), NOW)) == "not the host"
    assert why_not(lambda: kick(made, ADA, AtSeat(0), NOW)) == "bad request"
    kick(made, ADA, AtSeat(1), NOW)
    assert made.desk.seats_of(BO) == ()
    assert made.desk.chairs[1].kind == "open"
    assert why_not(lambda: join(made, BO, secret, "Bo", NOW)) == "wrong link"
    assert made.desk.seats_of(CY) == (2,)
    join(made, "dee", invite(made, ADA, 1), "Dee", NOW)
    assert made.desk.seats_of("dee") == (1,)


def test_those_who_watch_can_be_sent_away_together() -> None:
    made = table("thimble", ADA, BO, "open")
    join(made, CY, invite(made, ADA, SPECTATOR), "", NOW)
    kick(made, ADA, AtSeat(SPECTATOR), NOW)
    assert made.desk.seats_of(CY) == ()


def test_a_seat_is_handed_to_a_bot_by_its_person_or_the_host_and_taken_back() -> None:
    made = table("thimble", ADA, BO, CY)
    assert why_not(lambda: give_to_bot(made, CY, AtLevel(1), NOW)) == "not yours"
    give_to_bot(made, BO, AtLevel(1), NOW)
    assert made.desk.bots == [1]
    assert made.desk.chairs[1].name == "Bo"
    assert why_not(lambda: take_back_seat(made, CY, AtSeat(1), NOW)) == "not yours"
    take_back_seat(made, BO, AtSeat(1), NOW)
    assert made.desk.bots == []
    give_to_bot(made, ADA, AtLevel(1), NOW)
    assert made.desk.bots == [1]


def test_after_a_day_any_player_may_hand_the_seat_of_somebody_away_to_a_bot() -> None:
    made = table("thimble", ADA, BO, CY)
    join(made, "eve", invite(made, ADA, SPECTATOR), "", NOW)
    was_seen(made, [1, 2], LATER)
    assert why_not(lambda: give_to_bot(made, CY, AtLevel(1), LATER)) == "not yours"
    assert why_not(lambda: give_to_bot(made, "eve", AtLevel(0), LATER)) == "not yours"
    give_to_bot(made, CY, AtLevel(0), LATER)
    assert made.desk.bots == [0]
    take_back_seat(made, ADA, AtSeat(0), LATER)
    assert made.desk.bots == []


def test_after_a_day_any_player_may_host() -> None:
    made = table("thimble", ADA, BO, CY)
    join(made, "eve", invite(made, ADA, SPECTATOR), "", NOW)
    assert why_not(lambda: claim_hosting(made, BO, AtSeat(0), NOW + 60)) == "not the host"
    assert why_not(lambda: claim_hosting(made, "eve", AtSeat(0), LATER)) == "not yours"
    claim_hosting(made, BO, AtSeat(0), LATER)
    assert made.desk.role(BO) == "host"


def test_a_friend_may_take_a_bots_seat() -> None:
    made = table("thimble", ADA, BO, "bot")
    join(made, CY, invite(made, ADA, 2), "Cy", NOW)
    assert made.desk.bots == []


def test_everybody_sees_how_many_people_have_held_a_seat_before_in_this_match() -> None:
    """A host who takes a bot's seat to look at its hand, and gives it back, leaves a trace."""
    made = table("thimble", ADA, BO, "bot")
    assert former(made, BO) == [0, 0, 0]
    join(made, CY, invite(made, ADA, 2), "", NOW)
    assert former(made, BO) == [0, 0, 0]
    give_to_bot(made, CY, AtLevel(2), NOW)
    leave(made, CY)
    give_to_bot(made, ADA, AtLevel(2), NOW)
    assert former(made, BO) == former(made, "somebody") == [0, 0, 1]
    join(made, PHONE, invite(made, BO, 1), "", NOW)
    assert former(made, ADA) == [0, 1, 1]
    kick(made, ADA, AtSeat(1), NOW)
    assert former(made, ADA) == [0, 2, 1]


def test_a_second_device_is_no_former_holder() -> None:
    made = with_phone(ADA, BO, CY)
    leave(made, BO)
    assert former(made, ADA) == [0, 0, 0]


def test_with_the_next_match_nobody_has_held_a_seat_before() -> None:
    made = table("connect_four", ADA, BO)
    join(made, CY, invite(made, BO, 1), "", NOW)
    assert former(made, ADA) == [0, 1]
    while not made.match.over:
        say(made, keys(made)[0])
    again(made, ADA, Again("rematch"), NOW)
    assert former(made, ADA) == [0, 0]


def test_names_may_repeat_and_are_short_and_plain() -> None:
    made = table("thimble", ADA, BO, CY)
    rename(made, BO, Rename(1, "Ada"), NOW)
    rename(made, CY, Rename(2, "Ada"), NOW)
    assert [made.desk.name(seat) for seat in (1, 2)] == ["Ada", "Ada"]
    assert clean("  A \u202e\x00da\u200b\n <b>  ") == "A da <b>"
    assert len(clean("x" * 500)) == MOST_LETTERS
    rename(made, CY, Rename(2, "\u200b"), NOW)
    assert made.desk.name(2) == "Player 3"
    assert why_not(lambda: rename(made, BO, Rename(2, "x"), NOW)) == "not yours"


def test_what_is_refused_changes_nothing() -> None:
    made = table("thimble", ADA, BO, CY)
    before = made.desk
    for deed in (
        lambda: kick(made, BO, AtSeat(2), NOW),
        lambda: invite(made, BO, 2),
        lambda: leave(made, "nobody"),
        lambda: claim_hosting(made, BO, AtSeat(0), NOW),
        lambda: give_to_bot(made, CY, AtLevel(1), NOW),
    ):
        why_not(deed)
        assert made.desk == before
    keep(made)
