"""A lesson: a text, an example with its figures, and questions about them."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, field

from kibitz.core.text import format_move
from kibitz.teaching.lessons.lesson_position import LessonPosition
from kibitz.teaching.lessons.lesson_search import LessonSearch
from kibitz.teaching.lessons.lesson_text import (
    paragraph,
    position_text,
    search_text,
    sum_text,
    tree_text,
)
from kibitz.teaching.lessons.lesson_tree import Tree
from kibitz.teaching.lessons.sums import Sum

TOPICS = (
    "minimax",
    "alpha-beta",
    "depth",
    "evaluation",
    "depth-adjusted wins",
    "several players",
    "move ordering",
    "quiescence",
    "Monte Carlo",
)


@dataclass(frozen=True, slots=True)
class Question:
    """A question, the name of the figure that it asks for, and the answer."""

    ask: str
    about: str
    answer: int | str


@dataclass(frozen=True, slots=True)
class Lesson:
    """One lesson; its example is a tree, a position, a sum or a search of a position."""

    id: str
    title: str
    teaches: str
    paragraphs: tuple[str, ...]
    example: Tree | LessonPosition | LessonSearch | Sum
    questions: tuple[Question, ...]
    notes: tuple[str, ...]
    data: Mapping[str, object] = field(repr=False, compare=False)

    @property
    def tree(self) -> Tree | None:
        """The tree, if the example is one."""
        return self.example if isinstance(self.example, Tree) else None

    @property
    def position(self) -> LessonPosition | None:
        """The position, if the example is one."""
        return self.example if isinstance(self.example, LessonPosition) else None

    @property
    def search(self) -> LessonSearch | None:
        """The searches of a position, if the example is one."""
        return self.example if isinstance(self.example, LessonSearch) else None

    @property
    def sum(self) -> Sum | None:
        """The evaluation as a sum, if the example is one or its position has one."""
        if isinstance(self.example, LessonPosition):
            return self.example.sum
        return self.example if isinstance(self.example, Sum) else None

    def figures(self) -> dict[str, int | str]:
        """The figures that questions can ask for, by name.

        >>> from kibitz.teaching.lessons import lesson
        >>> lesson("morris-ahead").figures()["term stones"]
        200
        """
        figures: dict[str, int | str] = {}
        if self.tree:
            tree = self.tree
            figures |= {f"value {node.name}": node.value for node in tree.root.walk()}
            figures |= {
                "best": tree.best,
                "skipped": ", ".join(tree.skipped),
                "nodes minimax": tree.minimax_nodes,
                "nodes alpha-beta": tree.alpha_beta_nodes,
            }
            if tree.best_maxn is not None:
                figures["best maxn"] = tree.best_maxn
        if self.sum:
            figures |= {f"term {term.name}": term.value for term in self.sum.terms}
            figures["total"] = self.sum.total
        if self.search:
            for run in self.search.runs:
                best, value, nodes = run.found
                figures |= {
                    f"best {run.name}": best,
                    f"value {run.name}": value,
                    f"nodes {run.name}": nodes,
                }
        if self.position and self.position.best:
            figures["best"] = self.position.best.move
            if self.position.best.win_in is not None:
                figures["win in"] = self.position.best.win_in
        return figures

    def choices(self, about: str) -> list[str]:
        """The possible answers to a question about this figure; empty if it is a number."""
        if about == "skipped" and self.tree:
            return [node.name for node in self.tree.root.walk() if node is not self.tree.root]
        if about.split()[0] != "best":
            return []
        if self.tree:
            return [node.name for node in self.tree.root.children]
        place = self.search or self.position
        if place is None:
            return []
        game, state = place.game(), place.state()
        return [format_move(game, state, move) for move in game.legal_moves(state)]

    def text(self) -> str:
        """The lesson for a terminal."""
        title = f"{self.title} ({self.teaches})"
        parts = [f"{title}\n{'=' * len(title)}", *map(paragraph, self.paragraphs)]
        if isinstance(self.example, Tree):
            parts.append(tree_text(self.example))
        elif isinstance(self.example, LessonPosition):
            parts.append(position_text(self.example))
        elif isinstance(self.example, LessonSearch):
            parts.append(search_text(self.example))
        else:
            parts.append(sum_text(self.example))
        parts += [f"{paragraph(one.ask)}\n  -> {one.answer}" for one in self.questions]
        parts += [paragraph(f"Note: {note}") for note in self.notes]
        return "\n\n".join(parts)

    def as_dict(self) -> dict[str, object]:
        """The lesson for programs, in the format of its file."""
        return deepcopy(dict(self.data))
