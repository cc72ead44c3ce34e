"""What the server is told by its environment."""

from __future__ import annotations

import os
from typing import Annotated, Literal

from pydantic import AliasChoices, Field, ValidationError, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from kibitz.core.errors import LimitError
from kibitz.core.folders import state_folder, temporary_folder

_MEGABYTE = 1 << 20


def _default_database() -> str:
    """A file in the user's state folder, or among temporary files where that cannot be."""
    folder = state_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        reason = problem.strerror or str(problem)
        folder = temporary_folder(f"The server cannot store games in {folder} ({reason})")
    return f"sqlite:///{folder / 'server.db'}"


class Settings(BaseSettings):
    """Every setting, its default and the variable that sets it: KIBITZ_ and its name, unless told.

    `database_url` (DATABASE_URL): SQLite or PostgreSQL. `secret_key` (SECRET_KEY): what seats'
    secrets are hashed with; required in production. `cors_origins` (CORS_ORIGINS): who may call
    from a browser, separated by commas. `games`: files of games of one's own.
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
    public_url: str = ""  # what invitation links begin with; the request's own address otherwise
    warm: bool = True  # whether games are compiled in a process of its own, and at the start
    static: str = ""  # a folder with the web page; the one that is shipped otherwise

    # Work.
    threads: int = Field(max(2, min(4, os.cpu_count() or 1)), ge=1, le=64)  # that search at once
    queue: int = Field(256, ge=1)  # engines' moves that wait, in all workers together
    requests: int = Field(512, ge=1)  # requests of each kind that wait, in one worker
    handlers: int = Field(8, ge=1, le=200)  # requests without a search that run at once
    search_seconds: float = Field(10.0, gt=0, le=600)  # at most for one answer
    search_nodes: int = Field(100_000_000, ge=1)  # at most for one search
    search_memory: int = Field(8, ge=1, le=1024)  # megabytes of a search's table
    search_depth: int = Field(64, ge=1)  # plies at most that can be asked for
    memory_limit: int = Field(480, ge=0)  # megabytes of a worker; 0 for no limit
    replaceable: bool = False  # whether a worker that ends is replaced; set by whoever starts it
    tree_nodes: int = Field(5_000, ge=1)  # of one recorded tree
    tree_depth: int = Field(6, ge=1, le=20)
    longest: int = Field(2_000, ge=1)  # moves of one session, its branches among them
    lease: float = Field(6.0, gt=0)  # seconds after which a worker that is silent is given up
    poll: float = Field(0.2, gt=0)  # seconds between two looks for what other workers did

    # What is kept.
    session_days: float = Field(90.0, ge=0, le=36_500)  # without a change; 0 for ever
    unplayed_days: float = Field(1.0, ge=0, le=36_500)  # where no move was ever made; 0 for ever
    # Requests.
    rate: str = ""  # requests of one client, as 1800/minute, which it is in production
    work_rate: str = ""  # of those that search, 180/minute in production
    session_rate: str = ""  # of those that begin a session, 1200/hour in production
    body_limit: int = Field(_MEGABYTE, ge=1)  # bytes
    patience: float = Field(5.0, gt=0)  # seconds that a request waits for its turn, at most
    reading_seconds: float = Field(3.0, gt=0)  # for the positions, moves and records of one request
    compile_patience: float = Field(60.0, gt=0)  # that a search waits for its game to be compiled

    # What one client may have, counted by its address.
    client_queue: int = Field(32, ge=1)  # jobs of one priority that wait, in all workers together
    client_exhibitions: int = Field(4, ge=0)  # sessions without a person that are played at once
    client_sessions: int = Field(10_000, ge=1)  # that are kept
    client_streams: int = Field(50, ge=1)  # open at once, in one worker
    streams: int = Field(1_000, ge=1)  # of all clients, in one worker
    compile_rate: str = "120/hour"  # games with other options that a worker compiles or loads
    heartbeat: float = Field(15.0, gt=0)  # seconds between two signs of life in a stream

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

    @field_validator("games", mode="before")
    @classmethod
    def _split_files(cls, value: object) -> object:
        if not isinstance(value, str):
            return value
        return tuple(part for part in value.split(os.pathsep) if part)

    @property
    def is_production(self) -> bool:
        """Whether strangers use it."""
        return self.environment == "production"


def read_settings(**given: object) -> Settings:
    """The settings, from the environment where they are not given; LimitError where they are bad.

    >>> read_settings(threads=2, environment="production", secret_key="x" * 32).is_production
    True
    """
    try:
        settings = Settings(**given)  # type: ignore[arg-type]  # checked by Pydantic
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
