"""The OpenAPI page is true: whatever is sent, the answer is one that the page names."""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import jsonschema
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import CHECKS, load_all_checks

from sikwu import rulesets

CASES = Path(__file__).parents[1] / "cases"
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
    shown = operation["responses"]["200"]["content"]["application/json"]["examples"]
    assert shown.keys() == content["examples"].keys()
    for name, example in content["examples"].items():
        jsonschema.Draft202012Validator(resolved(page, content["schema"])).validate(example["value"])
        answer = api.post(f"/{route}", json=example["value"])
        assert answer.status_code == 200, answer.text
        assert answer.json() == shown[name]["value"]
        schema = operation["responses"]["200"]["content"]["application/json"]["schema"]
        jsonschema.Draft202012Validator(resolved(page, schema)).validate(answer.json())


@pytest.mark.parametrize("file", sorted(CASES.glob("*.jsonl")), ids=lambda file: file.name)
def test_every_worked_case_fits_the_page(api: httpx.Client, page: dict[str, Any], file: Path) -> None:
    route, name = ("settle", "Settle") if file.name.startswith("settle") else ("score", "Score")
    requests = [json.loads(line)["request"] for line in file.read_text().splitlines()]
    requests = [request for request in requests if request["rules"] in rulesets()]
    if route == "score":
        requests += [request | {"explain": True, "lang": "ko"} for request in requests]
    asked = jsonschema.Draft202012Validator(resolved(page, page["components"]["schemas"][f"{name}Request"]))
    schema = page["paths"][f"/api/v1/{route}"]["post"]["responses"]["200"]["content"]["application/json"]["schema"]
    answered = jsonschema.Draft202012Validator(resolved(page, schema))
    results = api.post(f"/{route}", json=requests).json()
    assert len(results) == len(requests)
    answered.validate(results)
    for request, result in zip(requests, results, strict=True):
        if "error" not in result:
            asked.validate(request)
            answered.validate(result)


@pytest.mark.parametrize("rules", rulesets())
def test_every_part_of_an_evening_fits_the_page(
    page: dict[str, Any], service: Any, open_evening: Callable[..., Any], rules: str
) -> None:
    evening = open_evening(service, rules=rules, stake={"currency": "HKD", "per_point": "0.5"})
    won = {"wins": [{"seat": "south", "points": 20, "win": "discard", "from": "Ann"}]}
    for path, body in (
        ("/deals", won),
        ("/deals", {"wins": []}),
        ("/adjustments", {"points": {"Ann": 10, "Bo": -10}, "why": "chips"}),
        ("/players", {"out": "Ann", "in": "Eve"}),
        ("/undo", None),
        ("/redo", None),
    ):
        assert evening.send("POST", path, body).status_code in (200, 201)
    for path in ("", "/deals/1", "/deals/3", "/deals/4", "/stats", "/transfers", "/audit", "/verify"):
        route = "/api/v1/sessions/{id}" + re.sub(r"\d", "{number}", path)
        content = page["paths"][route]["get"]["responses"]["200"]["content"]["application/json"]
        jsonschema.Draft202012Validator(resolved(page, content["schema"])).validate(evening["read"].get(path).json())
    undone = evening.send("POST", "/undo").json()
    jsonschema.Draft202012Validator(resolved(page, page["components"]["schemas"]["SessionTold"])).validate(undone)
    preview = evening["write"].post("/preview", json={"wins": []}).json()
    jsonschema.Draft202012Validator(resolved(page, page["components"]["schemas"]["Preview"])).validate(preview)


ENDLESS = ("GET /api/v1/sessions/{id}/live",)
"""The stream does not end; its own tests listen to it."""


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
def test_whatever_is_sent_gets_an_answer_that_the_page_names(
    page: dict[str, Any], service: Any, open_evening: Callable[..., Any], subtests: Any, mode: GenerationMode
) -> None:
    evening, doomed = open_evening(service), open_evening(service)
    operations = [found.ok() for found in schemathesis.openapi.from_dict(page).get_all_operations()]
    assert len(operations) > 30
    for operation in operations:
        if operation.label in ENDLESS:
            continue
        with subtests.test(operation.label):
            try:
                cases = operation.as_strategy(generation_mode=mode)
                there = doomed if operation.label == "DELETE /api/v1/sessions/{id}" else evening
                run(cases, 3 if "chart" in operation.label else 8, service.url, there.id, there.links["host"]["secret"])
            except Unsatisfiable:
                # Nothing that this operation takes can be wrong.
                assert mode is GenerationMode.NEGATIVE


def run(cases: Any, examples: int, url: str, session: str, secret: str) -> None:
    """Sends a number of cases and judges every answer."""

    @given(case=cases)
    @settings(max_examples=examples, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
    def send(case: schemathesis.Case) -> None:
        if "{id}" in case.path:
            case.path_parameters["id"] = session
            case.headers["Authorization"] = f"Bearer {secret}"
            # Writes come past their headers, so that what is in them is judged.
            case.headers["If-Match"] = "*"
            case.headers["Idempotency-Key"] = str(uuid.uuid4())
        case.call_and_validate(base_url=url, checks=WANTED, timeout=60)

    send()
