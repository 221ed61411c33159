"""Draws the round's diagram in ARCHITECTURE.md from the transition table: python tools/diagram.py"""

from pathlib import Path

from marked import filled

from controller.table.round import TABLE
from controller.table.state import Phase

ARCHITECTURE = Path(__file__).parent.parent / "ARCHITECTURE.md"
BEGIN, END = "<!-- diagram: begin (make diagram) -->", "<!-- diagram: end -->"


def diagram() -> str:
    """The table as a Mermaid state diagram; several events between the same two phases share an arrow."""
    arrows: dict[tuple[Phase, Phase], list[str]] = {}
    for (phase, event), line in TABLE.items():
        for to in line.to:
            arrows.setdefault((phase, to), []).append(event.__name__)
    lines = [f"    {phase} --> {to}: {', '.join(events)}" for (phase, to), events in arrows.items()]
    return "\n".join(["```mermaid", "stateDiagram-v2", "    [*] --> closed", *lines, "```"])


def redrawn(text: str) -> str:
    """`text` with the current diagram."""
    return filled(text, BEGIN, END, diagram())


if __name__ == "__main__":
    ARCHITECTURE.write_text(redrawn(ARCHITECTURE.read_text()))
