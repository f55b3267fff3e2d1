"""The command ``sikwu``: its list of commands, each loaded when it is called, and what becomes of errors."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from io import TextIOWrapper
from itertools import pairwise
from typing import Annotated, Any, Literal, NamedTuple

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from sikwu import __version__
from sikwu.errors import SikwuError
from sikwu.words import LANGUAGES

USAGE_ERROR: type[Exception] = typer.BadParameter.__mro__[1]  # Typer gives it no name of its own in all its versions
BROKEN_PIPE = 1
INTERRUPTED = 130


class Entry(NamedTuple):
    """A command: the module whose ``app`` holds it, a line of help, and the extra that its imports need."""

    module: str
    help: str
    extra: str | None = None


COMMANDS: dict[str, Entry] = {
    "score": Entry("sikwu.cli.score", "Score a win: what counts, why, and who pays."),
    "settle": Entry("sikwu.cli.settle", "Settle a deal: every win, side payment and the next dealer."),
    "waits": Entry("sikwu.cli.waits", "What a hand waits for and what each tile would be worth."),
    "check": Entry("sikwu.cli.check", "Read a hand back and say what may come next, and why not."),
    "rules": Entry("sikwu.cli.rules", "The rule sets; one rule set's rows, options and sources."),
    "compare": Entry("sikwu.cli.compare", "One hand under every rule set, or under two settings."),
    "table": Entry("sikwu.table.cli", "Keep the ledger of an evening: deals, totals, undo, exports.", "table"),
    "batch": Entry("sikwu.batch.cli", "Score a file of hands: Parquet, CSV or JSON Lines.", "batch"),
    "frequencies": Entry("sikwu.batch.cli", "How often each row scores over random wins.", "batch"),
    "serve": Entry("sikwu.server.cli", "Serve the app and the HTTP service.", "server"),
}


EXTRAS_OF_A_FLAG = {"distributed": "dask", "dask": "dask"}
"""Packages that only some flags of a command need, and the extras that bring them."""


class Commands(TyperGroup):
    """The group of all commands. Listing them imports none of them."""

    def list_commands(self, ctx: Any) -> list[str]:
        """The commands in the order of the table above."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command if it is loaded, else a stand-in that only knows its line of help."""
        if cmd_name not in self.commands and cmd_name in COMMANDS:
            return TyperCommand(cmd_name, help=COMMANDS[cmd_name].help)
        return self.commands.get(cmd_name)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Loads the command that is about to be called."""
        if args and args[0] in COMMANDS:
            self.commands[args[0]] = load(args[0])
        return super().resolve_command(ctx, args)


def load(name: str) -> Any:
    """The command called ``name``; its module is imported."""
    part = import_module(COMMANDS[name].module).app
    part.rich_markup_mode = markup()
    command = get_command(part)
    return getattr(command, "commands", {}).get(name, command)


def markup() -> Literal["rich"] | None:
    """How help is drawn: by rich for a terminal, else plainly."""
    return "rich" if for_a_terminal(sys.stdout) else None


def app() -> typer.Typer:
    """The Typer application."""
    made = typer.Typer(
        cls=Commands, rich_markup_mode=markup(), context_settings={"help_option_names": ["-h", "--help"]}, name="sikwu"
    )
    made.callback()(sikwu)
    return made


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"sikwu {__version__}")
        raise typer.Exit


def sikwu(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and leave.")
    ] = False,
) -> None:
    """Scores a mahjong win under the rules people really play, shows why, and says who pays whom."""


def for_a_terminal(stream: Any) -> bool:
    """Whether the stream is a terminal that wants colour; ``NO_COLOR`` and ``TERM=dumb`` say that it does not."""
    return bool(stream.isatty()) and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def run(args: Sequence[str]) -> int:
    """Runs one command line (without the program's name) and returns its exit status.

    Answers go to standard output. Errors go to standard output as JSON if ``--json`` was asked for, else in words to
    standard error; in the language of ``--lang`` where it has words for them.
    """
    try:
        status = get_command(app()).main(args=list(args) or ["--help"], prog_name="sikwu", standalone_mode=False)
        sys.stdout.flush()
    except SikwuError as error:
        lang = _language(args)
        return refuse(error.in_language(lang) if lang else error, "--json" in args)
    except USAGE_ERROR as error:
        return refuse(_in_our_words(error, args), "--json" in args)
    except ModuleNotFoundError as error:
        return refuse(_lacking(args[0], error), "--json" in args)
    except BrokenPipeError:
        # The reader has left; nothing more can be said to it, not even by the interpreter when it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    return status if isinstance(status, int) else 0


def _language(args: Sequence[str]) -> str | None:
    """The language that ``--lang`` asks for, if there are words for it."""
    for lang in LANGUAGES:
        if f"--lang={lang}" in args or ("--lang", lang) in pairwise(args):
            return lang
    return None


def _lacking(name: str, error: ModuleNotFoundError) -> SikwuError:
    """The error for a command whose extra is not installed; any other missing module is a fault of ours."""
    package = (error.name or "").split(".")[0]
    extra = COMMANDS[name].extra if name in COMMANDS else None
    if extra is None or package == "sikwu":
        raise error
    extra = EXTRAS_OF_A_FLAG.get(package, extra)
    return SikwuError("bad-request", f'`sikwu {name}` needs {error.name}: pip install "sikwu[{extra}]"')


def _in_our_words(error: Any, args: Sequence[str]) -> SikwuError:
    message = error.format_message()
    if message.startswith("Usage:"):  # a group was called alone; Typer then takes its whole help for the message
        message = f"a command is missing; `sikwu {args[0]} --help` lists them"
    param = getattr(error, "param", None)
    field = param.name.rstrip("_") if param is not None else getattr(error, "option_name", None)
    return SikwuError("bad-request", message, field)


def refuse(error: SikwuError, as_json: bool) -> int:
    """Says what was wrong; the exit status of a command that could not answer."""
    if as_json:
        from sikwu import dumps

        print(dumps(error.to_json()))
    else:
        print(f"sikwu: {error.message}", file=sys.stderr)
    return 2


def main() -> None:
    """The console command."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # JSON is UTF-8 wherever it is made; half a surrogate pair, which UTF-8 cannot carry, goes as its escape
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
    sys.exit(run(sys.argv[1:]))
