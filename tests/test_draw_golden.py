"""Golden images: no drawing changes without somebody seeing it."""

from __future__ import annotations

import io
import re
from functools import cache
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

import make_golden
from aude.draw import Picture
from aude.draw.book import book

KEPT = sorted(file.name for file in make_golden.FOLDER.iterdir())
MAX_ON_AVERAGE = 1.0  # of 255: how much the pixels may differ, for another edition of the painter smooths otherwise
HOW = "look at both; if the new one is as it should be, run python tools/make_golden.py"


@cache
def pictures() -> dict[str, Picture]:
    return make_golden.pictures()


def test_the_golden_images_are_those_that_are_drawn() -> None:
    pixels = [f"{name}.png" for name in make_golden.IN_PIXELS]
    assert sorted([f"{name}.svg" for name in pictures()] + pixels) == KEPT, "run python tools/make_golden.py"


@pytest.mark.parametrize("name", [name for name in KEPT if name.endswith(".svg")])
def test_pictures_are_the_same_byte_for_byte(name: str, tmp_path: Path) -> None:
    kept, drawn = make_golden.FOLDER / name, tmp_path / name
    pictures()[Path(name).stem].save(drawn)
    is_the_same = kept.read_bytes() == drawn.read_bytes()
    assert is_the_same, f"tests/golden/{name} is drawn otherwise now, as {drawn}: {HOW}"


@pytest.mark.parametrize("name", make_golden.IN_PIXELS)
def test_pixels_are_nearly_the_same(name: str, tmp_path: Path) -> None:
    file = make_golden.FOLDER / f"{name}.png"
    picture = pictures()[name]
    drawn = tmp_path / file.name
    picture.save(drawn, make_golden.width_of(picture))
    differ = difference(file.read_bytes(), drawn.read_bytes())
    assert differ < MAX_ON_AVERAGE, f"tests/golden/{file.name} is painted otherwise now, as {drawn}: {HOW}"


def test_a_change_of_pixels_is_noticed() -> None:
    """The tolerance is smaller than what fields of a slightly other green make, or what stands on a tile."""
    start = pictures()["tile-start"]
    width = make_golden.width_of(start)
    assert width == make_golden.TILE
    greener = Picture(start.svg.replace(book().colours["field"][0], "#bad080"))
    bare = Picture(re.sub(r"<use [^>]*/>", "", start.svg))
    for changed in (greener, bare):
        assert difference(start.png(width), changed.png(width)) > MAX_ON_AVERAGE
    assert difference(start.png(width), start.png(width)) == 0


def difference(one: bytes, other: bytes) -> float:
    """How much two pictures of the same size differ on average, of 255."""
    first, second = (Image.open(io.BytesIO(data)).convert("RGB") for data in (one, other))
    assert first.size == second.size
    return max(ImageStat.Stat(ImageChops.difference(first, second)).mean)
