"""The public names; `kibitz` loads this module when one of them is first used."""

from kibitz.adapters.adapt import adapt
from kibitz.adapters.minimax import Minimax
from kibitz.client.client import Client
from kibitz.client.remote_errors import RequestError
from kibitz.core import bits
from kibitz.core.board import Board
from kibitz.core.cells import Cells
from kibitz.core.contract import DRAW, LOSS, WIN, Game, Option
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
    LessonError,
    LevelError,
    LimitError,
    MoveError,
    OfferError,
    OptionError,
    PositionError,
    RecordError,
    TableError,
    UnknownGameError,
)
from kibitz.core.evaluation import Evaluation
from kibitz.core.geometry import Cell, Geometry, Piece
from kibitz.core.level import Level
from kibitz.core.messages import Message
from kibitz.core.notation import Notation
from kibitz.core.outcome import Outcome
from kibitz.core.setup import Content, Counter, Placement, Setup
from kibitz.core.vocabulary import Fact, Phrases, Vocabulary
from kibitz.core.weights import Weights
from kibitz.engine.lines import Line, Warrant
from kibitz.engine.player import Player
from kibitz.engine.position import Snapshot
from kibitz.games.registry import game, names
from kibitz.match.calibration import calibrate
from kibitz.match.match import Match
from kibitz.match.standings import Standings
from kibitz.search.limits import Limit
from kibitz.search.switches import Plain, Switches
from kibitz.session.clock import TimeControl
from kibitz.session.history import Played
from kibitz.session.negotiation import Offer
from kibitz.session.seats import Seat
from kibitz.session.session import Session
from kibitz.teaching.adaptive.adaptive_player import AdaptivePlayer
from kibitz.teaching.adaptive.profile import Profile
from kibitz.teaching.explanations.claims import Claim
from kibitz.teaching.explanations.explanation import Comparison, Explanation
from kibitz.teaching.hints import Hint
from kibitz.teaching.review.review_report import Review
from kibitz.teaching.review.reviewer import review
from kibitz.teaching.teacher import Engine

__all__ = [
    "DRAW",
    "LOSS",
    "WIN",
    "AdaptivePlayer",
    "AmbiguousMoveError",
    "Board",
    "Cell",
    "Cells",
    "Claim",
    "Client",
    "Comparison",
    "CompileError",
    "ConformanceError",
    "Content",
    "ContractError",
    "Counter",
    "Engine",
    "Evaluation",
    "Explanation",
    "Fact",
    "FinishedError",
    "Game",
    "Geometry",
    "Hint",
    "HistoryError",
    "IllegalMoveError",
    "InvalidMoveError",
    "KibitzError",
    "KibitzWarning",
    "LessonError",
    "Level",
    "LevelError",
    "Limit",
    "LimitError",
    "Line",
    "Match",
    "Message",
    "Minimax",
    "MoveError",
    "Notation",
    "Offer",
    "OfferError",
    "Option",
    "OptionError",
    "Outcome",
    "Phrases",
    "Piece",
    "Placement",
    "Plain",
    "Played",
    "Player",
    "PositionError",
    "Profile",
    "RecordError",
    "RequestError",
    "Review",
    "Seat",
    "Session",
    "Setup",
    "Snapshot",
    "Standings",
    "Switches",
    "TableError",
    "TimeControl",
    "UnknownGameError",
    "Vocabulary",
    "Warrant",
    "Weights",
    "adapt",
    "bits",
    "calibrate",
    "game",
    "names",
    "review",
]
