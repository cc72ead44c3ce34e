"""Lessons as data: worked examples of how a program finds its move.

Every lesson is one JSON file of small trees, positions or sums with their values; the tests
recompute every figure. `lessons()` gives them all, `lesson(id)` one.
"""

from kibitz.lessons.lesson import Lesson, Question
from kibitz.lessons.library import lesson, lessons
from kibitz.lessons.position import Best, Position
from kibitz.lessons.reading import read
from kibitz.lessons.sums import Sum, Term
from kibitz.lessons.tree import Node, Tree

__all__ = [
    "Best",
    "Lesson",
    "Node",
    "Position",
    "Question",
    "Sum",
    "Term",
    "Tree",
    "lesson",
    "lessons",
    "read",
]
