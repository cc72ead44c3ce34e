"""The rating behind the adaptive level: bounded, never against the result, and it can say why."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.teaching.adaptive.person_standing import REMEMBERED, STEP, PersonStanding
from kibitz.teaching.adaptive.rating import LEAST, MOST, Skill

scores = st.sampled_from([0.0, 0.5, 1.0])
losses = st.none() | st.floats(0.0, 1.0)
games = st.lists(st.tuples(scores, losses, losses), max_size=40)


def played(results: list[tuple[float, float | None, float | None]]) -> PersonStanding:
    standing = PersonStanding()
    for result in results:
        standing = standing.after(*result)
    return standing


@given(games, scores, losses, losses)
def test_the_level_moves_a_little_with_the_result_and_stays_on_the_ladder(
    results: list[tuple[float, float | None, float | None]],
    score: float,
    loss: float | None,
    own_loss: float | None,
) -> None:
    before = played(results)
    after = before.after(score, loss, own_loss)
    assert LEAST <= after.level <= MOST
    assert abs(after.level - before.level) <= STEP + 1e-9
    if score == 1.0:
        assert after.level >= before.level
    if score == 0.0:
        assert after.level <= before.level


@given(games)
def test_no_more_games_are_remembered_than_needed(
    results: list[tuple[float, float | None, float | None]],
) -> None:
    standing = played(results)
    assert standing.games == len(results)
    assert len(standing.recent) == min(len(results), REMEMBERED)


@given(st.lists(scores, min_size=1, max_size=30))
def test_the_reason_never_contradicts_the_change(results: list[float]) -> None:
    standing = played([(score, None, None) for score in results])
    last = standing.recent[-1]
    said = standing.why()[0]
    if said.code == "adaptive_moves":
        score, count = float(str(said.params["score"])), int(str(said.params["count"]))
        assert (score > count / 2) == (last.after > last.level)
    elif said.code in {"adaptive_won", "adaptive_lost"}:
        assert (said.code == "adaptive_won") == (last.score == 1.0) == (last.after > last.level)
    elif said.code == "adaptive_stays":
        assert abs(last.after - last.level) < 0.05
    else:
        assert said.code == "adaptive_drifts"


def test_knowing_more_makes_the_steps_smaller() -> None:
    skill = Skill()
    changes = []
    for game in range(20):
        after = skill.after(float(game % 2), skill.mean)
        changes.append(abs(after.mean - skill.mean))
        skill = after
    assert changes[0] > 3 * changes[-1]
    assert skill.deviation < 1.0
    assert changes[-1] > 0.1  # the last results always count


def test_a_stronger_opponent_makes_a_win_count_more() -> None:
    assert (
        Skill().after(1.0, 6.0).mean > Skill().after(1.0, 4.0).mean > Skill().after(1.0, 2.0).mean
    )


def test_good_moves_count_in_the_first_game_and_hardly_later() -> None:
    def difference(standing: PersonStanding) -> float:
        good, bad = standing.after(0.5, 0.0, 0.2), standing.after(0.5, 0.2, 0.0)
        return good.skill.mean - bad.skill.mean

    late = played([(float(game % 2), None, None) for game in range(60)])
    assert difference(PersonStanding()) > 0.3
    assert 0 < difference(late) < 0.02


def test_results_rule_over_the_quality_of_moves() -> None:
    assert PersonStanding().after(1.0, 0.5, 0.0).level > PersonStanding().level
    assert PersonStanding().after(0.0, 0.0, 0.5).level < PersonStanding().level


@pytest.mark.parametrize("strength", [1.5, 3.0, 5.5, 8.0, 9.5])
@pytest.mark.parametrize("slope", [0.4, 1.0, 2.0])
def test_the_score_comes_to_one_half_whatever_a_step_is_worth(
    strength: float, slope: float
) -> None:
    """Against a person as the model has it; ladders may be steeper or flatter than it thinks."""
    lot = random.Random(7)
    standing = PersonStanding()
    total = 0.0
    for game in range(230):
        person = Skill(slope * strength)
        score = float(lot.random() < person.expected(slope * standing.level))
        standing = standing.after(score)
        total += score if game >= 30 else 0.0
    assert 0.45 < total / 200 < 0.55


def test_it_says_why_it_begins_moves_stays_and_holds_back() -> None:
    def codes(standing: PersonStanding) -> list[str]:
        return [said.code for said in standing.why()]

    assert codes(PersonStanding()) == ["adaptive_begins"]
    first = PersonStanding().after(1.0, 0.01, 0.2)
    assert codes(first) == ["adaptive_won", "adaptive_quality", "adaptive_bounded"]
    assert str(first.why()[0]) == "You won, so I play at level 4.8 next time (was 4.0)."
    assert str(first.why()[1]) == ("Average loss of winning chances per move: you 1 %, me 20 %.")
    second = str(first.after(1.0).why()[0])
    assert second == "You scored 2 out of 2, so I play at level 5.5 next time (was 4.8)."
    assert codes(PersonStanding().after(0.5)) == ["adaptive_stays"]
    lagging = PersonStanding(skill=Skill(6.0, 1.0), level=5.0).after(0.5)
    assert codes(lagging)[0] == "adaptive_drifts"
    assert "Our earlier games put you at level 5.8" in str(lagging.why()[0])
