"""Kibitz: write a game's rules as a few plain functions, and it is played at native speed."""

from kibitz.core import bits
from kibitz.core.contract import DRAW, LOSS, WIN, Game, Option, Outcome
from kibitz.core.errors import (
    AmbiguousMoveError,
    CompileError,
    ConformanceError,
    ContractError,
    FinishedError,
    HistoryError,
    IllegalMoveError,
    InvalidMoveError,
    KibitzError,
    KibitzWarning,
    LevelError,
    LimitError,
    MoveError,
    OptionError,
    PositionError,
    UnknownGameError,
)
from kibitz.core.geometry import Cell, Geometry, Piece
from kibitz.core.level import Level
from kibitz.core.messages import Message
from kibitz.core.notation import Notation
from kibitz.engine.engine import Engine, Snapshot
from kibitz.engine.lines import Line, Warrant
from kibitz.engine.player import Player
from kibitz.games.registry import game, names
from kibitz.search.limits import Limit
from kibitz.search.switches import Switches
from kibitz.session.session import Session

__version__ = "0.1.0"

__all__ = [
    "DRAW",
    "LOSS",
    "WIN",
    "AmbiguousMoveError",
    "Cell",
    "CompileError",
    "ConformanceError",
    "ContractError",
    "Engine",
    "FinishedError",
    "Game",
    "Geometry",
    "HistoryError",
    "IllegalMoveError",
    "InvalidMoveError",
    "KibitzError",
    "KibitzWarning",
    "Level",
    "LevelError",
    "Limit",
    "LimitError",
    "Line",
    "Message",
    "MoveError",
    "Notation",
    "Option",
    "OptionError",
    "Outcome",
    "Piece",
    "Player",
    "PositionError",
    "Session",
    "Snapshot",
    "Switches",
    "UnknownGameError",
    "Warrant",
    "bits",
    "game",
    "names",
]
