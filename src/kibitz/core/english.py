"""The English sentence of every refusal, explanation and hint, by its code.

A refusal says what was expected, what came and what would work.
"""

from __future__ import annotations

from collections.abc import Mapping

ENGLISH: Mapping[str, str] = {
    # games and options
    "unknown_game": "no game {name!r}: known games are {known}; a file like mygame.py works too",
    "game_file_missing": "no game file {path!r}: give the path of a Python file that defines GAME",
    "neighbours_clash": "cannot load {path!r} beside what is loaded: {places} are both called "
    "{name}, and one of them is imported within a function, where Python cannot tell which is "
    "meant; import it at the top of the file, or give one of them another name",
    "game_file_broken": "cannot load {path!r}: {problem}",
    "game_file_without_game": "{path!r} defines no GAME: end it with GAME = Game(...)",
    "unknown_option": "{game} has no option {name!r}: {known}",
    "bad_option": "option {name!r} of {game} cannot be {value!r}: expected {expected}",
    "bad_option_form": "expected an option as name=value, got {text!r}: for example {example}",
    "unknown_evaluation": "{game} has no evaluation {name!r}: {known}",
    "too_large": "a {game} board of {rows} x {columns} has {cells} cells, at most {limit} fit: "
    "{works} works",
    "no_game_object": "{what} needs a game, got {value!r}: make one with kibitz.game(name)",
    "bad_contract": "this is no game for Kibitz: {problem}",
    # moves and positions
    "unreadable_move": "cannot read the move {text!r} in {game} position {position!r}: {expected}",
    "illegal_move": "no move {text!r} in {game} position {position!r}: {expected}",
    "ambiguous_move": "the move {text!r} can mean {candidates} in {game} position {position!r}: "
    "write one of them in full",
    "unreadable_position": "cannot read the {game} position {text!r}: {problem}",
    "too_many_captures": "this position has more captures than Kibitz follows (limit {limit}), "
    "{text!r}: take some pieces off the board",
    "game_over": "the game is over ({outcome}) in {game} position {position!r}: "
    "no move {text!r} can be played; {works}",
    "reading_too_long": "reading this takes longer than the {seconds} s that it is given: "
    "send fewer moves or plies, or a position with fewer captures",
    "nothing_to_search": "the game is over ({outcome}) in {game} position {position!r}: "
    "there is no move to find",
    "no_position": "an engine needs a session or a snapshot of {game}, got {value}: "
    "give it Session(game) or Snapshot(state)",
    "nothing_to_undo": "cannot undo {count} of {available} moves: {works}",
    "nothing_to_redo": "cannot redo {count} of {available} undone moves: {works}",
    "no_such_ply": "cannot go to ply {ply!r}: expected a whole number from 0 to {last}",
    "no_branch": "cannot switch to {move!r}: {works}",
    # sessions: time, offers, files
    "already_over": "the game is over ({outcome}): {what} comes too late; {works}",
    "no_own_move": "{side} has played no move that could be taken back: {works}",
    "takebacks_by_consent": "cannot {what} in this session, where moves are taken back by consent: "
    "request_takeback(side) asks for it, replay() shows the moves",
    "takebacks_never": "cannot {what} in this session, where a move stands once it is played: "
    "replay() shows the moves",
    "takebacks_free": "takebacks are free in this session, nobody has to be asked: use undo()",
    "open_offer": "{side} has offered a {kind} already: accept_{kind}(side) or "
    "decline_{kind}(side) answers it",
    "no_offer": "nobody has offered a {kind}, or a move has been played since: {works} first",
    "not_asked": "{side} has no {kind} to answer: expected an answer of {waiting}",
    "record_unreadable": "cannot read {source}: {problem}",
    "record_unwritable": "cannot write {path!r}: {problem}",
    "record_exists": "{path!r} is there already and stays as it is: `kibitz play --load {path!r} "
    "--save {path!r}` goes on with it if it is a saved game, another name works too",
    "record_damaged": "{source} is no whole session: {problem}",
    "record_from_future": "{source} has version {version} of {what}, this Kibitz knows {known}: "
    "a newer Kibitz can load it",
    "record_other_rules": "{source} is a session of {other}, expected one of {expected}: {works}",
    "record_needs_game": "{source} is a session of {name!r} from {file}, not a game of Kibitz: "
    "give the game too, as Session.load(path, game=...) or kibitz play --load FILE --game GAME.py",
    "file_not_trusted": "{source} needs the game file {file!r}, and Kibitz runs no file only "
    "because a record names it: if you trust it, give that file with --game FILE (in Python "
    "game=kibitz.game(FILE)) or its folder with --trust FOLDER (in Python trust=[FOLDER])",
    "record_without_text": "cannot save this session of {game}: it starts at a position that has "
    "no text that can be read again; begin at the game's start, or give the game a notation",
    "nothing_to_play": "expected a game or a saved session to play: `kibitz play tictactoe` begins "
    "one, `kibitz play --load FILE` goes on with one",
    "bad_key": "cannot do {typed!r}: {expected}",
    "nothing_to_bench": "the bench has no positions of {game}: expected one of {known}, or no "
    "game for all of them",
    "no_format": "{game} has no files of the kind {format!r}: {known}",
    # the adaptive level and its memory
    "adaptive_begins": "we have not played this before, so I begin at {level}",
    "adaptive_moves": "you scored {score} of the last {count}, so I went from {before} to {after}",
    "adaptive_stays": "after {games} games we are about even, so I stay at {level}",
    "adaptive_drifts": "our earlier games put you at {skill}, so I went from {before} to {after}",
    "adaptive_quality": "your moves lost {loss} % of the winning chances each, mine {own_loss} %",
    "adaptive_bounded": "one game changes my level by {most} at most",
    "nothing_to_learn": "this game is not over: expected one that is, to learn from its result",
    "profile_damaged": "{source} is no whole profile: {problem}; it is left as it is, move it away "
    "or name another file",
    "profile_from_future": "{source} has version {version} of the profile, this Kibitz knows "
    "{known}: a newer Kibitz can use it, or name another file",
    # reviews
    "nothing_to_review": "{source} holds no game with moves: play some, or name another file",
    "no_game_number": "{source} has no game {number}: expected a number from 1 to {count}",
    # matches
    "bad_player": "cannot read the player {text!r}: {problem}; expected a level, random, "
    "FILE.py:FUNCTION, or pairs KEY=VALUE joined by commas, where the keys are {keys}; plain and "
    "baseline set all techniques at once",
    "no_player_file": "no file {path!r}: give a player as the path of a Python file and the name "
    "of its function, as bot.py:choose",
    "no_player_function": "{path!r} defines no function {name!r}: a player is a function of (game, "
    "position) that gives a move",
    "match_needs_source": "{game} cannot be played by other processes, which load it anew: give a "
    "name that `kibitz games` lists, or the path of a file that ends with GAME = Game(...)",
    "match_file_differs": "{path!r} is not what it was when the match was made: put it back, on "
    "every machine that plays, or begin another match",
    "match_of_other_rules": "{source} is the record of a match of {other}, not of {expected}: "
    "{works}",
    "match_differs": "{path!r} is the record of another match: {differences}; give what it says, "
    "or another file",
    "match_running": "{path!r} is being written by another process: wait for it, or give another "
    "file",
    "match_damaged": "{source} is damaged, {problem}: it is left as it is; take the line out to go "
    "on without it",
    "match_game_moved": "cannot load the game of {source}: {problem}; if it has moved, give it "
    "with --game FILE beside --replay",
    "no_match_record": "{source} is no record of a match and stays as it is: give another file",
    "no_match_game": "{source} has no finished game {number}: {known}",
    "not_replayed": "game {number} of {source} does not replay: {problem}",
    "match_game_failed": "game {number} of the match failed: {problem}; `kibitz check` finds "
    "mistakes in rules",
    "match_without_players": "expected at least two players, got {count}: give --player twice or "
    "more, for example --player 5 --player 6",
    "match_without_game": "expected a game to play: name it before the players, for example "
    "`kibitz match tictactoe --player 5 --player 6`",
    "workers_lost": "the workers died {count} times in a row without finishing a game: a player or "
    "the rules may crash the process, memory may be short, or the program that runs the match may "
    'lack its `if __name__ == "__main__":`',
    "cluster_missing": "a cluster needs a package that is not installed ({problem}): "
    "pip install 'kibitz[cluster]'",
    "no_cluster": "no cluster answers at {address!r}: {problem}; `dask scheduler` and "
    "`dask worker ADDRESS` start one",
    # limits and engines
    "bad_limit": "{name} cannot be {value!r}: expected {expected}",
    "level_without_table": "the level {name!r} needs a table of perfect play, and there is none "
    "for {game}; `kibitz solve {game}`, with the same options, makes one",
    "unknown_level": "{game} has no level {name!r}: its levels are {known}",
    "other_game": "this engine plays {game}, the position is one of {other}: "
    "make an engine for that game",
    "engine_busy": "this engine is searching already: wait for it, stop it, or make another engine",
    "bad_seats": "seats cannot be {got}: expected {players} of kibitz.Seat(...), one a player",
    "bad_setting": "{name} cannot be {value!r}: expected {expected}",
    "not_compilable": "cannot compile {function} of {game} ({file}, line {line}): {problem}; "
    "{advice}",
    "no_weights": "the evaluation of {game} has no weights: give it some with "
    "Evaluation(evaluate, weights=...)",
    "too_many_moves": "{game} has a position with more than {limit} moves: "
    "the compiled search cannot hold them; use Engine(game, compiled=False)",
    # tables of perfect play
    "not_for_two": "{game} has {players} players: only games of two can be solved",
    "states_not_hashable": "cannot solve {game}, whose states cannot be told apart quickly "
    "({problem}): let them be tuples, or give their class a method __hash__",
    "too_many_positions": "{game} has more than {count} positions, and no more fit into {memory} "
    "GB: give --memory more, or solve a smaller board or a later --position",
    "too_little_memory": "solving {game} needs {needed} GB of memory at once, {memory} GB are "
    "allowed: give --memory more, or --up-to fewer stones",
    "no_gpu": "no GPU can be used ({problem}): --device cpu solves without one",
    "bad_memory": "memory cannot be {value!r}: expected gigabytes, more than 0",
    "table_damaged": "{file!r} is no whole table: {problem}; `kibitz tables remove` removes it, "
    "`kibitz solve` makes it anew",
    "table_from_future": "{file!r} has version {version} of tables, this Kibitz knows {known}: "
    "a newer Kibitz can read it",
    "table_other_rules": "{file!r} is a table of {other}, expected one of {expected}",
    "table_of_older_rules": "{file!r} was made before the rules of {game} were edited; "
    "`kibitz solve` makes it anew",
    "table_unwritable": "cannot write {file!r}: {problem}",
    "no_table": "no table for {game}: {works}",
    "unknown_table": "no table {name!r} in {folder!r}: {known}",
    "not_in_table": "the tables for {game} do not hold the position {position!r}: {works}",
    # books
    "book_unwritable": "cannot write the book {path!r}: {problem}",
    "no_book": "{path!r} holds no opening book: {problem}",
    "no_opening": "{game} begins with another board every time, so it has no openings: books are "
    "for games that begin alike",
    "no_book_possible": "a book is made for two players and states of integers, which {game} does "
    "not have",
    "other_book": "{path!r} is a book with {what} {there!r}, expected {asked!r}: name another file "
    "with --out, or remove it",
    # lessons
    "unknown_lesson": "no lesson {lesson!r}: the lessons are {known}",
    "bad_lesson": "cannot read the lesson {lesson!r}, at {where}: {problem}",
    # claims about a move
    "forced": "is the only legal move",
    "wins_at_once": "wins at once",
    "draws_at_once": "ends the game in a draw ({reason})",
    "loses_at_once": "loses at once",
    "wins_in": "wins by force in {plies} plies",
    "loses_in": "loses by force in {plies} plies",
    "allows_win": "lets {side} win {how}, which {other} does not",
    "can_be_beaten": "can be beaten in {plies} plies if all the others play against it",
    "draws": "draws with best play",
    "holds_draw": "ties for the best place at least, whatever the others do",
    "only_winning_move": "is the only move that wins by force within {depth} plies",
    "only_move_that_does_not_lose": "is the only move that does not lose by force within {depth} "
    "plies",
    "only_safe_move": "is the only move that the others together cannot beat within {depth} plies",
    "misses_win": "misses {other}, which wins {when}",
    "best_by": "is worth {points} more than {other}, the next best, at depth {depth}",
    "worse_by": "is worth {points} less than {other} at depth {depth}",
    "forces_reply": "leaves {side} a single reply, {reply}",
    "threatens_win": "threatens to win at once: {prevented}",
    "best_reply": "is best answered by {reply} at depth {depth}",
    "raises_term": "with best play its {term} term rises from {before} to {after}",
    "lowers_term": "with best play its {term} term falls from {before} to {after}",
    "wins_pieces": "wins {what} by force",
    "loses_pieces": "loses {what} to {reply}",
    "exchanges": "exchanges {what}: {reply} takes back",
    "table_wins": "wins in {plies} plies with best play",
    "table_draws": "draws with best play",
    "table_loses": "loses in {plies} plies with best play",
    "only_win_there_is": "is the only winning move",
    "only_drawing_move": "is the only drawing move",
    "gives_win_away": "gives a win away: {other} wins in {plies} plies",
    "gives_draw_away": "gives the draw away, which {other} holds",
    "clock_decides": "leads to an end that the tables know but the clock may come before, so "
    "search decides",
    # claims about two moves
    "table_tells_apart": "{better} {good}, {worse} {bad} with best play",
    "same_move": "both are {move}",
    "wins_where_other_does_not": "{better} wins {when}, {worse} does not win within {depth} plies",
    "wins_sooner": "{better} wins {when}, {worse} only in {other_plies}",
    "loses_where_other_does_not": "{worse} loses {when}, {better} does not lose "
    "within {depth} plies",
    "loses_sooner": "{worse} loses {when}, {better} only in {other_plies}",
    "better_by": "{better} is worth {points} more than {worse} at depth {depth}",
    "equally_good": "{one} and {other} are worth the same at depth {depth}",
    "both_win": "{one} and {other} both win {when}",
    "both_lose": "{one} and {other} both lose {when}",
    "both_draw": "{one} and {other} both draw with best play",
    # hints; the first two rungs are written without digits and single letters, which can be moves
    "nudge_forced": "there is only one legal move",
    "nudge_win": "you can win by force, in more ways than one",
    "nudge_sharp": "take your time: the moves here are far from equal",
    "nudge_worse": "this is hard to hold: look for what makes it last",
    "nudge_hold": "best play draws here, but most moves lose",
    "nudge_danger": "there is danger here: see what is threatened before you move",
    "nudge_term": "nothing is forced here: weigh what each move does for {term}",
    "nudge_calm": "nothing is forced here: look for quiet ways to improve your game",
    "piece_on": "look at the {piece} on {cell}",
    "piece_from": "look at your pieces {place}",
    "piece_to": "look for something {place}",
    "piece_pair": "it is one of two pieces, on {one} or on {other}",
    "piece_not_these": "you can rule out {moves}",
    "piece_of_two": "two moves fit all this, and it is one of them",
    "piece_forced": "as there is only one legal move, it is that one",
    "hint_move": "play {move}",
    "hint_line": "{line}: {value} ({warrant})",
    # classes of one's own
    "unknown_class": "{name} has none of the styles that are known: {missing}; "
    "give adapt(..., moves=..., play=...) the names of its methods",
    "unknown_players": "cannot tell who plays {name}: give adapt(..., players=('X', 'O')), "
    "the players as its methods name them, in the order of their turns",
    "unknown_turn": "cannot tell whose turn {value!r} means in {name}, the players are {players}: "
    "give adapt(..., turn=function), which returns the player to move, or, where turns alternate, "
    "adapt(..., moves_first={example!r})",
    "unknown_winner": "cannot tell who {value!r} is that has won, the players are {players}: "
    "give adapt(..., players=[...]) as the class names them, or adapt(..., winner=function)",
    "unknown_result": "cannot tell who has won a finished {name}, its evaluation is {value}: "
    "expected infinity for a win and 0 for a draw, or adapt(..., winner=function)",
    "unknown_opponent": "cannot tell who plays against {piece!r} in {name}, its players are "
    "{known}: give it the attributes human_player_piece and ai_player_piece",
    "bad_evaluation": "the evaluation of {name} is {value!r}: expected a number; infinity is one",
    "class_not_copied": "cannot copy a {name} deeply ({problem}): keep files, locks and windows "
    "out of it, or give it a method __deepcopy__",
    "endless_game": "cannot search {name} to its end, which is too many moves away: "
    "limit the depth with kibitz.Minimax or kibitz.textbook.minimax",
    "class_needs_arguments": "cannot make a {name} without arguments ({problem}): "
    "give an object, adapt({name}(...)); in a file, end it with GAME = kibitz.adapt({name}(...))",
    "class_shares": "a move in a copy of {name} changes the original: let {method} change only "
    "what stands in the object itself, not in its class or in globals",
    "class_fails": "a method of {name} fails: {problem}; docs/adapters.md describes the calls, "
    "and adapt(..., players=[...]) gives the players that methods take",
    "no_common_moves": "cannot tell which moves are the same: no text is ({old!r} in the old game, "
    "{new!r} in the new one), nor what moves change on the board; let the new game write its moves "
    "as the old one does, by notation=Notation(format_move=...), or read them, by parse_move",
    "no_class": "no class in {path!r} can be adapted: {missing}",
    "several_classes": "several classes in {path!r} can be adapted, {known}: "
    "write {path}:{example}",
    "no_such_class": "no class {name!r} in {path!r}: its classes are {known}",
    # the Smart Horses API
    "bad_json": "cannot read the body as JSON ({problem}): expected {expected}",
    "bad_field": "{where} cannot be {value}: expected {expected}",
    "missing_field": "{where} is missing: expected {expected}",
    "internal_error": "something went wrong here, the request may be right: try it again",
    "knights_together": "both knights stand on {square}: expected different squares",
    "knight_destroyed": "the {side} knight stands on {square}, which is destroyed: expected "
    "another square",
    "score_too_large": "{side}_score cannot be {score}: expected at most {limit} on this board, or "
    "-{limit} at least",
    "other_depth": "max_depth cannot be {depth} with the difficulty {difficulty}: "
    "expected {expected}",
    "not_over": "game_over is true, but {side} can move here: expected false",
    "other_winner": "winner cannot be {winner!r}: on this board it is {found}",
    "stuck_to_move": "{side} cannot move here, so it is never its turn: expected {other} to move, "
    "and {penalty} points less for {side}",
    "machines_turn": "it is the machine's turn (white), not the player's: "
    'POST /api/game/machine-move finds its move, and a game state with current_player "black" '
    "takes one of yours",
    "moved_option": "{option} is now {command}, to be run in a source checkout of kibitz",
    # the server
    "server_missing": "the server needs packages that are not installed ({problem}): "
    "pip install 'kibitz[server]'",
    "no_such_game": "no game {name!r} here: the games are {known}",
    "file_not_served": "this record needs the game file {wanted!r}, and this server loads no files "
    "that a client names: its games are {known}",
    "no_address": "no address {path!r} here: /docs lists what there is",
    "other_method": "{path} does not answer {method}: it answers {allowed}",
    "body_too_large": "the request is larger than {limit} bytes: send less",
    "no_session": "this game no longer exists: start a new one",
    "no_analysis": "this analysis no longer exists: start a new one",
    "no_secret": "this needs the secret of a seat: send it as `Authorization: Bearer SECRET`",
    "unknown_secret": "this secret opens no seat of session {session!r}: "
    "whoever began the session has its secrets",
    "no_analysis_secret": "stopping an analysis needs its secret: "
    "send it as `Authorization: Bearer SECRET`",
    "other_analysis_secret": "this is not the secret of this analysis: "
    "only the client that started it can stop it",
    "not_your_turn": "{side} is to move, this secret is that of {own}: wait for your turn",
    "version_changed": "the session is at version {version}, expected {expected}: read it again",
    "key_reused": "the idempotency key {key!r} was used for another command: make a new one",
    "session_busy": "the session changes faster than this command can be done: try again",
    "session_full": "a session holds {limit} moves at most, its branches among them: "
    "begin another one",
    "too_many_requests": "too many requests from here: wait {seconds} s",
    "too_much_waiting": "{count} requests from here are waiting already: try again in {seconds} s",
    "queue_full": "the server is busy: try again in {seconds} s",
    "compiling": "{game} is being compiled with these options: try again in {seconds} s",
    "compile_failed": "{game} could not be compiled with these options: try again in {seconds} s",
    "too_many_compiles": "too many games with other options from here: try again in {seconds} s",
    "too_many_exhibitions": "{count} games without a person are played for you already: "
    "wait until one is over",
    "too_many_sessions": "{count} sessions of yours are kept already: "
    "try again when some have expired",
    "too_many_streams": "too many open streams: close one, or try again in {seconds} s",
    "memory_short": "no memory is left for this: try again in {seconds} s",
    "database_silent": "the database cannot be used at the moment: try again in {seconds} s",
    "unstorable": "this request contains text that cannot be stored, such as NUL characters "
    "or halves of surrogate pairs: send it without them",
    "tree_too_large": "this tree has more than {limit} positions at depth {depth}: "
    "ask for fewer plies",
    # the conformance suite
    "not_conforming": "{game} breaks the contract: {problem}\n  after the moves: {line}\n"
    "  in the position: {position}",
}
