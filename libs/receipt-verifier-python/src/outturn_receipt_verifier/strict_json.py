"""JSON that every conforming reader understands alike."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any, Dict, List, Union

from .exact_number import is_beyond_limits, read_number
from .json_path import PathStep, format_json_path

MAX_JSON_DEPTH = 32
"""Deepest nesting of arrays and objects that is read by default; a scalar document has depth 0."""

MAX_SAFE_INTEGER = 2**53 - 1

_SPACES = frozenset(" \t\r\n")
_SPACE = re.compile(r"[ \t\r\n]*")
_PLAIN_CHARACTERS = re.compile(r'[^"\\\x00-\x1f]*')
_PLAIN_STRING = re.compile(r'"([^"\\\x00-\x1f]*)"')
_DIGITS = re.compile(r"[0-9]*")
_SURROGATE = re.compile(r"[\ud800-\udfff]")
_HEX_UNIT = re.compile(r"[0-9A-Fa-f]{4}")
_WORDS = {"t": ("true", True), "f": ("false", False), "n": ("null", None)}
_SHORT_ESCAPES = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}


class StrictJsonError(ValueError):
    """A text that is not strict JSON.

    ``code`` is stable, unlike the message: ``syntax``, ``invalid_utf8``, ``duplicate_key``, ``forbidden_key``,
    ``lone_surrogate``, ``nul_character``, ``number_out_of_range``, ``number_too_long`` or
    ``too_deep``. ``path`` names the member and
    ``position`` counts the characters before it.
    """

    def __init__(self, code: str, message: str, path: str, position: int) -> None:
        super().__init__(message)
        self.code = code
        self.path = path
        self.position = position


def parse_strict_json(source: Union[str, bytes], *, max_depth: int = MAX_JSON_DEPTH) -> Any:
    """Parses JSON as dicts, lists, strings, numbers, booleans and None.

    Refuses, with a StrictJsonError: duplicate and ``__proto__`` keys, lone surrogates, U+0000 in strings, numbers beyond
    ±(2^53−1), of more than 100 digits or an exponent beyond ±1,000, nesting deeper than ``max_depth``, a byte order mark, invalid UTF-8 and everything RFC 8259 refuses. A
    number without a fraction is an int, however it is written, and one that no float holds a Decimal.
    """
    return _Reader(source if isinstance(source, str) else _decode_utf8(source), max_depth).read_document()


def is_well_formed(text: str) -> bool:
    """Whether a text has no lone surrogate, and so has UTF-8 bytes."""
    return text.isascii() or _SURROGATE.search(text) is None


def _decode_utf8(source: bytes) -> str:
    try:
        return source.decode("utf-8")
    except UnicodeDecodeError:
        raise StrictJsonError("invalid_utf8", "The text is not valid UTF-8.", "", 0) from None


class _Reader:
    """Reads a text once and raises at the first thing that strict JSON refuses. Recursion is bounded by the depth."""

    def __init__(self, text: str, max_depth: int) -> None:
        self._text = text
        self._max_depth = max_depth
        # The step taken at each open level; only read when a refusal is reported.
        self._path: List[PathStep] = []
        self._depth = 0
        self._at = 0

    def read_document(self) -> Any:
        if not is_well_formed(self._text):
            self._refuse("lone_surrogate", "The text has a lone surrogate.")
        self._skip_space()
        value = self._read_value()
        self._skip_space()
        if self._at < len(self._text):
            self._refuse("syntax", "Something follows the JSON value.")
        return value

    def _read_value(self) -> Any:
        first = self._peek()
        if first == '"':
            return self._read_string()
        if first == "{":
            return self._read_object()
        if first == "[":
            return self._read_array()
        if first == "-" or _is_digit(first):
            return self._read_number()
        word, value = _WORDS.get(first, ("", None))
        if word == "" or not self._text.startswith(word, self._at):
            self._refuse("syntax", "A JSON value was expected.")
        self._at += len(word)
        return value

    def _read_object(self) -> Dict[str, Any]:
        members: Dict[str, Any] = {}
        level = self._open()
        if self._peek() == "}":
            self._close()
            return members
        while True:
            if self._peek() != '"':
                self._refuse("syntax", "A member name was expected.")
            name = self._read_string()
            self._path[level:] = [name]
            # Duplicates are judged on what the name means, so "a" and "\u0061" are the same name.
            if name in members:
                self._refuse("duplicate_key", "A member name occurs twice.")
            if name == "__proto__":
                self._refuse("forbidden_key", "The member name __proto__ is not allowed.")
            self._skip_space()
            if self._peek() != ":":
                self._refuse("syntax", "A colon was expected.")
            self._at += 1
            self._skip_space()
            members[name] = self._read_value()
            self._skip_space()
            if self._ends_list("}"):
                return members

    def _read_array(self) -> List[Any]:
        items: List[Any] = []
        level = self._open()
        if self._peek() == "]":
            self._close()
            return items
        while True:
            self._path[level:] = [len(items)]
            items.append(self._read_value())
            self._skip_space()
            if self._ends_list("]"):
                return items

    def _open(self) -> int:
        if self._depth == self._max_depth:
            self._refuse("too_deep", f"The value is nested deeper than {self._max_depth} levels.")
        self._at += 1
        self._skip_space()
        self._depth += 1
        return self._depth - 1

    def _close(self) -> None:
        self._at += 1
        self._depth -= 1
        del self._path[self._depth :]

    def _ends_list(self, closing: str) -> bool:
        """Whether the list ends here; otherwise steps over the comma to the next item."""
        sign = self._peek()
        if sign == closing:
            self._close()
            return True
        if sign != ",":
            self._refuse("syntax", "A comma or the end of the list was expected.")
        self._at += 1
        self._skip_space()
        return False

    def _read_string(self) -> str:
        whole = _PLAIN_STRING.match(self._text, self._at)
        if whole is not None:
            self._at = whole.end()
            return whole.group(1)
        self._at += 1
        parts: List[str] = []
        while True:
            parts.append(self._take(_PLAIN_CHARACTERS))
            sign = self._peek()
            if sign == '"':
                self._at += 1
                return "".join(parts)
            if sign != "\\":
                self._refuse(
                    "syntax", "A control character must be escaped." if sign else "The string does not end."
                )
            parts.append(self._read_escape())

    def _read_escape(self) -> str:
        at = self._at
        kind = self._text[at + 1 : at + 2]
        if kind != "u":
            if kind not in _SHORT_ESCAPES:
                self._refuse("syntax", "The escape is unknown.")
            self._at = at + 2
            return _SHORT_ESCAPES[kind]
        unit = self._hex_unit(at)
        if unit == 0:
            self._refuse("nul_character", "The character U+0000 is not allowed.")
        if not 0xD800 <= unit <= 0xDFFF:
            self._at = at + 6
            return chr(unit)
        is_pair = unit < 0xDC00 and self._text.startswith("\\u", at + 6)
        low = self._hex_unit(at + 6) if is_pair else 0
        if not 0xDC00 <= low <= 0xDFFF:
            self._refuse("lone_surrogate", "The escape is a lone surrogate.")
        self._at = at + 12
        return chr(0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00))

    def _hex_unit(self, at: int) -> int:
        digits = _HEX_UNIT.match(self._text, at + 2)
        if digits is None:
            self._at = at
            self._refuse("syntax", "The escape needs four hexadecimal digits.")
        return int(digits.group(), 16)

    def _read_number(self) -> Union[int, float, Decimal]:
        start = self._at
        if self._peek() == "-":
            self._at += 1
        if self._peek() == "0":
            self._at += 1
        else:
            self._skip_digits()
        if self._peek() == ".":
            self._at += 1
            self._skip_digits()
        if self._peek() in ("e", "E"):
            self._at += 1
            if self._peek() in ("+", "-"):
                self._at += 1
            self._skip_digits()
        text = self._text[start : self._at]
        value = float(text)
        if abs(value) > MAX_SAFE_INTEGER:
            self._at = start
            self._refuse("number_out_of_range", "The number is beyond ±(2^53−1).")
        number = read_number(text, value)
        if isinstance(number, Decimal) and is_beyond_limits(number):
            self._at = start
            self._refuse("number_too_long", "The number is too long.")
        return number

    def _skip_digits(self) -> None:
        if not self._take(_DIGITS):
            self._refuse("syntax", "A digit was expected.")

    def _skip_space(self) -> None:
        # Signed documents have none, so most steps end here.
        if self._peek() in _SPACES:
            self._take(_SPACE)

    def _take(self, pattern: re.Pattern[str]) -> str:
        taken = pattern.match(self._text, self._at)
        # Every pattern that is taken also matches nothing.
        assert taken is not None
        self._at = taken.end()
        return taken.group()

    def _peek(self) -> str:
        """The next character, or nothing at the end."""
        return self._text[self._at : self._at + 1]

    def _refuse(self, code: str, message: str) -> Any:
        raise StrictJsonError(code, message, format_json_path(self._path), self._at)


def _is_digit(character: str) -> bool:
    return "0" <= character <= "9"
