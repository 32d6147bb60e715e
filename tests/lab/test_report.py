"""What hand-made matches add up to."""

from __future__ import annotations

import pytest

from waterhole.lab.arena.match import CRASHED, Forfeit, Match, forfeited
from waterhole.lab.arena.ratings import ranks
from waterhole.lab.arena.report import Report, Tally
from waterhole.lab.arena.schedule import Fixture


def match(deal: int, rotation: int, bots: str, finals: tuple[int, ...]) -> Match:
    best = max(finals)
    winners = tuple(seat for seat, final in enumerate(finals) if final == best)
    fixture = Fixture(deal, 1, rotation, tuple(bots))
    return Match(fixture, finals, winners, (2,) * len(bots), (1.0,) * len(bots))


MATCHES = [
    match(1, 0, "ab", (5, 3)),
    match(1, 1, "ba", (4, 4)),
    match(2, 0, "ab", (1, 7)),
    match(2, 1, "ba", (0, 9)),
]


def reported(matches: list[Match], seats: int = 2, per_deal: int = 2, bots: str = "ab") -> Report:
    tally = Tally(seats, per_deal, bots)
    for each in matches:
        tally.add(each)
    return tally.report()


def test_shares_and_points_are_averaged_deal_by_deal() -> None:
    report = reported(MATCHES)
    assert [bot.name for bot in report.bots] == ["a", "b"]
    a, b = report.bots
    assert a.share.mean == pytest.approx((0.75 + 0.5) / 2)
    assert a.share.error == pytest.approx(0.125)  # over two deals, not four matches
    assert b.share.mean == pytest.approx(0.375)
    assert a.final is not None
    assert a.final.mean == pytest.approx((4.5 + 5) / 2)
    assert a.seconds_per_move == 0.5
    assert (a.matches, a.seats_taken, a.forfeits) == (4, 4, 0)
    assert (report.deals, report.matches, report.left_out) == (2, 4, 0)


def test_the_order_of_the_matches_does_not_matter() -> None:
    assert reported(MATCHES[::-1]) == reported(MATCHES)


def test_a_deal_that_is_not_finished_is_left_out() -> None:
    report = reported(MATCHES[1:])
    assert (report.deals, report.matches, report.left_out) == (1, 2, 1)
    assert report.bots[0].share == (0.5, None, None, None)


def test_copies_of_a_bot_are_taken_together() -> None:
    matches = [match(1, n, bots, finals) for n, (bots, finals) in enumerate([
        ("abb", (3, 1, 2)), ("bab", (5, 0, 5)), ("bba", (1, 2, 0)),
    ])]  # fmt: skip
    a, b = sorted(reported(matches, 3, 3).bots)
    assert a.share.mean == pytest.approx(1 / 3)
    assert b.share.mean == pytest.approx((0 + 0 + 0.5 + 0.5 + 0 + 1) / 6)
    assert b.final is not None
    assert b.final.mean == pytest.approx((1 + 2 + 5 + 5 + 1 + 2) / 6)
    assert (b.matches, b.seats_taken) == (3, 6)


def test_one_bot_on_all_seats_has_the_fair_share_for_certain() -> None:
    matches = [match(deal, 0, "aa", (deal, 2)) for deal in (1, 2, 3)]
    (a,) = reported(matches, per_deal=1, bots="a").bots
    assert tuple(a.share) == (0.5, 0, 0.5, 0.5)
    assert a.p_above_fair == 0.5


def test_a_forfeit_costs_the_win_and_the_others_split_it() -> None:
    fault = Forfeit(1, CRASHED, "crashed with Oops")
    lost = forfeited(Fixture(1, 1, 0, ("a", "b", "c")), fault)
    assert lost.shares == (0.5, 0.0, 0.5)
    assert ranks(lost) == [0.0, 2.0, 0.0]
    report = reported([lost], 3, 1, "abc")
    assert [bot.share.mean for bot in report.bots] == [0.5, 0.5, 0]
    assert not any(bot.final for bot in report.bots)
    assert [bot.forfeits for bot in report.bots] == [0, 0, 1]
    (named,) = report.forfeits
    assert (named.bot, named.text, named.count) == ("b", "crashed with Oops", 1)
    assert (named.deal, named.table, named.rotation, named.seat) == (1, 1, 0, 1)


def test_ranks_have_the_winners_first_and_equals_equal() -> None:
    assert ranks(match(1, 0, "abcd", (3, 9, 3, 1))) == [1, 0, 1, 3]
    assert ranks(match(1, 0, "abcd", (3, 9, 9, 1))) == [2, 0, 0, 3]


def test_who_wins_more_is_rated_higher() -> None:
    report = reported([match(1, n, bots, (1, 0)) for n, bots in enumerate(("ab", "ab"))])
    a, b = (bot.rating for bot in report.bots)
    assert a is not None
    assert b is not None
    assert a.mu > 25 > b.mu
    assert a.sigma < 25 / 3
    assert a.ordinal == a.mu - 3 * a.sigma


def test_who_always_draws_keeps_the_first_rating() -> None:
    report = reported([match(1, n, bots, (4, 4)) for n, bots in enumerate(("ab", "ba"))])
    for bot in report.bots:
        assert bot.rating is not None
        assert bot.rating.mu == pytest.approx(25)
