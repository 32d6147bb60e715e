"""Check the whole chain of a match that was played at a table of a Waterhole server: that its seed
was made as docs/fair-tables.md says, and that every deal follows from that seed.

    python examples/check_match.py FILE...        (- reads standard input)

FILE is what the server gives at /api/tables/TABLE/record. Two more things only a player knows, and
only with them is anything proved to that player:

    --commitment DIGITS      what the table showed before you sat down
    --nonce DIGITS           what your program added to the seed

A line for each match says that it is good and for which seats the server stood in, or what is
wrong; then comes a count. The exit status is 0 if all are good, 1 if some are bad and 2 if a file
cannot be read. It uses the standard library alone and no code of Waterhole, but check_record.py
must lie beside it: that one deals the cards.
"""

import argparse
import json
import re
import runpy
from codecs import BOM_UTF8
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

PROTOCOL = "waterhole-deal/1"
DIGITS = re.compile(r"[0-9a-f]{64}")
TABLE = re.compile(r"[A-Za-z0-9_-]{1,32}")


class Bad(ValueError):
    """What is wrong with a record."""


class Known(NamedTuple):
    """What a player remembers."""

    commitment: str | None = None
    nonce: str | None = None


def hashed(*parts: str) -> str:
    return sha256("\n".join((PROTOCOL, *parts)).encode()).hexdigest()


def get(source: Any, key: str, kind: type) -> Any:
    value = source.get(key) if isinstance(source, dict) else None
    if type(value) is not kind:  # not isinstance, which takes true for a number
        raise Bad(f"{key!r} is missing or not of type {kind.__name__}")
    return value


def text(source: Any, key: str, form: re.Pattern[str]) -> str:
    value: str = get(source, key, str)
    if not form.fullmatch(value):
        raise Bad(f"{key!r} does not look like one")
    return value


def a_list(source: Any, key: str, seats: int) -> list[Any]:
    value: list[Any] = get(source, key, list)
    if len(value) != seats:
        raise Bad(f"{key!r} should have {seats} items, one for each seat")
    return value


def check_commitment(told: Any, known: Known) -> None:
    """The server did not change its mind after the table was made."""
    commitment = text(told, "commitment", DIGITS)
    if known.commitment not in (None, commitment):
        raise Bad("'commitment' is not the one you saw at the table")
    if commitment != hashed("commitment", text(told, "table", TABLE), text(told, "secret", DIGITS)):
        raise Bad("'commitment' is not the hash of the server's 'secret'")


def check_stood_in(told: Any, seats: int) -> list[int]:
    """The seats whose nonce is the server's."""
    stood_in: list[int] = get(told, "stood_in", list)
    places = [seat for seat in range(seats) if seat in stood_in]
    if stood_in != places or any(type(seat) is not int for seat in stood_in):
        raise Bad("'stood_in' should be seats, each once, in order")
    return stood_in


def check_nonce(told: Any, seat: int, nonce: Any, hash: Any, stood_in: bool) -> None:
    if not isinstance(nonce, str) or not DIGITS.fullmatch(nonce):
        raise Bad(f"seat {seat}: its nonce is not 64 hexadecimal digits")
    if hash is not None and not (isinstance(hash, str) and DIGITS.fullmatch(hash)):
        raise Bad(f"seat {seat}: its hash is not 64 hexadecimal digits")
    if stood_in:  # a hash, if there is one, was never opened
        if nonce != hashed("stand-in", told["table"], str(seat), told["secret"]):
            raise Bad(f"seat {seat}: the nonce the server stood in with is not the one it must be")
    elif hash != hashed("nonce", nonce):
        raise Bad(f"seat {seat}: the nonce does not have the hash sent before")


def check_nonces(told: Any, seats: int, known: Known) -> None:
    """Every seat's part was fixed before anybody could know the seed."""
    nonces, hashes = a_list(told, "nonces", seats), a_list(told, "hashes", seats)
    stood_in = check_stood_in(told, seats)
    for seat in range(seats):
        check_nonce(told, seat, nonces[seat], hashes[seat], seat in stood_in)
    people = [nonce for seat, nonce in enumerate(nonces) if seat not in stood_in]
    if known.nonce is not None and known.nonce not in people:
        raise Bad("your nonce is not among the 'nonces'")


def check_seed(record: Any, told: Any) -> None:
    seed = hashed("seed", told["table"], told["secret"], *told["nonces"])
    if get(record, "seed", str) != seed:
        raise Bad(f"'seed' should be {seed}")


def check_order(told: Any, names: list[Any]) -> None:
    """The table was at most turned: everybody kept his neighbours. And bots send no nonces."""
    seats = len(names)
    order = a_list(told, "order", seats)
    first = order[0]
    turned = [(first + place) % seats for place in range(seats)] if type(first) is int else []
    if order != turned or any(type(place) is not int for place in order):
        raise Bad("'order' does not turn the seats")
    for place, name in zip(order, names, strict=True):
        if str(name).startswith("bot:") and place not in told["stood_in"]:
            raise Bad(f"seat {place}: a bot sits there and sent a nonce")


def check_chain(record: Any, known: Known) -> str:
    """Raises Bad, or says what can be said of a good match."""
    names = get(record, "seats", list)
    if not names:
        raise Bad("nobody sits in 'seats'")
    told = get(record, "fairness", dict)
    if get(told, "protocol", str) != PROTOCOL:
        raise Bad(f"'protocol' is not {PROTOCOL}")
    check_commitment(told, known)
    check_nonces(told, len(names), known)
    check_seed(record, told)
    check_order(told, names)
    turn = "" if told["order"][0] == 0 else f"; the table was turned: {told['order']}"
    return f"good; the server stood in for {listed(told['stood_in'])}{turn}"


def listed(seats: list[int]) -> str:
    noun = "seat" if len(seats) == 1 else "seats"
    return f"{noun} {', '.join(map(str, seats))}" if seats else "nobody"


def judge(line: bytes, known: Known, problem: Callable[[bytes], str]) -> tuple[bool, str]:
    """Whether a line of a file is a good match, and what to say of it."""
    try:
        said = check_chain(json.loads(line.decode()), known)
    except json.JSONDecodeError as error:
        return False, f"not JSON: {error}"
    except (ValueError, RecursionError) as error:  # Bad, and what no UTF-8 text or number can be
        return False, str(error)
    wrong = problem(line)
    return not wrong, wrong or said


def digits(given: str) -> str:
    if not DIGITS.fullmatch(given):
        raise argparse.ArgumentTypeError("64 hexadecimal digits in lower case are needed")
    return given


def options() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="Check how the seeds and deals of matches came.")
    parser.add_argument("files", nargs="+", metavar="FILE", help="JSON Lines; - is standard input")
    parser.add_argument("--commitment", type=digits, help="what the table showed before")
    parser.add_argument("--nonce", type=digits, help="your part of the seed")
    return parser


def main() -> int:
    parser = options()
    asked = parser.parse_args()
    known = Known(asked.commitment, asked.nonce)
    beside = Path(__file__).with_name("check_record.py")
    if not beside.exists():
        parser.exit(2, f"cannot read {beside}: it deals the cards and must lie here\n")
    problem = runpy.run_path(str(beside))["problem"]
    matches = bad = 0
    for name in asked.files:
        try:
            with open(0 if name == "-" else name, "rb", closefd=name != "-") as lines:
                for number, line in enumerate(lines, start=1):
                    if line.isspace():
                        continue
                    matches += 1
                    plain = line.removeprefix(BOM_UTF8 if number == 1 else b"")
                    good, said = judge(plain, known, problem)
                    bad += not good
                    print(f"{name}:{number}: {said}")
        except OSError as error:
            parser.exit(2, f"cannot read {name}: {error.strerror}\n")
    print(f"{matches} match{'es' * (matches != 1)}, {bad} bad")
    return 1 if bad else 0


if __name__ == "__main__":
    raise SystemExit(main())
