"""The rules of Tembo, a file for each chapter of the rulebook."""

import pytest

pytest.register_assert_rewrite("tests.rules.tembo.drawn")
