"""What answers of the control socket say in English, for tests that quote sentences."""

from typing import Any

from words.catalogue import catalogue
from words.message import Message


def text_of(value: Any) -> str:
    """Of a message as JSON carries it, or of a list of them; empty for none."""
    if isinstance(value, list | tuple):
        return " ".join(map(text_of, value))
    message = value if isinstance(value, Message) or value is None else Message.from_json(value)
    return catalogue("en").say(message) if message else ""


def refusal_of(answer: dict[str, Any]) -> str:
    """Of a refused request."""
    return text_of({"code": answer["code"], "facts": answer["facts"]})


def todo_of(status: dict[str, Any]) -> str:
    """All that a person should do now."""
    return text_of([ask["say"] for ask in status["todo"]])
