"""`manage.py serve` says its shape, and refuses what would lose something in it."""

import pytest
from django.core.management import CommandError, call_command
from django.test import override_settings

pytestmark = pytest.mark.django_db  # whether all migrations are applied is asked first


@pytest.mark.parametrize(
    ("shape", "missing"),
    [
        ({"REDIS_URL": "", "DATABASE_URL": ""}, "REDIS_URL"),
        ({"REDIS_URL": "", "DATABASE_URL": "postgresql://127.0.0.1/x"}, "REDIS_URL"),
        ({"REDIS_URL": "redis://127.0.0.1:1/0", "DATABASE_URL": ""}, "DATABASE_URL"),
    ],
)
def test_several_processes_need_parts_that_they_share(shape, missing):
    with override_settings(**shape), pytest.raises(CommandError, match=f"need {missing}"):
        call_command("serve", "--port=0", "--processes=2", skip_checks=True)


@pytest.mark.parametrize("processes", [0, -1])
def test_somebody_must_serve(processes):
    with pytest.raises(CommandError, match="At least one"):
        call_command("serve", "--port=0", f"--processes={processes}", skip_checks=True)
