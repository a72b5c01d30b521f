"""The reader chooses the language of the page and of the game."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Opens
from tests.browser.hands import bring, make, option, press, send, sit

VOICES = """
  window.spoken = [];
  window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
  Object.defineProperty(window, "speechSynthesis", { value: {
    getVoices: () => ["en-US", "it-IT", "en-GB", "it-CH"].map((lang) => ({ lang, localService: true })),
    speak: (said) => spoken.push(said),
    cancel: () => {},
  } });
"""


def begin_thimble(page: Page, title: str, begin: str) -> None:
    page.goto("/")
    page.get_by_role("button", name=title).click()
    page.get_by_role("button", name=begin, exact=True).click()


def test_an_italian_browser_reads_italian(opens: Opens) -> None:
    page = opens(locale="it-IT")
    begin_thimble(page, "Apri Thimble", "Comincia")
    expect(page.locator("html")).to_have_attribute("lang", "it")
    expect(page.get_by_text("Tocca a te: che cosa fai?")).to_be_visible()
    expect(page.get_by_role("button", name="Pesca una carta")).to_be_visible()
    page.get_by_role("button", name="Regolamento").first.click()
    expect(page.get_by_role("heading", name="Thimble in breve")).to_be_visible()


def test_a_reader_chooses_another_language_and_it_is_remembered(opens: Opens) -> None:
    page = opens(locale="de-DE")
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.get_by_role("button", name="Settings").click()
    page.get_by_text("Italiano", exact=True).click()
    expect(page.get_by_role("button", name="Impostazioni")).to_be_visible()
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "it")
    page.get_by_role("button", name="Impostazioni").click()
    page.get_by_text("English", exact=True).click()
    expect(page.get_by_role("button", name="Settings")).to_be_visible()


def test_two_readers_at_one_table_read_two_languages(opens: Opens) -> None:
    ada, bo = opens(locale="it-IT"), opens(locale="en-GB")
    table = make(ada, "thimble", "me", "open", "bot")
    secret = send(ada, f"/{table}/invite", seat=1)["secret"]
    send(bo, f"/{table}/join", secret=secret, name="Bo")
    sit(ada, table)
    sit(bo, table)
    expect(ada.get_by_text("Tocca a te: che cosa fai?")).to_be_visible()
    press(option(ada, "draw"))
    expect(bo.get_by_text("A card has been drawn. Do you steal it?")).to_be_visible()
    expect(ada.get_by_text("Bo sta pensando")).to_be_visible()


@pytest.mark.parametrize(
    ("tale", "answers", "voice"),
    [("thimble/most-points", None, "it-IT"), ("wonderbook/completed", 6, "en-GB")],
)
def test_what_is_read_aloud_has_a_voice_of_its_language(
    opens: Opens, tale: str, answers: int | None, voice: str
) -> None:
    """Thimble is told in Italian; the story of Wonder Book stays English, and so does the voice."""
    page = opens(locale="it-IT")
    page.add_init_script(VOICES)
    sit(page, bring(page, tale, answers))
    if answers is None:
        page.get_by_role("button", name="Sono Giocatore 1").click()
    page.get_by_role("button", name="Leggi ad alta voce").first.click()
    assert page.evaluate("spoken.map((one) => one.voice.lang)[0]") == voice
