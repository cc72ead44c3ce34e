"""Lessons as data: worked examples of how a program finds its move.

Every lesson is one JSON file with a small tree, a position, a sum or searches of a position, and
its values. The tests recompute every figure. `lessons()` returns all lessons, and `lesson(id)`
returns one.
"""

from kibitz.teaching.lessons.computed import computed_figures
from kibitz.teaching.lessons.lesson import Lesson, Question
from kibitz.teaching.lessons.lesson_position import Best, LessonPosition
from kibitz.teaching.lessons.lesson_reader import read
from kibitz.teaching.lessons.lesson_search import LessonSearch, SearchRun
from kibitz.teaching.lessons.lesson_tree import LessonNode, Tree
from kibitz.teaching.lessons.library import lesson, lessons, read_file
from kibitz.teaching.lessons.sums import Sum, SumTerm

__all__ = [
    "Best",
    "Lesson",
    "LessonNode",
    "LessonPosition",
    "LessonSearch",
    "Question",
    "SearchRun",
    "Sum",
    "SumTerm",
    "Tree",
    "computed_figures",
    "lesson",
    "lessons",
    "read",
    "read_file",
]
