"""The paths of the Smart Horses API. `router` goes into an app that may say how searches are run.

The app makes what is raised here an answer, see `refusals`. It may set `app.state.run_search`, an
awaitable function of the work to do; without it the work is done in a thread.
`KIBITZ_HORSES_ENDING` is the ending of games that do not name theirs.
"""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Protocol, TypeVar, cast, get_args

from fastapi import APIRouter, FastAPI, Request
from fastapi.routing import APIRoute
from starlette.concurrency import run_in_threadpool

from kibitz.core.errors import LimitError
from kibitz.core.version import __version__
from kibitz.server.smart_horses import horses_service as playing
from kibitz.server.smart_horses.horses_schema import (
    Ending,
    MachineMove,
    MachineMoveAnswer,
    NewGame,
    NewGameAnswer,
    PlayerMove,
    PlayerMoveAnswer,
    Refusal,
    ValidMoves,
    ValidMovesAnswer,
)
from kibitz.server.smart_horses.refusals import PREFIX

ENDING = "KIBITZ_HORSES_ENDING"

Asked = TypeVar("Asked")
Answer = TypeVar("Answer")


class Run(Protocol):
    """How an app does a piece of work that takes a while."""

    async def __call__(self, work: Callable[[], Answer]) -> Answer:
        """Do the work somewhere, and hand back what it gave or raised."""


def default_ending() -> Ending:
    """The ending of games that do not name theirs; LimitError where the environment has another."""
    given = os.environ.get(ENDING, "first")
    if given not in get_args(Ending):
        raise LimitError("bad_setting", name=ENDING, value=given, expected='"first" or "both"')
    return cast(Ending, given)


@asynccontextmanager
async def _checked(app: FastAPI) -> AsyncIterator[None]:
    default_ending()  # a wrong one is told at the start, not to every client
    yield


router = APIRouter(
    prefix=PREFIX,
    tags=["smart horses"],
    lifespan=_checked,
    responses={"4XX": {"model": Refusal}, "5XX": {"model": Refusal}},
    strict_content_type=False,
)


@router.post("/new")
async def new(request: Request, asked: NewGame | None = None) -> NewGameAnswer:
    """Start a game. The machine, white, makes the first move."""
    return await _run(request, playing.new_game, asked or NewGame())


@router.post("/move")
async def move(request: Request, asked: PlayerMove) -> PlayerMoveAnswer:
    """Play the person's move, for black, and the machine's answer."""
    return await _run(request, playing.player_move, asked)


@router.post("/machine-move")
async def machine_move(request: Request, asked: MachineMove) -> MachineMoveAnswer:
    """Find the machine's move for the side to move, without playing it."""
    return await _run(request, playing.machine_move, asked)


@router.post("/valid-moves")
async def valid_moves(request: Request, asked: ValidMoves) -> ValidMovesAnswer:
    """List the squares a knight can jump to."""
    return await _run(request, playing.valid_moves, asked)


def _paths() -> list[str]:
    return [route.path for route in router.routes if isinstance(route, APIRoute)]


async def _in_thread(work: Callable[[], Answer]) -> Answer:
    return await run_in_threadpool(work)


async def _run(request: Request, work: Callable[[Asked, Ending], Answer], asked: Asked) -> Answer:
    run: Run = getattr(request.app.state, "run_search", _in_thread)
    return await run(partial(work, asked, default_ending()))


def greeting() -> dict[str, object]:
    """What a program that asks for the server's root is told."""
    return {
        "message": "Smart Horses API is running",
        "status": "ok",
        "version": __version__,
        "endpoints": [f"POST {path}" for path in _paths()],
    }
