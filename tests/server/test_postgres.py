"""Two services on one PostgreSQL database, as a club with two machines has them."""

from __future__ import annotations

import json
import os
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.engine import make_url

PHONES, EACH = 6, 4


@pytest.fixture
def database() -> Iterator[str]:
    """A schema of its own in the database of the tests."""
    given = os.environ.get("SIKWU_TEST_POSTGRES")
    if not given:
        pytest.skip("no PostgreSQL here: set SIKWU_TEST_POSTGRES to the URL of a database for tests")
    url = make_url(given).set(drivername="postgresql+psycopg")
    schema = f"sikwu_{uuid.uuid4().hex}"
    engine = create_engine(url, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f"CREATE SCHEMA {schema}"))
    yield url.update_query_dict({"options": f"-csearch_path={schema}"}).render_as_string(hide_password=False)
    with engine.connect() as connection:
        connection.execute(text(f"DROP SCHEMA {schema} CASCADE"))
    engine.dispose()


def test_two_services_share_one_evening(
    database: str, start: Callable[..., Any], open_evening: Callable[..., Any]
) -> None:
    services = [start("--workers", "2", database=database), start(database=database)]
    evening = open_evening(services[0])
    headers = {"Authorization": f"Bearer {evening.links['write']['secret']}"}
    sessions = [f"{service.url}/api/v1/sessions/{evening.id}" for service in services]

    def phone(number: int) -> None:
        session = sessions[number % 2]
        with httpx.Client(headers=headers, timeout=30, verify=False) as client:
            for _ in range(EACH):
                key = str(uuid.uuid4())
                while True:
                    seen = client.get(session).headers["etag"]
                    write = {"If-Match": seen, "Idempotency-Key": key}
                    answer = client.post(f"{session}/deals", json={"wins": []}, headers=write)
                    if answer.status_code == 201:
                        break
                    assert answer.status_code == 412, answer.text

    live = httpx.Client(headers=headers, timeout=30, verify=False)
    with live.stream("GET", f"{sessions[1]}/live") as stream:
        lines = stream.iter_lines()
        with ThreadPoolExecutor(PHONES) as pool:
            list(pool.map(phone, range(PHONES)))
        newest = live.get(sessions[0]).json()
        heard = (json.loads(line.removeprefix("data: "))["version"] for line in lines if line.startswith("data: "))
        assert next(version for version in heard if version == newest["version"])
    live.close()
    assert [deal["number"] for deal in newest["deals"]] == list(range(1, PHONES * EACH + 1))
    assert httpx.get(f"{sessions[1]}/verify", headers=headers).json()["sound"] is True
