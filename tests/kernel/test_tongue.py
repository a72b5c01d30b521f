"""The reader's language: catalogues by the English sentence, and what they can and cannot change."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

import foldtale
from foldtale.conform.play import play, start
from foldtale.conform.worlds import two_worlds
from foldtale.kernel import SPECTATOR, Match, registry
from foldtale.kernel.effects.parsing import BUILT_IN
from foldtale.kernel.effects.standing import BOUND
from foldtale.kernel.effects.wording import COMPARED, comparison
from foldtale.kernel.game import Words
from foldtale.kernel.pack.loading import read
from foldtale.kernel.pack.problems import BadPack
from foldtale.kernel.pack.shelf import add
from foldtale.kernel.speech import ENGLISH
from foldtale.kernel.tongue import (
    FOLDER,
    SPOKEN,
    Tongue,
    languages,
    ours,
    read_catalogue,
    speech_of,
    tongue_of,
    words_of,
)
from foldtale.kernel.view import texts
from foldtale.table.refusals import REASONS
from tests.author.packs import SOUND, write

PACKAGE = Path(foldtale.__file__).parent
KERNEL = read_catalogue(FOLDER / "it.yaml")
THIMBLE = registry.get("thimble")
TRICKS = re.search(
    r"```yaml trick\n(.*?)```",
    (PACKAGE.parents[1] / "docs" / "card-language.md").read_text("utf-8"),
    re.DOTALL,
)
ITALIAN = """\
Scegli una cosa: Keep it: guadagni 1 punto; oppure Share it round (se il numero di carte nella tua mano è più di 1): \
per tutti i giocatori, a turno: quel giocatore guadagna 1 punto.
Se “NAME” è stato annotato: peschi 1 carta; altrimenti: annota “NAME”.
Puoi: guarda la prima carta del mazzo.
Guadagni 1 punto; oppure peschi 1 carta.
Perdi 1 punto, e poi: peschi 2 carte; se non si può pagare: guarda la prima carta del mazzo.
Se possibile, perdi 2 punti; altrimenti: il giocatore a sinistra guadagna 1 punto.
Scegli tra gli altri giocatori per cui il numero di carte in mano a quel giocatore è più di 1: prendi una carta a caso \
dalla mano di quel giocatore; se non ce ne sono: peschi 1 carta.
Scegli fino a 2 tra gli altri giocatori: per ciascuno: “friend” guadagna 1 punto.
Per gli altri giocatori per cui i punti di quel giocatore sono 0, a turno: quel giocatore guadagna 1 punto.
Per tutti i giocatori, a turno: puoi: peschi 1 carta.
La metà del numero di carte nella tua mano, per eccesso volte: guadagni 1 punto.
“poor”: tutti i giocatori per cui i punti di quel giocatore sono meno di 2.
Per “poor”, a turno: quel giocatore guadagna 2 punti.
Scegli un numero da 1 a 3.
Guadagni punti pari a quel numero.
Una volta per round: peschi 1 carta.
Fino alla fine del turno: il limite di carte in mano aumenta di 2 per te.
Fino alla fine del round: una volta per turno, dopo che un giocatore cala un tesoro, se il valore è almeno 2 e quel \
giocatore non sei tu: guadagni 1 punto.
Fino alla fine del round: quando sta per succedere che un giocatore fa punti a fine round, se quel giocatore è il \
giocatore a sinistra: i punti diventano i punti meno 1."""


def italian() -> Tongue:
    tongue = tongue_of(THIMBLE, "it")
    assert tongue is not None
    return tongue


def constants(node: ast.expr) -> list[str]:
    """The sentences that an argument can be."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, ast.IfExp):
        return constants(node.body) + constants(node.orelse)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get":
        return constants(node.args[-1])
    return []


def said_in_the_source() -> set[str]:
    """Every sentence that the kernel and the table look up."""
    found: set[str] = set()
    for path in (*(PACKAGE / "kernel").rglob("*.py"), *(PACKAGE / "table").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and node.args and ast.unparse(node.func).endswith("speech"):
                found.update(constants(node.args[0]))
    return {text for text in found if any(letter.isalpha() for letter in re.sub(r"\{.*?\}", "", text))}


def test_the_kernel_has_italian_for_every_sentence_it_says() -> None:
    known = {*KERNEL.words, *KERNEL.cards}
    said = said_in_the_source() | {says for _, says, _ in BUILT_IN.values()}
    said |= {f"{{0}} {word} {{1}}" for word in ("and", "or", "plus", "minus", "times")}
    said |= {f"{{0}} is {bound}{{1}}" for bound in ("", *BOUND.values())}
    starts = (("{0} is", "{1}"), ("{0} are", "{1}"), ("you are", "{0}"))
    said |= {comparison(start, sign, end) for sign in COMPARED for start, end in starts}
    said |= {meaning for _, meaning in REASONS.values()}
    assert len(said) > 100
    assert sorted(said - known) == []


@pytest.mark.parametrize("game", registry.names())
def test_every_catalogue_of_an_installed_game_can_be_read(game: str) -> None:
    folder = registry.get(game).folder / "lang"
    for path in folder.glob("*/catalogue.yaml"):
        assert path.parent.name in languages()
        assert any(read_catalogue(path))


def test_cards_are_printed_in_italian(tmp_path: Path) -> None:
    assert TRICKS is not None
    do = "".join(f"    {line}\n" for line in TRICKS[1].splitlines())
    card = f"- card: a\n  kind: trick\n  title: The lamp\n  text: It hums.\n  do:\n{do}"
    folder = write(tmp_path, {"cards/a.yaml": card})
    language = italian().language
    assert language is not None
    printed = read(folder, language, "it")
    assert printed.problems == []
    assert printed.pack is not None
    assert re.split(r"(?<=\.) ", printed.pack.texts["a.does"]) == ITALIAN.splitlines()
    assert THIMBLE.language is not None
    english = read(folder, THIMBLE.language).pack
    assert english is not None
    assert english.texts["a.does"].startswith("Choose one: Keep it: you score 1 point; or Share it round")
    assert english.hash == printed.pack.hash


def test_labels_inside_what_a_card_does_are_those_of_the_translation(tmp_path: Path) -> None:
    files = {path.relative_to(SOUND).as_posix(): path.read_bytes() for path in SOUND.rglob("*.yaml")}
    folder = write(
        tmp_path,
        {**files, "translations/it/a.yaml": "covers: [words]\ntexts: {yard mend: Rammenda il buco}\n"},
    )
    pack = read(folder, italian().language or pytest.fail(), "it").pack
    assert pack is not None
    assert "Rammenda il buco: annota “MENDED”" in pack.texts["yard.does"]
    assert "Peep through it" in pack.texts["yard.does"]


def test_a_translation_is_not_in_the_hash_of_a_pack(tmp_path: Path) -> None:
    files = {path.relative_to(SOUND).as_posix(): path.read_bytes() for path in SOUND.rglob("*.yaml")}
    assert THIMBLE.language is not None
    before = read(write(tmp_path, files), THIMBLE.language).pack
    write(tmp_path, {**files, "translations/it/a.yaml": "covers: []\ntexts: {yard.title: Lunedì}\n"})
    after = read(tmp_path, THIMBLE.language, "it").pack
    assert before is not None
    assert after is not None
    assert (after.hash, after.texts["yard.title"]) == (before.hash, "Lunedì")


def test_neighbouring_words_are_joined_and_titles_begin_small() -> None:
    speech = speech_of("it", {"the number of {0}": "il numero di {0}"})
    assert speech("the number of {0}", "i tesori") == "il numero dei tesori"
    assert speech("the number of {0}", "l'ago") == "il numero dell'ago"
    assert speech("the number of {0}", "tutti i tesori") == "il numero di tutti i tesori"
    assert speech("the number of {0}", "tu") == "il numero di te"
    words = Words({}, {"take": "Prendi {0}"}, {"moves": "{who} va a {0}."}, speech=speech)
    assert words.option("take lamp", {"lamp.title": "Il lume"}) == "Prendi il lume"
    tell = {"tell": "moves", "who": 0, "about": ["hut"]}
    assert words.sentence(tell, ["Ada"], {"hut.title": "La capanna"}) == "Ada va alla capanna."


def test_a_number_has_the_form_that_the_language_asks_for() -> None:
    words = words_of(THIMBLE, "it")
    assert [words.sentence({"tell": "wins", "who": 0, "about": [count]}, ["Ada"]) for count in (1, 2)] == [
        "Ada vince con 1 punto.",
        "Ada vince con 2 punti.",
    ]
    assert words.sentence({"tell": "draws", "who": 1, "about": []}, ["Ada", "Bo"]) == "Bo pesca qualcosa."


def test_a_game_without_a_catalogue_stays_wholly_english() -> None:
    pig = registry.get("pig")
    assert tongue_of(pig, "it") is None
    assert words_of(pig, "it") is pig.words


def test_english_is_said_as_it_is_written() -> None:
    assert tongue_of(THIMBLE, "en") is None
    assert words_of(THIMBLE, "en") is THIMBLE.words
    assert THIMBLE.words.speech is ours("en") is ENGLISH
    assert languages() == ("en", "it")


def bones(part: Any) -> Any:
    """A scene without the words that people read."""
    if isinstance(part, dict):
        return {key: bones(value) for key, value in part.items() if key not in (*SPOKEN, "prompt", "lang")}
    return [bones(one) for one in part] if isinstance(part, list | tuple) else part


@pytest.mark.parametrize("game", ["thimble", "wonderbook", "grimm", "pig", "connect_four"])
def test_a_retold_scene_differs_in_words_alone(game: str) -> None:
    found = registry.get(game)
    tongue = Tongue(found, "it")
    match = start(found, next(found.variants()), 5)
    for step, _ in enumerate(play(match, 5)):
        for seat in (*range(match.setup.players), SPECTATOR) if step % 7 == 0 else ():
            english, other = match.scene(seat), match.scene(seat, tongue)
            assert bones(msgspec.to_builtins(other)) == bones(msgspec.to_builtins(english))
            assert match.scene(seat) == english
        if step > 60:
            break


def test_scenes_that_are_alike_in_english_are_alike_in_every_language() -> None:
    """What a seat reads is made of nothing but its English, whoever else was told something before."""
    match = start(THIMBLE, THIMBLE.setup(players=3), 1)
    fresh, used = Tongue(THIMBLE, "it"), Tongue(THIMBLE, "it")
    for seat in (1, 2, SPECTATOR):
        match.scene(seat, used)
    assert match.scene(0, fresh) == match.scene(0, used)


def test_no_secret_can_be_read_from_a_translation() -> None:
    """Worlds that a seat cannot tell apart in English look the same in Italian, to the last byte."""
    tongue = italian()
    retold = msgspec.structs.replace(
        THIMBLE,
        words=tongue.words,
        scene=lambda state, seat: tongue.at(state).scene(THIMBLE.scene(state, seat)),
    )
    match = Match.new(retold, retold.setup(players=3), seed=1)
    assert match.scene(0).subtitle == "Round 1 di 1"
    for seed in range(4):
        two_worlds(retold, retold.setup(players=3 + seed % 3), seed)


def test_texts_that_nobody_has_read_are_not_in_a_translation_either() -> None:
    book = registry.get("wonderbook")
    match = Match.new(book, next(book.variants()), seed=1)
    english = book.texts(match.state)
    other = texts(match, Tongue(book, "it"))
    packs = [one for one in book.content(match.state).values() if hasattr(one, "texts")]
    unread = [key for pack in packs for key in pack.texts if key not in english]
    assert unread
    assert set(other) == set(english)
    assert [key for key in unread if other.get(key) is not None] == []


def test_strings_with_numbers_are_known_by_their_pattern() -> None:
    teller = italian().at(Match.new(THIMBLE, THIMBLE.setup(players=3), seed=1).state)
    assert teller.say("Round 2 of 3") == "Round 2 di 3"
    assert teller.say("Brooch (3)") == "Spilla (3)"
    assert teller.say("Player 4") == "Giocatore 4"
    assert teller.say("Player of games") == "Player of games"
    assert teller.say("12") == "12"


def test_cards_of_a_pack_are_called_and_printed_in_the_readers_language(tmp_path: Path) -> None:
    files = {path.relative_to(SOUND).as_posix(): path.read_bytes() for path in SOUND.rglob("*.yaml")}
    files["translations/it/a.yaml"] = (
        b"covers: [words, story]\ntexts:\n  yard.title: Luned\xc3\xac in cortile\n"
        b"  yard.text: |\n    Tutte le lenzuola.\n"
    )
    files["pack.yaml"] = files["pack.yaml"].replace(b"version: 1", b"version: 2")
    assert THIMBLE.language is not None
    ident = add(write(tmp_path / "line", files), THIMBLE.language)
    match = Match.new(THIMBLE, THIMBLE.setup(players=3, pack=ident), seed=3)
    english, other = match.scene(0), match.scene(0, Tongue(THIMBLE, "it"))
    assert english.page is not None
    assert other.page is not None
    assert (english.page.title, other.page.title) == ("Monday in the yard", "Lunedì in cortile")
    assert other.page.prose[0] == "Tutte le lenzuola."
    assert other.page.prose[1].startswith("Scegli una cosa: ")
    assert other.page.lang == ""
    assert other.ask is not None
    assert other.ask.note == "Lunedì in cortile"


def test_prose_that_stays_english_says_so_to_whoever_reads_it_aloud() -> None:
    assert THIMBLE.language is not None
    ident = add(SOUND, THIMBLE.language)
    match = Match.new(THIMBLE, THIMBLE.setup(players=3, pack=ident), seed=3)
    scene = match.scene(0, Tongue(THIMBLE, "it"))
    assert scene.page is not None
    assert scene.page.prose[0] == match.scene(0).page.prose[0]  # type: ignore[union-attr]
    assert scene.page.lang == "en"


def test_sentences_that_were_put_together_are_known_one_by_one() -> None:
    assert THIMBLE.language is not None
    ident = add(SOUND, THIMBLE.language)
    match = Match.new(THIMBLE, THIMBLE.setup(players=3, pack=ident), seed=3)
    teller = Tongue(THIMBLE, "it").at(match.state)
    pack = match.state.stock.pack  # type: ignore[attr-defined]
    one, two = pack.describe("yard")[0], pack.describe("peg")[0]
    assert teller.say(f"{one} {two}") == f"{teller.say(one)} {teller.say(two)}"
    assert teller.say(one) != one


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("tells: {a: b}\n", "'tells' is not known here"),
        ("words: {a: [b]}\n", "a translation is a text"),
        ("words: a\n", "a section has sentences"),
        ('words: {"Lay {0}": "Cala {1}"}\n', "{1} is no gap of 'Lay {0}'"),
        ('words: {"Lay {0}": "Cala {}"}\n', "{} is no gap of 'Lay {0}'"),
        ('words: {"Lay {0}": "Cala {0"}\n', "a gap is not closed in 'Cala {0'"),
    ],
)
def test_a_catalogue_that_cannot_be_read_says_where(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "catalogue.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadPack, match=re.escape(said)):
        read_catalogue(path)


def test_a_game_with_a_broken_catalogue_is_played_in_english(tmp_path: Path) -> None:
    folder = tmp_path / "lang" / "it"
    folder.mkdir(parents=True)
    (folder / "catalogue.yaml").write_text("words: [", encoding="utf-8")
    broken = msgspec.structs.replace(THIMBLE, folder=tmp_path)
    match = Match.new(broken, broken.setup(players=3), seed=1)
    scene = match.scene(0, Tongue(broken, "it"))
    assert scene.ask is not None
    assert scene.ask.prompt == "Your turn: what do you do?"
    assert scene.seats[0].name == "Giocatore 1"


def test_the_summary_of_the_rules_is_in_both_languages() -> None:
    assert THIMBLE.summary().startswith("# Thimble in short")
    assert THIMBLE.summary("it").startswith("# Thimble in breve")
    assert THIMBLE.summary("de") == THIMBLE.summary()
    assert registry.get("pig").summary("it") == ""
