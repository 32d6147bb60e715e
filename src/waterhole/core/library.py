"""The compiled library, where it is built."""

from __future__ import annotations

from typing import Any

from waterhole.game import WaterholeError

library: Any
try:
    from waterhole.core import _core as library
except ImportError:
    library = None

available: bool = library is not None


def require() -> Any:
    """The library; raises unless it is built."""
    if library is None:
        raise WaterholeError(
            "core/missing", "the compiled core is not built; 'make setup' builds it"
        )
    return library
