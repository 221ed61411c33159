"""Every kept input and every good one through its surface, a short search that is always the same, and the search
itself: what it must find, keep and shrink."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import pytest
from fuzz import search as searching
from fuzz.mutate import LARGEST, mutate
from fuzz.search import CORPUS, FOUND, corpus, failing, keep, renew, search
from fuzz.surface import Surface, script, steps
from fuzz.surfaces import SURFACES

SHORT = {"control-socket": 25, "table-file": 40, "profile-file": 40, "game-file": 40, "paytable-file": 40}
USUAL = 150  # inputs of a short search


@pytest.fixture(scope="module", params=SURFACES)
def surface(request: pytest.FixtureRequest) -> Iterator[Surface]:
    made = SURFACES[request.param]()
    yield made
    made.close()


def test_what_is_good_and_what_was_kept_is_as_promised(surface: Surface) -> None:
    paths = sorted((CORPUS / surface.name).glob("*"))
    inputs = [*surface.seeds(), *(path.read_bytes() for path in paths)]
    names = [*(f"seed {n}" for n in range(len(surface.seeds()))), *(path.name for path in paths)]
    broken = {
        name: failure.text for name, data in zip(names, inputs, strict=True) if (failure := failing(surface, data))
    }
    assert not broken, "\n".join(f"{name}: {text}" for name, text in broken.items())


def test_a_short_search_finds_nothing(surface: Surface) -> None:
    most = SHORT.get(surface.name, USUAL)
    found = search(surface, Random(surface.name), lambda inputs: inputs < most, stored=False)
    assert not found.failures, "\n".join(f"{each.text}\n{each.data!r}" for each in found.failures)
    assert found.inputs >= most


def test_no_kept_input_belongs_to_a_surface_that_is_gone() -> None:
    assert {path.name for path in CORPUS.iterdir()} <= SURFACES.keys()


# -- the search itself -------------------------------------------------------------------------------------------


class _Planted(Surface):
    """A fault behind three doors, each of which only one word opens."""

    name = "planted"
    reaches = ("tests/fuzz/test_fuzz.py",)
    words = ("open", "sesame", "please")

    def seeds(self) -> Sequence[bytes]:
        return [script({"say": "hello"}, {"say": "again"})]

    def check(self, data: bytes) -> None:
        opened = 0
        for step in steps(data):
            match opened, step.get("say"):
                case 0, "open":
                    opened = 1
                case 1, "sesame":
                    opened = 2
                case 2, "please":
                    raise LookupError("the treasure")


@pytest.fixture
def planted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> _Planted:
    monkeypatch.setattr(searching, "CORPUS", tmp_path)
    return _Planted()


def test_a_fault_behind_doors_is_found_and_shrunk(planted: _Planted) -> None:
    """No single change reaches it: it takes keeping what has opened one door."""
    found = search(planted, Random(1), lambda inputs: inputs < 20_000)
    (failure,) = found.failures
    assert failure.where.startswith("LookupError at test_fuzz.py:")
    assert len(failure.data.splitlines()) == 3
    assert found.new


def test_the_same_seed_searches_the_same(planted: _Planted) -> None:
    one, two = (search(planted, Random(7), lambda inputs: inputs < 300) for _ in range(2))
    assert (one.inputs, one.new) == (two.inputs, two.new)


def test_what_once_failed_is_kept_whatever_it_reaches(planted: _Planted) -> None:
    once = keep(planted, script({"say": "hello"}), FOUND)
    useful, useless = keep(planted, script({"say": "open"})), keep(planted, script({"say": "hello"}, {"say": "open"}))
    assert renew(planted, searching.Found()) == 2
    assert once.exists()
    assert [path.exists() for path in (useful, useless)] == [True, False]
    assert len(corpus(planted)) == 2


def test_an_input_without_end_is_a_fault(planted: _Planted, monkeypatch: pytest.MonkeyPatch) -> None:
    class Endless(_Planted):
        def check(self, data: bytes) -> None:
            raise searching.HangError("as the alarm does")

    failure = failing(Endless(), b"")
    assert failure
    assert failure.where.startswith("HangError")


def test_changes_stay_within_bounds_and_never_fail() -> None:
    random, data = Random(3), script({"a": [1, "x", None], "b": {"c": "5.00"}}, {"d": 2})
    for _ in range(2000):
        data = mutate(random, data, script({"z": 1}), ("word",)) or b"{}"
        assert len(data) <= LARGEST
