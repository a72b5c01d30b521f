"""The command `foldtale`."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Final

from foldtale.cli.arguments import parser
from foldtale.cli.common import FAILED, MISUSED, OK, complain
from foldtale.cli.playing import play, refuse_game
from foldtale.kernel.errors import SetupError, TaleError
from foldtale.kernel.pack.problems import BadPack
from foldtale.kernel.registry import NoSuchGame
from foldtale.terminal.review import NotOver

INTERRUPTED: Final = 130
PIPE_CLOSED: Final = 141
TRACE: Final = "FOLDTALE_TRACE"
"""Set in the environment, it lets unexpected errors show where they come from."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; 0 if all is well, 1 if it failed, 2 if it was misused."""
    top = parser()
    args, rest = top.parse_known_args(argv)
    if args.run is play and (args.game or "--resume" in rest):
        given = list(sys.argv[1:] if argv is None else argv)
        return refuse_game(given[given.index("play") + 1 :])
    if rest:
        top.error(f"unrecognized arguments: {' '.join(rest)}")
    try:
        code: int = args.run(args)
        sys.stdout.flush()
    except EOFError:
        return OK
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PIPE_CLOSED
    except (NoSuchGame, SetupError) as error:
        return complain(str(error), MISUSED)
    except (TaleError, BadPack, NotOver) as error:
        return complain(str(error), FAILED)
    except OSError as error:
        return complain(f"{error.filename}: {error.strerror}", FAILED)
    except Exception as error:
        if os.environ.get(TRACE):
            raise
        ours = f"this is a mistake of ours, please report it ({TRACE}=1 tells more): {error!r}"
        return complain(ours, FAILED)
    return code
