from __future__ import annotations

import pytest

from kibitz.core.errors import LimitError
from kibitz.server.rate_limiter import Rate, RateLimiter


class Clock:
    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


@pytest.mark.parametrize("text", ["", "60", "0/minute", "-1/minute", "5/fortnight", "٣/minute"])
def test_what_is_no_rate_is_refused(text: str) -> None:
    with pytest.raises(LimitError, match="30/minute"):
        Rate.parse(text)


def test_a_burst_is_let_through_and_tokens_come_back() -> None:
    clock = Clock()
    limiter = RateLimiter(Rate.parse("3/minute"), clock)
    assert [limiter.take("a") for _ in range(4)] == [0, 0, 0, 20]
    clock.seconds += 20
    assert limiter.take("a") == 0
    assert limiter.take("a") == 20
    clock.seconds += 3600
    assert [limiter.take("a") for _ in range(4)] == [0, 0, 0, 20]


def test_clients_do_not_share_a_bucket() -> None:
    limiter = RateLimiter(Rate.parse("1/hour"), Clock())
    assert (limiter.take("a"), limiter.take("b"), limiter.take("a")) == (0, 0, 3600)


def test_the_number_of_buckets_is_bounded() -> None:
    limiter = RateLimiter(Rate.parse("1/hour"), Clock())
    for number in range(20_000):
        limiter.take(str(number))
    assert len(limiter._buckets) == 10_000
