"""The messages of the HTTP server."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    # requests
    "bad_json": "Cannot read the request body as JSON ({problem}): expected {expected}.",
    "bad_field": "{where} cannot be {value}: expected {expected}.",
    "unstorable": "This request contains text that cannot be stored, such as NUL characters or "
    "lone surrogates. Send it without them.",
    "body_too_large": "The request body is too large: at most {limit} bytes are accepted.",
    "no_address": "No page at {path!r}. See /docs for the API.",
    "other_method": "{path} does not support {method}: use {allowed}.",
    "file_not_served": "This record needs the game file {wanted!r}, and the server does not load "
    "files that clients name. Its games are {known}.",
    # game files
    "served_twice": "Two game files would be offered as {name!r}: {one!r} and {other!r}. Choose "
    "another name for one of them: --game NAME=FILE.",
    "file_served_twice": "The game file {path!r} has two names. Choose one of them.",
    "served_name_taken": "{name!r} is the name of a game that Kibitz ships. Choose another one: "
    "--game NAME=FILE.",
    "bad_served_name": "Cannot read the name {name!r} in {entry!r}: expected lower-case letters, "
    "digits and underscores, starting with a letter, as in --game club=club.py. Write a path that "
    "contains = with a folder, as in ./a=b.py.",
    # sessions
    "no_session": "This game no longer exists. Start a new one.",
    "no_secret": "This needs a seat's secret. Send it as `Authorization: Bearer SECRET`.",
    "unknown_secret": "This secret does not match any seat of session {session!r}. The client that "
    "created the session has its secrets.",
    "not_your_turn": "{side} is to move, and this secret belongs to {own}. Wait for your turn.",
    "seat_of_engine": "The computer plays {side}. To play this side yourself, change its player.",
    "seat_of_person": "{side} is played by another person. Only that person can change this.",
    "unknown_ticket": "This ticket does not match any seat of session {session!r}. Get it with the "
    "seat's secret.",
    "no_help": "This game is played without engine help. Hints, analyses and reviews are available "
    "when it has ended.",
    "help_needs_engines": "Only people can play a game without engine help. Choose people for all "
    "sides, or allow help.",
    "rematch_too_early": "This game is not over yet. Offer a rematch when it has ended.",
    "rematch_learning": "The adaptive level is still learning from this game. Try again.",
    "rematch_begun": "The rematch has begun, as session {session!r}.",
    "no_rematch": "This session has no rematch. Offer one, and wait until everyone has accepted.",
    "version_changed": "The session has changed: it is at version {version}, expected {expected}. "
    "Fetch it again.",
    "key_reused": "The idempotency key {key!r} was already used for another command. Use a new "
    "key.",
    "session_busy": "The session is changing too fast. Try again.",
    "session_full": "A session holds at most {limit} moves, including its branches. Start a new "
    "one.",
    # tournaments
    "no_tournament": "This tournament no longer exists. Start a new one.",
    "no_tournament_secret": "This needs a secret of the tournament. Send it as `Authorization: "
    "Bearer SECRET`.",
    "unknown_tournament_secret": "This secret does not match the tournament {tournament!r}. The "
    "client that created it has its secrets.",
    "tournament_game": "This game belongs to a tournament: moves cannot be taken back, and players "
    "cannot be changed.",
    "tournament_players": "A tournament needs a game for two: {game} has {count} players.",
    "too_many_tournaments": "You already have {count} running tournaments. Wait until one ends, or "
    "stop one.",
    # analyses
    "no_analysis": "This analysis no longer exists. Start a new one.",
    "no_review": "This review no longer exists. Start it again.",
    "no_analysis_secret": "Stopping an analysis needs its secret. Send it as `Authorization: "
    "Bearer SECRET`.",
    "other_analysis_secret": "This secret does not match the analysis. Only the client that "
    "started it can stop it.",
    "no_lesson": "There is no lesson {id!r} here. The lessons are {known}.",
    "tree_too_large": "This tree has more than {limit} positions at depth {depth}. Ask for fewer "
    "plies.",
    # settings, limits and failures
    "bad_secret_key": "{name} is {problem}. Production needs at least 16 characters; `openssl rand "
    "-hex 32` makes one.",
    "too_many_requests": "Too many requests. Try again in {seconds} s.",
    "too_much_waiting": "{count} of your requests are already waiting. Try again in {seconds} s.",
    "queue_full": "The server is busy. Try again in {seconds} s.",
    "compiling": "{game} is being compiled with these options. Try again in {seconds} s.",
    "compile_failed": "{game} could not be compiled with these options. Try again in {seconds} s.",
    "too_many_compiles": "You have asked for too many games with different options. Try again in "
    "{seconds} s.",
    "too_many_exhibitions": "You already have {count} games running without a person. Wait until "
    "one ends.",
    "too_many_sessions": "You already have {count} sessions. Try again when some have expired.",
    "too_many_streams": "Too many open streams. Close one, or try again in {seconds} s.",
    "memory_short": "The server is out of memory. Try again in {seconds} s.",
    "database_silent": "The database is not available. Try again in {seconds} s.",
    "internal_error": "Something went wrong on the server. Try again.",
}
