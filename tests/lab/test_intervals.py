"""Intervals and p-values against published tables."""

from __future__ import annotations

import pytest

from waterhole.lab.arena.intervals import (
    estimate,
    estimate_share,
    p_above,
    t_distribution,
    t_quantile,
)


@pytest.mark.parametrize(
    ("freedom", "quantile"),
    [(1, 12.706205), (2, 4.302653), (5, 2.570582), (10, 2.228139), (30, 2.042272), (120, 1.97993)],
)
def test_the_quantiles_are_those_of_the_tables(freedom: int, quantile: float) -> None:
    assert t_quantile(0.975, freedom) == pytest.approx(quantile, abs=1e-5)


def test_the_distribution_is_that_of_the_tables() -> None:
    assert t_distribution(0, 7) == pytest.approx(0.5)
    assert t_distribution(1, 1) == pytest.approx(0.75)
    assert t_distribution(-1, 1) == pytest.approx(0.25)
    assert t_distribution(2, 3) == pytest.approx(0.930337, abs=1e-6)
    assert t_distribution(1.959964, 10**7) == pytest.approx(0.975, abs=1e-6)


def test_a_mean_with_its_interval() -> None:
    found = estimate([1, 2, 3, 4])  # standard deviation 1.290994, error half of it
    assert found is not None
    assert found == pytest.approx((2.5, 0.645497, 0.445739, 4.554261), abs=1e-5)


def test_one_value_has_no_interval_and_none_no_mean() -> None:
    assert estimate([3]) == (3, None, None, None)
    assert p_above([3], 1) is None
    assert estimate([]) is None


def test_shares_stay_between_nothing_and_all() -> None:
    found = estimate_share([1, 1, 0.5])
    assert found is not None
    assert found.high == 1
    assert found.low is not None
    assert 0 <= found.low < 0.5


def test_wins_in_a_row_are_no_certainty() -> None:
    always, never = estimate_share([1] * 10), estimate_share([0] * 10)
    assert always is not None
    assert never is not None
    assert tuple(always) == pytest.approx((1, 0, 0.691503, 1), abs=1e-6)  # Clopper and Pearson
    assert tuple(never) == pytest.approx((0, 0, 0, 0.308497), abs=1e-6)
    assert p_above([1] * 10, 0.5) == 0.5**10
    assert p_above([0] * 10, 0.5) == 1


def test_equal_shares_are_no_certainty_either() -> None:
    """Two deals alike are no wonder where a deal has three results."""
    found = estimate_share([0.5, 0.5])
    assert found is not None
    assert tuple(found) == pytest.approx((0.5, 0, 0.079057, 0.920943), abs=1e-6)
    found = estimate_share([0.75] * 20)
    assert found is not None
    assert tuple(found) == pytest.approx((0.75, 0, 0.623675, 0.792108), abs=1e-6)


@pytest.mark.parametrize("share", [1, 0.75, 1 / 3])
@pytest.mark.parametrize("deals", [2, 5, 20])
def test_the_interval_of_equal_shares_agrees_with_their_p(share: float, deals: int) -> None:
    found = estimate_share([share] * deals)
    assert found is not None
    assert found.low is not None
    assert p_above([share] * deals, found.low) == pytest.approx(0.025)


def test_p_is_small_for_what_is_clearly_above() -> None:
    assert p_above([0.5, 0.5], 0.5) == 0.5
    assert p_above([1, 2, 3, 4], 2.5) == 0.5
    assert p_above([1, 2, 3, 4], 1) == pytest.approx(0.0513, abs=1e-3)  # t = 2.324, 3 degrees
    low, high = p_above([0.5, 0.6, 0.7], 0.1), p_above([0.5, 0.6, 0.7], 0.8)
    assert low is not None
    assert high is not None
    assert low < 0.01
    assert high > 0.9
