"""How hard the property tests try: HYPOTHESIS_PROFILE=thorough for a long run. Less work for the
garbage collector. And what is left out where services are missing."""

from __future__ import annotations

import gc
import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests import services

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


# Who names one of these folders gets it all the same, and hears there what is missing.
collect_ignore = services.left_out()


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    asked = {(config.invocation_params.dir / arg).resolve() for arg in config.args}
    here = Path(__file__).resolve().parent
    if services.left_out() and asked & {here, *here.parents}:
        folders = " and ".join(f"tests/{folder}" for folder in services.left_out())
        told = f"LEFT OUT: {folders}, for want of {', '.join(services.missing())} (make services)"
        terminalreporter.write_line(told, yellow=True)
