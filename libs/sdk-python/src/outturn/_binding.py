"""Makes methods of plans: one plan serves both clients, with and without the headers of the answer."""

# The functions below are methods of Resource.
# pyright: reportPrivateUsage=false

from __future__ import annotations

import inspect
import re
from dataclasses import replace
from functools import update_wrapper
from typing import TYPE_CHECKING, Any, Callable, Coroutine, TypeVar

from ._core import Listing, Plan, Response, T
from .paging import AsyncPage, AsyncList, Page

F = TypeVar("F", bound=Callable[..., Any])

if TYPE_CHECKING:
    from typing_extensions import Concatenate, ParamSpec

    P = ParamSpec("P")


class Resource:
    """A group of methods; ``_run`` carries out a plan."""

    _run: Callable[[Plan[Any]], Any]

    def __init__(self, run: Callable[[Plan[Any]], Any]) -> None:
        self._run = run


def documented_as(plan: Callable[..., Any], result: str) -> Callable[[F], F]:
    """Gives a method the documentation and the signature of its plan, with the result that the method has."""
    signature = inspect.signature(plan)
    caller = inspect.Parameter("self", inspect.Parameter.POSITIONAL_ONLY)
    content = re.sub(r"^Plan\[(?:Listing(?=\[))?(.*)\]$", r"\1", str(signature.return_annotation))

    def decorate(call: F) -> F:
        update_wrapper(call, plan)
        call.__dict__.pop("__wrapped__", None)
        call.__dict__["__signature__"] = signature.replace(
            parameters=[caller, *signature.parameters.values()], return_annotation=result.format(content)
        )
        return call

    return decorate


def method(plan: Callable[P, Plan[T]]) -> Callable[Concatenate[Resource, P], T]:
    """A method that returns the content of the answer."""

    @documented_as(plan, "{}")
    def call(self: Resource, /, *args: P.args, **kwargs: P.kwargs) -> T:
        response: Response[T] = self._run(plan(*args, **kwargs))
        return response.data

    return call


def async_method(plan: Callable[P, Plan[T]]) -> Callable[Concatenate[Resource, P], Coroutine[Any, Any, T]]:
    """The same for the client that is awaited."""

    @documented_as(plan, "{}")
    async def call(self: Resource, /, *args: P.args, **kwargs: P.kwargs) -> T:
        response: Response[T] = await self._run(plan(*args, **kwargs))
        return response.data

    return call


def response_method(plan: Callable[P, Plan[T]]) -> Callable[Concatenate[Resource, P], Response[T]]:
    """A method that returns the content with the status and the headers of the answer."""

    @documented_as(plan, "Response[{}]")
    def call(self: Resource, /, *args: P.args, **kwargs: P.kwargs) -> Response[T]:
        response: Response[T] = self._run(plan(*args, **kwargs))
        return response

    return call


def async_response_method(
    plan: Callable[P, Plan[T]],
) -> Callable[Concatenate[Resource, P], Coroutine[Any, Any, Response[T]]]:
    """The same for the client that is awaited."""

    @documented_as(plan, "Response[{}]")
    async def call(self: Resource, /, *args: P.args, **kwargs: P.kwargs) -> Response[T]:
        response: Response[T] = await self._run(plan(*args, **kwargs))
        return response

    return call


def listing_method(plan: Callable[P, Plan[Listing[T]]]) -> Callable[Concatenate[Resource, P], Page[T]]:
    """A method that returns the first page of a list."""

    @documented_as(plan, "Page{}")
    def call(self: Resource, /, *args: P.args, **kwargs: P.kwargs) -> Page[T]:
        response: Response[Listing[T]] = self._run(plan(*args, **kwargs))
        return Page(self._run, response.data)

    return call


def async_listing_method(plan: Callable[P, Plan[Listing[T]]]) -> Callable[Concatenate[Resource, P], AsyncList[T]]:
    """A method that returns a list to await or to iterate."""

    @documented_as(plan, "AsyncList{}")
    def call(self: Resource, /, *args: P.args, **kwargs: P.kwargs) -> AsyncList[T]:
        async def read_first() -> AsyncPage[T]:
            response: Response[Listing[T]] = await self._run(plan(*args, **kwargs))
            return AsyncPage(self._run, response.data)

        return AsyncList(read_first)

    return call


def response_listing_method(
    plan: Callable[P, Plan[Listing[T]]],
) -> Callable[Concatenate[Resource, P], Response[Page[T]]]:
    """A method that returns the first page of a list with the headers of its answer."""

    @documented_as(plan, "Response[Page{}]")
    def call(self: Resource, /, *args: P.args, **kwargs: P.kwargs) -> Response[Page[T]]:
        response: Response[Listing[T]] = self._run(plan(*args, **kwargs))
        return _with_page(response, Page(self._run, response.data))

    return call


def async_response_listing_method(
    plan: Callable[P, Plan[Listing[T]]],
) -> Callable[Concatenate[Resource, P], Coroutine[Any, Any, Response[AsyncPage[T]]]]:
    """The same for the client that is awaited."""

    @documented_as(plan, "Response[AsyncPage{}]")
    async def call(self: Resource, /, *args: P.args, **kwargs: P.kwargs) -> Response[AsyncPage[T]]:
        response: Response[Listing[T]] = await self._run(plan(*args, **kwargs))
        return _with_page(response, AsyncPage(self._run, response.data))

    return call


def _with_page(response: Response[Any], page: T) -> Response[T]:
    return replace(response, data=page)
