"""`manage.py make_staff LOGIN`: a member of staff, with every right or those of a role."""

import os
import sys
from getpass import getpass
from typing import Any

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts import logins, second_factor
from accounts.models import User
from casino import roles


class Command(BaseCommand):
    """Make a member of staff, out of nothing or of a player, and say what was done."""

    help = (
        "Makes a member of staff. The password of a new account is asked for, or taken from the "
        "environment variable STAFF_PASSWORD."
    )
    requires_migrations_checks = True

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the login and what it may do."""
        parser.add_argument("login", nargs="?", help="Asked for when it is left out.")
        parser.add_argument(
            "--role",
            choices=[role.value for role in roles.Role],
            help="Only what this role may do; without it every right.",
        )
        parser.add_argument(
            "--new-second-factor",
            action="store_true",
            help="Forget the second factor, and without --role change nothing else.",
        )

    def handle(self, *args: Any, login: str | None, role: str | None, **options: Any) -> None:
        """Do it, or say why not."""
        login = login or self._asked_for("Login: ")
        if options["new_second_factor"]:
            self._forget_second_factor(login)
            if role is None:
                return
        try:
            password = None if roles.exists(login) else self._password(login)
            done = roles.appoint(
                login=login, role=None if role is None else roles.Role(role), password=password
            )
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from error
        except roles.NotStaff as error:
            raise CommandError(
                f"{error} is a guest, blocked or closed, and can't be staff."
            ) from error
        made = "a new account" if done.created else "an account that was there, password unchanged"
        rights = "every right" if done.role is None else f"the role {done.role.value}"
        self.stdout.write(f"{done.login} is staff: {made}, with {rights}.")
        user = User.objects.get_by_natural_key(done.login)
        if not second_factor.is_set_up(user.pk):
            self.stdout.write("The first sign-in at /admin/ leads through setting up the second")
            self.stdout.write("factor: a code by an authenticator app (TOTP).")

    def _forget_second_factor(self, login: str) -> None:
        try:
            user = User.objects.get_by_natural_key(login)
        except User.DoesNotExist as error:
            raise CommandError(f"Nobody has the login {login}.") from error
        second_factor.forget(user_id=user.pk)
        self.stdout.write(f"The second factor of {user.username} is forgotten; a new one is set up")
        self.stdout.write("at the next sign-in at /admin/.")

    def _password(self, login: str) -> str:
        """The new account's password.

        Raises:
            CommandError: it is asked for and nobody answers, or not the same twice.
            ValidationError: it is too weak, or the login can't be one.
        """
        logins.require_form(login)
        logins.require_not_reserved(login)
        password = os.environ.get("STAFF_PASSWORD", "")
        if not password:
            password = self._asked_for("Password: ", hidden=True)
            if password != self._asked_for("Password again: ", hidden=True):
                raise CommandError("The two passwords differ.")
        validate_password(password, User(username=login))
        return password

    @staticmethod
    def _asked_for(question: str, *, hidden: bool = False) -> str:
        if not sys.stdin.isatty():
            raise CommandError("Nobody is here to answer: name the login, set STAFF_PASSWORD.")
        try:
            return (getpass if hidden else input)(question)
        except (EOFError, KeyboardInterrupt) as gone:
            raise CommandError("Nothing was done.") from gone
