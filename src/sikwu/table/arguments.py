"""What every command about a session takes, written once: a command declares only what is its own."""

from __future__ import annotations

import getpass
from collections.abc import Callable
from inspect import Parameter, Signature, signature
from typing import Annotated, Any, NamedTuple, cast

import typer

from sikwu import dumps
from sikwu.cli import facts
from sikwu.cli.document import Block, show
from sikwu.session import Json
from sikwu.table.service import TableService, open_tables

NameArgument = Annotated[str, typer.Argument(metavar="NAME", help="The session's name.")]
NumberArgument = Annotated[int, typer.Argument(metavar="N", help="The deal's number, as `show` prints it.")]
KeyOption = Annotated[
    str | None, typer.Option("--key", metavar="KEY", help="Idempotency key: the same write sent twice is one.")
]
ExpectOption = Annotated[
    int | None, typer.Option("--if-version", metavar="V", help="Write only if the session is still at this version.")
]
ByOption = Annotated[str | None, typer.Option("--by", metavar="WHO", help="Who, for the audit trail; else the user.")]
ForceOption = Annotated[
    bool, typer.Option("--force", help="Change it although a later deal makes no sense then; that deal is marked.")
]
BeforeOption = Annotated[
    int | None,
    typer.Option("--before", metavar="N", help="Put it in before deal N, because it was forgotten there."),
]
RequestFile = Annotated[
    str, typer.Option("--request", metavar="FILE", help="The deal as JSON; - reads standard input.")
]


class Asked(NamedTuple):
    """A command's session, and what was asked beside the command's own arguments."""

    tables: TableService
    name: str
    lang: str
    as_json: bool


class Writing(NamedTuple):
    """The same for a write; ``words`` are the three that every write of the table takes."""

    tables: TableService
    name: str
    lang: str
    as_json: bool
    words: Json


Status = int | None
"""A command's exit status; None is 0."""


def tables_of(context: typer.Context) -> TableService:
    """The database that the command line names, closed when the command ends."""
    tables = open_tables(cast("str | None", context.obj))
    context.call_on_close(tables.dispose)
    return tables


def printed(value: Any, blocks: Callable[[], list[Block]], as_json: bool) -> None:
    """An answer, as JSON or for people."""
    if as_json:
        print(dumps(value))
    else:
        show(blocks())


def about_session(command: Callable[..., Status]) -> Callable[..., Status]:
    """Gives a command ``NAME``, ``--lang`` and ``--json``; it gets them as an :class:`Asked`, then its own."""

    def called(context: typer.Context, name: str, lang: str | None, json: bool, **own: Any) -> Status:
        return command(Asked(tables_of(context), name, facts.language(lang), json), **own)

    def shared(lang: facts.LangOption = None, json: facts.JsonOption = False) -> None:
        """The arguments that stand behind a command's own."""

    return _declared(called, command, shared)


def about_write(command: Callable[..., Status]) -> Callable[..., Status]:
    """Gives a command besides ``--key``, ``--if-version`` and ``--by``; it gets them as a :class:`Writing`."""

    def called(
        context: typer.Context,
        name: str,
        key: str | None,
        if_version: int | None,
        by: str | None,
        lang: str | None,
        json: bool,
        **own: Any,
    ) -> Status:
        words = {"key": key, "expected": if_version, "by": who(by)}
        return command(Writing(tables_of(context), name, facts.language(lang), json, words), **own)

    def shared(
        key: KeyOption = None,
        if_version: ExpectOption = None,
        by: ByOption = None,
        lang: facts.LangOption = None,
        json: facts.JsonOption = False,
    ) -> None:
        """The arguments that stand behind a command's own."""

    return _declared(called, command, shared)


def who(by: str | None) -> str | None:
    """Who writes, for the audit trail: who is named, else the machine's user."""
    if by is not None:
        return by
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return None  # a container's user may have no name, and Windows no names to ask for


def _declared(
    called: Callable[..., Status], command: Callable[..., Status], shared: Callable[..., None]
) -> Callable[..., Status]:
    """``called`` under the command's name and help, with the arguments of both as Typer reads them."""
    first = [_parameter("context", typer.Context), _parameter("name", NameArgument)]
    own = list(_parameters(command))[1:]
    parameters = [*first, *own, *_parameters(shared)]
    called.__name__, called.__doc__ = command.__name__, command.__doc__
    called.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    called.__signature__ = Signature(  # type: ignore[attr-defined]  # where inspect looks first
        [parameter.replace(kind=Parameter.KEYWORD_ONLY) for parameter in parameters]
    )
    return called


def _parameters(function: Callable[..., Any]) -> list[Parameter]:
    return list(signature(function, eval_str=True).parameters.values())


def _parameter(name: str, annotation: Any) -> Parameter:
    return Parameter(name, Parameter.KEYWORD_ONLY, annotation=annotation)
