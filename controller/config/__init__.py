"""The configuration of a table: TOML files in, frozen values out; refuses what it does not know, all errors at once.

`source` reads one file, `schema` says what a table's file may hold, `profiles`, `games` and `paytables` what theirs
may, `profile_file` reads one profile and holds it against itself, `catalogue` finds files by name, `draft` is what was
read, `checks`, `meters`, `prizes`, `tiers`, `wires`, `digits` and `pages` hold it against the rules and itself, `load`
makes what the program runs on (`controller/settings.py`). Nothing else imports pydantic, and a running table does not
import this.
"""

from controller.config.catalogue import find_game, find_paytable, game_names, paytable_names
from controller.config.load import check, load

__all__ = ["check", "find_game", "find_paytable", "game_names", "load", "paytable_names"]
