"""Means with their 95 % intervals, and how surprising they are, by Student's t."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import exp, fsum, lgamma, log, sqrt
from typing import NamedTuple

LEVEL = 0.95
TAIL = (1 - LEVEL) / 2
TINY = 1e-12  # less is an error of rounding


class Estimate(NamedTuple):
    """A mean of independent values. Without at least two there is no interval."""

    mean: float
    error: float | None  # the standard error
    low: float | None
    high: float | None


def estimate(values: Sequence[float]) -> Estimate | None:
    """The mean of the values and its 95 % interval; None if there are no values."""
    if not values:
        return None
    mean, error = _mean(values), _error(values)
    if error is None:
        return Estimate(mean, None, None, None)
    reach = error * t_quantile(1 - TAIL, len(values) - 1)
    return Estimate(mean, error, mean - reach, mean + reach)


def estimate_share(values: Sequence[float]) -> Estimate | None:
    """The same for shares, which lie between 0 and 1.

    Where all deals gave the same share there is no spread, and t would claim certainty. Then the
    question is how many deals may have others: after n equal ones, with 95 % certainty, no more
    than so many that they would have been missed n times; and those may give 0 or 1. For nothing
    but wins (or losses) that is the exact interval of Clopper and Pearson.
    """
    found = estimate(values)
    if found is None or found.low is None or found.high is None:
        return found
    if _same(found.error):
        equal = TAIL ** (1 / len(values))
        low = found.mean * equal
        return found._replace(low=low, high=min(low + (1 - equal), 1))
    return found._replace(low=max(found.low, 0), high=min(found.high, 1))


def p_above(values: Sequence[float], fair: float) -> float | None:
    """How likely a mean share at least so high would be, were the true one not above ``fair``."""
    error = _error(values)
    if error is None:
        return None
    mean = _mean(values)
    above = mean - fair
    if abs(above) < TINY:
        return 0.5
    if _same(error):  # t would claim certainty; shares of mean ``fair`` reach this one so often
        return float((fair / mean) ** len(values)) if above > 0 else 1.0
    return t_distribution(-above / error, len(values) - 1)


def t_distribution(t: float, freedom: int) -> float:
    """How much of Student's t distribution lies below ``t``."""
    tail = _beta(freedom / (freedom + t * t), freedom / 2, 0.5) / 2
    return 1 - tail if t > 0 else tail


@cache
def t_quantile(share: float, freedom: int) -> float:
    """Below which value that share of Student's t distribution lies; for shares above a half."""
    low, high = 0.0, 1.0
    while t_distribution(high, freedom) < share:
        high *= 2
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if t_distribution(middle, freedom) < share else (low, middle)
    return high


def _same(error: float | None) -> bool:
    """Whether the values do not differ."""
    return error is not None and error < TINY


def _mean(values: Sequence[float]) -> float:
    return fsum(values) / len(values)


def _error(values: Sequence[float]) -> float | None:
    """The standard error of the mean."""
    count = len(values)
    if count < 2:
        return None
    mean = _mean(values)
    return sqrt(fsum((value - mean) ** 2 for value in values) / (count - 1) / count)


def _beta(x: float, a: float, b: float) -> float:
    """The regularized incomplete beta function (Abramowitz and Stegun, 26.5.8)."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):  # where the fraction is slow, the mirror image is quick
        return 1 - _beta(1 - x, b, a)
    scale = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log(1 - x))
    return scale / (a * _fraction(x, a, b))


def _fraction(x: float, a: float, b: float) -> float:
    """The continued fraction of the beta function, from the inside out."""
    value = 1.0
    for m in range(500, 0, -1):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m - 1) * (a + b + m - 1) * x / ((a + 2 * m - 2) * (a + 2 * m - 1))
        value = 1 + odd / (1 + even / value)
    return value
