#!python
"""The command `litbet`: the wheel installs this file as bin/litbet, and the units start it.

It starts the program isolated from everything that was not installed with it (decision 18): no PYTHON… variable, no
folder of the user, no .pth file, no sitecustomize, no compiled file but the installation's. So it imports nothing of
the program before the interpreter has these options, and before it knows who could write those files.
"""

import os
import sys

ISOLATED = ("-I", "-S", "-B", "-X", "pycache_prefix=/dev/null")  # a folder below /dev/null cannot exist
COMPILED = "pycache"  # beside bin: made by `litbet identity --compile`
APT = "/usr/lib/python3/dist-packages"  # python3-lgpio, where the environment may use it; checked by dpkg --verify


def main() -> int:
    """Finds the program beside bin/litbet: in a checkout, only Python's own search does."""
    here = os.path.realpath(__file__)
    python = f"python{sys.version_info[0]}.{sys.version_info[1]}"
    home = os.path.dirname(os.path.dirname(here))
    packages = os.path.join(home, "lib", python, "site-packages")
    if os.path.isfile(os.path.join(packages, "controller", "__init__.py")):
        if not (sys.flags.isolated and sys.flags.no_site and sys.pycache_prefix == "/dev/null"):
            os.execv(sys.executable, [sys.executable, *ISOLATED, here, *sys.argv[1:]])  # noqa: S606
        compiled = os.path.join(home, COMPILED)
        if _is_of(os.lstat(here).st_uid, compiled):
            sys.pycache_prefix = compiled
        sys.path.append(packages)
        if _uses_apt(os.path.join(home, "pyvenv.cfg")):
            sys.path.append(APT)
    from controller.__main__ import main as command

    return command()


def _is_of(owner: int, folder: str) -> bool:
    """Whether nobody but the program's owner can have written a folder and all that is in it. A link is refused too:
    every user may write it, says Linux."""
    paths = [folder]
    try:
        for place, folders, files in os.walk(folder, onerror=_refuse):
            paths += [os.path.join(place, name) for name in (*folders, *files)]
        found = [os.lstat(path) for path in paths]
    except OSError:  # there is none, or it is being made
        return False
    return all(each.st_uid == owner and not each.st_mode & 0o022 for each in found)


def _refuse(error: OSError) -> None:
    raise error


def _uses_apt(settings: str) -> bool:
    if not os.path.exists(settings):
        return False
    with open(settings) as file:
        return any(line.replace(" ", "") == "include-system-site-packages=true\n" for line in file)


if __name__ == "__main__":
    sys.exit(main())
