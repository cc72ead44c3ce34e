"""Mutated requests over every operation: each is answered or refused, and nothing breaks."""

from __future__ import annotations

import json
import os
import random

import pytest

from tests.attack.campaign import SETTINGS, Campaign
from tests.attack.conftest import Attack, NewDatabase
from tests.attack.figures import TRIES, Figures
from tests.attack.mutations import to_wire
from tests.attack.templates import draft_for
from tests.attack.wire import Connection
from tests.attack.world import build_world, collect_samples

QUICK = 200
DEEP = int(os.environ.get("KIBITZ_ATTACK_REQUESTS", "100000"))


def attack(start: Attack, database: str, figures: Figures, count: int, workers: int) -> None:
    target = start(database, SETTINGS, workers)
    campaign = Campaign(target, seed=24, figures=figures)
    campaign.run(range(count))
    if campaign.failures:
        pytest.fail(campaign.report(), pytrace=False)
    assert figures.counts[TRIES] == count
    # If nearly everything were refused, the mutations would test nothing but the first check.
    accepted = sum(campaign.statuses[status] for status in (200, 201, 202))
    assert accepted > count / 10, campaign.statuses


def test_a_sample_of_mutated_requests(
    start: Attack, new_database: NewDatabase, figures: Figures
) -> None:
    attack(start, new_database(), figures, QUICK, workers=1)


@pytest.mark.deep
def test_mutated_requests(start: Attack, new_database: NewDatabase, figures: Figures) -> None:
    attack(start, new_database(), figures, DEEP, workers=2)


def test_the_requests_that_are_mutated_are_valid(start: Attack, sqlite: str) -> None:
    """Every operation of the OpenAPI document is known, so that its fields are reached."""
    target = start(sqlite, SETTINGS)
    samples = collect_samples(target.live.http, [])
    world = build_world(target.live.http, samples, random.Random(1))
    with Connection(target.live.port) as connection:
        for method, path in samples.paths:
            statuses = set()
            for seed in range(8):
                draft = draft_for(method, path, world, random.Random(seed))
                answer = connection.send(to_wire(draft))
                statuses.add(answer.status)
                if answer.status == 422:
                    # What is refused is refused for what it asks, not for its form.
                    assert json.loads(answer.body)["code"] != "bad_field", (draft, answer.body)
            # Nobody has offered a draw: some commands can be refused in every session.
            assert statuses & {200, 201, 202, 204, 409}, (method, path, statuses)
