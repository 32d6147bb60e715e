"""A turn: L4, L5, L6, L7."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.rules.life.drawn import (
    ADA,
    BO,
    CLEO,
    DARA,
    Table,
    after,
    drawn,
    hand,
    hands,
    happened,
    last_round,
    legal,
    life,
    random_match,
    refused,
    rows,
)
from waterhole.game import IllegalMove
from waterhole.game.vocabulary import RoundDealt
from waterhole.life.events import Knocked, LivesChanged, Scored, Swapped

BEGINNING = """
    1: G
    2: TM
    3: SSC
    4: GBBD
    a* 5: BBB OO S HH CC
    b  5: GG BB OO TT SS
    c  5: GG OO TT DDD M
"""


def beginning() -> Table:
    """The first turn of a round of three."""
    return drawn(BEGINNING)


def second_lap() -> Table:
    """Everybody has swapped once."""
    return drawn(BEGINNING + "laps: 2")


# L4


def test_a_player_swaps_or_knocks_and_cannot_pass() -> None:
    """L4: whatever is legal is a swap or a knock, and there always is something."""
    for table, move in random_match(3, "swap or knock", lap_limit=3):
        if move is not None:
            assert table.legal()
            assert all(text == "K" or text[:2] in ("1:", "2:", "3:", "4:") for text in legal(table))


def test_a_turn_is_one_move() -> None:
    """L4: after a swap it is the next player's turn, after a knock too."""
    assert beginning().to_move == ADA
    assert after(beginning(), "1:B").to_move == BO
    assert after(second_lap(), "K").to_move == BO


def test_only_the_player_whose_turn_it_is_is_offered_moves() -> None:
    """L4: the views of the others, and of spectators, offer none."""
    table = second_lap()
    assert table.view(ADA).legal() == table.legal()
    assert [table.view(seat).legal() for seat in (BO, CLEO, None)] == [(), (), ()]


def test_a_player_can_tell_from_his_view_which_moves_are_legal() -> None:
    """L4, L7: exactly those of the table, in the first lap too and when others are out."""
    for table, move in random_match(4, "from the view", lap_limit=2):
        if move is not None:
            assert table.view(table.to_move).legal() == table.legal()


# L5


@pytest.mark.parametrize(
    ("move", "taken", "left"),
    [
        ("1:O", "G", "GBBBOSHHCC"),
        ("2:HC", "TM", "BBBOOTSHCM"),
        ("3:BOH", "SSC", "BBOSSSHCCC"),
        ("4:BBSH", "GBBD", "GBBBOODHCC"),
    ],
)
def test_a_swap_takes_the_whole_row(move: str, taken: str, left: str) -> None:
    """L5: the player has the cards of the row and not those laid down."""
    table = beginning()
    row, laid = int(move[0]), move[2:]
    assert happened(table, move) == (Swapped(ADA, row, laid, taken),)
    assert hand(after(table, move), ADA) == left


@pytest.mark.parametrize("move", ["1:O", "2:HC", "3:BOH", "4:BBSH"])
def test_the_cards_laid_down_are_the_new_row(move: str) -> None:
    """L5: the other rows stay as they are, and so do the other hands."""
    table = beginning()
    row, laid = int(move[0]), move[2:]
    expected = ["G", "TM", "SSC", "GBBD"]
    expected[row - 1] = laid
    assert rows(after(table, move)) == expected
    assert hands(after(table, move))[1:] == hands(table)[1:]


def test_the_next_player_takes_what_was_laid_down() -> None:
    """L5: a row is whatever was laid there last."""
    assert happened(beginning(), "2:HC", "2:GT") == (Swapped(BO, 2, "GT", "HC"),)


def test_all_cards_stay_in_the_round() -> None:
    """L5: hands and rows together are the same cards after any swap; hands have ten."""
    for table, move in random_match(4, "the same cards", lap_limit=3):
        if move is None:
            continue
        after_it = table.play(move).state
        if len(after_it.played) == len(table.played):
            cards, later = (Counter("".join(hands(t) + rows(t))) for t in (table, after_it))
            assert cards == later
            assert {len(cards) for cards in hands(after_it)} <= {0, 10}


def test_nobody_lays_down_cards_he_does_not_hold() -> None:
    """L5: not one that he has not, nor more of a species than he has."""
    error = refused(beginning(), "1:D", "L5", "move/not_in_hand")
    assert "the hand does not have D" in error.text
    refused(beginning(), "2:GB", "L5", "move/not_in_hand")
    refused(beginning(), "2:SS", "L5", "move/not_in_hand")
    refused(beginning(), "4:BBBB", "L5", "move/not_in_hand")


def test_a_card_of_the_row_cannot_be_laid_down_in_the_same_swap() -> None:
    """L5: Ada has one sheep; the two sheep of the row are hers only afterwards."""
    refused(beginning(), "3:OSS", "L5", "move/not_in_hand")
    assert hand(after(beginning(), "3:OOS"), ADA) == "BBBSSHHCCC"


# L6


def test_the_cards_laid_down_differ_from_those_taken() -> None:
    """L6: one and the same card is no swap."""
    table = drawn("""
        1: B
        2: ...
        3: ...
        4: ...
        a* 5: BGG...
        b  5: ...
    """)
    error = refused(table, "1:B", "L6", "move/same_cards")
    assert "row 1 is B" in error.text
    assert "1:G" in legal(table)


def test_the_order_of_the_cards_makes_no_difference() -> None:
    """L6: mole and bear are not swapped for bear and mole, in whatever order the row lies."""
    refusals = []
    for row in ("OB", "BO"):
        table = drawn(f"""
            1: ...
            2: {row}
            3: ...
            4: ...
            a* 5: BBOO...
            b  5: ...
        """)
        refusals.append(refused(table, "2:BO", "L6", "move/same_cards").text)
    assert refusals[0] == refusals[1]


def test_a_record_may_list_a_row_in_any_order() -> None:
    """L6: as collections the cards are the same, so the record is refused at the same place."""
    record = drawn("""
        1: ...
        2: BO
        3: ...
        4: ...
        a* 5: BBOO...
        b  5: ...
    """).record()
    record["rounds"][0]["deal"]["rows"][1] = ["O", "B"]
    *_, table = life.replay(record)
    refused(table, "2:BO", "L6", "move/same_cards")


@pytest.mark.parametrize("move", ["4:BBBB", "4:GBBB", "4:GBBO"])
def test_one_different_card_is_enough(move: str) -> None:
    """L6: the row is GGBB; cards of the same species may be among those laid down."""
    table = drawn("""
        1: ...
        2: ...
        3: ...
        4: GGBB
        a* 5: GG BBBB OO...
        b  5: ...
    """)
    assert happened(table, move) == (Swapped(ADA, 4, move[2:], "GGBB"),)
    assert rows(after(table, move))[3] == move[2:]
    refused(table, "4:GGBB", "L6", "move/same_cards")


def test_how_many_of_each_species_counts() -> None:
    """L6: the rulebook's example: for SSC, SCC is a real change and SSC is none."""
    table = drawn("""
        1: ...
        2: ...
        3: SSC
        4: ...
        a* 5: SSS CC...
        b  5: ...
    """)
    refused(table, "3:SSC", "L6", "move/same_cards")
    assert rows(after(table, "3:SCC"))[2] == "SCC"
    assert rows(after(table, "3:SSS"))[2] == "SSS"


# L7


def test_nobody_knocks_in_his_first_turn() -> None:
    """L7: he has not swapped yet; neither the first player nor the last."""
    table = beginning()
    for swap in ("1:O", "1:G", "1:D"):
        error = refused(table, "K", "L7", "move/knock_before_swap")
        assert "only after swapping at least once in this round" in error.text
        table = after(table, swap)
    assert "K" in legal(table)


def test_who_has_swapped_may_knock() -> None:
    """L7: from the second turn on, in any later lap too."""
    for laps in (2, 3, 7):
        table = drawn(BEGINNING + f"laps: {laps}")
        assert legal(table)[0] == "K"
        assert happened(table, "K") == (Knocked(ADA, first=True),)


def test_a_swap_in_the_round_before_does_not_count() -> None:
    """L7: in the second round everybody has to swap again before he may knock."""
    table = after(second_lap(), "K", "K", "K")
    assert len(table.played) == 1
    for _ in range(3):
        refused(table, "K", "L7", "move/knock_before_swap")
        table = after(table, legal(table)[0])
    assert "K" in legal(table)


def test_after_a_knock_all_others_have_exactly_one_more_turn() -> None:
    """L7: in clockwise order; then the round is scored."""
    table = drawn("""
        1: G
        2: ...
        3: ...
        4: ...
        a  5: GG...
        b* 5: OO...
        c  5: TT...
        d  5: BB...
        laps: 2
    """)
    turns = []
    for move in ("K", "1:T", "1:B", "1:G"):
        turns.append(table.to_move)
        assert len(table.played) == 0
        table = after(table, move)
    assert turns == [BO, CLEO, DARA, ADA]
    assert len(table.played) == 1
    assert last_round(table)["ending"] == "knock"


def test_the_one_who_knocked_first_has_no_further_turn() -> None:
    """L7: the turn that would be his begins the next round instead."""
    table = after(second_lap(), "K", "K")
    assert table.to_move == CLEO
    kinds = [type(event) for event in happened(table, "K")]
    assert kinds == [Knocked, Scored, LivesChanged, RoundDealt]
    assert after(table, "K").record()["rounds"][0]["moves"][-3:] == ["K", "K", "K"]


def test_others_may_knock_too_and_it_gives_no_more_turns() -> None:
    """L7: a second knock only passes; the first knocker stays the same."""
    table = after(second_lap(), "K")
    assert table.view(CLEO).to_dict()["knocker"] == ADA
    assert happened(table, "K") == (Knocked(BO, first=False),)
    table = after(table, "K")
    assert table.view(CLEO).to_dict()["knocker"] == ADA
    assert len(after(table, "K").played) == 1


def test_the_last_turns_are_turns_like_any_other() -> None:
    """L7, L5, L6: swaps of the last turns count in the scoring, and the same ones are refused."""
    table = drawn("""
        1: G
        2: SS
        3: DDD
        4: PPPP
        a  5: BBBB OOO TTT
        b* 5: GGGG BBB OOO
        c  5: GGGG SSSS TT
        knocked: a
    """)
    refused(table, "1:G", "L6", "move/same_cards")
    refused(table, "1:D", "L5", "move/not_in_hand")
    table = after(table, "1:O")  # Bo takes the fifth giraffe and has most
    scored = next(event for event in happened(table, "K") if isinstance(event, Scored))
    assert scored.hands == ("BBBBOOOTTT", "GGGGGBBBOO", "GGGGTTSSSS")
    assert dict(scored.majorities)["G"] == BO


def test_two_players_one_knock_one_last_turn() -> None:
    """L7: with two, the other has one turn."""
    table = drawn("""
        1: ...
        2: ...
        3: ...
        4: ...
        a* 5: ...
        b  5: ...
        laps: 2
    """)
    table = after(table, "K")
    assert (table.to_move, len(table.played)) == (BO, 0)
    assert len(after(table, "K").played) == 1


def test_who_is_out_has_no_last_turn() -> None:
    """L7, L11: only those who are in have one more turn."""
    table = drawn("""
        1: ...
        2: ...
        3: ...
        4: ...
        a  5: ...
        b  0: -
        c* 5: ...
        d  5: ...
        laps: 2
    """)
    table = after(table, "K", "K")
    assert table.to_move == ADA
    assert len(after(table, "K").played) == 2  # the round drawn and the one before it


def test_no_knock_is_forgotten_when_a_new_round_begins() -> None:
    """L7: the new round has no knocker."""
    table = after(second_lap(), "K", "K", "K")
    assert table.view(ADA).to_dict()["knocker"] is None


# L4 to L7 together, by a referee of our own.


def allowed(move: str, cards: str, table_rows: list[str], has_swapped: bool) -> bool:
    """Whether the rules allow a move, read from the rulebook once more."""
    if move == "K":
        return has_swapped  # L7
    laid, taken = Counter(move[2:]), Counter(table_rows[int(move[0]) - 1])
    return laid <= Counter(cards) and laid != taken  # L5, L6


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_move_is_legal_just_when_the_rules_allow_it(seats: int) -> None:
    """L4, L5, L6, L7: of all 1001 moves, at every tenth table of a match; the others raise."""
    swapped: set[tuple[int, int]] = set()  # round and seat
    for number, (table, made) in enumerate(random_match(seats, "all moves", lap_limit=2)):
        if table.to_move is None or made is None:
            break
        turn = (len(table.played), table.to_move)
        if number % 10 == 0:
            offered = table.legal()
            cards, on_table = hand(table, table.to_move), rows(table)
            assert len(set(offered)) == len(offered)
            for move in life.moves:
                assert allowed(str(move), cards, on_table, turn in swapped) == (move in offered)
            for move in set(life.moves) - set(offered):
                with pytest.raises(IllegalMove):
                    table.play(move)
        if str(made) != "K":
            swapped.add(turn)
