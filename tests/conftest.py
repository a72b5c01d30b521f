"""What all tests share: rule marks, sizes and seeds."""

from __future__ import annotations

from collections.abc import Generator

import pytest
from hypothesis import settings

from tests.sizes import SIZE, Seeds, size

pytest_plugins = ["dev.rulemarks", "dev.resume", "pytester"]

settings.register_profile(
    "foldtale",
    max_examples=size(20, 100, 2000),
    derandomize=SIZE != "long",
    deadline=None,
    print_blob=True,
)
settings.load_profile("foldtale")


@pytest.fixture
def seeds() -> Seeds:
    """`for seed in seeds(3, 30, 3000)`: a failure then says which seed it met."""
    return Seeds()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if SIZE == "fast" and item.get_closest_marker("slow"):
            item.add_marker(pytest.mark.skip(reason="slow"))
        if SIZE != "long" and item.get_closest_marker("long"):
            item.add_marker(pytest.mark.skip(reason="only with --long"))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    seeds = getattr(item, "funcargs", {}).get("seeds")
    if report.failed and isinstance(seeds, Seeds) and seeds.current is not None:
        again = f"FOLDTALE_SIZE={SIZE} FOLDTALE_SEED={seeds.current}"
        report.sections.append(("seed", f"Seed {seeds.current}; set {again} to see only this one."))
    return report
