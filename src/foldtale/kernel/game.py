"""What a game is to the kernel: a name, a typed setup, rules, a scene and words. No behaviour to inherit."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Final, Literal, NamedTuple, get_args, get_origin

import msgspec

from foldtale.kernel.covering import covering
from foldtale.kernel.effects.language import Language
from foldtale.kernel.errors import SetupError
from foldtale.kernel.judging import Reason, Share, share_of_win
from foldtale.kernel.ledger import Ledger
from foldtale.kernel.log import Line
from foldtale.kernel.options import Options
from foldtale.kernel.prepare import prepare
from foldtale.kernel.scene import Note, Scene
from foldtale.kernel.speech import ENGLISH, Speech, so_many
from foldtale.kernel.talk import Ask, Play, State
from foldtale.kernel.zones import Box, Supply

Count = Annotated[int, msgspec.Meta(ge=0)]
"""How often something happened, in a record."""


class Record(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What outlives a match: plain data a person can read. Games add fields; `version` counts changes."""

    version: int = 1


class Setup(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is chosen before a match. Games give `players` its bounds and add variants and a record."""

    players: int


class Habit(msgspec.Struct, frozen=True):
    """A standing order that a game proposes: questions of these topics are answered by their first option."""

    name: str
    title: str
    topics: tuple[str, ...]
    this_turn: bool = False  # only until the turn that it was given in is over


class Outcome(msgspec.Struct, frozen=True):
    """How a match ended: by which ending, who won, with what scores, and the record it leaves."""

    ending: str
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    record: Record | None = None


NOT_CHOSEN = ("record", "pack")
"""Fields of a setup that bring something along."""
MOST_MIXES = 72
LONG = 6
"""More choices than these are not all mixed with each other, nor are longer ranges of numbers."""
SUMMARY = "SUMMARY.md"
ASKED_BY_CARDS: Final = {
    "choose": "What do you do?",
    "may": "Do you do it?",
    "pick": "Which one?",
    "amount": "How many?",
}
TOLD_BY_CARDS: Final = {
    "a card says": "{0}",
    "an effect was cut short": "{0} went on and on, and was stopped.",
    "settled no further": "Consequences went on and on, and were stopped.",
}
MOST_SECRETS = 4
"""A sentence speaks of no more secret facts than these."""


class Tell(NamedTuple):
    """What a tale says when something happens, and its icon."""

    says: str
    icon: str = ""
    heading: bool = False  # whether it opens a part of the tale
    trifle: bool = False  # whether a summary leaves it out


class Words(msgspec.Struct, frozen=True):
    """Every sentence a game says to people, by topic, option and tell.

    An option's sentence stands under its key, or under its verb and a space. In a topic's sentence `{0}`,
    `{1}` … are what the question is about; the first of it may have a sentence of its own, so that "reroll"
    about an attack says `topics["reroll attack"]`. In an option's sentence `{0}` is the first word of the
    key after the verb. In a tell's, `{who}` is the seat, `{0}`, `{1}` … what
    it is about and then the secret part, and `{0:seat}` a seat's name. In topics and tells
    `{0:n Spark}` so many of something: "1 Spark", "2 Sparks"; `{0:n foot|feet}` says both forms.
    `things` says how a word of a key or a fact is written in a sentence, where it is not as it is.
    `untold` are answers that go without saying, and topics of answers and dice that the rules tell of.
    `groups` are what options are called together, by key or verb, where there are too many to be listed;
    `icons` are the pictures of options, by key or verb, and of tells; `headings` are tells that open a
    part of the tale, `trifles` those that a summary leaves out; `final` are options, by key or verb, that
    let dice fall or reveal something. `speech` is the language that all this is in.
    """

    topics: Mapping[str, str]
    options: Mapping[str, str]
    tells: Mapping[str, str]
    things: Mapping[str, str] = {}
    untold: tuple[str, ...] = ()
    icons: Mapping[str, str] = {}
    headings: tuple[str, ...] = ()
    trifles: tuple[str, ...] = ()
    final: tuple[str, ...] = ()
    groups: Mapping[str, str] = {}
    speech: Speech = ENGLISH

    @classmethod
    def of(
        cls,
        options: Options,
        topics: Mapping[str, str],
        tells: Mapping[str, str | Tell],
        things: Mapping[str, str] = {},
        untold: tuple[str, ...] = (),
        labels: Mapping[str, str] = {},
    ) -> Words:
        """Return the words of a game by its options and tells; `labels` are those of more options.

        What cards ask and tell in every game is said already, unless a game says it in its own words.
        """
        tells = {**TOLD_BY_CARDS, **tells}
        told = {name: Tell(tell) if isinstance(tell, str) else tell for name, tell in tells.items()}
        return cls(
            topics={**ASKED_BY_CARDS, **topics},
            options={**labels, **options.labels},
            tells={name: tell.says for name, tell in told.items()},
            things=things,
            untold=untold,
            icons={**options.icons, **{name: tell.icon for name, tell in told.items() if tell.icon}},
            headings=tuple([name for name, tell in told.items() if tell.heading]),
            trifles=tuple([name for name, tell in told.items() if tell.trifle]),
            final=tuple(options.final),
            groups=options.groups,
        )

    def icon(self, key: str) -> str:
        """The picture of an option."""
        return self.icons.get(key) or self.icons.get(key.partition(" ")[0], "")

    def group(self, key: str) -> str:
        """What an option is called together with its like."""
        return self.groups.get(key) or self.groups.get(key.partition(" ")[0], "")

    def is_final(self, key: str) -> bool:
        return key in self.final or key.partition(" ")[0] in self.final

    def option(self, key: str, texts: Mapping[str, str] | None = None) -> str:
        """Return what an option says, by the packs' texts or by these words; a card by its title."""
        titles = texts or {}
        whole = titles.get(key) or self.options.get(key)
        if whole is not None:
            return whole
        verb, *rest = key.split()
        sentence = self.options.get(f"{verb} ") or self.options.get(verb)
        if sentence is None:
            return titles.get(f"{key}.title") or key[:1].upper() + key[1:]
        words = [self.called(int(word) if word.isdecimal() else word, titles) for word in rest]
        return self.speech.within(sentence, sentence.format(*words))

    def prompt(
        self, topic: str, about: Sequence[int | str] = (), texts: Mapping[str, str] | None = None
    ) -> str:
        """What a question says."""
        sentence = self.topics.get(topic, topic)
        if about:
            sentence = self.topics.get(f"{topic} {about[0]}", sentence)
        parts = [Part(self.called(fact, texts or {}), ()) for fact in about]
        return self.speech.within(sentence, sentence.format(*parts)).strip()

    def sentence(
        self, tell: Mapping[str, Any], names: Sequence[str], texts: Mapping[str, str] | None = None
    ) -> str:
        """What a story's tell says, with the names of the seats; what is secret is "something"."""
        facts = [*tell["about"], *tell.get("secret", ())]
        parts = [Part(self.called(fact, texts or {}), names) for fact in facts]
        parts += [Part(self.speech("something"), names)] * MOST_SECRETS
        who = names[tell["who"]] if tell["who"] >= 0 else self.speech("The table")
        sentence = self.tells[tell["tell"]]
        said = self.speech.within(sentence, sentence.format(*parts, who=who))
        return said.replace("?.", "?").replace("!.", "!")

    def called(self, fact: int | str, texts: Mapping[str, str]) -> int | str:
        """How a fact is written in a sentence: as the game calls it, by its title, or as it is."""
        word = str(fact)
        if isinstance(fact, int):
            return self.things.get(word, fact)
        known = self.things.get(word) or texts.get(f"{word}.title") or texts.get(word)
        return known or self.speech(fact)

    def spoken(self, speech: Speech) -> Words:
        """The same words in another language, as far as it has them."""

        def said(sentences: Mapping[str, str]) -> dict[str, str]:
            return {name: speech.phrase(sentence) for name, sentence in sentences.items()}

        return msgspec.structs.replace(
            self,
            topics=said(self.topics),
            options=said(self.options),
            tells=said(self.tells),
            things=said(self.things),
            speech=speech,
        )


class Part:
    """One fact of a sentence: `{0}` as it is written, `{0:seat}` a seat's name, `{0:n Spark}` "2 Sparks"."""

    def __init__(self, fact: int | str, names: Sequence[str]) -> None:
        self.fact = fact
        self.names = names

    def __format__(self, form: str) -> str:
        if form == "seat" and isinstance(self.fact, int):
            return self.names[self.fact]
        if form.startswith("n ") and isinstance(self.fact, int):
            one, _, more = form[2:].partition("|")
            return so_many(self.fact, one, more)
        return str(self.fact)


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """A game, found by its entry point in the group `foldtale.games`.

    `begin`       the state before the first word, from a setup
    `main`        the rules: a coroutine over a state that ends with the outcome
    `scene`       what one seat sees of a state; all that ever leaves for people and bots
    `vocabulary`  every key that can be answered under a setup
    `sights`      all that a pack has to show under a setup, in the order of the book, if the game says so:
                  pages, options, `ways`, and what is told of something ("twine appears"); endings only if not
                  every one can be reached there
    `boxes`       the cards of a state, a box for each back
    `endings`     every way in which a match can end
    `pauses`      endings after which one simply goes on another time: nobody has won or lost
    `touches`     the scene's elements that an option is about
    `language`    what cards of a pack can say
    `texts`       the words of the packs in play, by id: titles, options, what cards say
    `read_aloud`  the words of a page that was shown, for whoever reads the tale again
    `recap`       what the last page tells of a match that is over, from its state and a seat's story
    `packs`       the packs of a setup by id, with the hash of what is in them
    `content`     what is written and never changes that a state refers to, by name: packs, and what is made
                  of them; snapshots name it instead of keeping it
    `folder`      where RULES.md lies
    `shelf`       "books", or "small" for the games to learn by
    `spacing`     how many entries of the log lie between two checkpoints, at least: fewer where beats
                  are dear to replay, more where a copy is dear
    `secrets`     whether seats have secrets from each other
    `secret_topics`  questions whose answers nobody else ever learns of
    `aside_topics`   questions at which others may have free moves
    `reactions`   topics of questions that come out of turn, and that nobody may linger over
    `habits`      standing orders that the game proposes
    `why_not`     the rule by which a key is not among the options, for whoever sends it
    `turn`        a number that everybody knows and that is another one in each turn
    `progress`    how a state stands for a seat, from what this seat knows and nobody has still to read: parts
                  that add up to its chance of winning
    `reasons`     how a hint says that one of these parts differs
    `worth`       what an ending is worth to a seat, from 0 to 1
    `together`    whether all seats of a setup win or lose together
    `reflex`      the place of the option that a quick player would take, from what the asked seat knows; the
                  function that it is given draws a number below 1
    `prior`       for each option of a question how promising it looks; where there are many, bots look only
                  at the best of them
    `never`       options that bots leave alone, by key or verb, such as offers to trade, and going back
    `ahead`       after how many turns, under a setup, bots stop playing on in their heads and judge by
                  `progress`
    """

    name: str
    title: str
    blurb: str
    setups: type[Setup]
    begin: Callable[[Any], State]
    main: Callable[[Any], Play[Outcome]]
    scene: Callable[[Any, int], Scene]
    words: Words
    vocabulary: Callable[[Any], Sequence[str]]
    endings: tuple[str, ...]
    folder: Path
    version: int = 1
    shelf: Literal["books", "small"] = "books"
    spacing: int = 4
    secrets: bool = False
    secret_topics: tuple[str, ...] = ()
    aside_topics: tuple[str, ...] = ()
    reactions: tuple[str, ...] = ()
    habits: tuple[Habit, ...] = ()
    pauses: tuple[str, ...] = ()
    turn: Callable[[Any], int] = lambda state: 0
    progress: Callable[[Any, int], Sequence[Share]] = lambda state, seat: ()
    reasons: Mapping[str, Reason] = {}
    worth: Callable[[Any, Outcome, int], float] = share_of_win
    together: Callable[[Any], bool] = lambda setup: False
    reflex: Callable[[Any, Ask, Callable[[], float]], int] | None = None
    prior: Callable[[Any, Ask], Sequence[float]] | None = None
    never: tuple[str, ...] = ()
    ahead: Callable[[Any], int] = lambda setup: int(setup.players) + 1
    why_not: Callable[[Any, Ask, str], str] = lambda state, ask, key: ask.rule
    boxes: Callable[[Any], Sequence[Box]] = lambda state: ()
    supplies: Callable[[Any], Sequence[Supply]] = lambda state: ()
    touches: Callable[[Any, str, str], Sequence[str]] = lambda state, topic, key: ()
    language: Language | None = None
    texts: Callable[[Any], Mapping[str, str]] = lambda state: {}
    read_aloud: Callable[[Any, str], str] = lambda state, page: ""
    recap: Callable[[Any, Sequence[Line]], Sequence[Note]] = lambda state, story: ()
    packs: Callable[[Any], Mapping[str, str]] = lambda setup: {}
    content: Callable[[Any], Mapping[str, Any]] = lambda state: {}
    sights: Callable[[Any], Sequence[str]] = lambda setup: ()

    def __post_init__(self) -> None:
        prepare(self.setups)

    def setup(self, **choices: Any) -> Any:
        """A checked setup: `game.setup(players=2)`."""
        try:
            return msgspec.convert(choices, self.setups)
        except msgspec.ValidationError as error:
            fields = ", ".join([field.name for field in msgspec.structs.fields(self.setups)])
            raise SetupError(f"{self.title}: {error}; one can choose: {fields}") from None
        except RecursionError:
            raise SetupError(f"{self.title}: what is chosen lies too deep in itself") from None

    def variants(self) -> Iterator[Any]:
        """Every setup without a record: each player count with each choice of the other fields.

        Where there are too many, each player count with so many choices that every pair of values occurs; of
        a long range of numbers the ends and the middle. What cannot be mixed is left out.
        """
        fields = [field for field in msgspec.structs.fields(self.setups) if field.name not in NOT_CHOSEN]
        names = [field.name for field in fields if field.name != "players"]
        (players,) = [choices_of(field.type) for field in fields if field.name == "players"]
        ranges = [choices_of(field.type) for field in fields if field.name != "players"]
        if math.prod([len(values) for values in ranges]) > MOST_MIXES:
            short = [
                values if len(values) <= LONG else [values[0], values[len(values) // 2], values[-1]]
                for values in ranges
            ]
            rows = covering(short, lambda row: self._is_setup(players[0], names, row))
        else:
            rows = list(itertools.product(*ranges))
        for count in players:
            for row in rows:
                if self._is_setup(count, names, row):
                    yield self.setup(players=count, **dict(zip(names, row, strict=True)))

    def _is_setup(self, players: int, names: list[str], row: tuple[Any, ...]) -> bool:
        """Whether these choices can be mixed."""
        try:
            self.setup(players=players, **dict(zip(names, row, strict=True)))
        except SetupError:
            return False
        return True

    def rules(self) -> Ledger:
        """The game's rules ledger."""
        path = self.folder / "RULES.md"
        return Ledger.from_text(path.read_text(encoding="utf-8"), path.name)

    def summary(self, lang: str = "en") -> str:
        """The rules in short, as Markdown, in this language or else in English; nothing if there are none."""
        for path in (self.folder / "lang" / lang / SUMMARY, self.folder / SUMMARY):
            if path.is_file():
                return path.read_text(encoding="utf-8")
        return ""


def choices_of(kind: Any) -> list[Any]:
    """The values a setup field can take: bounded numbers, literals, yes or no."""
    arguments = get_args(kind)
    if get_origin(kind) is Literal:
        return list(arguments)
    if kind is bool:
        return [False, True]
    if type(None) in arguments:
        return [None]
    if get_origin(kind) is Annotated and None not in (arguments[1].ge, arguments[1].le):
        return list(range(arguments[1].ge, arguments[1].le + 1))
    if get_origin(kind) is Annotated and arguments[0] is not int:
        return choices_of(arguments[0])
    raise TypeError(f"a setup field must be a bounded number, literals or yes/no, not {kind}")
