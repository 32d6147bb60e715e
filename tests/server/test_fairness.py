"""The seed of a match: from what the server committed to and what every seat added, so that nobody
chooses it; afterwards the record shows how it came to be.

The hashes are made here once more, apart from the code under test.
"""

from __future__ import annotations

from hashlib import sha256
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.server.tables import (
    ADA,
    BO,
    CLEO,
    DARA,
    SECRET,
    TABLE,
    Party,
    closed,
    gathered,
    hash_of,
    new_party,
    nonce_of,
    started,
)
from waterhole.game import load
from waterhole.server.tables import commands, fairness

OTHER_SECRET = "0f" * 32


def hashed(*parts: str) -> str:
    return sha256("\n".join(("waterhole-deal/1", *parts)).encode()).hexdigest()


def seed_of(party: Party) -> str:
    assert party.table.state is not None
    return party.table.state.setup.seed


def check_proof(record: dict[str, Any]) -> None:
    """What somebody with nothing but a record can check."""
    proof = record["fairness"]
    table, secret, nonces = proof["table"], proof["secret"], proof["nonces"]
    assert proof["commitment"] == hashed("commitment", table, secret)
    assert record["seed"] == hashed("seed", table, secret, *nonces)
    for seat, (nonce, hash) in enumerate(zip(nonces, proof["hashes"], strict=True)):
        if seat in proof["stood_in"]:
            assert nonce == hashed("stand-in", table, str(seat), secret)
        else:
            assert hash == hashed("nonce", nonce)


# The parts -----------------------------------------------------------------------------------


def test_the_commitment_is_the_hash_of_table_and_secret() -> None:
    found = fairness.commitment("t", SECRET)
    assert found == sha256(f"waterhole-deal/1\ncommitment\nt\n{SECRET}".encode()).hexdigest()
    assert found == "669d6ac93838b86e43a158c953095864c767113441114de8af553594e98e140e"


def test_the_hash_of_a_nonce_is_that_of_its_text() -> None:
    assert fairness.hash_of_nonce("ab" * 32) == hashed("nonce", "ab" * 32)
    assert (
        fairness.hash_of_nonce("ab" * 32)
        == "95c03e1cc6eedffbe6f9bacf9a511eab5cd9f532212c59037e1606ba32f1c95b"
    )


def test_secrets_are_drawn_anew_for_every_table() -> None:
    secrets = {commands.create(ADA, "life", 2).secret for _ in range(50)}
    assert len(secrets) == 50
    assert all(fairness.is_nonce(secret) for secret in secrets)


@pytest.mark.parametrize("text", ["", "ab" * 31, "ab" * 33, "AB" * 32, "g" * 64, "a" * 64 + "\n"])
def test_a_nonce_is_64_hexadecimal_digits_in_lower_case(text: str) -> None:
    assert fairness.is_nonce("ab" * 32)
    assert not fairness.is_nonce(text)


@given(st.lists(st.sampled_from(["0" * 64, "1" * 64, "2" * 64]), min_size=2, max_size=5))
def test_the_seed_has_every_nonce_in_the_order_of_the_seats(nonces: list[str]) -> None:
    found = fairness.seed("t", SECRET, nonces)
    assert found == hashed("seed", "t", SECRET, *nonces)
    turned = [*nonces[1:], nonces[0]]
    assert (fairness.seed("t", SECRET, turned) == found) == (turned == nonces)


# Sitting down with a hash ----------------------------------------------------------------------


@pytest.mark.parametrize("hash", ["", "x", "AB" * 32, "ab" * 33])
def test_nobody_sits_down_with_what_is_no_hash(hash: str) -> None:
    new_party().refused("nonce/hash", commands.sit, ADA, "Ada", 0, hash)


def test_nonces_are_opened_only_between_fixing_the_seats_and_the_deal() -> None:
    party = gathered()
    party.refused("nonce/phase", commands.open_nonce, ADA, nonce_of(ADA))
    party = started()
    party.refused("nonce/phase", commands.open_nonce, ADA, nonce_of(ADA))


def test_a_nonce_with_another_hash_is_refused() -> None:
    party = closed()
    for other in (nonce_of(BO), hash_of(ADA), "", nonce_of(ADA).upper()):
        party.refused("nonce/other", commands.open_nonce, ADA, other)


def test_a_nonce_is_opened_once() -> None:
    party = closed()
    party.do(commands.open_nonce, ADA, nonce_of(ADA))
    party.refused("nonce/again", commands.open_nonce, ADA, nonce_of(ADA))


def test_who_sat_down_without_a_hash_has_no_nonce_to_open() -> None:
    party = new_party()
    party.sit(ADA, hash=hash_of(ADA))
    party.sit(BO)
    party.append(commands.close_seats(party.table, ADA))
    party.refused("nonce/none", commands.open_nonce, BO, nonce_of(BO))


def test_a_spectator_has_no_nonce_to_open() -> None:
    closed().refused("seat/none", commands.open_nonce, CLEO, nonce_of(CLEO))


def test_the_cards_wait_for_every_nonce_that_was_announced() -> None:
    party = closed((ADA, BO), ("easy",))
    assert commands.waits_for_nonces(party.table)
    party.do(commands.open_nonce, BO, nonce_of(BO))
    assert commands.waits_for_nonces(party.table)
    assert party.table.state is None
    party.do(commands.open_nonce, ADA, nonce_of(ADA))
    assert party.table.phase == "playing"


def test_nobody_is_waited_for_where_no_nonce_was_announced() -> None:
    party = gathered(nonces=False)
    party.do(commands.close_seats, ADA)
    assert party.table.phase == "playing"


# The seed --------------------------------------------------------------------------------------


def test_the_seed_follows_from_secret_and_nonces() -> None:
    party = started((ADA, BO), ("easy",))
    stand_in = hashed("stand-in", TABLE, "2", SECRET)
    assert seed_of(party) == hashed("seed", TABLE, SECRET, nonce_of(ADA), nonce_of(BO), stand_in)


def test_the_seed_is_another_with_any_part_another() -> None:
    seeds = [
        seed_of(started()),
        seed_of(started(secret=OTHER_SECRET)),
        seed_of(started(id="another-table")),
        seed_of(started((BO, ADA))),
        seed_of(started((ADA, CLEO))),
        seed_of(started(nonces=False)),
    ]
    assert len(set(seeds)) == len(seeds)


def test_when_nonces_are_opened_and_in_which_order_does_not_change_the_seed() -> None:
    party = closed()
    party.do(commands.open_nonce, BO, nonce_of(BO), wait=20)
    party.do(commands.open_nonce, ADA, nonce_of(ADA), wait=300)
    assert seed_of(party) == seed_of(started())


def test_after_the_commitment_the_server_has_nothing_left_to_choose() -> None:
    """Dealing takes nothing but what the log has by then: twice the same start, the same seed."""
    party = closed((ADA, BO), ("easy",))
    party.append(commands.open_nonce(party.table, ADA, nonce_of(ADA)))
    party.append(commands.open_nonce(party.table, BO, nonce_of(BO)))
    again = Party(party.again(), list(party.log), now=party.now + 500)
    assert party.append(commands.start(party.table)) == again.append(commands.start(again.table))
    assert party.table.state == again.table.state


def test_the_commitment_is_fixed_before_anybody_sits_and_holds_to_the_end() -> None:
    party = new_party()
    commitment = party.table.commitment
    assert commitment == hashed("commitment", TABLE, SECRET)
    for player in (ADA, BO):
        party.sit(player)
        assert party.table.commitment == commitment
    party.do(commands.close_seats, ADA)
    party.play(Random(1))
    assert party.table.record()["fairness"]["commitment"] == commitment


# What the record says --------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["life", "tembo"])
def test_the_record_of_a_match_proves_its_seed(game: str) -> None:
    party = started((ADA, BO), ("easy",), game=game).play(Random(2))
    record = party.table.record()
    check_proof(record)
    assert load(game).verify(record).result is not None
    proof = record["fairness"]
    assert proof["protocol"] == "waterhole-deal/1"
    assert proof["secret"] == SECRET
    assert proof["hashes"] == [hash_of(ADA), hash_of(BO), None]


def test_a_proof_with_another_secret_does_not_fit_the_commitment() -> None:
    record = started().play(Random(2)).table.record()
    with pytest.raises(AssertionError):
        check_proof(record | {"fairness": record["fairness"] | {"secret": OTHER_SECRET}})


def test_the_record_says_that_the_server_stood_in_for_bots_and_for_who_sent_no_hash() -> None:
    party = new_party(seats=4)
    party.sit(ADA)
    party.do(commands.seat_bot, ADA, "easy")
    party.sit(BO, hash=hash_of(BO))
    party.do(commands.seat_bot, ADA, "hard")
    party.do(commands.close_seats, ADA)
    party.open_all()
    record = party.play(Random(3)).table.record()
    check_proof(record)
    assert record["fairness"]["stood_in"] == [0, 1, 3]
    assert record["fairness"]["hashes"] == [None, None, hash_of(BO), None]


def test_the_record_says_that_the_server_stood_in_for_who_did_not_open_in_time() -> None:
    party = closed()
    party.append(commands.open_nonce(party.table, BO, nonce_of(BO)))
    party.append(commands.start(party.table))
    record = party.play(Random(4)).table.record()
    check_proof(record)
    assert record["fairness"]["stood_in"] == [0]
    assert record["fairness"]["nonces"][0] == hashed("stand-in", TABLE, "0", SECRET)
    assert record["fairness"]["nonces"][1] == nonce_of(BO)


def test_nonces_stay_in_the_order_in_which_seats_were_fixed_when_players_change_places() -> None:
    """With the deal passed on, players sit elsewhere; the order says where."""
    people = (ADA, BO, CLEO, DARA)
    for due in people:
        party = started(people, due=due, after="the-table-before").play(Random(5))
        record = party.table.record()
        check_proof(record)
        proof = record["fairness"]
        assert proof["nonces"] == [nonce_of(player) for player in people]
        assert proof["hashes"] == [hash_of(player) for player in people]
        sat = [seat.player for seat in party.table.seats]
        assert sat == [people[place] for place in proof["order"]]


def test_stand_ins_belong_to_the_seats_as_they_were_fixed() -> None:
    people = (ADA, BO)
    orders = set()
    for due in people:
        party = started(people, ("easy", "hard"), due=due).play(Random(6))
        record = party.table.record()
        check_proof(record)
        assert record["fairness"]["stood_in"] == [2, 3]
        assert record["fairness"]["nonces"][:2] == [nonce_of(ADA), nonce_of(BO)]
        orders.add(tuple(record["fairness"]["order"]))
    assert len(orders) == 2
