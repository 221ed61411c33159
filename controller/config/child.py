"""How this program starts a part of itself as a process: as isolated as it runs itself (decision 18)."""

import sys

from controller.litbet import ISOLATED


def child(module: str) -> tuple[str, ...]:
    """The beginning of a command line; the module's arguments follow."""
    if not sys.flags.no_site:
        return (sys.executable, "-P", "-m", module)  # -P: do not look for the program's modules in the current folder
    found = f"sys.path[:] = {sys.path!r}; sys.pycache_prefix = {sys.pycache_prefix!r}"
    run = f"import runpy, sys; {found}; runpy.run_module({module!r}, None, '__main__', True)"
    return (sys.executable, *ISOLATED, "-c", run)
