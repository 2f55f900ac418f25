"""Lists that are read page by page."""

from __future__ import annotations

from typing import Any, AsyncIterator, Awaitable, Callable, Generator, Generic, Iterator, List, Optional

from ._core import Listing, Plan, Response, T


class Page(Generic[T]):
    """One page of a list. Iterating goes on to the end of the whole list and reads the further pages as it needs them."""

    def __init__(self, run: Callable[[Plan[Any]], Response[Any]], listing: Listing[T]) -> None:
        self._run = run
        self._listing = listing

    @property
    def data(self) -> List[T]:
        """The items of this page."""
        return self._listing.data

    @property
    def has_more(self) -> bool:
        """Whether there is another page after this one."""
        return self._listing.next is not None

    def next_page(self) -> Optional[Page[T]]:
        """Reads the page after this one; None after the last one."""
        following = self._listing.next
        return None if following is None else Page(self._run, self._run(following()).data)

    def __iter__(self) -> Iterator[T]:
        page: Optional[Page[T]] = self
        while page is not None:
            yield from page.data
            page = page.next_page()

    def __repr__(self) -> str:
        return f"Page(data={self.data!r}, has_more={self.has_more!r})"


class AsyncPage(Generic[T]):
    """One page of a list. ``async for`` goes on to the end of the whole list."""

    def __init__(self, run: Callable[[Plan[Any]], Awaitable[Response[Any]]], listing: Listing[T]) -> None:
        self._run = run
        self._listing = listing

    @property
    def data(self) -> List[T]:
        """The items of this page."""
        return self._listing.data

    @property
    def has_more(self) -> bool:
        """Whether there is another page after this one."""
        return self._listing.next is not None

    async def next_page(self) -> Optional[AsyncPage[T]]:
        """Reads the page after this one; None after the last one."""
        following = self._listing.next
        return None if following is None else AsyncPage(self._run, (await self._run(following())).data)

    async def __aiter__(self) -> AsyncIterator[T]:
        page: Optional[AsyncPage[T]] = self
        while page is not None:
            for item in page.data:
                yield item
            page = await page.next_page()

    def __repr__(self) -> str:
        return f"AsyncPage(data={self.data!r}, has_more={self.has_more!r})"


class AsyncList(Generic[T]):
    """A list that is not read yet: ``await`` reads its first page, ``async for`` all its items."""

    def __init__(self, read_first: Callable[[], Awaitable[AsyncPage[T]]]) -> None:
        self._read_first = read_first

    def __await__(self) -> Generator[Any, None, AsyncPage[T]]:
        return self._read_first().__await__()

    async def __aiter__(self) -> AsyncIterator[T]:
        async for item in await self._read_first():
            yield item
