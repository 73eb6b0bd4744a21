"""The colours of a heat map: from orange through nothing to blue, which people who do not see red or green tell apart.

1. A step is a class, `heat0` to `heat10`; five is even. The number stands in the cell: the colour only repeats it.
2. What is written on a step has at least the contrast that WCAG 2 asks of small text (4.5), in light and in dark.
"""

from __future__ import annotations

from typing import Final

STEPS: Final = 11
Colour = tuple[int, int, int]
ENDS: Final[dict[str, tuple[Colour, Colour, Colour]]] = {
    "light": ((222, 122, 52), (255, 252, 244), (33, 102, 172)),
    "dark": ((180, 80, 24), (40, 43, 52), (44, 106, 172)),
}
INKS: Final[tuple[Colour, Colour]] = ((24, 20, 16), (255, 255, 255))


def step_of(share: float) -> int:
    """The step of a share from 0 to 1.

    >>> step_of(0.0), step_of(0.5), step_of(1.0), step_of(0.56)
    (0, 5, 10, 6)
    """
    return min(STEPS - 1, max(0, int(share * (STEPS - 1) + 0.5)))


def palette(theme: str) -> list[tuple[Colour, Colour]]:
    """The ground and the ink of each step."""
    low, middle, high = ENDS[theme]
    half = STEPS // 2
    found: list[tuple[Colour, Colour]] = []
    for step in range(STEPS):
        end = low if step < half else high
        part = abs(step - half) / half
        ground = (
            round(middle[0] + part * (end[0] - middle[0])),
            round(middle[1] + part * (end[1] - middle[1])),
            round(middle[2] + part * (end[2] - middle[2])),
        )
        found.append((ground, max(INKS, key=lambda ink, under=ground: contrast(ink, under))))  # type: ignore[misc]
    return found


def contrast(one: Colour, other: Colour) -> float:
    """How much two colours differ in lightness, as WCAG 2 counts it.

    >>> round(contrast((0, 0, 0), (255, 255, 255)))
    21
    """
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: Colour) -> float:
    """How light a colour is, from 0 to 1."""
    parts = [value / 255 for value in colour]
    red, green, blue = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def heat_rules(theme: str) -> str:
    """The rules of a style sheet for all steps.

    >>> heat_rules("light").split("}")[5]
    '.citadels .heat5{background:#fffcf4;color:#181410'
    """
    return "".join(
        f".citadels .heat{step}{{background:{hexed(ground)};color:{hexed(ink)}}}"
        for step, (ground, ink) in enumerate(palette(theme))
    )


def hexed(colour: Colour) -> str:
    """The colour as a style sheet has it."""
    return "#" + "".join(f"{value:02x}" for value in colour)
