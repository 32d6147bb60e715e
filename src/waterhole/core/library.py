"""The compiled library, where it is built."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from waterhole.game import WaterholeError

__all__ = ["available", "library", "problem", "require"]

NAME = "waterhole.core._core"


def _loaded() -> tuple[Any, WaterholeError | None]:
    """The library; or None, and why."""
    try:
        return import_module(NAME), None
    except ImportError as error:
        return None, _explained(error)


def _explained(error: ImportError) -> WaterholeError:
    """Only a file that is not there is not built; any other failure must not pass for that."""
    if isinstance(error, ModuleNotFoundError) and error.name == NAME:
        return WaterholeError(
            "core/missing", "the compiled core is not built; 'make setup' builds it"
        )
    reason = " ".join(str(error).split())  # the loader's words, on one line
    text = f"the compiled core cannot be loaded ({reason}); 'make -B setup' builds it anew"
    return WaterholeError("core/broken", text)


if TYPE_CHECKING:
    from waterhole.core import _core as library  # so that calls are held to the library's stub

    problem: WaterholeError | None
else:
    library, problem = _loaded()

available: bool = problem is None


def require() -> Any:
    """The library; raises unless it is built and can be loaded."""
    if problem is not None:
        raise WaterholeError(problem.code, problem.text)
    return library
