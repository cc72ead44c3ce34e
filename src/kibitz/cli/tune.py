"""`kibitz tune`: fits the weights of a game's own evaluation to results of self-play."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from kibitz.cli import output
from kibitz.cli.arguments import read_game
from kibitz.cli.match import STOPPED, check_workers
from kibitz.cli.train import TrainingProgress, add_training, read_settings
from kibitz.training.tuning import TUNED, Tuned, Tuning


def add_tune(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_training(parser, name=TUNED)
    parser.add_argument(
        "--evaluation", metavar="NAME", default="", help="another evaluation of the game to tune"
    )


def tune(arguments: Namespace) -> int:
    """Tune; return 130 after Ctrl-C, and 1 if the new weights are not better."""
    check_workers(arguments)
    evaluation, arguments.evaluation = arguments.evaluation, None
    game = read_game(arguments)
    settings = read_settings(arguments)
    tuning = Tuning(game, arguments.folder, settings, evaluation=evaluation, name=arguments.name)
    shown = TrainingProgress(is_quiet=arguments.json)
    try:
        for progress in tuning.run(workers=arguments.workers, cluster=arguments.cluster):
            shown.show(progress)
    except KeyboardInterrupt:
        shown.clear()
        output.note("kibitz: stopped; run the same command again to continue")
        return STOPPED
    shown.clear()
    assert tuning.result is not None
    if arguments.json:
        found = {"game": game.name, "name": arguments.name, **tuning.result.as_dict()}
        output.result_json(found)
    else:
        output.result(tuned_text(tuning.result, arguments.name))
    return 0 if tuning.result.kept else 1


def tuned_text(found: Tuned, name: str) -> str:
    """The weights before and after, the losses, and the match."""
    lines = ["weight   before    after"]
    lines += [f"{one.number:6} {one.before:8} {one.after:8}" for one in found.weights]
    lines.append(
        f"{found.positions:,} positions; loss on games that were not used: "
        f"{found.loss_before:.4f} before, {found.loss_after:.4f} after"
    )
    if found.score is None:
        lines.append("No weight changed.")
        return "\n".join(lines)
    elo = "" if found.elo is None else f", Elo {found.elo:+.0f} ± {found.error or 0:.0f}"
    lines.append(f"match: {100 * found.score:.1f} % of {found.played} games{elo}")
    lines.append(
        f"The new weights are the evaluation {name!r}."
        if found.kept
        else "The new weights did not win their match; the evaluation stays as it is."
    )
    return "\n".join(lines)
