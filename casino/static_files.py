"""Where static files are kept, and under which addresses pages name them."""

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
