"""The documentation as a site: it builds without a warning, every link leads somewhere, nothing comes from outside."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import griffe
import pytest
import yaml

from browser.browsers import browser
from handbook import public, repository, rules
from handbook.docstrings import Docstrings
from handbook_hooks import filled, unplaced

ROOT = Path(__file__).parent.parent
# Whoever opens these pages is shown how they are used.
WITH_EXAMPLES = [
    "aude.Game", "aude.Game.play", "aude.Game.options", "aude.Game.copy", "aude.Game.undo", "aude.Game.take_back",
    "aude.Game.at", "aude.Game.determinize", "aude.Game.outcomes", "aude.Game.fast", "aude.Game.lay",
    "aude.Game.board", "aude.Game.record", "aude.Game.read", "aude.Setup", "aude.Action", "aude.Option", "aude.Move",
    "aude.Event", "aude.ScoreLine", "aude.Spot", "aude.Range", "aude.AudeError", "aude.Illegal", "aude.Unreadable",
    "aude.board", "aude.board.Board", "aude.arena", "aude.arena.Plan", "aude.arena.Contest", "aude.bots",
    "aude.bots.Bot", "aude.bots.make", "aude.bots.let_play", "aude.engine.fast.FastGame", "aude.env.numbers",
    "aude.env.many", "aude.env.pettingzoo", "aude.env.gymnasium", "aude.env.openspiel", "aude.draw",
    "aude.draw.film.film", "aude.explain.explain_now", "aude.explain.explain_final", "aude.formats.presets.load",
    "aude.formats.jcz", "aude.catalog.errors", "aude.client.Client", "aude.game.shuffle", "aude.testing.table",
]  # fmt: skip


class Links(HTMLParser):
    """What a page links to, what it loads, and what can be linked to in it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.anchors |= {given[name] for name in ("id", "name") if name in given}
        if "href" in given and tag in ("a", "use"):
            self.links.append(given["href"])
        elif "href" in given and given.get("rel") not in ("canonical", "next", "prev"):
            self.loads.append(given["href"])
        if "src" in given:
            self.loads.append(given["src"])


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built as `make docs` builds it; a warning is an error."""
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)],
        cwd=ROOT, env=os.environ | {"NO_MKDOCS_2_WARNING": "1"}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def broken(site: Path) -> Iterator[str]:
    """Links that lead nowhere, and whatever is not in the site itself."""
    pages = {path: Links(path.read_text(encoding="utf-8")) for path in site.rglob("*.html")}
    assert len(pages) > 100
    for path, page in pages.items():
        if path.name == "404.html":  # a server shows it at any address
            continue
        here = path.relative_to(site)
        for link in page.loads:
            if urlsplit(link).scheme not in ("", "data"):
                yield f"{here} loads {link}"
        for link in [*page.links, *page.loads]:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if not target.is_file():
                yield f"{here} links to {link}, which is not there"
            elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].anchors | {"__"}:
                yield f"{here} links to {link}, where there is no such anchor"


def test_every_link_of_the_site_leads_somewhere(site: Path) -> None:
    assert list(broken(site)) == []
    assert 'id="BASE-17"' in (site / "rules" / "carcassonne.html").read_text(encoding="utf-8")
    assert 'lang="nl"' in (site / "rules" / "carcassonne.nl.html").read_text(encoding="utf-8")
    assert "abbey SEAT X,Y" in (site / "docs" / "setups.html").read_text(encoding="utf-8")
    assert not [page for page in site.glob("docs/*.html") if "\\|" in page.read_text(encoding="utf-8")]
    assert "&gt;&gt;&gt;" in (site / "api" / "aude.engine.fast.html").read_text(encoding="utf-8")


def test_the_site_is_searched_from_files_and_fetches_nothing(site: Path) -> None:
    with browser() as chromium:
        page = chromium.new_page(viewport={"width": 390, "height": 844})
        fetched: list[str] = []
        complaints: list[str] = []
        page.on("request", lambda request: fetched.append(request.url))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto((site / "index.html").as_uri())
        page.locator("label[for=__search]").first.click()
        page.get_by_role("textbox", name="Search").press_sequentially("FARM-05")
        page.locator(".md-search-result__link[href*='rules/carcassonne.html']").first.click()
        page.wait_for_url("**/rules/carcassonne.html*")
        assert page.locator("#FARM-05").is_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "wider than a phone"
    assert {url.partition(":")[0] for url in fetched} <= {"file", "data", "about", "blob"}
    assert complaints == []


def test_every_page_has_a_place_in_the_navigation() -> None:
    """A page that this test names is shown under "More"; `nav` in mkdocs.yml says where it belongs."""
    settings = yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))
    assert unplaced(filled(settings["nav"])) == []


def test_rules_become_links_but_in_code_and_in_links() -> None:
    text = "BASE-17, `BASE-17`, [BASE-17](x.md), EX-BASE-01 and BASE-99; AM-01..04.\n\n    BASE-17\n\n# BASE-17\n"
    found = rules.with_links(text, "docs/page.md")
    spec = "../src/aude/boxes/carcassonne/spec.md"
    assert found == (
        f"[BASE-17]({spec}#BASE-17), `BASE-17`, [BASE-17](x.md), [EX-BASE-01]({spec}#EX-BASE-01) and BASE-99; "
        "[AM-01](../src/aude/boxes/abbey_and_mayor/spec.md#AM-01)..04.\n\n    BASE-17\n\n# BASE-17\n"
    )


@pytest.mark.parametrize("language", rules.NAMES)
def test_every_numbered_entry_has_one_anchor(language: str) -> None:
    anchors = [id for name in rules.sheets() for id in re.findall(r"\{ #(\S+) \.rule \}", rules.sheet(name, language))]
    assert sorted(anchors) == sorted(rules.homes())


@pytest.mark.parametrize("language", ["nl", "nb"])
def test_translations_are_shown_without_their_marks(language: str) -> None:
    for name in rules.sheets():
        assert not re.search(r"\[[0-9a-f]{8}\]", rules.sheet(name, language))


def test_a_notebook_is_shown_with_what_its_cells_have_shown(tmp_path: Path) -> None:
    path = tmp_path / "one.ipynb"
    path.write_text(
        """{"cells": [
        {"cell_type": "markdown", "source": ["# A game"]},
        {"cell_type": "code", "source": ["1 + 1"], "outputs": [
            {"output_type": "execute_result", "data": {"text/plain": ["2"]}},
            {"output_type": "display_data", "data": {"image/svg+xml": ["<svg>", "\\n\\n", "</svg>"], "text/plain": []}},
            {"output_type": "stream", "text": ["told\\n"]}]}]}""",
        encoding="utf-8",
    )
    assert repository.notebook(path) == (
        "# A game\n\n``````python\n1 + 1\n``````\n\n``````text\n2\n``````\n\n"
        '<div class="output"><svg>\n</svg></div>\n\n``````text\ntold\n``````'
    )


@pytest.fixture(scope="module")
def sources() -> griffe.Module:
    """The package as its sources describe it, with the docstrings of compiled modules."""
    extensions = griffe.load_extensions(Docstrings())
    loader = griffe.GriffeLoader(extensions=extensions, search_paths=[ROOT / "src"], allow_inspection=False)
    package = loader.load("aude")
    loader.resolve_aliases(implicit=False, external=False)
    assert isinstance(package, griffe.Module)
    return package


def named(sources: griffe.Module, path: str) -> griffe.Object:
    """What a public name stands for."""
    inside = path.split(".")[1:]
    found: griffe.Object = sources
    for name in inside:
        assert name in found.all_members, f"{path} is public by docs/api.md, but there is no such name"
        member = found.all_members[name]
        found = member.final_target if isinstance(member, griffe.Alias) else member
    return found


def public_names(sources: griffe.Module) -> Iterator[str]:
    """Every name that docs/api.md lists; where it lists none, the functions and classes of the module."""
    for module, names in public.modules().items():
        inside = named(sources, module)
        if module == "aude":
            names = tuple(str(getattr(export, "name", export)) for export in inside.exports or ())
        own = [name for name, one in inside.members.items() if not one.is_alias and (one.is_function or one.is_class)]
        yield module
        yield from (f"{module}.{name}" for name in names or own if not name.startswith("_") or name == "__version__")


def test_everything_public_says_what_it_is(sources: griffe.Module) -> None:
    """Names, and what people call or ask of the classes among them; a method that is overridden says it once."""
    silent = []
    for path in public_names(sources):
        found = named(sources, path)
        silent += [] if found.has_docstring else [path]
        if not isinstance(found, griffe.Class):
            continue
        for name in found.all_members:
            if name.startswith("_"):
                continue
            above = [one.members[name] for one in (found, *found.mro()) if name in one.members]
            is_asked = any(one.is_function or "property" in one.labels for one in above)
            silent += [f"{path}.{name}"] if is_asked and not any(one.has_docstring for one in above) else []
    assert silent == []


def test_what_people_begin_with_has_an_example(sources: griffe.Module) -> None:
    """It is run by test_doctests.py."""
    docstrings = {path: named(sources, path).docstring for path in WITH_EXAMPLES}
    assert [path for path, said in docstrings.items() if said is None or ">>> " not in said.value] == []
