"""The routes of the Smart Horses API, for any FastAPI app.

The app turns exceptions into responses with `refusals`. It may set `app.state.run_search`, an
async function that runs searches; by default they run in a thread. `KIBITZ_HORSES_ENDING` is the
ending of a game if the client does not choose one.
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
from kibitz.server.smart_horses import horses_service as service
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

Body = TypeVar("Body")
Result = TypeVar("Result")


class Run(Protocol):
    """How an app runs a search."""

    async def __call__(self, work: Callable[[], Result]) -> Result:
        """Run the work; return its result or raise its exception."""
        ...


def default_ending() -> Ending:
    """The default ending, from the environment variable; raises LimitError if it is invalid."""
    value = os.environ.get(ENDING, "first")
    if value not in get_args(Ending):
        raise LimitError("bad_setting", name=ENDING, value=value, expected='"first" or "both"')
    return cast(Ending, value)


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    default_ending()  # report an invalid value at startup
    yield


router = APIRouter(
    prefix=PREFIX,
    tags=["smart horses"],
    lifespan=_lifespan,
    responses={"4XX": {"model": Refusal}, "5XX": {"model": Refusal}},
    strict_content_type=False,
)


@router.post("/new")
async def new(request: Request, body: NewGame | None = None) -> NewGameAnswer:
    """Start a game. The machine, white, makes the first move."""
    return await _run(request, service.new_game, body or NewGame())


@router.post("/move")
async def move(request: Request, body: PlayerMove) -> PlayerMoveAnswer:
    """Play the person's move, as black, and the machine's reply."""
    return await _run(request, service.player_move, body)


@router.post("/machine-move")
async def machine_move(request: Request, body: MachineMove) -> MachineMoveAnswer:
    """Find the machine's move for the side to move, without playing it."""
    return await _run(request, service.machine_move, body)


@router.post("/valid-moves")
async def valid_moves(request: Request, body: ValidMoves) -> ValidMovesAnswer:
    """List the squares a knight can jump to."""
    return await _run(request, service.valid_moves, body)


def _paths() -> list[str]:
    return [route.path for route in router.routes if isinstance(route, APIRoute)]


async def _in_thread(work: Callable[[], Result]) -> Result:
    return await run_in_threadpool(work)


async def _run(request: Request, work: Callable[[Body, Ending], Result], body: Body) -> Result:
    run: Run = getattr(request.app.state, "run_search", _in_thread)
    return await run(partial(work, body, default_ending()))


def greeting() -> dict[str, object]:
    """The JSON response of the server's root path."""
    return {
        "message": "Smart Horses API is running",
        "status": "ok",
        "version": __version__,
        "endpoints": [f"POST {path}" for path in _paths()],
    }
