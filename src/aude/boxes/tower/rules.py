"""The Tower. TOW-01 to TOW-15 are written out in spec.md, beside this file."""

from __future__ import annotations

from aude.boxes.tower.assets import Captives, FiguresExposed, PrisonersHeld, TowerPieces
from aude.boxes.tower.by_hand import TowerByHand
from aude.boxes.tower.display import TowerDisplay
from aude.boxes.tower.prisoners import Prisons
from aude.boxes.tower.ransom import Ransoms
from aude.boxes.tower.sites import Sites
from aude.engine.rules import Part, Rules


def parts(rules: Rules) -> list[Part]:
    """Towers grow on foundations; whoever builds may take a prisoner, who can be bought back."""
    sites = Sites()
    prisons = Prisons(sites)
    return [sites, prisons, Ransoms(prisons), Pieces(sites, prisons)]


class Pieces(Part):
    """Towers, guards and prisoners as they are displayed, laid by hand and valued."""

    def __init__(self, sites: Sites, prisons: Prisons) -> None:
        self.sites = sites
        self.prisons = prisons

    def setup(self, rules: Rules) -> None:
        rules.add_display(TowerDisplay(self.sites, self.prisons))
        rules.add_by_hand(TowerByHand(self.sites, self.prisons))
        rules.add_asset(TowerPieces(self.sites))
        rules.add_asset(PrisonersHeld(self.prisons))
        rules.add_asset(Captives(self.prisons))
        rules.add_asset(FiguresExposed(self.prisons))
