"""A page as its elements, so that tests ask what it consists of and not how it is written."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

_VOID = frozenset(
    "area base br col embed hr img input link meta param source track wbr".split()  # noqa: SIM905
)


@dataclass(eq=False)
class Element:
    """An element with its attributes, its elements and the text directly in it."""

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    inside: list["Element | str"] = field(default_factory=list)

    def __iter__(self) -> Iterator["Element"]:
        """All elements inside, in the order of the page."""
        for one in self.inside:
            if isinstance(one, Element):
                yield one
                yield from one

    def __getitem__(self, name: str) -> str:
        return self.attributes[name]

    def get(self, name: str) -> str | None:
        return self.attributes.get(name)

    def all(self, tag: str | None = None, **attributes: str | None) -> list["Element"]:
        """Elements inside of this tag, with these attributes; ``None`` asks for their absence."""
        wanted = {name.rstrip("_").replace("_", "-"): value for name, value in attributes.items()}
        return [
            one
            for one in self
            if tag in {None, one.tag}
            and all(one.get(name) == value for name, value in wanted.items())
        ]

    def one(self, tag: str | None = None, **attributes: str | None) -> "Element":
        """The only such element."""
        found = self.all(tag, **attributes)
        assert len(found) == 1, f"{len(found)} × {tag} {attributes}"
        return found[0]

    @property
    def text(self) -> str:
        """All text inside, blanks as a browser shows them."""
        parts = [one.text if isinstance(one, Element) else one for one in self.inside]
        return " ".join("".join(parts).split())

    @property
    def classes(self) -> set[str]:
        return set((self.get("class") or "").split())


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Element("")
        self.open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {name: value or "" for name, value in attrs})
        self.open[-1].inside.append(element)
        if tag not in _VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open[-1].inside.append(Element(tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        assert self.open[-1].tag == tag, f"</{tag}> closes <{self.open[-1].tag}>"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.open[-1].inside.append(data)


def read(response: Any) -> Element:
    """The elements of an answer; every element of it must be closed."""
    reader = _Reader()
    reader.feed(response.content.decode())
    reader.close()
    assert reader.open == [reader.root], f"<{reader.open[-1].tag}> is never closed"
    ids = [one["id"] for one in reader.root if one.get("id")]
    assert len(ids) == len(set(ids)), "an id stands twice"
    return reader.root


@dataclass
class TablePage:
    """A table as its player sees it, whole page or part."""

    root: Element

    @classmethod
    def of(cls, response: Any) -> "TablePage":
        return cls(read(response))

    @property
    def table(self) -> Element:
        return self.root.one(id="table")

    @property
    def version(self) -> int:
        """What its forms carry."""
        versions = {one["value"] for one in self.table.all("input", name="version")}
        assert versions == {self.table["data-version"]}
        return int(versions.pop())

    @property
    def cards(self) -> list[str]:
        """Codes of all cards that lie on the table, in the order of the page."""
        faces = [one["src"] for one in self.table.all("img") if "/cards/" in one["src"]]
        return [src.rsplit("/", 1)[1].removesuffix(".svg") for src in faces]

    @property
    def sentences(self) -> str:
        """What the table tells its player beside what lies on it."""
        return " ".join(one.text for one in self.table.all(id="notices"))

    @property
    def fields(self) -> dict[str, str]:
        """Texts of the betting form's bets."""
        inputs = self.table.all("input", form="bets")
        return {one["name"]: one["value"] for one in inputs}

    @property
    def offered(self) -> set[str]:
        """Actions whose buttons can be pressed."""
        return {one["value"] for one in self.table.all("button", name="action", disabled=None)}

    @property
    def balance(self) -> str:
        """What the header says, or its replacement out of band."""
        return self.root.one(id="balance").text

    @property
    def signatures(self) -> tuple[str, str]:
        """MD5 and SHA-256 of the shoe that is open."""
        part = self.table
        return part.one(id="signature-md5").text, part.one(id="signature-sha256").text
