"""Tests of the tables: what is dealt, what is booked, what is shown."""

import pytest

# Assertions of the machine of whole tables say both sides, as those of test modules do.
pytest.register_assert_rewrite(
    *(
        f"{__name__}.machine_{part}"
        for part in ("books", "browser", "evening", "house", "keeping", "onlooking")
    )
)
