"""What a client asks over a table's socket, and the answer."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import msgspec

from waterhole.game import WaterholeError
from waterhole.server.here import Here
from waterhole.server.live import Asked, Live, Viewer
from waterhole.server.refusals import not_stored, refusal
from waterhole.server.store.interface import StoreFailed
from waterhole.server.tables import commands
from waterhole.server.tables.commands import Refused
from waterhole.server.tables.entries import AnyEntry
from waterhole.server.wire import messages
from waterhole.server.wire.messages import LONGEST_MESSAGE, Done, Pong, Refusal

DECODE = msgspec.json.Decoder(messages.AnyAsk).decode
REACTION = 20.0  # a reaction is worth so many asks: three at once, then one a second


class Caller(NamedTuple):
    """Who is at the other end: a guest or nobody, from an address."""

    here: Here
    player: str | None
    address: str

    @property
    def place(self) -> str:
        """By what connections and asks are counted."""
        return self.player or self.address


async def answer(caller: Caller, live: Live, viewer: Viewer, text: str | bytes) -> Any:
    """What one message of a client leads to; None: the change that it brought about says it."""
    here, ask = caller.here, None
    allowed = here.limits.allows(caller.place, caller.address)
    try:
        if len(text) > LONGEST_MESSAGE:
            raise Refused("message/size", f"a message has at most {LONGEST_MESSAGE} characters")
        ask = DECODE(text)
        if not allowed:
            raise Refused("rate/limit", "that is too often: wait a moment")
        if isinstance(ask, messages.Ping):
            return Pong("pong", ask.id)
        if caller.player is None:
            raise Refused("guest/unknown", "spectators can only watch")
        if isinstance(ask, messages.React):
            here.limit(f"reactions of {caller.player}", REACTION)
            here.host.presence.react(live, caller.player, ask.reaction)
            return Done("done", ask.id)
        decide = partial(asked_for(ask), player=caller.player)
        await here.host.act(live.table.id, decide, Asked(viewer, ask.id))
        return None
    except WaterholeError as error:
        here.metrics.refused.inc()
        return refusal(error, ask.id if ask else None)
    except StoreFailed:
        return not_stored(ask.id if ask else None)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        return Refusal("refused", None, "message/unreadable", str(error)[:200])


def asked_for(ask: messages.AnyAsk) -> Callable[..., AnyEntry]:
    """What a player wants to happen at the table."""
    match ask:
        case messages.Move(move=move, version=version):
            return partial(commands.move, text=move, version=version)
        case messages.Undo(version=version):
            return partial(commands.undo, version=version)
        case messages.AnswerUndo(agreed=agreed, version=version):
            return partial(commands.answer_undo, agreed=agreed, version=version)
        case messages.Open(nonce=nonce):
            return partial(commands.open_nonce, nonce=nonce)
        case messages.TakeBack():
            return commands.take_back
    raise AssertionError(f"nothing happens at the table by {ask}")
