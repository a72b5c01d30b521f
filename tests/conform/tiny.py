"""Wonder Book with the tiny campaign of the tests: every Chapter, for every number of players and difficulty."""

from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from foldtale import games
from foldtale.games.wonderbook import WonderBookSetup
from foldtale.games.wonderbook.effects import LANGUAGE
from foldtale.kernel.pack import shelf

PACK = Path(__file__).parent.parent / "games" / "wonderbook" / "packs" / "tiny"


class TinySetup(WonderBookSetup, frozen=True, kw_only=True):
    pack: str = "tiny"
    chapter: Annotated[int, Meta(ge=1, le=6)] = 1


shelf.add(PACK, LANGUAGE)
game = msgspec.structs.replace(games.get("wonderbook"), setups=TinySetup)
