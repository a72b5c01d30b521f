"""The card language: what games register and what rules call. No author's code is ever run."""

from foldtale.kernel.effects import choices as _choices
from foldtale.kernel.effects import control as _control
from foldtale.kernel.effects.expression import ME, Expr
from foldtale.kernel.effects.force import (
    Force,
    Source,
    Standing,
    after,
    allowed,
    amended,
    before,
    enter,
    expire,
    forbidden,
    happen,
    is_changed,
    leave,
    leave_all,
    mark,
    prevented,
    rename,
    renew,
    value,
)
from foldtale.kernel.effects.kinds import FLAG, Kind, Type
from foldtale.kernel.effects.language import Cause, Event, Language, Steps
from foldtale.kernel.effects.program import Code, perform

del _choices, _control

__all__ = [
    "FLAG",
    "ME",
    "Cause",
    "Code",
    "Event",
    "Expr",
    "Force",
    "Kind",
    "Language",
    "Source",
    "Standing",
    "Steps",
    "Type",
    "after",
    "allowed",
    "amended",
    "before",
    "enter",
    "expire",
    "forbidden",
    "happen",
    "is_changed",
    "leave",
    "leave_all",
    "mark",
    "perform",
    "prevented",
    "rename",
    "renew",
    "value",
]
