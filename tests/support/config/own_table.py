"""A table with a game, a pay table and a suit of its own, in a folder beside its file."""

from pathlib import Path

from support.config.files import Edit, write

from controller.config.resources import shipped

GAME = "game"


def own_table(folder: Path) -> Path:
    """The shipped one, but its jackpot bet has the pay table house-jackpot, and its dealer stands on soft 17."""
    path = write(
        folder,
        [
            Edit("brook-galaxy-bonus-jackpot", "house-jackpot"),
            Edit('#suit = "hearts"', 'suit = "spades"'),
            Edit("brook-galaxy-bonus-jackpot", "house-jackpot", GAME),
            Edit('looks_at = "first two cards and up card"', 'looks_at = "first two cards and dealer\'s two"', GAME),
            Edit("dealer_hits_soft_17 = true", "dealer_hits_soft_17 = false", GAME),
            Edit('title = "Galaxy Bonus Jackpot"', 'title = "House Jackpot"', GAME),
        ],
    )
    text = (shipped("config") / "paytables/LL-JP-11.toml").read_text()
    (folder / "paytables/house-jackpot.toml").write_text(text.replace("LL/JP 11", "house-jackpot", 1))
    return path
