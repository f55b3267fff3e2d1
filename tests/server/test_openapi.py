"""The OpenAPI page is true: whatever is sent, the answer is one that the page names."""

from __future__ import annotations

import json
from typing import Any

import httpx
import jsonschema
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import CHECKS, load_all_checks

load_all_checks()
WANTED = [
    CHECKS.get_one(name)
    for name in (
        "not_a_server_error",
        "status_code_conformance",
        "content_type_conformance",
        "response_headers_conformance",
        "response_schema_conformance",
        "negative_data_rejection",
        "unsupported_method",
    )
]


@pytest.fixture(scope="module")
def page(api: httpx.Client) -> Any:
    return api.get("/openapi.json").json()


def test_every_operation_says_what_it_answers(page: dict[str, Any]) -> None:
    for path, operations in page["paths"].items():
        for method, operation in operations.items():
            assert operation["summary"], (method, path)
            assert any(status.startswith("2") for status in operation["responses"])
            if method in ("post", "put") and "requestBody" in operation:
                assert operation["requestBody"]["content"]["application/json"]["examples"] or "import" in path
    assert "HTTPValidationError" not in json.dumps(page)


def resolved(page: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    return {**schema, "components": page["components"]}


@pytest.mark.parametrize("route", ["score", "settle", "waits", "check"])
def test_the_examples_are_answered_and_fit_their_schemas(api: httpx.Client, page: dict[str, Any], route: str) -> None:
    operation = page["paths"][f"/api/v1/{route}"]["post"]
    content = operation["requestBody"]["content"]["application/json"]
    for example in content["examples"].values():
        jsonschema.Draft202012Validator(resolved(page, content["schema"])).validate(example["value"])
        answer = api.post(f"/{route}", json=example["value"])
        assert answer.status_code == 200, answer.text
        schema = operation["responses"]["200"]["content"]["application/json"]["schema"]
        jsonschema.Draft202012Validator(resolved(page, schema)).validate(answer.json())


@pytest.fixture(scope="module")
def schema(page: dict[str, Any], service: Any) -> Any:
    found = schemathesis.openapi.from_dict(page)
    found.config.update(base_url=service.url)
    return found


lazy = schemathesis.pytest.from_fixture("schema").exclude(path_regex="/live$")
"""Without the stream, which does not end."""


@lazy.parametrize()
@settings(max_examples=25, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
def test_whatever_is_sent_gets_an_answer_that_the_page_names(
    case: schemathesis.Case, open_evening: Any, service: Any
) -> None:
    if "{id}" in case.path:
        evening = EVENINGS.setdefault(service.url, open_evening(service))
        case.path_parameters["id"] = evening.id
        case.headers["Authorization"] = f"Bearer {evening.links['host']['secret']}"
    case.call_and_validate(checks=WANTED)


EVENINGS: dict[str, Any] = {}
