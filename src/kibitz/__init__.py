"""Kibitz: write a game's rules as a few plain functions, and play it at native speed.

The public names are in `kibitz._api`. They are loaded when the first of them is used, so that a
command can handle Ctrl-C before it loads anything else.
"""

import sys as _sys

_RENAMED = {  # old names of modules, which fail with an error that gives the new one
    "kibitz.adapters.adapting": "kibitz.adapters.adapt",
    "kibitz.adapters.loading": "kibitz.adapters.class_files",
    "kibitz.adapters.porting": "kibitz.adapters.port",
    "kibitz.adaptive": "kibitz.teaching.adaptive",
    "kibitz.classes": "kibitz.adapters",
    "kibitz.cli.interrupts": "kibitz.core.interrupts",
    "kibitz.cli.keeper": "kibitz.cli.game_files",
    "kibitz.cli.progress": "kibitz.cli.match_progress",
    "kibitz.cli.reporting": "kibitz.cli.play_output",
    "kibitz.cli.seating": "kibitz.cli.play_session",
    "kibitz.cli.standings": "kibitz.cli.match_text",
    "kibitz.cli.steps": "kibitz.cli.takebacks",
    "kibitz.compiling.tuned.counting": "kibitz.compiling.tuned.reference_counting",
    "kibitz.compiling.tuned.words": "kibitz.compiling.tuned.memory_type",
    "kibitz.compiling.vault": "kibitz.compiling.signed_files",
    "kibitz.core.compiling": "kibitz.compiling",
    "kibitz.core.english": "kibitz.core.messages",
    "kibitz.engine.bookmaking": "kibitz.engine.book_building",
    "kibitz.engine.bounds": "kibitz.engine.search_bounds",
    "kibitz.engine.claims": "kibitz.teaching.explanations.claims",
    "kibitz.engine.comparing": "kibitz.teaching.explanations.comparing",
    "kibitz.engine.descriptions": "kibitz.teaching.descriptions",
    "kibitz.engine.explaining": "kibitz.teaching.explanations.explaining",
    "kibitz.engine.explanation": "kibitz.teaching.explanations.explanation",
    "kibitz.engine.facts": "kibitz.teaching.explanations.general_claims",
    "kibitz.engine.hints": "kibitz.teaching.hints",
    "kibitz.engine.marks": "kibitz.teaching.explanations.board_marks",
    "kibitz.engine.material": "kibitz.teaching.explanations.material_claims",
    "kibitz.engine.orders": "kibitz.engine.compile_order",
    "kibitz.engine.perfection": "kibitz.engine.perfect_play",
    "kibitz.engine.probe": "kibitz.teaching.explanations.plain_search",
    "kibitz.engine.reasons": "kibitz.teaching.explanations.term_claims",
    "kibitz.engine.study": "kibitz.teaching.explanations.study",
    "kibitz.engine.table_facts": "kibitz.teaching.explanations.table_claims",
    "kibitz.engine.workforce": "kibitz.engine.search_workers",
    "kibitz.games.four_threats": "kibitz.games.connect4.strong",
    "kibitz.games.line_values": "kibitz.games.n_in_a_row_evaluation",
    "kibitz.games.lines": "kibitz.games.n_in_a_row",
    "kibitz.games.reference": "kibitz.games.game_ref",
    "kibitz.lessons": "kibitz.teaching.lessons",
    "kibitz.match.crews": "kibitz.match.worker_pool",
    "kibitz.match.entrants": "kibitz.match.players",
    "kibitz.match.header": "kibitz.match.match_header",
    "kibitz.match.record": "kibitz.match.match_record",
    "kibitz.match.rules": "kibitz.games.game_ref",
    "kibitz.match.running": "kibitz.match.runner",
    "kibitz.match.sources": "kibitz.match.code_digest",
    "kibitz.peers": "benchmarks.peers",
    "kibitz.public": "kibitz",
    "kibitz.reviews": "kibitz.teaching.review",
    "kibitz.search.interrupts": "kibitz.core.interrupts",
    "kibitz.search.judging": "kibitz.search.evaluation_call",
    "kibitz.search.listing": "kibitz.search.move_list",
    "kibitz.search.relay": "kibitz.search.depth_sharing",
    "kibitz.search.reply": "kibitz.search.best_reply",
    "kibitz.search.swing": "kibitz.search.typical_change",
    "kibitz.search.table": "kibitz.search.transposition_table",
    "kibitz.server.clients": "kibitz.server.client_identity",
    "kibitz.server.rates": "kibitz.server.rate_limiter",
    "kibitz.server.stream_slots": "kibitz.server.stream_limiter",
    "kibitz.session.fields": "kibitz.session.record_fields",
    "kibitz.session.record": "kibitz.session.session_record",
    "kibitz.tables.files": "kibitz.tables.table_file",
    "kibitz.tables.layout": "kibitz.tables.state_layout",
    "kibitz.tables.morris.graphics": "kibitz.tables.morris.gpu_solver",
    "kibitz.tables.morris.processor": "kibitz.tables.morris.cpu_solver",
    "kibitz.tables.morris.resident": "kibitz.tables.morris.memory_tables",
    "kibitz.tables.morris.shelf": "kibitz.tables.morris.subspace_store",
    "kibitz.tables.oracle": "kibitz.tables.endgame_tables",
    "kibitz.tables.resident": "kibitz.tables.memory_tables",
    "kibitz.tables.solvers": "kibitz.tables.solver_registry",
    "kibitz.tables.stored": "kibitz.tables.stored_table",
    "kibitz.teaching.adaptive.knowledge": "kibitz.teaching.adaptive.person_model",
    "kibitz.teaching.adaptive.opponent": "kibitz.teaching.adaptive.adaptive_opponent",
    "kibitz.teaching.adaptive.player": "kibitz.teaching.adaptive.adaptive_player",
    "kibitz.teaching.adaptive.standing": "kibitz.teaching.adaptive.person_standing",
    "kibitz.teaching.explanations.facts": "kibitz.teaching.explanations.general_claims",
    "kibitz.teaching.explanations.material": "kibitz.teaching.explanations.material_claims",
    "kibitz.teaching.explanations.probe": "kibitz.teaching.explanations.plain_search",
    "kibitz.teaching.explanations.reasons": "kibitz.teaching.explanations.term_claims",
    "kibitz.teaching.explanations.table_facts": "kibitz.teaching.explanations.table_claims",
    "kibitz.teaching.lessons.drawing": "kibitz.teaching.lessons.lesson_text",
    "kibitz.teaching.lessons.fields": "kibitz.teaching.lessons.lesson_fields",
    "kibitz.teaching.lessons.position": "kibitz.teaching.lessons.lesson_position",
    "kibitz.teaching.lessons.reading": "kibitz.teaching.lessons.lesson_reader",
    "kibitz.teaching.lessons.tree": "kibitz.teaching.lessons.lesson_tree",
    "kibitz.teaching.review.picture": "kibitz.teaching.review.chart",
    "kibitz.teaching.review.report": "kibitz.teaching.review.review_report",
    "kibitz.teaching.review.reviewing": "kibitz.teaching.review.reviewer",
    "kibitz.teaching.review.worth": "kibitz.teaching.review.position_values",
}


class _RenamedFinder:
    """The last finder that Python consults: it rejects old names of modules."""

    @staticmethod
    def find_spec(name: str, path: object = None, target: object = None) -> None:
        """Raise an error if `name` is an old name."""
        if name in _RENAMED:
            # Without `name=`, which "from kibitz import ..." would silence.
            raise ModuleNotFoundError(f"{name} is now {_RENAMED[name]}.")


_sys.meta_path.append(_RenamedFinder)

TYPE_CHECKING = False  # type checkers know this name; importing `typing` is slow
if TYPE_CHECKING:
    from kibitz._api import *  # noqa: F403
    from kibitz._api import __all__ as __all__
    from kibitz.core.version import __version__ as __version__
else:

    def __getattr__(name: str) -> object:
        """Load the version or the public names on first use."""
        if name == "__version__":
            from kibitz.core.version import __version__

            return __version__
        if (old := f"{__name__}.{name}") in _RENAMED:
            raise AttributeError(f"{old} is now {_RENAMED[old]}.")
        import kibitz._api as public

        if name not in (*public.__all__, "__all__"):
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        loaded = {key: getattr(public, key) for key in (*public.__all__, "__all__")}
        globals().update(loaded)
        return loaded[name]

    def __dir__() -> list[str]:
        """The names loaded so far and the public names."""
        import kibitz._api as public

        return sorted({*globals(), *public.__all__, "__all__", "__version__"})


del TYPE_CHECKING
