"""What a client asks over a table's socket, and the answer."""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import msgspec

from waterhole.game import WaterholeError
from waterhole.server.here import Here
from waterhole.server.host import Host
from waterhole.server.live import Live
from waterhole.server.refusals import not_stored, refusal
from waterhole.server.store.interface import StoreFailed
from waterhole.server.tables import commands
from waterhole.server.tables.commands import Refused
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


async def answer(caller: Caller, live: Live, text: str | bytes) -> Any:
    """What one message of a client leads to."""
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
        return Done("done", ask.id, await do(here.host, live, caller.player, ask))
    except WaterholeError as error:
        here.metrics.refused.inc()
        return refusal(error, ask.id if ask else None)
    except StoreFailed:
        return not_stored(ask.id if ask else None)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        return Refusal("refused", None, "message/unreadable", str(error)[:200])


async def do(host: Host, live: Live, player: str, ask: messages.AnyAsk) -> int:
    act = partial(host.act, live.table.id)
    match ask:
        case messages.Move(move=move, version=version):
            return await act(partial(commands.move, player=player, text=move, version=version))
        case messages.Undo(version=version):
            return await act(partial(commands.undo, player=player, version=version))
        case messages.AnswerUndo(agreed=agreed, version=version):
            answered = partial(commands.answer_undo, agreed=agreed, version=version)
            return await act(partial(answered, player=player))
        case messages.Open(nonce=nonce):
            return await act(partial(commands.open_nonce, player=player, nonce=nonce))
        case messages.TakeBack():
            return await act(partial(commands.take_back, player=player))
        case messages.React(reaction=reaction):
            host.presence.react(live, player, reaction)
    return live.table.version
