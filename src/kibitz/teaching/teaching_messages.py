"""The sentences of the teaching package: the adaptive level, lessons, search trees."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    # the adaptive level and its profile
    "adaptive_begins": "We have not played this game before, so I start at level {level}.",
    "adaptive_won": "You won, so I play at level {after} next time (was {before}).",
    "adaptive_lost": "You lost, so I play at level {after} next time (was {before}).",
    "adaptive_moves": "You scored {score} out of {count}, so I play at level {after} next time "
    "(was {before}).",
    "adaptive_stays": "Our games are even, so I stay at level {level} (games so far: {games}).",
    "adaptive_drifts": "Our earlier games put you at level {skill}, so I play at level {after} "
    "next time (was {before}).",
    "adaptive_quality": "Average loss of winning chances per move: you {loss} %, me {own_loss} %.",
    "adaptive_bounded": "One game changes my level by at most {most}.",
    "nothing_to_learn": "This game is not over. Finish it before learning from its result.",
    "profile_damaged": "The profile {source} is damaged: {problem}. Kibitz has not changed it. "
    "Move it away, or use another file.",
    "profile_from_future": "{source} has version {version} of the profile, and this Kibitz "
    "supports {known}. Update Kibitz, or use another file.",
    # lessons
    "unknown_lesson": "Unknown lesson {lesson!r}: the lessons are {known}.",
    "bad_lesson": "Cannot read the lesson {lesson!r}, at {where}: {problem}.",
    # search trees
    "large_tree": "This tree has more than {nodes} nodes at depth {depth}. Choose a lower depth, "
    "or turn on pruning and move ordering.",
    "large_tree_texts": "The positions of this tree are longer than {bytes} characters together. "
    "Choose a lower depth.",
}
