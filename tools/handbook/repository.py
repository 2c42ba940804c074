"""Files of the repository as files of the site: pages, pictures, and source files and folders that pages link to."""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Iterator
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, InclusionLevel

ROOT = Path(__file__).parents[2]
ASSETS = [*sorted((Path(__file__).parent / "assets").iterdir()), ROOT / "web" / "public" / "icon.svg"]
LINK = re.compile(r"\]\(([^)#\s]+)")
FENCED = re.compile(r"^(`{3,}).*?^\1`*$", re.MULTILINE | re.DOTALL)
LANGUAGE_OF = {".py": "python", ".sh": "sh", ".yml": "yaml", ".toml": "toml", ".rs": "rust", ".js": "js"}


class Page(File):
    """A page, whatever the name of its source: it need not end in `.md`."""

    def is_documentation_page(self) -> bool:
        """It is one."""
        return True


def page(config: MkDocsConfig, source: str, to: str, content: str) -> File:
    """A page that is made: `source` is what links in the repository call it."""
    made = Page(source, None, config.site_dir, use_directory_urls=False, dest_uri=to)
    made.generated_by = "handbook"  # nobody edits it
    made.inclusion = InclusionLevel.NOT_IN_NAV  # unless the navigation names it; that which must be is in `texts`
    made.content_string = content
    return made


def copied(config: MkDocsConfig, source: str) -> File:
    """A file as it is, at its own path."""
    return File(source, str(ROOT), config.site_dir, use_directory_urls=False)


def asset(config: MkDocsConfig, path: Path) -> File:
    """A file that only the site needs, or that the page in the browser has elsewhere."""
    return File(path.name, str(path.parent), config.site_dir, use_directory_urls=False, dest_uri=f"assets/{path.name}")


def texts() -> list[str]:
    """The texts of the repository that are pages: those at its top, and in `docs`."""
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "docs").glob("*.ipynb")]
    return sorted(path.relative_to(ROOT).as_posix() for path in pages)


def files(config: MkDocsConfig) -> list[File]:
    """The texts at the top, everything in `docs`, and what these link to."""
    found: dict[str, File] = {}
    for path in [*ROOT.glob("*.md"), *sorted((ROOT / "docs").rglob("*"))]:
        source = path.relative_to(ROOT).as_posix()
        if path.suffix == ".ipynb":
            found[source] = page(config, source, f"{source}.html", notebook(path))
        elif path.suffix == ".html":
            found[source] = copied(config, source)
            found[source].content_string = with_way_back(path.read_text(encoding="utf-8"), source)
        elif path.is_file():
            found[source] = copied(config, source)
    for source in [source for source in found if source.endswith(".md")]:
        for link in linked(source):
            if link not in found:
                found.update({file.src_uri: file for file in shown(config, link)})
    return [*found.values(), *(asset(config, path) for path in ASSETS)]


def linked(source: str) -> Iterator[str]:
    """The files and folders of the repository that a page links to."""
    text = FENCED.sub("", (ROOT / source).read_text(encoding="utf-8"))
    for link in LINK.findall(text):
        target = posixpath.normpath(posixpath.join(posixpath.dirname(source), link))
        if (ROOT / target).exists() and not target.startswith(".."):
            yield target


def shown(config: MkDocsConfig, source: str) -> Iterator[File]:
    """A file or a folder that a page links to, as a page; the folder with its files."""
    path = ROOT / source
    if path.is_dir():
        inside = sorted(entry for entry in path.iterdir() if entry.is_file() and not entry.name.startswith("."))
        rows = [f"- [{entry.name}]({path.name}/{entry.name})" for entry in inside]
        yield page(config, source, f"{source}/index.html", "\n".join([f"# {path.name}", "", *rows]))
        for entry in inside:
            yield from shown(config, entry.relative_to(ROOT).as_posix())
    elif path.suffix == ".md":
        yield page(config, source, f"{source.removesuffix('.md')}.html", path.read_text(encoding="utf-8"))
    else:
        text = path.read_text(encoding="utf-8")
        fence = f"``````{LANGUAGE_OF.get(path.suffix, 'text')}"
        yield page(config, source, f"{source}.html", f"# {path.name}\n\n{fence}\n{text}\n``````\n")


def with_way_back(text: str, source: str) -> str:
    """A page that is no page of ours, with a link to the site, which is not printed."""
    home = posixpath.relpath("index.html", posixpath.dirname(source))
    link = f'<p class="way-back"><a href="{home}">← Aude</a></p>\n'
    link += "<style>@media print { .way-back { display: none } }</style>\n"
    return re.sub(r"(<body[^>]*>\n?|</head>\n(?!<body))", lambda match: match[1] + link, text, count=1)


def notebook(path: Path) -> str:
    """A notebook as a page: its texts, its code, and what its cells have shown."""
    parts: list[str] = []
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(source)
        elif cell["cell_type"] == "code":
            parts.append(f"``````python\n{source}\n``````")
            parts += filter(None, (_shown_by(output) for output in cell["outputs"]))
    return "\n\n".join(parts)


def _shown_by(output: dict[str, object]) -> str:
    """What a cell has shown, the richest form of it."""
    data = output.get("data", {"text/plain": output.get("text", "")})
    assert isinstance(data, dict)
    for kind, frame in (
        ("text/html", '<div class="output">{}</div>'),
        ("image/svg+xml", '<div class="output">{}</div>'),
        ("image/png", '<img class="output" alt="" src="data:image/png;base64,{}">'),
        ("text/plain", "``````text\n{}\n``````"),
    ):
        if kind in data:
            text = "".join(data[kind]).strip("\n")
            # A blank line would end the HTML for Markdown.
            return frame.format(text if kind == "text/plain" else re.sub(r"\n\s*\n", "\n", text))
    return ""
