"""The short way of WebSocket frames, beside the library's own."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.uri import parse_uri

from tests.server.client import PATIENCE, people, story
from tests.server.process import Server, serving
from waterhole.server.wire.frames import framed, payload_at

DATA = (Opcode.TEXT, Opcode.BINARY, Opcode.CONT)
PING = b'{"type":"ping","id":%d}'


def whole(opcode: Opcode, data: bytes, fin: bool = True) -> bytes:
    return Frame(opcode, data, fin).serialize(mask=True)


@given(st.binary(max_size=70_000))
def test_what_is_framed_is_what_the_library_frames(text: bytes) -> None:
    assert framed(text) == Frame(Opcode.TEXT, text).serialize(mask=False)


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65_535, 65_536])
def test_frames_of_every_size(size: int) -> None:
    assert framed(b"x" * size) == Frame(Opcode.TEXT, b"x" * size).serialize(mask=False)


@given(st.sampled_from(DATA), st.binary(max_size=300), st.booleans())
def test_a_whole_frame_is_known_by_its_length(opcode: Opcode, data: bytes, fin: bool) -> None:
    frame = whole(opcode, data, fin)
    start = payload_at(frame)
    assert start == (len(frame) - len(data) if fin else 0)
    assert payload_at(frame[:-1]) == payload_at(frame + b"x") == 0
    assert payload_at(Frame(opcode, data).serialize(mask=False)) == 0


@given(st.binary(max_size=200))
def test_any_bytes_are_a_frame_or_not(data: bytes) -> None:
    assert payload_at(data) in (0, 6, 8)


def test_the_longest_frames_are_left_to_the_library() -> None:
    assert payload_at(b"\x81\xff" + b"\0" * 131) == 0


# A client that decides itself how its bytes go out -----------------------------------------------


class Raw:
    def __init__(self, server: Server, table: str) -> None:
        address = urlsplit(server.url)
        self.socket = socket.create_connection((address.hostname, address.port), PATIENCE)
        self.protocol = ClientProtocol(parse_uri(f"ws://{address.netloc}/ws/tables/{table}"))
        self.protocol.send_request(self.protocol.connect())
        self.send(*self.protocol.data_to_send())
        self.texts: list[bytes] = []
        while not self.texts:
            self.read()

    def send(self, *parts: bytes) -> None:
        for part in parts:
            self.socket.sendall(part)

    def read(self) -> None:
        data = self.socket.recv(65_536)
        self.protocol.receive_data(data) if data else self.protocol.receive_eof()
        self.send(*self.protocol.data_to_send())
        frames = [each for each in self.protocol.events_received() if isinstance(each, Frame)]
        self.texts += [bytes(each.data) for each in frames if each.opcode is Opcode.TEXT]
        self.closed = not data or any(each.opcode is Opcode.CLOSE for each in frames)

    def pongs(self, count: int) -> list[int]:
        """The ids of so many answers."""
        while len(found := [m for m in map(json.loads, self.texts) if m["type"] == "pong"]) < count:
            self.read()
        return [message["id"] for message in found]


@contextmanager
def raw(server: Server, table: str) -> Iterator[Raw]:
    client = Raw(server, table)
    with client.socket:
        yield client


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("frames") / "server", None) as found:
        yield found


async def a_table(server: Server) -> str:
    async with people(server, "Ada") as [ada]:
        return await ada.make("tembo", 2)


@story
async def test_messages_are_heard_however_their_bytes_come(server: Server) -> None:
    """Whole, in pieces, several at once, in parts, between pings: each once and in order."""
    with raw(server, await a_table(server)) as client:
        frames = [whole(Opcode.TEXT, PING % number) for number in range(12)]
        client.send(frames[0])
        assert client.pongs(1) == [0]
        client.send(whole(Opcode.PING, b"hello"), frames[1])
        client.pongs(2)
        client.send(frames[2] + frames[3] + frames[4][:9])
        client.pongs(4)
        client.send(frames[4][9:], *(bytes([each]) for each in frames[5]))
        client.pongs(6)
        client.send(frames[6])
        text = PING % 7
        client.send(
            whole(Opcode.TEXT, text[:5], fin=False) + whole(Opcode.PING, b""),
            whole(Opcode.CONT, text[5:]),
            frames[8],
            frames[9] + frames[10] + frames[11],
        )
        assert client.pongs(12) == list(range(12))


BAD = {
    "not UTF-8": lambda: whole(Opcode.TEXT, b"\xff\xfe"),
    "a part of nothing": lambda: whole(Opcode.CONT, b"of nothing"),
    "not masked": lambda: Frame(Opcode.TEXT, b"{}").serialize(mask=False),
    "compressed, unasked": lambda: b"\xc1" + whole(Opcode.TEXT, b"{}")[1:],
    "of no kind": lambda: b"\x83" + whole(Opcode.TEXT, b"{}")[1:],
}


@pytest.mark.parametrize("bad", BAD)
@story
async def test_what_is_no_message_ends_the_connection_alone(server: Server, bad: str) -> None:
    table = await a_table(server)
    with raw(server, table) as client, raw(server, table) as other:
        client.send(whole(Opcode.TEXT, PING % 1))
        assert client.pongs(1) == [1]
        client.send(BAD[bad]())
        while not client.closed:
            client.read()
        other.send(whole(Opcode.TEXT, PING % 2))
        assert other.pongs(1) == [2]
