"""Lists that nobody keeps: a new subject brings its page, its proof and its documents, and appears everywhere."""

import re
import shutil
from copy import deepcopy

import pytest
import yaml
from docs.hooks import complete_nav
from docs.papers import PAPERS, linked
from docs.tables import exercises, robots, with_tables
from validation.__main__ import proofs

from pult.core.shipped import shipped
from tests.docs.fences import ROOT

DOCS = ROOT / "docs"


class _Plain(yaml.SafeLoader):
    """Reads mkdocs.yml without the objects that themes put into it."""


_Plain.add_multi_constructor("tag:yaml.org,2002:python/", lambda *_: None)


@pytest.fixture
def nav():
    return yaml.load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"), _Plain)["nav"]


def _named(nav):
    return re.findall(r"[\w/-]+\.md", str(nav))


def test_every_page_is_in_the_navigation_once(nav):
    complete_nav(nav, DOCS)
    assert sorted(_named(nav)) == sorted(path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md") if "assets" not in path.parts)


def test_the_page_of_a_new_subject_appears_among_the_robots(nav, tmp_path):
    shutil.copytree(DOCS, tmp_path / "docs", ignore=shutil.ignore_patterns("assets"))
    (tmp_path / "docs" / "toy.md").write_text("# The toy\n\nIt turns.\n", encoding="utf-8")
    before = deepcopy(nav)
    complete_nav(before, DOCS)
    complete_nav(nav, tmp_path / "docs")
    [pages] = [entry["Robots"] for entry in nav if "Robots" in entry]
    assert {"The toy": "toy.md"} in pages
    assert set(_named(nav)) - set(_named(before)) == {"toy.md"}


def test_a_new_proof_is_found_and_what_it_works_with_is_not(tmp_path):
    (tmp_path / "toy.py").write_text('def main():\n    pass\n\n\nif __name__ == "__main__":\n    main()\n')
    (tmp_path / "toy_lab.py").write_text("LENGTH = 1.0\n")
    assert [path.name for path in proofs(tmp_path)] == ["toy.py"]


def test_every_proof_has_its_figures_and_every_file_of_figures_its_proof():
    assert {path.stem for path in proofs()} == {path.stem for path in (ROOT / "validation").glob("*.json")}


def test_tables_list_everything_that_is_shipped():
    assert sum("](" in row for row in robots("")) == len(shipped("robot"))
    assert sum("](docs/" in row for row in exercises("docs/")) == len(shipped("exercise"))
    page = "before\n<!-- table of robots -->\nold\n<!-- end of the table -->\nafter\n"
    assert "old" not in with_tables(page) and "`two-link`" in with_tables(page)
    assert with_tables(with_tables(page)) == with_tables(page)


def test_papers_cited_by_number_lead_to_their_reference():
    text = (DOCS / "references.md").read_text(encoding="utf-8")
    for paper in PAPERS:
        assert f'<a id="{paper["anchor"]}"></a>\n**Paper {paper["number"]}.' in text
        assert linked(f"As paper {paper['number']} has it.", "../") == f"As [{paper['label']}](../references.md#{paper['anchor']}) has it."
    pages = [path for path in DOCS.rglob("*.md") if path.name not in ("references.md", "papers.md", "cli.md", "api.md")]
    assert not [path.name for path in pages if re.search(r"[Pp]aper 00\d", path.read_text(encoding="utf-8"))]
