"""Rates in words below pytest-benchmark's table: how many of its things a benchmark did in a second."""

from __future__ import annotations

import pytest


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    for bench in config._benchmarksession.benchmarks:
        if "hands" in bench.extra_info:
            rate = bench.extra_info["hands"] / bench.stats.min
            terminalreporter.write_line(f"{bench.name:56}{rate:10,.0f} hands a second, the best round")
        if "said" in bench.extra_info:
            terminalreporter.write_line(f"{bench.name:56}{bench.extra_info['said']}")
