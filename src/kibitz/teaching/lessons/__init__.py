"""Lessons as data: worked examples of how a program finds its move.

Every lesson is one JSON file of small trees, positions or sums with their values; the tests
recompute every figure. `lessons()` gives them all, `lesson(id)` one.
"""

from kibitz.teaching.lessons.lesson import Lesson, Question
from kibitz.teaching.lessons.lesson_position import Best, Position
from kibitz.teaching.lessons.lesson_reader import read
from kibitz.teaching.lessons.lesson_tree import Node, Tree
from kibitz.teaching.lessons.library import lesson, lessons
from kibitz.teaching.lessons.sums import Sum, Term

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
