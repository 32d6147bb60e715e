"""Check that every deal in a file of match records follows from the seed of its match.

    python examples/check_record.py FILE...        (- reads standard input)

prints a line for each bad record, then a count. The exit status is 0 if all are good, 1 if some
are bad and 2 if a file cannot be read. All it knows is docs/fair-dealing.md: it uses the standard
library alone and no code of Waterhole, so that nobody has to take Waterhole's word for a deal.
"""

import argparse
import json
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator
from hashlib import sha256
from itertools import count, islice
from struct import unpack
from typing import Any

OTHERS = {"E": 7, "Cg": 2, "Cz": 2, "Ca": 2, "S": 1, "L": 3}
TEMBO_PACK = [*map(str, range(1, 43)), *(card for card in OTHERS for _ in range(OTHERS[card]))]
LIFE_PACK = list("GGGGGGGGGBBBBBBBBOOOOOOOTTTTTTTSSSSSSDDDDDDHHHHHPPPPPCCCCMMM")
SEATS = {"tembo": range(2, 5), "life": range(2, 6)}


class Bad(ValueError):
    """What is wrong with a record."""


def stream(game: str, seats: int, purpose: str, seed: str) -> Iterator[int]:
    """The endless random words for one purpose."""
    name = "\n".join(["waterhole/1", game, str(seats), purpose, seed])
    key = sha256(name.encode()).digest()
    for block in count():
        yield from unpack(">8I", sha256(key + block.to_bytes(8, "big")).digest())


def below(bound: int, words: Iterator[int]) -> int:
    """A fair number from 0 to bound - 1."""
    limit = 2**32 - 2**32 % bound
    return next(word for word in words if word < limit) % bound


def shuffled(cards: Iterable[str], words: Iterator[int]) -> list[str]:
    heap = list(cards)
    for last in range(len(heap) - 1, 0, -1):
        place = below(last + 1, words)
        heap[last], heap[place] = heap[place], heap[last]
    return heap


def deal_tembo(words: Iterator[int], playing: list[bool]) -> dict[str, Any]:
    pack = shuffled(TEMBO_PACK, words)
    taken = [place for place, card in enumerate(pack) if card != "L"][: 5 * len(playing)]
    cards = (pack[place] for place in taken)
    hands = [list(islice(cards, 5)) for _ in playing]
    rest = shuffled((card for place, card in enumerate(pack) if place not in taken), words)
    return {"hands": hands, "crossings": rest[:5], "pile": rest[5:]}


def deal_life(words: Iterator[int], playing: list[bool]) -> dict[str, Any]:
    pack = iter(shuffled(LIFE_PACK, words))
    hands = [list(islice(pack, 10 * is_in)) for is_in in playing]
    rows = [list(islice(pack, size)) for size in (1, 2, 3, 4)]
    return {"hands": hands, "rows": rows, "aside": list(pack)}


def get(source: Any, key: str, kind: type) -> Any:
    value = source.get(key) if isinstance(source, dict) else None
    if type(value) is not kind:  # not isinstance, which takes true for a number
        raise Bad(f"{key!r} is missing or not of type {kind.__name__}")
    return value


def still_in(lives: Any, seats: int) -> list[bool]:
    """Who goes on after a round of Life is Life."""
    well_formed = isinstance(lives, list) and [type(left) for left in lives] == [int] * seats
    if not well_formed or sum(left > 0 for left in lives) < 2:
        raise Bad("the round before has no 'lives' that leave two players in")
    return [left > 0 for left in lives]


def same(told: Any, dealt: list[Any], in_order: bool) -> bool:
    """Whether the record tells the truth about cards, or about several hands or rows of them."""
    if not isinstance(told, list) or len(told) != len(dealt):
        return False
    if any(isinstance(heap, list) for heap in dealt):
        return all(same(*heaps, in_order) for heaps in zip(told, dealt, strict=True))
    return told == dealt if in_order else sorted(told, key=repr) == sorted(dealt, key=repr)


def check_deal(told: Any, first: int, dealt: dict[str, Any]) -> None:
    if get(told, "first", int) != first:
        raise Bad(f"'first' should be {first}")
    for name, cards in dealt.items():
        if not same(told.get(name), cards, in_order=name in ("crossings", "pile")):
            raise Bad(f"{name!r} should be {json.dumps(cards)}")


def check(record: Any) -> None:
    """Deal each round of a match again; raises Bad where the record differs."""
    if get(record, "format", str) != "waterhole/1":
        raise Bad("'format' is not waterhole/1")
    game, seed = get(record, "game", str), get(record, "seed", str)
    seats, rounds = len(get(record, "seats", list)), get(record, "rounds", list)
    if seats not in SEATS.get(game, ()) or not rounds:
        raise Bad("no match has such 'game', 'seats' and 'rounds'")
    deal = deal_tembo if game == "tembo" else deal_life
    lot = below(seats, stream(game, seats, "lot", seed))
    first = lot if game == "tembo" else lot - 1  # the seat before the one that begins round 1
    playing = [True] * seats
    for number, this_round in enumerate(rounds, start=1):
        try:
            if game == "life" and number > 1:
                playing = still_in(rounds[number - 2].get("lives"), seats)
            first = next(s % seats for s in count(first + 1) if playing[s % seats])
            words = stream(game, seats, f"round {number}", seed)
            check_deal(get(this_round, "deal", dict), first, deal(words, playing))
        except Bad as bad:
            raise Bad(f"round {number}: {bad}") from None


def problem(line: bytes) -> str:
    """What is wrong with a line of a file; nothing, if all is well."""
    try:
        check(json.loads(line.decode()))
    except json.JSONDecodeError as error:
        return f"not JSON: {error}"
    except (ValueError, RecursionError) as error:  # Bad, and what no UTF-8 text or number can be
        return str(error)
    return ""


def main() -> int:
    parser = argparse.ArgumentParser(description="Deal the rounds of match records again.")
    parser.add_argument("files", nargs="+", metavar="FILE", help="JSON Lines; - is standard input")
    records = bad = 0
    for name in parser.parse_args().files:
        try:
            with open(0 if name == "-" else name, "rb", closefd=name != "-") as lines:
                for number, line in enumerate(lines, start=1):
                    if line.isspace():
                        continue
                    records += 1
                    if wrong := problem(line.removeprefix(BOM_UTF8 if number == 1 else b"")):
                        bad += 1
                        print(f"{name}:{number}: {wrong}")
        except OSError as error:
            parser.exit(2, f"cannot read {name}: {error.strerror}\n")
    print(f"{records} record{'s' * (records != 1)}, {bad} bad")
    return 1 if bad else 0


if __name__ == "__main__":
    raise SystemExit(main())
