"""A bot of your own at a table of a Waterhole server, with nothing of ours: python
examples/table_bot.py http://127.0.0.1:8400 TABLE sits down at a table and plays random moves.

Needs the packages httpx and websockets. docs/protocol.md says what the messages mean.
"""

import asyncio
import hashlib
import json
import random
import secrets
import sys
from typing import Any

import httpx
import websockets


def hash_of(nonce: str) -> str:
    return hashlib.sha256(f"waterhole-deal/1\nnonce\n{nonce}".encode()).hexdigest()


async def play(server: str, table: str, name: str = "Random bot") -> Any:
    nonce = secrets.token_hex(32)  # our part of the seed
    async with httpx.AsyncClient(base_url=server) as http:
        (await http.post("/api/me", json={"name": name})).raise_for_status()
        token = (await http.post("/api/me/token")).json()["token"]
        seat = await http.post(f"/api/tables/{table}/sit", json={"hash": hash_of(nonce)})
        seat.raise_for_status()
    address = f"{server.replace('http', 'ws', 1)}/ws/tables/{table}"
    headers = {"Authorization": f"Bearer {token}"}
    opened = False
    async for socket in websockets.connect(address, additional_headers=headers):
        try:
            async for text in socket:
                message = json.loads(text)
                if message["type"] not in ("table", "changed"):
                    continue
                if message["phase"] == "over":
                    return message
                if message["phase"] == "opening" and not opened:
                    opened = True
                    await socket.send(json.dumps({"type": "open", "id": 0, "nonce": nonce}))
                if message["legal"]:
                    version, move = message["version"], random.choice(message["legal"])
                    ask = {"type": "move", "id": version, "version": version, "move": move}
                    await socket.send(json.dumps(ask))
        except websockets.ConnectionClosed:
            continue  # come back, and be told the whole table again
    raise ConnectionError("the server is gone")


if __name__ == "__main__":
    print(asyncio.run(play(*sys.argv[1:4]))["view"]["winners"])
