"""What every figure must be: within its frame, and no text over another."""

from controller.reports.layout.figure import Dot, Figure, Words, text_width


def texts(figure: Figure) -> list[str]:
    return [shape.text for shape in figure.shapes if isinstance(shape, Words)]


def assert_inside(figure: Figure, what: str = "") -> None:
    for shape in figure.shapes:
        if isinstance(shape, Words):
            left, top, right, bottom = frame_of(shape)
            points = [(left, top), (right, bottom)]
        elif isinstance(shape, Dot):
            points = [shape.at]
        else:
            points = list(shape.points)
        for x, y in points:
            assert -0.01 <= x <= figure.width + 0.01, f"{what}: {shape}"
            assert -0.01 <= y <= figure.height + 0.01, f"{what}: {shape}"


def assert_apart(figure: Figure, what: str = "") -> None:
    frames = [(shape.text, frame_of(shape)) for shape in figure.shapes if isinstance(shape, Words)]
    for place, (text, one) in enumerate(frames):
        for other_text, other in frames[place + 1 :]:
            beside = one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
            assert beside, f"{what}: {text!r} runs into {other_text!r}"


def frame_of(words: Words) -> tuple[float, float, float, float]:
    width = text_width(words.text, words.size, words.bold)
    left = words.at[0] - {"start": 0.0, "middle": width / 2, "end": width}[words.anchor]
    return left, words.at[1] - words.size * 0.75, left + width, words.at[1] + words.size * 0.1
