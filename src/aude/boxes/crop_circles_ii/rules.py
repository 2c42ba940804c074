"""The second set of crop circles: its rules are those of the first, whose spec.md writes them out."""

from __future__ import annotations

from aude.boxes.crop_circles.rules import CropCircles as CropCircles
