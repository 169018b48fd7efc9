"""Where static files are kept, and under which addresses pages name them."""

from typing import NoReturn

from servestatic.storage import (  # type: ignore[import-untyped]
    CompressedManifestStaticFilesStorage,
)


class RememberedAddresses(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Hashed and compressed files whose addresses are worked out once.

    A table names some twenty of them in every answer, and they change with the installation
    only, never while the server runs.
    """

    def __init__(self, *args: object, **options: object) -> None:
        super().__init__(*args, **options)
        self._addresses: dict[str | None, str] = {}

    def url(self, name: str | None, force: bool = False) -> str:
        """Return the address of a file by its path under the static files."""
        address = None if force else self._addresses.get(name)
        if address is None:
            address = self._addresses[name] = str(super().url(name, force))
        return address

    def get_modified_time(self, name: str) -> NoReturn:
        """Tell nobody, so that collecting puts the release at hand over whatever lies there.

        By their times the files of an older release would not replace those of a newer one, and
        after a rollback old pages would import modules of the newer release.

        Raises:
            NotImplementedError: always; by this Django is told that times say nothing here.
        """
        raise NotImplementedError(name)
