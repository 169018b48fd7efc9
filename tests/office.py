"""Staff of every role, for the tests of the back office."""

from django.test import Client

from accounts.models import StaffAction, User
from casino import roles
from casino.roles import Role
from tests.staff import sign_in

PASSWORD = "correct horse battery"


def member(role: Role | None, login: str | None = None) -> User:
    """A member of staff of this role; ``None`` is a superuser."""
    name = login or (role.value if role else "owner")
    roles.appoint(login=name, role=role, password=PASSWORD)
    return User.objects.get(username=name)


def browser(user: User) -> Client:
    """A browser in which the member of staff is signed in, past the second factor."""
    return sign_in(Client(), user)


def last_line() -> StaffAction:
    """The newest line of the audit."""
    found = StaffAction.objects.order_by("-pk").first()
    assert found is not None
    return found
