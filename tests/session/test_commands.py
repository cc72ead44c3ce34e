"""Random commands drive a session beside a plain model of it."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

import kibitz
from kibitz import Session

Prefix = tuple[str, ...]


class Model:
    """A session as a list of lines: every prefix that was ever reached, and where we are."""

    def __init__(self) -> None:
        self.here: Prefix = ()
        self.branches: dict[Prefix, list[str]] = {(): []}
        self.chosen: dict[Prefix, str] = {}
        self.endings: dict[Prefix, str] = {}
        self.offer: int | None = None

    @property
    def line(self) -> Prefix:
        line = self.here
        while line in self.chosen:
            line = (*line, self.chosen[line])
        return line

    def go(self, here: Prefix) -> None:
        self.here = here
        self.offer = None

    def push(self, move: str) -> None:
        if move not in self.branches[self.here]:
            self.branches[self.here].append(move)
            self.branches[(*self.here, move)] = []
        self.chosen[self.here] = move
        self.go((*self.here, move))
        self.endings.pop(self.here, None)


class Commands(RuleBasedStateMachine):
    """Undo, redo, branches, saving, loading and replaying, in any order."""

    game = kibitz.game("tictactoe")

    def __init__(self) -> None:
        super().__init__()
        self.session = Session(self.game, now=lambda: 0.0)
        self.model = Model()

    def is_over(self) -> bool:
        return self.session.outcome() is not None

    @precondition(lambda self: not self.is_over())
    @rule(choice=st.integers(0, 1 << 16), seconds=st.sampled_from([None, 0, 2.5]))
    def push(self, choice: int, seconds: float | None) -> None:
        moves = self.session.legal_moves
        move = moves[choice % len(moves)]
        self.session.push(move, seconds)
        self.model.push(move)

    @precondition(lambda self: self.model.line and not self.is_over())
    @rule(data=st.data())
    def push_again(self, data: st.DataObject) -> None:
        """Moves that were played before are met often, not only by luck."""
        if self.model.branches[self.model.here]:
            move = data.draw(st.sampled_from(self.model.branches[self.model.here]))
            self.session.push(move)
            self.model.push(move)

    @rule(count=st.integers(-1, 4))
    def undo(self, count: int) -> None:
        if 1 <= count <= len(self.model.here):
            self.session.undo(count)
            self.model.go(self.model.here[: len(self.model.here) - count])
        else:
            self.refused(lambda: self.session.undo(count))

    @rule(count=st.integers(-1, 4))
    def redo(self, count: int) -> None:
        model = self.model
        if 1 <= count <= len(model.line) - len(model.here):
            self.session.redo(count)
            model.go(model.line[: len(model.here) + count])
        else:
            self.refused(lambda: self.session.redo(count))

    @rule(ply=st.integers(-1, 6))
    def goto(self, ply: int) -> None:
        if 0 <= ply <= len(self.model.line):
            self.session.goto(ply)
            if ply != len(self.model.here):
                self.model.go(self.model.line[:ply])
        else:
            self.refused(lambda: self.session.goto(ply))

    @rule(move=st.sampled_from("012345678"))
    def switch(self, move: str) -> None:
        if move in self.model.branches[self.model.here]:
            self.session.switch(move)
            self.model.chosen[self.model.here] = move
        else:
            self.refused(lambda: self.session.switch(move))

    @precondition(lambda self: not self.is_over())
    @rule(player=st.integers(0, 1))
    def resign(self, player: int) -> None:
        self.session.resign(player)
        self.model.endings[self.model.here] = f"{self.game.sides[1 - player]} wins by resignation"
        self.model.offer = None

    @precondition(lambda self: not self.is_over())
    @rule(player=st.integers(0, 1))
    def offer_draw(self, player: int) -> None:
        if self.model.offer is None:
            self.session.offer_draw(player)
            self.model.offer = player
        else:
            self.refused(lambda: self.session.offer_draw(player))

    @precondition(lambda self: not self.is_over())
    @rule(player=st.integers(0, 1), is_accepted=st.booleans())
    def answer(self, player: int, is_accepted: bool) -> None:
        answer = self.session.accept_draw if is_accepted else self.session.decline_draw
        if self.model.offer != 1 - player:
            self.refused(lambda: answer(player))
            return
        answer(player)
        self.model.offer = None
        if is_accepted:
            self.model.endings[self.model.here] = "draw by agreement"

    @precondition(lambda self: self.is_over())
    @rule()
    def too_late(self) -> None:
        self.refused(lambda: self.session.push("0"))
        self.refused(self.session.resign)
        self.refused(self.session.offer_draw)

    @rule()
    def save_and_load(self) -> None:
        before = self.session.to_json()
        self.session = Session.from_json(json.loads(json.dumps(before)), now=lambda: 0.0)
        assert self.session.to_json() == before

    def refused(self, command: Any) -> None:
        before = self.session.to_json()
        try:
            command()
        except kibitz.KibitzError:
            assert self.session.to_json() == before
        else:
            raise AssertionError("expected a refusal")

    @invariant()
    def session_is_as_the_model(self) -> None:
        session, model = self.session, self.model
        assert session.moves == model.here
        assert session.line == model.line
        assert session.branches == tuple(model.branches[model.here])
        assert [offer.side for offer in session.offers] == (
            [] if model.offer is None else [model.offer]
        )
        states = [self.game.initial()]
        for move in model.line:
            states.append(self.game.play(states[-1], int(move)))
        assert [position.state for position in session.replay()] == states
        assert session.state == states[session.ply]
        assert session.earlier == states[: session.ply]
        by_rules = self.game.outcome(session.state)
        expected = model.endings.get(model.here) or (by_rules and str(by_rules))
        assert str(session.outcome()) == str(expected)


TestCommands = Commands.TestCase
TestCommands.settings = settings(max_examples=250, stateful_step_count=30)
