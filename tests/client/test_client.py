"""`kibitz.Client`: what it does on a server is what the same calls do in Python."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from inspect import signature
from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz import Client, Limit, Seat
from kibitz.client.remote_analysis import RemoteAnalysis
from kibitz.client.remote_errors import CLASS_OF
from kibitz.client.remote_session import RemoteSession
from kibitz.engine.analysis import Analysis
from tests.server.live import Live, serving

SOURCE = Path(kibitz.__file__).parent


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    folder = tmp_path_factory.mktemp("client")
    with serving(str(folder / "games.db"), folder / "log", {"KIBITZ_POLL": "0.05"}) as found:
        yield found


@pytest.fixture
def client(live: Live) -> Client:
    return Client(str(live.http.base_url))


def same(remote: RemoteSession, local: kibitz.Session) -> None:
    """Whether both show the same, by the same names."""
    for name in ("moves", "line", "ply", "turn", "side", "position", "legal_moves", "takebacks"):
        assert getattr(remote, name) == getattr(local, name), name
    assert remote.outcome() == local.outcome()
    assert remote.offers == local.offers
    assert remote.seats == local.seats
    assert str(remote) == str(local)
    assert (remote.game.name, remote.game.sides) == (local.game.name, local.game.sides)
    assert [played.side for played in remote.history] == [one.side for one in local.history]


def test_a_session_has_the_names_of_a_local_one(client: Client) -> None:
    game = kibitz.game("draughts", variant="russian")
    seats = [Seat(name="Anna"), Seat(name="Bert")]
    local = kibitz.Session(game, seats=seats)
    remote = client.session(game, seats=seats, takebacks="free")
    assert remote.game.settings["variant"] == "russian"
    same(remote, local)
    for session in (remote, local):
        first = session.legal_moves[0]
        session.push(first)
        session.push(session.legal_moves[-1])
        session.undo()
        session.redo()
        session.undo(2)
        session.push(first)
    same(remote, local)
    for session in (remote, local):
        session.offer_draw(0)
        assert session.offers
        session.decline_draw(1)
        session.sit("white", Seat(name="Carl"))
    same(remote, local)
    for session in (remote, local):
        session.offer_draw("black")
        session.accept_draw("white")
    same(remote, local)
    assert str(remote.outcome()) == "draw by agreement"


def test_players_are_changed_during_a_game(client: Client) -> None:
    engine = Seat("engine", level="1", seed=1)
    remote = client.session("tictactoe", seats=[Seat(), engine])
    local = kibitz.Session(kibitz.game("tictactoe"), seats=[Seat(), engine])
    for session in (remote, local):
        session.sit("O", Seat("engine", level="3", seed=1))
    assert [seat.level for seat in remote.seats] == [seat.level for seat in local.seats]
    for session in (remote, local):
        session.sit(1, Seat(name="Bert"))
        session.push("4")
        session.push("0")
    assert remote.seats == local.seats
    assert remote.moves == local.moves
    remote.sit("O", engine)
    remote.sit("O", Seat())  # it gave the seat away, and takes it back
    remote.resign("O")
    assert str(remote.outcome()) == "X wins by resignation"


def test_a_rematch_swaps_the_sides(client: Client) -> None:
    remote = client.session("tictactoe", seats=[Seat(name="Anna"), Seat(name="Bert")], help=False)
    assert not remote.has_help
    with pytest.raises(kibitz.RequestError, match="without engine help"):
        client.play(remote, Limit(depth=1))
    remote.offer_draw("X")
    remote.withdraw_draw("X")
    assert remote.offers == ()
    remote.resign("X")
    remote.offer_rematch("O")
    remote.decline_rematch("X")
    remote.offer_rematch("X")
    remote.withdraw_rematch("X")
    assert remote.rematch() is None
    remote.offer_rematch("X")
    remote.accept_rematch("O")
    again = remote.rematch()
    assert again is not None
    assert [seat.name for seat in again.seats] == ["Bert", "Anna"]
    again.push("4")
    again.push("0")
    assert again.ply == 2
    assert again.presence().sides == ()
    assert again.presence().spectators == 0


def test_takebacks_by_consent_and_resignations(client: Client) -> None:
    remote = client.session("tictactoe", takebacks="ask")
    local = kibitz.Session(kibitz.game("tictactoe"), takebacks="ask")
    for session in (remote, local):
        session.push("4")
        session.request_takeback("X")
        session.decline_takeback("O")
        session.request_takeback("X", 1)
        session.accept_takeback("O")
        session.push("0")
        session.resign()
    same(remote, local)


def test_every_public_name_of_a_session_means_the_same() -> None:
    """It is a name of Session, with its parameters, or one that only exists remotely."""
    own = {"follow", "id", "is_thinking", "refresh", "url", "version", "wait"}
    own |= {f"{verb}_rematch" for verb in ("offer", "accept", "decline", "withdraw")}
    own |= {"rematch", "presence", "has_help", "is_preparing"}
    names = {name for name in vars(RemoteSession) if not name.startswith("_")}
    assert names - {*dir(kibitz.Session), "game"} == own
    for name in names - own - {"game"}:
        here, there = getattr(RemoteSession, name), getattr(kibitz.Session, name)
        if callable(here):
            assert (
                list(signature(here).parameters)
                == list(signature(there).parameters)[: len(signature(here).parameters)]
            ), name
    assert {"stop", "wait", "lines", "is_over"} <= {*dir(RemoteAnalysis), *_attributes(Analysis)}


def _attributes(kind: type) -> set[str]:
    path = SOURCE / "engine" / "analysis.py"
    assert kind.__module__ == "kibitz.engine.analysis"
    return set(re.findall(r"self\.(\w+)\b.* = ", path.read_text()))


def test_an_engine_moves_on_the_server(client: Client) -> None:
    remote = client.session("connect4", seats=[Seat(), Seat("engine", level="easy", seed=3)])
    remote.push("d")
    assert remote.wait().ply == 2
    move = remote.history[1]
    assert (move.side, move.evaluation is not None) == ("O", True)
    remote.push(remote.legal_moves[0])
    remote.wait()
    local = kibitz.Session.from_json(remote.to_json())
    assert local.moves == remote.moves


def test_others_are_followed(client: Client) -> None:
    remote = client.session("tictactoe")
    other = client.open(remote.url)
    seen = other.follow()
    assert next(seen).ply == 0
    remote.push("4")
    assert next(seen).moves == ("4",)
    remote.push("0")
    assert next(seen).document == remote.document
    del seen
    assert other.secrets == {}


def test_a_follower_reconnects_to_a_server_that_was_killed(tmp_path: Path) -> None:
    settings = {"KIBITZ_WARM": "false"}
    with serving(str(tmp_path / "games.db"), tmp_path / "log", settings) as live:
        client = Client(str(live.http.base_url), patience=120.0)
        remote = client.session("tictactoe")
        seen = client.open(remote.id).follow()
        assert next(seen).ply == 0
        remote.push("4")
        assert next(seen).moves == ("4",)
        live.kill()
        restart = threading.Thread(target=live.start)
        restart.start()
        remote.push("0")  # is tried again until the server is back
        assert next(seen).document == remote.document
        restart.join()


def test_an_invitation_opens_the_seat(client: Client, live: Live) -> None:
    table = live.begin("tictactoe")
    answer = live.http.get(f"{table.path}/seat", headers={"Authorization": "Bearer x"})
    assert answer.status_code == 403
    invited = client.open(f"{live.http.base_url}/sessions/{table.id}#secret={table.secrets['O']}")
    table.move("4", "X")
    invited.refresh().push("0")
    assert invited.moves == ("4", "0")
    with pytest.raises(kibitz.RequestError, match="no secret for X: it plays O"):
        invited.push("1")
    with pytest.raises(kibitz.RequestError, match="it is a spectator"):
        client.open(table.id).resign()


def test_a_session_is_saved_and_continued(client: Client, tmp_path: Path) -> None:
    remote = client.session("draughts")
    remote.push("22-18")
    for name in ("game.json", "game.pdn"):
        remote.save(tmp_path / name)
        assert kibitz.Session.load(tmp_path / name).moves == ("22-18",)
        again = client.load(tmp_path / name)
        assert (again.moves, again.id != remote.id) == (("22-18",), True)
    again = client.from_json(kibitz.Session.load(tmp_path / "game.json").to_json())
    again.push(again.legal_moves[0])
    (tmp_path / "bad.json").write_text("{")
    with pytest.raises(kibitz.RecordError):
        client.load(tmp_path / "bad.json")


def test_an_analysis_is_that_of_an_engine(client: Client) -> None:
    game = kibitz.game("tictactoe")
    session = kibitz.Session(game, "XOX/O../...")
    local = kibitz.Engine(game).analyse(session, Limit(depth=5), multipv=3)
    for position in (session, client.session(game, "XOX/O../...")):
        remote = client.analyse(position, Limit(depth=5), multipv=3)
        assert [line.value for line in remote] == [line.value for line in local]
    assert client.play(session).move == "4"
    assert remote[0].warrant == local[0].warrant


def test_an_analysis_yields_its_lines_and_stops(client: Client) -> None:
    session = client.session("draughts")
    with client.analysis(session, Limit(time=60.0), multipv=2) as analysis:
        first = next(analysis)
        assert len(first) == 2
        analysis.stop()
        last = analysis.wait()
    assert analysis.is_over
    assert last[0].depth >= first[0].depth


def test_a_review_and_what_is_known_are_those_of_python(client: Client) -> None:
    session = kibitz.Session(kibitz.game("tictactoe"))
    for move in ("4", "1", "0", "8", "6"):
        session.push(move)
    expected = kibitz.review(session, Limit(depth=9)).as_dict()
    remote = client.session("tictactoe", moves=session.moves)
    for played in (session, remote):
        found = client.review(played, Limit(depth=9))
        assert [move["mark"] for move in found["moves"]] == [
            move["mark"]
            for move in expected["moves"]  # type: ignore[attr-defined]
        ]
    book = client.knowledge(kibitz.Session(kibitz.game("connect4")))["book"]
    assert [move["move"] for move in book] == ["d"]


def test_several_positions_are_analysed_in_one_request(client: Client) -> None:
    game = kibitz.game("connect4")
    sessions = [kibitz.Session(game) for _ in range(3)]
    for count, session in enumerate(sessions):
        for _ in range(count):
            session.push("d")
    found = list(client.analyse_all(sessions, Limit(depth=4)))
    alone = [client.analyse(session, Limit(depth=4)) for session in sessions]
    assert [lines[0].move for lines in found] == [lines[0].move for lines in alone]
    over = kibitz.Session(kibitz.game("tictactoe"), "XXX/OO./...")
    results = client.analyse_all([sessions[0], over], Limit(depth=1))
    assert next(results)
    with pytest.raises(kibitz.FinishedError):
        next(results)


@pytest.mark.parametrize(
    ("call", "kind"),
    [
        (lambda client: client.session("chess"), kibitz.UnknownGameError),
        (lambda client: client.session("tictactoe", "nonsense"), kibitz.PositionError),
        (lambda client: client.session("tictactoe").push("9"), kibitz.InvalidMoveError),
        (lambda client: client.session("tictactoe").undo(), kibitz.HistoryError),
        (lambda client: client.session("tictactoe").accept_draw("X"), kibitz.OfferError),
        (lambda client: client.session("tictactoe").resign("Z"), kibitz.LimitError),
        (lambda client: client.session("tictactoe").sit("X", "engine"), kibitz.LimitError),
        (lambda client: client.open("none"), kibitz.RequestError),
        (lambda client: client.analyse("tictactoe", Limit(depth=1)), kibitz.RequestError),
        (lambda client: Client("localhost:8000"), kibitz.RequestError),
    ],
)
def test_errors_are_those_of_python(client: Client, call: Any, kind: type[Exception]) -> None:
    with pytest.raises(kind) as raised:
        call(client)
    assert type(raised.value) is kind


def test_a_server_that_is_away_is_named() -> None:
    with pytest.raises(kibitz.RequestError, match="Cannot reach http") as raised:
        Client("http://127.0.0.1:9", patience=0.0).names()
    assert (raised.value.code, raised.value.status) == ("unreachable", 0)


class Other(BaseHTTPRequestHandler):
    """A server of something else."""

    def do_GET(self) -> None:
        self.send_response(200 if self.path.endswith("games") else 502)
        self.end_headers()
        self.wfile.write(b"<html>Hello</html>")

    def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002
        pass


def test_a_server_of_something_else_is_noticed() -> None:
    server = HTTPServer(("127.0.0.1", 0), Other)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        client = Client(f"http://127.0.0.1:{server.server_port}", patience=0.0)
        with pytest.raises(kibitz.RequestError, match="does not answer like a Kibitz server"):
            client.names()
        with pytest.raises(kibitz.RequestError, match="status 502"):
            client.open("some")
    finally:
        server.shutdown()
        server.server_close()


def test_the_names_of_the_games_are_known(client: Client) -> None:
    assert set(client.names()) >= set(kibitz.names())
    assert repr(client).startswith("kibitz.Client('http://127.0.0.1:")


def test_codes_are_raised_as_the_class_that_python_raises() -> None:
    raised: dict[str, set[str]] = {}
    for path in SOURCE.rglob("*.py"):
        for match in re.finditer(r'(\w+Error)\(\s*"([a-z_]+)"', path.read_text()):
            raised.setdefault(match[2], set()).add(match[1])
    for code, kind in CLASS_OF.items():
        # A cursor raises the code that it is given.
        assert kind.__name__ in raised.get(code, {"HistoryError"}), code


def test_the_examples_of_the_page_run(
    live: Live, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    page = (SOURCE.parent.parent / "docs" / "client.md").read_text()
    names: dict[str, Any] = {}
    for block in re.findall(r"```python\n(.*?)```", page, re.DOTALL):
        exec(block.replace("http://127.0.0.1:8000", str(live.http.base_url)), names)
    shown = capsys.readouterr().out
    assert "It ended" in shown
    assert (tmp_path / "game.json").is_file()
