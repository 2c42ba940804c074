"""A whole table as one picture."""

from __future__ import annotations

from aude.draw.book import ornament_of
from aude.draw.paint import ground_svg, style, upright
from aude.engine.tiles import Tile


def board_svg(laid: list[tuple[Tile, int, int, int]], night: bool = False) -> str:
    """Tiles with their turns and cells."""
    xs = [x for _, _, x, _ in laid]
    ys = [y for _, _, _, y in laid]
    left, top = min(xs), min(ys)
    wide, high = max(xs) - left + 1, max(ys) - top + 1
    grounds: dict[str, str] = {}
    names: dict[str, str] = {}
    defs, flat, standing = [], [], []
    for tile, turns, x, y in laid:
        if tile.id not in grounds:
            grounds[tile.id] = f"t{len(grounds)}"
            defs.append(f'<g id="{grounds[tile.id]}">{ground_svg(tile)}</g>')
        px, py = (x - left) * 100, (y - top) * 100
        turn = f" rotate({90 * turns} 50 50)" if turns else ""
        flat.append(f'<use href="#{grounds[tile.id]}" transform="translate({px} {py}){turn}"/>')
        for name, at in upright(tile, turns, x, y):
            ornament = ornament_of(name)
            if ornament is None:
                continue
            if name not in names:
                names[name] = f"o{len(names)}"
                defs.append(f'<g id="{names[name]}">{ornament.svg}</g>')
            standing.append((py + at[1], f'<use href="#{names[name]}" x="{px + at[0]:.0f}" y="{py + at[1]:.0f}"/>'))
    body = "".join(flat) + "".join(text for _, text in sorted(standing, key=lambda item: item[0]))
    defined = "".join(defs)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {100 * wide} {100 * high}">'
        f"{style(defined, night)}<defs>{defined}</defs>{body}</svg>"
    )
