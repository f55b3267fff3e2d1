"""The HTTP service: scoring, the evening's ledger on many phones, and the app's files.

Needs the extra ``sikwu[server]``. ``docs/http.md`` is the page for who calls it, ``docs/club.md`` for who runs it.

- ``service``: puts the parts together into one ASGI application
- ``wire``: bodies in, answers and errors out, in the contract's form
- ``access``: links, secrets and roles
- ``limits``: how many tries an address has
- ``live``: server-sent events
- ``scoring_api``, ``sessions_api``, ``links_api``, ``pages``: the routes
- ``schemas``, ``openapi``: what the OpenAPI page says about them
- ``headers``: security headers
"""
