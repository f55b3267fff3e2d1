"""Sessions: an evening's ledger, kept, corrected and shared. Needs the extra ``sikwu[table]``.

``open_tables()`` opens the database (``SIKWU_DATABASE``, else a SQLite file in the platform's data folder) and gives a
:class:`TableService`, through which everything goes: the commands, the HTTP service and the tests.

- ``service``: the actions, each one transaction; ``writes``: how a write happens; ``links``: links to sessions
- ``database``: where the data lies, how it is opened, migrated and locked
- ``models``: the tables of the database; ``store``: rows to lines of a ledger and back
- ``views``: what a session looks like to who asks for it; ``audit``: its trail, and whether it holds together
- ``telling``: a change in a few words
- ``stats``, ``transfers``, ``charts``, ``sheets``: what is worked out at the end of an evening
- ``exports``, ``backups``: files out and in
- ``errors``: the codes that this room adds to the engine's
- ``cli``, ``cli_files``, ``cli_links``, ``arguments``, ``drawing``, ``play``: the commands; they stand on the
  roof, nothing else here knows them

The fold of the deals (who deals, which round, what everybody has) is no part of this room: ``sikwu.session`` does it.
"""

from sikwu.table.service import TableService, open_tables
from sikwu.table.views import SessionView
from sikwu.table.writes import Receipt

__all__ = ["Receipt", "SessionView", "TableService", "open_tables"]
