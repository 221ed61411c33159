"""What drivers say of their hardware when something is wrong with it: what, where, and what to do, each by its name."""

SENTENCES = {
    "board_silent": "board {board!r} on {path} is silent: check its cable, its power and its firmware",
    "board_restarted": "board {board!r} has restarted",
    "board_refused": "board {board!r} is refused: {differences}",
    "board_version": "it speaks version {version} of the protocol and this controller version {ours}: "
    "load the matching firmware",
    "board_name": "the board calls itself {theirs!r} and the configuration {ours!r}",
    "board_inputs": "the board has the inputs {theirs} and the configuration {ours}",
    "board_lamps": "the board has the lamps {theirs} and the configuration {ours}",
    "board_breaks": "board {board!r} counts edges that it does not list: its firmware breaks the protocol",
    "line_gone": "{what} {name!r}: {path} has gone: plug the {what} in again",
    "line_missing": "{path} does not exist: plug the {what} in, or name its port under /dev/serial/by-id",
    "line_forbidden": "{path} may not be opened by this user: add it to the group dialout",
    "line_taken": "{path} is in use by another program: stop it, or give this {what} a port of its own",
    "line_closed": "{path} cannot be opened: {error}",
    "pins_unread": "{name}: the pins cannot be read ({error}); restart litbet",
    "pins_dead": "{name}: changes of the pins are no longer reported (the notification thread is dead); restart litbet",
    "sign_unreached": "not yet reached",
    "sign_mute": "sign {sign!r} on {path} does not answer: check its cable and its power",
    "sign_full": "sign {sign!r}: {path} takes no more bytes: check its converter",
    "sign_wrong": "sign {sign!r} shows {glass}, and was not told so: cover it, and have it mended",
    "sign_short": "{amount} has more digits than its {digits}",
}


def sentence(code: str, /, **facts: object) -> str:
    return SENTENCES[code].format(**facts)
