"""What each seat can know: its own hand, the rows, and who took and laid down what (L2, L5, L8)."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random
from typing import Any

import pytest

from tests.rules.life.drawn import (
    ADA,
    BO,
    CARDS,
    CLEO,
    Table,
    after,
    drawn,
    hands,
    legal,
    life,
    random_match,
)
from waterhole.game import WaterholeError

TABLE = """
    1: G
    2: TM
    3: SSC
    4: GBBD
    a* 5: BBB OO S HH CC
    b  5: GG BB OO TT SS
    c  5: GG OO TT DDD M
"""


def known(table: Table, seat: int, viewer: int | None = None) -> str:
    """The cards a seat is known to hold, as somebody at the table sees it."""
    return "".join(table.view(viewer).to_dict()["known"][seat])


def swaps(table: Table, seat: int, viewer: int | None = None) -> list[tuple[str, str]]:
    """What a seat was seen to lay down and to take."""
    seen = table.view(viewer).to_dict()["swaps"][seat]
    return [("".join(each["laid"]), "".join(each["taken"])) for each in seen]


def test_a_player_sees_his_own_hand_and_no_other() -> None:
    """L2: ten cards of his own; the other hands are nowhere in the view."""
    table = drawn(TABLE)
    assert "".join(table.view(BO).to_dict()["hand"]) == "GGBBOOTTSS"
    assert "".join(table.view(BO).to_dict()["memories"][0]["hand"]) == "GGBBOOTTSS"


def test_a_spectator_sees_no_hand() -> None:
    """L2: neither now nor as it was dealt."""
    table = after(drawn(TABLE), "2:HC")
    view = table.view(None).to_dict()
    assert view["hand"] is None
    assert view["memories"][0]["hand"] is None
    assert view["seat"] is None


@pytest.mark.parametrize("viewer", [ADA, CLEO, None])
def test_a_hidden_card_changes_nothing_in_a_view(viewer: int | None) -> None:
    """L2: Bo's sheep may be pigs: nobody else can tell, to the last letter."""
    other = TABLE.replace("GG BB OO TT SS", "GG BB OO TT PP")
    for moves in ((), ("2:HC",), ("2:HC", "1:B", "3:GOO")):
        one, two = (after(drawn(text), *moves) for text in (TABLE, other))
        assert one.view(viewer).to_json() == two.view(viewer).to_json()
        assert one.view(BO).to_json() != two.view(BO).to_json()


@pytest.mark.parametrize("seat", [3, -1, True, "0", 1.0])
def test_there_is_no_view_for_a_seat_that_does_not_exist(seat: Any) -> None:
    """L2: the error says which seats there are."""
    with pytest.raises(WaterholeError) as caught:
        drawn(TABLE).view(seat)
    assert caught.value.code == "seat/unknown"
    assert "seats are 0 to 2" in str(caught.value)


@pytest.mark.parametrize("viewer", [ADA, BO, CLEO, None])
def test_everybody_sees_what_each_player_took_and_laid_down(viewer: int | None) -> None:
    """L5: in order, for all seats; a knock is no swap."""
    assert swaps(after(drawn(TABLE), "2:HC"), BO, viewer) == []
    table = after(drawn(TABLE), "2:HC", "2:GT", "1:D", "1:B", "K")
    assert swaps(table, ADA, viewer) == [("HC", "TM"), ("B", "D")]
    assert swaps(table, BO, viewer) == [("GT", "HC")]
    assert swaps(table, CLEO, viewer) == [("D", "G")]


def test_nothing_is_known_of_a_hand_before_the_first_swap() -> None:
    """L2: not even to its owner's benefit: it is what all can know."""
    table = drawn(TABLE)
    assert [known(table, seat) for seat in (ADA, BO, CLEO)] == ["", "", ""]


def test_what_a_player_took_he_is_known_to_hold() -> None:
    """L5: all see the row go to his hand."""
    table = after(drawn(TABLE), "2:HC", "4:BBOO")
    assert known(table, ADA) == "TM"
    assert known(table, BO) == "GBBD"
    assert known(table, CLEO) == ""


def test_what_he_lays_down_again_he_is_known_to_hold_no_more() -> None:
    """L5: Ada took goat and mouse and gives the mouse away."""
    table = after(drawn(TABLE), "2:HC", "4:BBOO", "1:D", "1:M")
    assert known(table, ADA) == "TD"


def test_a_card_laid_down_and_taken_back_is_known() -> None:
    """L5: Ada lays a bear down, which she must have been dealt, and takes it back."""
    table = after(drawn(TABLE), "1:B", "2:GG", "4:DDDM", "1:G")
    assert known(table, ADA) == "B"


def test_a_card_taken_is_known_no_more_when_one_like_it_is_laid_down() -> None:
    """L5: Ada takes a giraffe and lays one down: whether she has another, nobody knows."""
    table = after(drawn(TABLE), "1:O", "1:S", "1:D", "2:GO")
    assert known(table, ADA) == "TM"


def needed(seen: list[tuple[str, str]]) -> str:
    """The cards in every hand that can be there after these swaps, found by trying all dealt
    hands. Animals that were never swapped are all one: nothing is known of them."""
    animals = [a for a in CARDS if any(a in laid + taken for laid, taken in seen)]
    least: dict[str, int] = {}
    for counts in product(*(range(CARDS[a] + 1) for a in animals)):
        if sum(counts) > 10:
            continue
        now = played_through(dict(zip(animals, counts, strict=True)), seen)
        if now is not None:
            least = {a: min(least.get(a, 10), n) for a, n in now.items()}
    return "".join(a * least[a] for a in animals)


def played_through(dealt: dict[str, int], seen: list[tuple[str, str]]) -> dict[str, int] | None:
    """What becomes of a dealt hand; None if it could not make these swaps."""
    now = dict(dealt)
    for laid, taken in seen:
        for card in laid:
            now[card] -= 1
        if min(now.values()) < 0:
            return None
        for card in taken:
            now[card] += 1
    return now


@pytest.mark.parametrize(
    "moves",
    [
        ("1:B",),
        ("2:BB", "2:GG", "2:TT", "2:OO"),  # moles for the goats that Cleo laid down
        ("1:B", "2:GG", "4:DDDM", "1:G"),  # a bear laid down and taken back
        ("4:BBBO", "4:GGBB", "4:DDDM"),
        ("3:BBB", "3:GGB", "3:DDD", "3:SSC"),
        ("1:B", "1:S", "1:D", "2:BB", "1:B", "1:T", "2:TM"),
    ],
)
def test_known_cards_are_exactly_those_that_must_be_in_the_hand(moves: tuple[str, ...]) -> None:
    """L5: compared with all hands that could have been dealt and swapped like that."""
    table = after(drawn(TABLE), *moves)
    for seat in (ADA, BO, CLEO):
        assert known(table, seat) == needed(swaps(table, seat))


def test_known_cards_of_random_swaps_are_exactly_those_that_must_be_in_the_hand() -> None:
    """L5: swaps of rows 1 and 2, as long as few species are among them."""
    compared = 0
    for number in range(30):
        rng, table = Random(number), life.start(2, f"few {number}")
        for _ in range(8):
            table = after(table, rng.choice([move for move in legal(table) if move[0] in "12"]))
            for seat in (ADA, BO):
                seen = swaps(table, seat)
                if seen and len(set("".join(laid + taken for laid, taken in seen))) <= 4:
                    compared += 1
                    assert known(table, seat) == needed(seen)
    assert compared > 50


def test_known_cards_are_always_in_the_true_hand() -> None:
    """L5: at every table of some random matches, for all who look."""
    compared = 0
    for seats in (2, 3, 4, 5):
        for table, move in random_match(seats, f"known {seats}", lap_limit=6):
            if move is None:
                continue
            said = table.view(None).to_dict()["known"]
            assert table.view(0).to_dict()["known"] == said
            for cards, known_cards in zip(hands(table), said, strict=True):
                compared += len(known_cards)
                assert Counter(known_cards) <= Counter(cards)
    assert compared > 1000


def test_a_new_round_makes_all_that_was_known_old() -> None:
    """L2: the cards were shuffled; what was seen before is only remembered."""
    table = after(drawn(TABLE + "laps: 2"), "K", "K", "K")
    view = table.view(ADA).to_dict()
    assert view["known"] == [[], [], []]
    assert view["swaps"] == [[], [], []]
    assert len(view["memories"]) == 2
    assert view["memories"][0]["moves"][-3:] == ["K", "K", "K"]


def test_a_seat_that_is_out_has_no_hand_and_looks_on() -> None:
    """L11: its view has an empty hand and nothing to do."""
    table = drawn("""
        1: ...
        2: ...
        3: ...
        4: ...
        a* 5: ...
        b  0: -
        c  5: ...
    """)
    view = table.view(BO)
    assert view.to_dict()["hand"] == []
    assert view.to_dict()["aside"] == 30
    assert view.legal() == ()
