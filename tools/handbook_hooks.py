"""Hooks that mkdocs calls while it builds the site (see `hooks` in mkdocs.yml)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page

from handbook import public, repository, rules

CELL = re.compile(r"<td.*?</td>", re.DOTALL)
GENERATED = {"rules": rules.navigation, "api": public.navigation}


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Fill in the generated sections of the navigation, and add pages that have no place in it."""
    nav = filled(config.nav or [])
    homeless = unplaced(nav)
    config.nav = [*nav, *([{"More": homeless}] if homeless else [])]
    return config


def filled(nav: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The navigation with the generated sections."""
    return [
        {title: GENERATED[inside]() if inside in list(GENERATED) else inside for title, inside in section.items()}
        for section in nav
    ]


def unplaced(nav: list[dict[str, Any]]) -> list[str]:
    """The pages of `docs` that a navigation does not name."""
    return [source for source in repository.texts() if source not in set(_named(nav))]


def _named(nav: Any) -> Iterator[str]:
    if isinstance(nav, str):
        yield nav
    else:
        for inside in nav.values() if isinstance(nav, dict) else nav:
            yield from _named(inside)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """The files of the repository at their own paths, instead of those of `docs` alone."""
    theme = [file for file in files if file.src_dir != config.docs_dir]
    return Files([*theme, *repository.files(config), *rules.files(config), *public.files(config)])


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Link numbers of rules and names of modules."""
    source = page.file.src_uri
    if language_of(page) is not None:
        page.meta["search"] = {"boost": 0.5}  # the English text leads
    return markdown if page.file.generated_by else public.with_links(rules.with_links(markdown, source), source)


def on_page_content(html: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    r"""Say in which language a page is; let `\|` in the code of a table be a line, as it is in the repository."""
    html = CELL.sub(lambda cell: cell[0].replace("\\|", "|"), html)
    language = language_of(page)
    return f'<div lang="{language}">{html}</div>' if language is not None else html


def language_of(page: Page) -> str | None:
    """The language of a translation."""
    language = page.file.src_uri.removesuffix(".md").rpartition(".")[2]
    return language if language in rules.NAMES else None
