"""The search: change what is kept, keep what reaches something new, shrink what breaks a promise."""

import signal
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from fuzz.mutate import mutate
from fuzz.reach import ROOT, Reach, Step
from fuzz.surface import Surface

CORPUS = Path(__file__).parent / "corpus"
PATIENCE = 60  # s for one input: a stop against hanging, never a measure
FOUND = "found-"  # begins the names of inputs that once broke a promise: they stay, whatever they reach
SHRINKS = 400  # tries to make one find smaller


class HangError(BaseException):
    """An input that does not come to an end."""


@dataclass
class Failure:
    data: bytes
    where: str  # tells one fault from another
    text: str


@dataclass
class Found:
    """What a search came to."""

    inputs: int = 0
    new: list[bytes] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)


def corpus(surface: Surface) -> list[bytes]:
    """What is kept in the repository."""
    return [path.read_bytes() for path in sorted((CORPUS / surface.name).glob("*"))]


def keep(surface: Surface, data: bytes, mark: str = "") -> Path:
    path = CORPUS / surface.name / f"{mark}{sha256(data).hexdigest()[:12]}"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def failing(surface: Surface, data: bytes) -> Failure | None:
    """Does it break the promise?"""
    try:
        with _patience():
            surface.check(data)
    except (Exception, HangError) as error:
        return Failure(data, _where(error), "".join(traceback.format_exception(error)))
    return None


def search(surface: Surface, random: Random, more: Callable[[int], bool], *, stored: bool = True) -> Found:
    """Until `more`, asked with the number of inputs, says no; from the `stored` inputs, too, or from the good ones
    alone."""
    reach, found = Reach(surface.reaches), Found()
    known: set[Step] = set()

    def tried(data: bytes) -> bool:
        """Is it worth changing further?"""
        found.inputs += 1
        with reach.watching() as steps:
            failure = failing(surface, data)
        if failure:
            if failure.where not in {each.where for each in found.failures}:
                found.failures.append(_shrunk(surface, failure))
            return False
        fresh = not steps <= known
        known.update(steps)
        return fresh

    pool = [data for data in (*surface.seeds(), *(corpus(surface) if stored else ())) if tried(data)]
    began = found.inputs
    while pool and more(found.inputs - began):
        newest = random.choice(pool[-20:] if random.random() < 0.3 else pool)
        data = mutate(random, newest, random.choice(pool), surface.words)
        if tried(data):
            pool.append(data)
            found.new.append(data)
    return found


def renew(surface: Surface, found: Found) -> int:
    """Keep what is worth it, in the place of what was kept; gives how many there are now."""
    folder = CORPUS / surface.name
    needed = distilled(surface, [*corpus(surface), *found.new])
    for path in folder.glob("*"):
        if not path.name.startswith(FOUND):
            path.unlink()
    marked = [path.read_bytes() for path in folder.glob("*")]
    for data in needed:
        if data not in marked:
            keep(surface, data)
    return len(corpus(surface))


def distilled(surface: Surface, inputs: Sequence[bytes]) -> list[bytes]:
    """The small ones that together reach all that these reach, and that the seeds do not."""
    reach = Reach(surface.reaches)
    known: set[Step] = set()
    needed = []
    for data, stays in [*((seed, False) for seed in surface.seeds()), *((d, True) for d in sorted(inputs, key=len))]:
        with reach.watching() as steps:
            failing(surface, data)
        if stays and not steps <= known:
            needed.append(data)
        known |= steps
    return needed


def _shrunk(surface: Surface, failure: Failure) -> Failure:
    """The same fault from fewer bytes."""
    tries, smaller = SHRINKS, True
    while smaller and tries > 0:
        smaller = False
        for data in _smaller(failure.data):
            tries -= 1
            again = failing(surface, data)
            if again and again.where == failure.where:
                failure, smaller = again, True
                break
            if tries <= 0:
                break
    return failure


def _smaller(data: bytes) -> Iterator[bytes]:
    """Without some lines, then without some bytes: large pieces first."""
    lines = data.splitlines(keepends=True)
    for parts, join in ((lines, b"".join), ([data[n : n + 1] for n in range(len(data))], b"".join)):
        size = len(parts) // 2
        while size:
            for at in range(0, len(parts), size):
                yield join(parts[:at] + parts[at + size :])
            size //= 2


def _where(error: BaseException) -> str:
    """The fault's kind and the innermost line of ours."""
    ours = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename.startswith(str(ROOT))]
    ours = [frame for frame in ours if ".venv" not in frame.filename]
    at = f"{Path(ours[-1].filename).name}:{ours[-1].lineno}" if ours else "nowhere"
    return f"{type(error).__name__} at {at}"


@contextmanager
def _patience() -> Iterator[None]:
    def hang(*_: Any) -> None:
        raise HangError(f"not done after {PATIENCE} s")

    before = signal.signal(signal.SIGALRM, hang)
    signal.alarm(PATIENCE)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
