"""Scoring a round: L9, L10, L11, L12, L13."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.rules.life.drawn import (
    ADA,
    BO,
    CARDS,
    CLEO,
    DARA,
    Table,
    after,
    drawn,
    happened,
    last_round,
    life,
    lives,
    random_match,
)
from waterhole.game import IllegalMove
from waterhole.game.vocabulary import MatchOver, RoundDealt
from waterhole.life.events import Knocked, LivesChanged, Out, Scored


def last_turn(*hands: str, left: Sequence[int] = ()) -> Table:
    """A table where the first player in has knocked and the last one has the last turn."""
    left = left or (5,) * len(hands)
    players = [seat for seat, each in enumerate(left) if each]
    lines = [
        f"{'abcde'[seat]}{'*' if seat == players[-1] else ''} {each}: {cards}"
        for seat, (each, cards) in enumerate(zip(left, hands, strict=True))
    ]
    drawing = ["1: ...", "2: ...", "3: ...", "4: ...", *lines, f"knocked: {'abcde'[players[0]]}"]
    return drawn("\n".join(drawing))


def scored(table: Table) -> Scored:
    """The scoring after the last player's knock."""
    return next(event for event in happened(table, "K") if isinstance(event, Scored))


def winners(table: Table) -> dict[str, int]:
    """Who gets each species that somebody gets."""
    majorities = scored(table).majorities
    assert [animal for animal, _ in majorities] == list("GBOTSDHPCM")  # from giraffe down
    return {animal: seat for animal, seat in majorities if seat is not None}


# L9


def test_the_most_of_a_species_gives_its_value() -> None:
    """L9, L1: giraffes and goats to Ada, moles and cats to Bo, the rest to Cleo."""
    table = last_turn("GGGG BB O TTT", "GG BB OOO T CC", "G BBB OO T SS D")
    assert winners(table) == {"G": ADA, "B": CLEO, "O": BO, "T": ADA, "S": CLEO, "D": CLEO, "C": BO}
    assert scored(table).points == (9 + 7, 7 + 4, 8 + 6 + 6)


@pytest.mark.parametrize(("animal", "value"), CARDS.items())
def test_each_species_is_worth_its_number_of_cards(animal: str, value: int) -> None:
    """L9, L1: Ada has two of one species and nothing else that nobody ties."""
    fill = "".join(card * 2 for card in "GBOTSDHPC" if card != animal)[:8]
    table = last_turn(animal * 2 + fill, fill + "...", fill + "...")
    points = scored(table).points
    assert winners(table)[animal] == ADA
    assert points[ADA] == sum(CARDS[card] for card, seat in winners(table).items() if seat == ADA)
    assert points[ADA] == value


def test_it_is_each_other_player_who_counts_and_not_all_together() -> None:
    """L9: the rulebook's example: 3 bears against 2 and 2."""
    table = last_turn("BBB GGG OO TT", "BB GGG OO TT S", "BB GGG OO TT S")
    assert winners(table) == {"B": ADA}
    assert scored(table).points == (8, 0, 0)


def test_a_tie_for_most_gives_nobody_the_value() -> None:
    """L9: Ada and Bo have two dogs each, Cleo one: the 6 points are lost."""
    table = last_turn("DD GGG BB OO T", "DD GGG BB OO T", "D GGG BB OO TT")
    assert winners(table) == {"T": CLEO}
    assert scored(table).points == (0, 0, 7)


def test_a_tie_of_all_gives_nobody_the_value() -> None:
    """L9: three times the same hand."""
    table = last_turn(*["GGG BB OO T SS"] * 3)
    assert winners(table) == {}
    assert scored(table).points == (0, 0, 0)


def test_a_tie_for_second_place_takes_nothing_from_the_first() -> None:
    """L9: 4 giraffes against 2 and 2."""
    assert winners(last_turn("GGGG BB OO TT", "GG BB OO TT SS", "GG BB OO TT SS")) == {"G": ADA}


def test_a_species_nobody_holds_gives_nothing() -> None:
    """L9: no mouse in any hand: nobody has more than another."""
    table = last_turn("GGGG BB OO TT", "GG BBBB OO TT", "GG BB OO TTT S")
    assert "M" not in winners(table)


def test_the_rows_count_for_nobody() -> None:
    """L9: only hands are compared."""
    table = drawn("""
        1: M
        2: DD
        3: SSS
        4: PPPP
        a  5: GGG BB OO TT S
        b  5: GGG BB OO TT D
        c* 5: GG BB OO TTT M
        knocked: a
    """)
    assert winners(table) == {"T": CLEO, "S": ADA, "D": BO, "M": CLEO}


def test_all_hands_lie_open_when_a_round_is_scored() -> None:
    """L9: the scoring names the hands, and everybody remembers them."""
    table = last_turn("GGGG BB O TTT", "GG BB OOO T CC", "G BBB OO T SS D")
    hands = ("GGGGBBOTTT", "GGBBOOOTCC", "GBBBOOTSSD")
    assert scored(table).hands == hands
    for seat in (ADA, BO, CLEO, None):
        memory = after(table, "K").view(seat).to_dict()["memories"][0]
        assert memory["shown"] == [list(cards) for cards in hands]


def test_the_events_of_a_scored_round() -> None:
    """L9, L10: knock, scoring, lives, next round."""
    table = last_turn("GGGBB OOOO D", "GGGBB SSSS D", "GGGBB HHHH D")
    assert happened(table, "K") == (
        Knocked(CLEO, first=False),
        scored(table),
        LivesChanged((0, -1, -2), (5, 4, 3)),
        RoundDealt(2, BO),
    )
    assert scored(table).ending == "knock"
    assert last_round(after(table, "K")) == {
        "ending": "knock",
        "points": [7, 6, 5],
        "lives": [5, 4, 3],
    }


# L10: each hand below has four animals of a species of its own, and all else is tied.

THREE = "GGGBB {} D"  # giraffes, bears and dogs are tied
FOUR = "GGBBTC {}"  # giraffes, bears, goats and cats are tied


@pytest.mark.parametrize(
    ("hand", "own", "points", "loss"),
    [
        (THREE, ("OOOO", "SSSS", "HHHH"), (7, 6, 5), (0, 1, 2)),
        (THREE, ("HHHH", "OOOO", "SSSS"), (5, 7, 6), (2, 0, 1)),
        (THREE, ("OOOO", "TTTT", "SSSS"), (7, 7, 6), (0, 0, 2)),  # tied for highest
        (THREE, ("OOOO", "HHHH", "PPPP"), (7, 5, 5), (0, 2, 2)),  # tied for lowest
        (THREE, ("OOOO", "OOTT", "OTTT"), (7, 0, 7), (0, 2, 0)),
        (THREE, ("OOTT", "OOTT", "OOTT"), (0, 0, 0), (0, 0, 0)),  # all tied at nothing
        (FOUR, ("OOOO", "SSSS", "DDDD", "HHHH"), (7, 6, 6, 5), (0, 1, 1, 2)),
        (FOUR, ("OOOO", "SSSS", "HHHH", "PPPP"), (7, 6, 5, 5), (0, 1, 2, 2)),
        (FOUR, ("SSSS", "DDDD", "HHHH", "SSDD"), (6, 6, 5, 0), (0, 0, 1, 2)),
        (FOUR, ("SSSS", "DDDD", "HHHH", "PPPP"), (6, 6, 5, 5), (0, 0, 2, 2)),  # both ties
        (FOUR, ("OOOO", "SSDD", "SSDD", "SSDD"), (7, 0, 0, 0), (0, 2, 2, 2)),
        (FOUR, ("SSDD", "HHHH", "PPPP", "SSDD"), (0, 5, 5, 0), (2, 0, 0, 2)),
    ],
)
def test_the_highest_lose_nothing_the_lowest_two_all_others_one(
    hand: str, own: tuple[str, ...], points: tuple[int, ...], loss: tuple[int, ...]
) -> None:
    """L10: with ties for highest, for lowest, and for both."""
    table = last_turn(*(hand.format(cards) for cards in own))
    assert scored(table).points == points
    change = tuple(-each for each in loss)
    assert LivesChanged(change, tuple(5 - each for each in loss)) in happened(table, "K")
    assert lives(after(table, "K")) == [5 - each for each in loss]


def test_if_all_are_tied_nobody_loses_a_life() -> None:
    """L10: highest comes before lowest; two players with 7 points each."""
    table = last_turn("GGG OOOO BBB", "GGG TTTT BBB")
    assert scored(table).points == (7, 7)
    assert LivesChanged((0, 0), (5, 5)) in happened(table, "K")


def test_of_two_players_the_lower_loses_two() -> None:
    """L10: there is no other in between."""
    table = last_turn("GGG OOOO BBB", "GGG SSSS BBB")
    assert scored(table).points == (7, 6)
    assert lives(after(table, "K")) == [5, 3]


def test_nobody_has_fewer_than_no_lives() -> None:
    """L10, L11: who has one life and loses two is out, with 0."""
    hands = (THREE.format(cards) for cards in ("OOOO", "SSSS", "HHHH"))
    table = last_turn(*hands, left=(3, 2, 1))
    change = next(event for event in happened(table, "K") if isinstance(event, LivesChanged))
    assert change.lives == (3, 1, 0)
    assert last_round(after(table, "K"))["lives"] == [3, 1, 0]


def test_who_is_out_is_not_the_lowest() -> None:
    """L10, L11: Bo, out, has no points; Cleo is the lowest of those in and loses two."""
    table = last_turn("GGG OOOO BBB", "-", "GGG SSSS BBB", left=(5, 0, 5))
    assert scored(table).points == (7, 0, 6)
    assert last_round(after(table, "K"))["lives"] == [5, 0, 3]


# L11


def test_a_player_without_lives_is_out_at_once() -> None:
    """L11: Cleo gets no cards and no turn in the next round."""
    hands = (THREE.format(cards) for cards in ("OOOO", "SSSS", "HHHH"))
    table = last_turn(*hands, left=(5, 4, 2))
    assert Out(CLEO) in happened(table, "K")
    table = after(table, "K")
    assert lives(table) == [5, 3, 0]
    assert table.view(CLEO).to_dict()["hand"] == []
    assert table.record()["rounds"][-1]["deal"]["hands"][CLEO] == []
    assert table.view(ADA).to_dict()["aside"] == 30
    assert table.to_move == BO
    table = after(table, str(table.legal()[0]))
    assert table.to_move == ADA
    table = after(table, str(table.legal()[0]))
    assert table.to_move == BO


def test_who_went_out_before_does_not_go_out_again() -> None:
    """L11: each player is told to be out once."""
    hands = ("-", *(THREE.format(cards) for cards in ("OOOO", "SSSS", "HHHH")))
    table = last_turn(*hands, left=(0, 5, 1, 1))
    out = [event for event in happened(table, "K") if isinstance(event, Out)]
    assert out == [Out(CLEO), Out(DARA)]


def test_the_last_one_in_wins() -> None:
    """L11: the match is over, and the record has the result."""
    table = last_turn("GGG OOOO BBB", "-", "GGG SSSS BBB", left=(1, 0, 2))
    assert happened(table, "K")[-3:] == (
        LivesChanged((0, 0, -2), (1, 0, 0)),
        Out(CLEO),
        MatchOver((ADA,)),
    )
    table = after(table, "K")
    assert table.record()["result"] == {"winners": [0], "lives": [1, 0, 0]}
    assert table.view(None).to_dict()["winners"] == [0]
    assert lives(table) == [1, 0, 0]


def test_when_the_match_is_over_nobody_moves() -> None:
    """L11: no turn, no legal move, and every move is refused."""
    table = after(last_turn("GGG OOOO BBB", "GGG SSSS BBB", left=(1, 2)), "K")
    assert (table.to_move, table.legal()) == (None, ())
    assert table.view(ADA).legal() == ()
    for move in ("K", "1:G"):
        with pytest.raises(IllegalMove) as caught:
            table.play(life.parse(move))
        assert caught.value.code == "move/match_over"


def test_the_match_goes_on_while_two_are_in() -> None:
    """L11: a record of it has no result yet."""
    table = last_turn("GGG OOOO BBB", "-", "GGG SSSS BBB", left=(1, 0, 3))
    table = after(table, "K")
    assert table.to_move is not None
    assert "result" not in table.record()
    assert table.view(None).to_dict()["winners"] is None
    assert "ending" not in table.record()["rounds"][-1]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_somebody_always_remains(seats: int) -> None:
    """L11: every match ends with one winner, who alone has lives."""
    for number in range(4):
        *_, (table, _) = random_match(seats, f"remains {number}", lap_limit=2)
        record = table.record()
        result = record["result"]
        (winner,) = result["winners"]
        assert [seat for seat, left in enumerate(result["lives"]) if left] == [winner]
        assert result["lives"] == record["rounds"][-1]["lives"]
        assert all(sum(map(bool, data["lives"])) >= 2 for data in record["rounds"][:-1])
        assert all(min(data["lives"]) >= 0 for data in record["rounds"])


# L12, L13


def test_a_single_card_can_be_a_majority() -> None:
    """L12: three are in; Cleo's one mouse is 3 points."""
    table = last_turn("GGG BB OO TT S", "GGG BB OO TT S", "GGG BB OO TT M")
    assert winners(table) == {"M": CLEO}
    assert scored(table).points == (0, 0, 3)


def test_a_single_card_can_be_a_majority_with_three_in_and_one_out() -> None:
    """L12: more than two are in, and that is enough."""
    hands = ("GGG BB OO TT S", "-", "GGG BB OO TT S", "GGG BB OO TT M")
    assert winners(last_turn(*hands, left=(5, 0, 2, 1))) == {"M": DARA}


def test_with_two_in_a_single_card_is_no_majority() -> None:
    """L13: from the beginning, when two start."""
    table = last_turn("GG BB OO TT S M", "GG BB OO TT D C")
    assert winners(table) == {}
    assert lives(after(table, "K")) == [5, 5]


def test_with_two_left_in_a_single_card_is_no_majority() -> None:
    """L13: also when others went out."""
    hands = ("GG BB OO TT S M", "-", "GG BB OO TT D C", "-")
    table = last_turn(*hands, left=(4, 0, 2, 0))
    assert winners(table) == {}
    assert last_round(after(table, "K"))["lives"] == [4, 0, 2, 0]


@pytest.mark.parametrize("left", [(5, 5), (3, 1)])
def test_with_two_in_two_cards_are_a_majority(left: tuple[int, int]) -> None:
    """L13, L9: two cats against one, two mice against none; three goats against three nothing."""
    table = last_turn("GGG TTT CC O S", "GGG TTT MM C D", left=left)
    assert winners(table) == {"C": ADA, "M": BO}
    assert scored(table).points == (4, 3)


def test_single_cards_stop_counting_when_the_third_player_goes_out() -> None:
    """L12, L13: it is who was in during the round that counts: with Cleo, still in, one card is
    enough, though she goes out by this very scoring."""
    hands = ("GGG BB OO TT S", "GGG BB OO TT D", "GGG BB OO TT D")
    table = last_turn(*hands, left=(5, 5, 2))
    assert winners(table) == {"S": ADA}
    assert last_round(after(table, "K"))["lives"] == [5, 3, 0]


# L9 to L13 together, by a second count.


def points_by_the_book(hands: Sequence[str]) -> list[int]:
    """The points of a round, read from the rulebook once more."""
    points = [0] * len(hands)
    needed = 2 if sum(1 for cards in hands if cards) == 2 else 1  # L12, L13
    for animal, value in CARDS.items():
        for seat, cards in enumerate(hands):
            others = [other.count(animal) for place, other in enumerate(hands) if place != seat]
            if cards.count(animal) >= needed and all(cards.count(animal) > n for n in others):
                points[seat] += value  # L9
    return points


def lives_by_the_book(before: Sequence[int], points: Sequence[int]) -> list[int]:
    """The lives after a scored round, read from the rulebook once more."""
    sums = sorted(each for each, left in zip(points, before, strict=True) if left)
    after_it = []
    for left, each in zip(before, points, strict=True):
        if not left or each == sums[-1]:
            after_it.append(left)
        elif each == sums[0]:
            after_it.append(max(left - 2, 0))
        else:
            after_it.append(left - 1)
    return after_it


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_second_count_comes_to_the_same_points_and_lives(seats: int) -> None:
    """L9, L10, L12, L13: every scored round of some random matches."""
    rounds = 0
    for number in range(6):
        for table, move in random_match(seats, f"count {number}", lap_limit=2):
            step = table.play(move) if move else None
            for event in step.events if step else ():
                if step and isinstance(event, Scored):
                    rounds += 1
                    assert list(event.points) == points_by_the_book(event.hands)
                    left = lives_by_the_book(lives(table), event.points)
                    assert last_round(step.state)["lives"] == left
    assert rounds > 10
