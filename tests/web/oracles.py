"""Who may know what, found out without scenes and stories: from the state of the rules, word by word.

A shadow plays the true match again on a state of its own. At every word that the rules say it looks where cards
lie and who is in their masks, and what was shown or told to whom. What it notes at a question is what a seat may
know while that question is open.
"""

from __future__ import annotations

import itertools
import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from foldtale.games.wonderbook.content import LIBRARY, Chapter, place_of
from foldtale.games.wonderbook.options import WYRM_IS
from foldtale.games.wonderbook.words import WORDS
from foldtale.kernel.chance import place_of as fall_of
from foldtale.kernel.log import Said
from foldtale.kernel.match import Match
from foldtale.kernel.talk import EVERYONE, SPECTATOR, Aside, Ask, Chance, Show, key_of

OVER = 0
"""The number under which is noted what may be known when the match is over."""
WORD = re.compile(r"[^\W\d_]+")
CARD_ID = re.compile(r"\b(?:I|II|III|IV|V|VI)-\d+\b")


class Shadow(ABC):
    """Follows a match; `numbers` are the questions that it has noted something about."""

    def __init__(self, match: Match) -> None:
        self.game = match.game
        self.setup = match.setup
        self.numbers: list[int] = []
        self._read = 0
        self._last: object = None
        self._restart()

    def _restart(self) -> None:
        self.fed: list[tuple[str, str, int]] = []
        self.state: Any = self.game.begin(self.setup)
        self.state.told = []
        self._rules = self.game.main(self.state)
        self.word: Ask | Chance | None = None
        self._go(None)

    def sync(self, match: Match) -> None:
        """Catch up with the true match."""
        log = match.entries or []
        if not self._read or len(log) < self._read or log[self._read - 1] is not self._last:
            said = [_said(entry) for entry in log if _is_said(entry)]
            if self.fed != said[: len(self.fed)]:
                self._restart()
            new = said[len(self.fed) :]
        else:
            new = [_said(entry) for entry in log[self._read :] if _is_said(entry)]
        self._read = len(log)
        self._last = log[-1] if log else None
        for topic, key, number in new:
            assert self.word is not None
            assert self.word.topic == topic, (self.word.topic, topic)
            if number:
                self._note(number)
            self.fed.append((topic, key, number))
            self._go(_value(self.word, key))
        assert (self.word is None) == match.over
        self._note(OVER if match.over else match.number)

    def _note(self, number: int) -> None:
        if number not in self.numbers:
            self.numbers.append(number)
            self.note(number)

    def _go(self, value: Any) -> None:
        """Let the rules speak until somebody must answer, or something falls."""
        self.word = None
        try:
            while True:
                word = self._rules.send(value)
                self._hear(word)
                value = None
                if isinstance(word, Ask):
                    if len(word.options) > 1 or word.aside or word.veiled:
                        self.word = word
                        return
                    value = word.options[0]
                elif isinstance(word, Chance):
                    if len(word.outcomes) > 1:
                        self.word = word
                        return
                    value = word.outcomes[0]
        except StopIteration:
            self._hear(None)

    def _hear(self, word: object) -> None:
        told, self.state.told = self.state.told, []
        for what, _, _, about, _, _ in told:
            if what == "a card says":
                self.said(str(about[0]))
        if isinstance(word, Show) and word.page:
            self.shown(word.page)
        self.sample(word)

    def before(self, number: int) -> int:
        """The question that was noted last, up to this one."""
        if number == OVER:
            return OVER if OVER in self.numbers else max(self.numbers)
        return max([one for one in self.numbers if one <= number], default=min(self.numbers))

    @abstractmethod
    def sample(self, word: object) -> None:
        """The rules have said a word: what lies where?"""

    @abstractmethod
    def shown(self, page: str) -> None: ...

    @abstractmethod
    def said(self, key: str) -> None:
        """A card has told something."""

    @abstractmethod
    def note(self, number: int) -> None:
        """A question is open."""


def _is_said(entry: Any) -> bool:
    return len(entry) == 3 and isinstance(entry[0], Ask | Chance)


def _said(entry: Said) -> tuple[str, str, int]:
    word, value, number = entry
    key = f"{value.seat}: {value.key}" if isinstance(value, Aside) else key_of(value)
    return word.topic, key, number  # type: ignore[union-attr]


def _value(word: Ask | Chance, key: str) -> Any:
    if isinstance(word, Chance):
        return word.outcomes[fall_of(word.outcomes, key)]
    for option in word.options:
        if option.key == key:
            return option
    return next(aside for aside in word.aside if f"{aside.seat}: {aside.key}" == key)


# Thimble, with a pack in which every card is one of a kind


class Odd(NamedTuple):
    """A pack of odd words: which of them each card has, and what is only told."""

    ident: str
    cards: dict[str, frozenset[str]]
    said: dict[str, frozenset[str]]

    @property
    def words(self) -> frozenset[str]:
        return frozenset().union(*self.cards.values(), *self.said.values())


SYLLABLES = ("vor", "zil", "quem", "bax", "nuth", "yop", "drel", "fiz", "gorm", "whib", "snaf", "juk")
TREASURES, TRICKS, PAGES = 26, 12, 4


def odd_pack(folder: Path) -> Odd:
    """Write a pack whose ids, titles, labels and texts are words that occur nowhere else."""
    luck = Random(7)
    used: set[str] = set()

    def word() -> str:
        while True:
            made = "".join([luck.choice(SYLLABLES) for _ in range(4)])
            if made not in used:
                used.add(made)
                return made

    cards: dict[str, set[str]] = {}
    said: dict[str, frozenset[str]] = {}
    rows: list[str] = []

    def card(kind: str, *more: str) -> str:
        ident, title, text = word(), word(), word()
        cards[ident] = {ident, title, text}
        rows.append(f"- card: {ident}\n  kind: {kind}\n  title: The {title}\n  text: It is {text}.")
        rows.extend([f"  {line}" for line in more])
        return ident

    for at in range(TREASURES):
        label = word()
        laid = [[], [f"laid: [{{may: [{{see_hand: left}}], say: {label}}}]"], ["laid: [{look: 1}]"]]
        ident = card("treasure", f"worth: {at % 5}", *laid[at % 3])
        if at % 3 == 1:
            cards[ident].add(label)
    for at in range(TRICKS):
        tale = word()
        does = (
            "[{pick: others where hand_size(it) > 0, do: [{pinch: it}]}]",
            f"[{{look: 2}}, {{tell: {tale}}}]",
            "[{draw: 1, who: left}]",
            "[{pick: others, do: [{see_hand: it}]}]",
        )
        ident = card("trick", f"do: {does[at % 4]}")
        if at % 4 == 1:
            said[f"{ident} says-1"] = frozenset([tale])
    pages = [word() for _ in range(PAGES)]
    for at, page in enumerate(pages):
        title, text, one, two = word(), word(), word(), word()
        cards[page] = {page, title, text, one, two}
        rows.append(f"- card: {page}\n  kind: page\n  title: The {title}\n  text: It says {text}.")
        rows.append(f"  do: [{{choose: [{{id: one, say: {one}, do: [{{score: {at}}}]}},")
        rows.append(f"    {{id: two, say: {two}, do: [{{look: 1}}]}}]}}]")
        if at + 1 < PAGES:
            rows.append(f"  next: {pages[at + 1]}")
    (folder / "cards").mkdir(parents=True)
    (folder / "cards" / "odd.yaml").write_text("\n".join(rows) + "\n")
    about = f"pack: odd\ngame: thimble\ntitle: Odd things\nstart: {pages[0]}\n"
    (folder / "pack.yaml").write_text(about)
    return Odd("odd", {ident: frozenset(words) for ident, words in cards.items()}, said)


FEW = {"button": 0, "silk": 0, "brooch": 0, "magpie": 4, "needle": 3, "spectacles": 4, "ribbon": 4, "cat": 3}
"""Of Thimble's own cards only those that do something: all treasures are those of the pack."""


class Known(NamedTuple):
    """What a seat may know while a question is open.

    `now`    odd words of cards that it knows where they are
    `ever`   and of those that it has known before
    `hands`  for each seat the cards in hand that this one knows, and how many there are
    """

    now: frozenset[str]
    ever: frozenset[str]
    hands: tuple[tuple[Counter[str], int], ...]


class Basket(Shadow):
    """Thimble: the masks of the box."""

    def __init__(self, match: Match, odd: Odd) -> None:
        self.odd = odd
        self.seats = [*range(match.setup.players), SPECTATOR]
        self.ever: dict[int, set[str]] = {seat: set() for seat in self.seats}
        self.public: set[str] = set()
        self.at: dict[int, dict[int, Known]] = {}
        super().__init__(match)

    def sample(self, word: object) -> None:
        for card, mask in self.state.box.all_known():
            for seat in self.seats:
                if mask >> seat & 1:
                    self.ever[seat] |= self.odd.cards.get(card, frozenset())

    def shown(self, page: str) -> None:
        self.public |= self.odd.cards[page]

    def said(self, key: str) -> None:
        self.public |= self.odd.said[key]

    def note(self, number: int) -> None:
        self.at[number] = {seat: self._known(seat) for seat in self.seats}

    def _known(self, seat: int) -> Known:
        box = self.state.box
        cards = [card for card, mask in box.all_known() if mask >> seat & 1]
        now = frozenset().union(self.public, *[self.odd.cards.get(card, ()) for card in cards])
        hands = tuple(
            [
                (Counter([card for card, mask in box.known(row) if mask >> seat & 1]), len(box.rows[row]))
                for row in range(self.setup.players)
            ]
        )
        return Known(now, frozenset(self.ever[seat] | self.public), hands)

    def known(self, number: int, seat: int) -> Known:
        return self.at[self.before(number)][seat]


class Finder:
    """Looks for odd words; what is written between two quotation marks comes again and again."""

    def __init__(self, words: frozenset[str]) -> None:
        self.words = words
        self._found: dict[str, frozenset[str]] = {}

    def __call__(self, text: str) -> frozenset[str]:
        found: set[str] = set()
        for part in set(text.split('"')):
            if part not in self._found:
                self._found[part] = self.words & set(WORD.findall(part.lower()))
            found |= self._found[part]
        return frozenset(found)


def hands_in(scene: Mapping[str, Any]) -> list[tuple[Counter[str], int]]:
    """For each seat the cards in hand that a scene shows, and how many there are."""
    found = []
    for panel in scene["seats"]:
        hand = next(thing for thing in panel["things"] if thing["id"] == f"hand {panel['seat']}")
        cards = Counter([card["icon"] for card in hand.get("cards", ())])
        found.append((cards, cards.total() + hand.get("hidden", 0)))
    return found


# Wonder Book


LETTERS = 20
"""A sentence with so many letters is one of a kind."""


class Watched(NamedTuple):
    """A text that may be known as soon as one of these things has happened."""

    text: str
    when: frozenset[str]


class Pages:
    """Every text of a Chapter that is one of a kind, with what must have happened before it may be known."""

    def __init__(self, pack: str) -> None:
        self.chapter = chapter = LIBRARY.contents(pack, 1)
        when: dict[str, set[str]] = {}
        for text, event in texts_of(chapter):
            for piece in pieces_of(text):
                when.setdefault(piece, set()).add(event)
                if event.startswith(("area ", "object ")):
                    when[piece] |= printed_on(chapter, piece)
        everything = [plain(text) for text in all_texts(chapter)]
        written = [(plain(text), event) for text, event in texts_of(chapter)]
        common = [text for text, event in written if not event]
        self.watched: list[Watched] = []
        for piece, events in when.items():
            if "" in events or any(piece in text for text in common):
                continue
            homes = {text for text in everything if piece in text}
            if homes <= {text for text, event in written if event in events}:
                self.watched.append(Watched(piece, frozenset(events)))
        self._by_pair: dict[tuple[str, str], list[Watched]] = {}
        pairs = Counter([pair for text in everything for pair in set(_pairs(text))])
        for one in self.watched:
            rarest = min(_pairs(one.text), key=lambda pair: pairs[pair])
            self._by_pair.setdefault(rarest, []).append(one)

        self._found: dict[str, tuple[tuple[Watched, ...], frozenset[str]]] = {}

    def found_in(self, text: str) -> tuple[set[Watched], set[str]]:
        """The watched texts, and the ids of numbered cards, in what somebody was sent."""
        texts: set[Watched] = set()
        ids: set[str] = set()
        for part in set(text.split('"')):
            if part not in self._found:
                self._found[part] = self._look(part)
            found, named = self._found[part]
            if found or named:
                texts.update(found)
                ids |= named
        return texts, ids

    def _look(self, part: str) -> tuple[tuple[Watched, ...], frozenset[str]]:
        flat = plain(part.replace("\\n", " "))
        hits = self._by_pair.keys() & set(_pairs(flat))
        found = tuple([one for pair in hits for one in self._by_pair[pair] if one.text in flat])
        return found, frozenset(CARD_ID.findall(part))


def _pairs(text: str) -> list[tuple[str, str]]:
    words = WORD.findall(text)
    return list(itertools.pairwise(words))


def plain(text: str) -> str:
    return " ".join(text.split()).casefold()


def pieces_of(text: str) -> list[str]:
    """Sentences that are long enough, or a whole title of two words or more."""
    flat = plain(text)
    parts = [part.strip() for part in re.split(r"(?<=[.!?:;])\s|[“”\"]", flat)]
    long = [part for part in parts if sum(letter.isalpha() for letter in part) >= LETTERS]
    if len(WORD.findall(flat)) >= 2 and len(parts) == 1:
        return [flat]
    return long


def is_derived(key: str) -> bool:
    """Whether a text is made of others: labels of skills and of Special Actions, Wyrms by their area."""
    word, _, rest = key.partition(" ")
    return key.endswith((".does", ".note")) or word in ("use", "choose", "try") or rest in WYRM_IS


def all_texts(chapter: Chapter) -> list[str]:
    """All that is written, and all that the game says by itself."""
    said = [*WORDS.topics.values(), *WORDS.options.values(), *WORDS.tells.values(), *WORDS.things.values()]
    props = [prop.name for prop in chapter.props.values()]
    written = [text for key, text in chapter.texts.items() if not is_derived(key)]
    return [*written, *said, *props]


def texts_of(chapter: Chapter) -> list[tuple[str, str]]:
    """Every text with what makes it known: "" for what everybody may read at any time.

    Faces are known when they are shown ("I-1 front"), what cards tell when they tell it, options when they are
    offered, places and things of a map when they are on the table, cards of a deck when they lie open.
    """
    found: list[tuple[str, str]] = []
    for key, text in chapter.texts.items():
        if is_derived(key):
            continue
        found += [(text, event) for event in events_of(chapter, key)]
    for name, prop in chapter.props.items():
        found.append((prop.name, f"object {name}"))
    return found


PRINTED = ("goal", "item", "rule", "shred", "wyrm", "enemy", "ally")
"""Cards on which stands what they do, in sentences that name places and things."""


def printed_on(chapter: Chapter, name: str) -> set[str]:
    """Where a place or a thing is named: whoever sees one of these cards may know of it."""
    cards = [card for card in chapter.cards.values() if card.kind in PRINTED]
    return {
        f"{card.id} lies open" for card in cards if name in plain(chapter.texts.get(f"{card.id}.does", ""))
    }


def areas_of(chapter: Chapter) -> set[str]:
    return {*chapter.grounds}


def events_of(chapter: Chapter, key: str) -> list[str]:
    owner, _, path = key.partition(".")
    if " " in owner:
        return events_of_said(chapter, key)
    card = chapter.cards.get(owner)
    if card is None:
        area, thing = owner in areas_of(chapter), owner in chapter.props
        return [*[f"area {owner}"][:area], *[f"object {owner}"][:thing]] or [""]
    part, _, rest = path.partition(".")
    if card.kind == "map":
        if part in ("areas", "objects"):
            return [f"{part.removesuffix('s')} {rest.split('.')[0]}"]
        return [f"map {owner}"]
    if card.kind == "hero" or path == "chapter":
        return [""]
    if card.kind == "upgrade":
        sides = [part] if part in ("left", "right") else ["left", "right"]
        return [f"{owner} lies open", *[f"offered choose {owner} {side}" for side in sides]]
    if place_of(owner) is None:
        return [f"{owner} lies open", f"{owner} front"]
    if part == "back":
        return [f"{owner} back"]
    if part in ("options", "endings"):
        band = getattr(card.body, part)[int(rest.split(".")[0]) - 1]
        if part == "options" and rest.endswith("say"):
            return [f"offered {owner} {band.id}", *([] if band.concealed else [f"{owner} front"])]
        return [f"{owner} {band.id}"]
    if part == "next":
        return [f"{owner} next"]
    first = owner == chapter.deck[0] and path == "title" and f"{owner}.chapter" not in chapter.texts
    return ["" if first else f"{owner} front"]


def events_of_said(chapter: Chapter, key: str) -> list[str]:
    """What a card tells, or the option of a card."""
    owner, said = key.split(" ", 1)
    if said.startswith("says-"):
        return [f"said {key}"]
    card = chapter.cards.get(owner)
    if card is None:
        return [f"offered {key}"]
    printed = place_of(owner) is None or card.kind in PRINTED
    return [f"offered {key}", *([f"{owner} lies open"] if printed else [])]


class Book(Shadow):
    """Wonder Book: pages that were shown, what was told and offered, and what lies on the table."""

    def __init__(self, match: Match) -> None:
        self.happened: set[str] = set()
        self.seen: set[str] = set()
        self.at: dict[int, tuple[frozenset[str], frozenset[str]]] = {}
        super().__init__(match)

    def sample(self, word: object) -> None:
        g = self.state
        if isinstance(word, Ask):
            for option in word.options:
                self.happened.add(f"offered {option.key}")
        if isinstance(word, Show) and word.to == EVERYONE:
            self._open(word.what)
        if g.map:
            self.happened.add(f"map {g.map}")
            self.happened.update([f"area {area}" for area in g.areas.names])
            self.happened.update([f"object {name}" for name in g.objects])
        self._open(g.figures)
        self._open([ident for skills in g.skills.values() for ident, _ in skills])
        for box in (g.wyrm_cards, g.shred_cards):
            known = [card for card, mask in box.all_known() if mask == EVERYONE]
            self._open([card for card in known if place_of(card) is None])

    def _open(self, cards: Iterable[str]) -> None:
        for card in cards:
            self.happened.add(f"{card.split()[0]} lies open")
            self.seen.add(card.split()[0])

    def shown(self, page: str) -> None:
        self.happened.add(page)
        self.seen.add(page.split(maxsplit=1)[0])

    def said(self, key: str) -> None:
        self.happened.add(f"said {key}")

    def note(self, number: int) -> None:
        self.at[number] = frozenset(self.happened), frozenset(self.seen)

    def known(self, number: int) -> tuple[frozenset[str], frozenset[str]]:
        """What has happened, and the ids of cards that were seen."""
        return self.at[self.before(number)]
