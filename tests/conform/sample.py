"""Wonder Book with the sample chapter of the game's folder: twelve cards, for every table."""

import msgspec

from foldtale import games
from foldtale.games.wonderbook import WonderBookSetup


class SampleSetup(WonderBookSetup, frozen=True, kw_only=True):
    pack: str = "sample"


game = msgspec.structs.replace(games.get("wonderbook"), setups=SampleSetup)
