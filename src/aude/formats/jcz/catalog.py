"""The names of JCloisterZone for our boxes: its tile sets, elements and rules, with their equivalents.

An element is switched on if it is in the file, whatever its value; for a figure, the value is the number that each
player has.
"""

from __future__ import annotations

from dataclasses import dataclass

from aude.engine.tiles import Tile


@dataclass(frozen=True)
class SetOf:
    """A tile set: the box that it belongs to, and which of its tiles it contains."""

    box: str
    tiles: str
    subset: str | None = None  # the tiles of this subset only,
    without: str | None = None  # or all but those of this one

    def holds(self, tile: Tile) -> bool:
        """Whether one of our tiles is in the set."""
        subset = tile.more.get("subset")
        if self.subset is not None and subset != self.subset:
            return False
        return tile.set == self.tiles and (subset is None or subset != self.without)


SETS = {
    "basic": SetOf("carcassonne", "base"),
    "inns-and-cathedrals": SetOf("inns_and_cathedrals", "inns_cathedrals"),
    "traders-and-builders": SetOf("traders_and_builders", "traders_builders"),
    "princess-and-dragon": SetOf("princess_and_dragon", "princess_dragon"),
    "tower": SetOf("tower", "tower"),
    "abbey-and-mayor": SetOf("abbey_and_mayor", "abbey_mayor"),
    "bridges-castles-and-bazaars": SetOf("bridges_castles_and_bazaars", "bridges_castles_bazaars"),
    "king-and-robber": SetOf("king_and_robber", "king_robber"),
    "count": SetOf("count", "count"),
    "cult/5": SetOf("shrines_and_heretics", "cult", without="rgg_only"),
    "cult/6": SetOf("shrines_and_heretics", "cult"),
    "river/1": SetOf("river", "river"),
    "river/2": SetOf("river_ii", "river2"),
    "tunnel": SetOf("tunnel", "tunnel"),
    "corn-circles/1": SetOf("crop_circles", "crop_circles"),
    "corn-circles/2": SetOf("crop_circles_ii", "crop_circles2"),
    "siege/cathars": SetOf("cathars", "cathars"),
    "siege/besiegers": SetOf("besiegers", "besiegers"),
    "gq11": SetOf("gq11", "gq11", without="river"),
    "gq11/river": SetOf("gq11", "gq11", subset="river"),
}
EDITIONS = {"": "current", "1": "first", "2": "current"}

# Boxes whose rules come with their tiles: what the program calls their element is never in a file.
FORCED = {"carcassonne", "crop_circles", "crop_circles_ii", "river", "river_ii", "gq11"}
# Of these the tiles mean nothing without the element; most others are drawn with symbols that nobody looks at,
NEEDED = {"count": "count"}
# but these need their box all the same: without the element shrines are monasteries there.
PLAIN = {"cult": "shrines_and_heretics"}
# Boxes with the same rules: one of them is enough, if it is in the game.
TWINS = {"cathars": ("cathars", "besiegers")}

# This tile is in both editions there; ours replace it in the later one by a tile that differs in its coat of arms.
IN_BOTH_EDITIONS = {"DG/Ccc+.g": 1}
# What a set takes out of the game: the lake of the first river.
REMOVED = {"river/2": "RI.1/I.e"}


@dataclass(frozen=True)
class ElementOf:
    """An element: the box it switches on, or the part of it, and its figure."""

    box: str
    part: str = ""
    figure: str = ""


ELEMENTS = {
    "small-follower": ElementOf("carcassonne", figure="meeple"),
    "farmers": ElementOf("carcassonne", "farmers"),
    "abbot": ElementOf("abbot", figure="abbot"),
    "garden": ElementOf("abbot", "gardens"),
    "big-follower": ElementOf("inns_and_cathedrals", "large_follower", "large_follower"),
    "inn": ElementOf("inns_and_cathedrals", "inn"),
    "cathedral": ElementOf("inns_and_cathedrals", "cathedral"),
    "traders": ElementOf("traders_and_builders", "goods"),
    "builder": ElementOf("traders_and_builders", "builder", "builder"),
    "pig": ElementOf("traders_and_builders", "pig", "pig"),
    "pig-herd": ElementOf("traders_and_builders", "pig_herd"),
    "dragon": ElementOf("princess_and_dragon", "dragon"),
    "fairy": ElementOf("princess_and_dragon", "fairy"),
    "princess": ElementOf("princess_and_dragon", "princess"),
    "portal": ElementOf("princess_and_dragon", "portal"),
    "tower": ElementOf("tower"),
    "abbey": ElementOf("abbey_and_mayor", "abbey"),
    "mayor": ElementOf("abbey_and_mayor", "mayor", "mayor"),
    "wagon": ElementOf("abbey_and_mayor", "wagon", "wagon"),
    "barn": ElementOf("abbey_and_mayor", "barn", "barn"),
    "bridge": ElementOf("bridges_castles_and_bazaars", "bridges"),
    "castle": ElementOf("bridges_castles_and_bazaars", "castles"),
    "bazaar": ElementOf("bridges_castles_and_bazaars", "bazaars"),
    "count": ElementOf("count"),
    "king": ElementOf("king_and_robber", "king"),
    "robber": ElementOf("king_and_robber", "robber"),
    "siege": ElementOf("cathars", "siege"),
    "escape": ElementOf("cathars", "escape"),
    "shrine": ElementOf("shrines_and_heretics", "challenge"),
    "tunnel": ElementOf("tunnel"),
}
# Elements that sets include.
IMPLIED = {"river", "corn-circle"}

# The names of figures in meeple ids and assertions.
FIGURE_TYPES = {
    "small": "meeple",
    "big": "large_follower",
    "abbot": "abbot",
    "builder": "builder",
    "pig": "pig",
    "barn": "barn",
    "wagon": "wagon",
    "mayor": "mayor",
}
TYPE_OF = {figure: name for name, figure in FIGURE_TYPES.items()}
FIGURE_CLASSES = {
    "SmallFollower": "small",
    "BigFollower": "big",
    "Abbot": "abbot",
    "Builder": "builder",
    "Pig": "pig",
    "Barn": "barn",
    "Wagon": "wagon",
    "Mayor": "mayor",
}
OTHER_TYPES = ("phantom", "shepherd", "ringmaster")

# Its rules, the default first: the option of ours, and our value for each of its values.
RULES: dict[str, tuple[str, dict[str, str]]] = {
    "princess-action": ("princess_action", {"may": "may", "must": "must"}),
    "fairy-placement": ("fairy_on", {"next-follower": "meeple", "on-tile": "tile"}),
    "dragon-move": ("dragon_timing", {"before-scoring": "before_scoring", "after-scoring": "after_scoring"}),
    "barn-placement": ("barn_shared", {"not-occupied": "off", "occupied": "on"}),
    "wagon-move": ("wagon_move", {"C2": "adjacent_tiles", "C1": "connected"}),
    "bazaar-no-auction": ("bazaar_auction", {"false": "on", "true": "off"}),
    "espace-variant": ("escape_reach", {"any-tile": "any_city_tile", "siege-tile": "cathar_tile"}),
    "tunnelize-other-expansions": ("tunnel_other_tiles", {"true": "on", "false": "off"}),
    "more-tunnel-tokens": ("tunnel_tokens", {"3/2": "official", "2/1": "seed", "1/1": "single"}),
    "coc-final-scoring": ("count_final", {"market-only": "market_only", "any-district": "any_quarter"}),
    "count-move": (
        "count_move",
        {"by-player": "by_player", "clockwise": "clockwise", "follow-meeple": "follow_meeple"},
    ),
    "king-and-robber-scoring": (
        "king_scoring",
        {"default": "per_feature_end", "10/20": "10_each", "15/40": "15_40", "continuously": "continuous"},
    ),
    "tiny-city-scoring": ("tiny_city", {"4": "off", "2": "on"}),
    "inn-and-cathedral-final-scoring": ("inn_cathedral_final", {"zero": "zero", "ignore": "ignore"}),
    "gq11-pig-herd": ("gq11_pig_herd", {"pig": "on", "nothing": "off"}),
}
# Rules of sets that none of our boxes has; their values do not matter.
OTHER_RULES = {
    "hill-tiebreaker",
    "festival-return",
    "keep-monasteries",
    "labyrinth-variant",
    "little-buildings-scoring",
    "vineyards-for-garden",
    "robbers-son-action",
    "meteorite-impact",
}

# What JCloisterZone always does, if we have a house rule for it.
FIXED = {
    "first_player": "seat1",
    "builder_second_tile": "must",
    "river_uturn": "room_of_new",
    "river_blocking": "allowed",
    "volcano_lake_turn": "next",
    "princess_large": "free",
    "princess_builder": "off",
    "volcano_skips": "follower_only",
    "fairy_after_volcano": "on",
    "dragon_carcassonne": "city_only",
    "tower_capture_own": "on",
    "tower_capture_special": "off",
    "ransom_timing": "own_turn_once",
    "ransom_min_score": "3",
    "barn_scoring": "step17",
    "barn_pig_herd": "off",
    "siege_pig": "single",
    "abbey_final_round": "on",
    "bridge_forced": "may_discard",
    "bridge_follower": "new_tile_only",
    "castle_field": "any",
    "bazaar_timing": "end_of_turn",
    "bazaar_chain": "ignored",
    "count_trigger": "tile_scoring",
    "count_to_unoccupied": "on",
    "count_market_barn": "on",
    "carcassonne_is_city": "on",
    "escape_timing": "end_of_turn",
    "crop_timing": "end_of_turn",
    "crop_add": "may",
    "tunnel_timing": "any_time",
}
