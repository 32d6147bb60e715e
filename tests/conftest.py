"""How hard the property tests try: HYPOTHESIS_PROFILE=thorough for a long run. And less work for
the garbage collector."""

from __future__ import annotations

import gc
import os

from hypothesis import HealthCheck, settings

# Whole matches are played, on machines that are busy: neither slowness nor a deadline is a failure.
settings.register_profile(
    "ci",
    max_examples=20,
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.register_profile("thorough", parent=settings.get_profile("ci"), max_examples=500)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


def pytest_collection_finish() -> None:
    """Matches are played all the time and none leaves a cycle behind: looking for some after every
    700 objects, among all that was imported too, takes a sixth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
