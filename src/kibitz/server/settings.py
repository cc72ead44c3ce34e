"""The server's settings, read from environment variables."""

from __future__ import annotations

import json
import os
from typing import Annotated, Literal, Self

from pydantic import AliasChoices, Field, ValidationError, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from kibitz.core.errors import LimitError
from kibitz.core.folders import state_folder, temporary_folder

_MEGABYTE = 1 << 20


def _default_database() -> str:
    """A file in the user's state folder, or in a temporary folder if that cannot be created."""
    folder = state_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        reason = problem.strerror or str(problem)
        folder = temporary_folder(f"The server cannot store games in {folder} ({reason})")
    return f"sqlite:///{folder / 'server.db'}"


class Settings(BaseSettings):
    """Every setting and its default.

    The environment variable of a setting is KIBITZ_ followed by its name, with four exceptions:
    KIBITZ_ENV, DATABASE_URL (SQLite or PostgreSQL), SECRET_KEY (the key for hashing the secrets of
    seats; required in production) and CORS_ORIGINS (comma-separated origins whose pages may call
    the API). `games` lists additional game files, `lessons` lesson files.
    """

    model_config = SettingsConfigDict(
        env_prefix="KIBITZ_", frozen=True, populate_by_name=True, extra="ignore"
    )

    environment: Literal["development", "production"] = Field(
        "development", validation_alias=AliasChoices("environment", "KIBITZ_ENV", "FLASK_ENV")
    )
    database_url: str = Field(
        default_factory=_default_database,
        validation_alias=AliasChoices("database_url", "DATABASE_URL"),
    )
    secret_key: str = Field("", validation_alias=AliasChoices("secret_key", "SECRET_KEY"))
    cors_origins: Annotated[tuple[str, ...], NoDecode] = Field(
        (), validation_alias=AliasChoices("cors_origins", "CORS_ORIGINS")
    )
    games: Annotated[tuple[str, ...], NoDecode] = ()
    lessons: Annotated[tuple[str, ...], NoDecode] = ()  # JSON files
    public_url: str = ""  # base of invitation links; default: the address of the request
    warm: bool = True  # compile games at startup, in a separate process
    static: str = ""  # folder of a web app; default: the bundled one

    # Searches and jobs.
    threads: int = Field(max(2, min(4, os.cpu_count() or 1)), ge=1, le=64)  # search threads
    queue: int = Field(256, ge=1)  # waiting engine jobs, in all workers together
    requests: int = Field(512, ge=1)  # waiting requests of each kind, per worker
    handlers: int = Field(8, ge=1, le=200)  # concurrent requests without a search
    search_seconds: float = Field(10.0, gt=0, le=600)  # time limit per response
    search_nodes: int = Field(100_000_000, ge=1)  # node limit per search
    search_memory: int = Field(8, ge=1, le=1024)  # megabytes of transposition table per search
    search_depth: int = Field(64, ge=1)  # maximum depth in plies
    memory_limit: int = Field(480, ge=0)  # megabytes per worker; 0 for no limit
    replaceable: bool = False  # set by a supervisor that restarts workers
    tree_nodes: int = Field(5_000, ge=1)  # maximum nodes of a recorded tree
    tree_bytes: int = Field(4_000_000, ge=1)  # maximum size of the texts of a recorded tree
    tree_depth: int = Field(6, ge=1, le=20)
    longest: int = Field(2_000, ge=1)  # maximum moves per session, including branches
    lease: float = Field(6.0, gt=0)  # seconds without a heartbeat after which a lease expires
    poll: float = Field(0.2, gt=0)  # seconds between checks for changes by other workers

    # Storage.
    session_days: float = Field(90.0, ge=0, le=36_500)  # to keep unchanged sessions; 0: forever
    unplayed_days: float = Field(1.0, ge=0, le=36_500)  # to keep those without a move; 0: forever

    # Requests.
    rate: str = ""  # requests per client; default in production: 1800/minute
    work_rate: str = ""  # requests that search; default in production: 180/minute
    session_rate: str = ""  # new sessions; default in production: 1200/hour
    body_limit: int = Field(_MEGABYTE, ge=1)  # maximum size of a request body, in bytes
    patience: float = Field(5.0, gt=0)  # seconds that a request waits for a thread
    reading_seconds: float = Field(3.0, gt=0)  # time limit for parsing one request's input
    compile_patience: float = Field(60.0, gt=0)  # seconds that a search waits for compilation

    # Quotas per client. Clients are identified by their address.
    client_queue: int = Field(32, ge=1)  # waiting jobs per priority, in all workers
    client_exhibitions: int = Field(4, ge=0)  # running sessions without a person
    client_sessions: int = Field(10_000, ge=1)  # stored sessions
    client_streams: int = Field(50, ge=1)  # open streams, per worker
    streams: int = Field(1_000, ge=1)  # open streams in total, per worker
    compile_rate: str = "120/hour"  # game variants that a client may have compiled, per worker
    heartbeat: float = Field(15.0, gt=0)  # seconds between keep-alive comments in a stream

    @field_validator("environment", mode="before")
    @classmethod
    def _known_environment(cls, value: object) -> object:
        return "production" if str(value).strip().casefold() == "production" else "development"

    @field_validator("cors_origins", mode="before")
    @classmethod
    def _split_origins(cls, value: object) -> object:
        if not isinstance(value, str):
            return value
        return tuple(part.strip().rstrip("/") for part in value.split(",") if part.strip())

    @field_validator("games", "lessons", mode="before")
    @classmethod
    def _split_files(cls, value: object) -> object:
        if not isinstance(value, str):
            return value
        return tuple(part for part in value.split(os.pathsep) if part)

    @classmethod
    def from_json(cls, text: str) -> Self:
        """The settings that `model_dump_json` wrote; the environment is not read."""
        return cls(**json.loads(text))

    @property
    def is_production(self) -> bool:
        """Whether the server is in production."""
        return self.environment == "production"


def read_settings(**overrides: object) -> Settings:
    """Read the settings: `overrides`, then the environment. Raises LimitError if one is invalid.

    >>> read_settings(threads=2, environment="production", secret_key="x" * 32).is_production
    True
    """
    try:
        settings = Settings(**overrides)  # type: ignore[arg-type]  # checked by Pydantic
    except ValidationError as problem:
        first = problem.errors()[0]
        name = ".".join(str(part) for part in first["loc"])
        raise LimitError(
            "bad_setting", name=name, value=first["input"], expected=first["msg"]
        ) from None
    if settings.is_production and len(settings.secret_key) < 16:
        state = "too short" if settings.secret_key else "not set"
        raise LimitError("bad_secret_key", name="SECRET_KEY", problem=state)
    if settings.is_production:
        return settings.model_copy(
            update={
                "rate": settings.rate or "1800/minute",
                "work_rate": settings.work_rate or "180/minute",
                "session_rate": settings.session_rate or "1200/hour",
            }
        )
    return settings
