"""Reads lengths, times, named formats, aggregates and shares as the checkers do, from the published lists: the reference that the
TypeScript is compared with.

Each line of the input is a JSON object with the `kind` of a question; each line of the output is its answer.
"""

import json
import re
import sys
from fractions import Fraction

from unicode_text import SPACE, VECTORS, compared, instant, is_blank, number, read_trimmed, trimmed

LISTS = json.loads((VECTORS / "formats.json").read_text(encoding="utf-8"))
COUNTRIES, CURRENCIES = (frozenset(LISTS[name].split()) for name in ("iso_country", "iso_currency"))
REGIONS, OLD_TAGS = (frozenset(LISTS[name].split()) for name in ("region", "grandfathered"))


def packed(name, width):
    return frozenset(LISTS[name][at : at + width] for at in range(0, len(LISTS[name]), width))


LANGUAGES = frozenset(LISTS["language"].split()) | packed("language_of_three", 3)
SCRIPTS = packed("script", 4)
ACCOUNTS = dict(form.split(":") for form in LISTS["iban"].split())
DAY = 86_400 * 10**9


def length(text, measure):
    """Characters or words of a text in NFC, without what leaves no mark and without white space at its ends."""
    plain = compared(text, "NFC", True, False)
    if measure == "characters":
        return len(plain)
    spaced = "".join(" " if ord(character) in SPACE else character for character in plain)
    return sum(word != "" for word in spaced.split(" "))


def moment(text):
    """Nanoseconds and whether it is a day; None for neither a day nor a time."""
    if re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text):
        at = instant(text + "T00:00:00Z")
        return None if at is None else (at, True)
    at = instant(text)
    return None if at is None else (at, False)


def moment_order(one, other):
    if not one[1] and not other[1]:
        left, right = one[0], other[0]
    else:
        left, right = one[0] // DAY, other[0] // DAY
    return (left > right) - (left < right)


def is_email(text):
    local, at, host = text.rpartition("@")
    labels = host.split(".")
    return (
        at == "@"
        and len(text) <= 254
        and 1 <= len(local) <= 64
        and all(re.fullmatch(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+", part) for part in local.split("."))
        and len(labels) > 1
        and all(
            1 <= len(label) <= 63
            and re.fullmatch(r"[A-Za-z0-9-]+", label)
            and label[0] != "-"
            and label[-1] != "-"
            for label in labels
        )
    )


def is_date_time(text):
    match = re.fullmatch(
        r"([0-9]{4}-[0-9]{2}-[0-9]{2})[Tt]([0-9]{2}):([0-9]{2})(?::([0-9]{2}))?(?:[.,][0-9]{1,9})?"
        r"([Zz]|[+-]([0-9]{2})(?::?([0-9]{2}))?)?",
        text,
    )
    if match is None or instant(match.group(1) + "T00:00:00Z") is None:
        return False
    if match.group(4) == "60":
        return instant(text) is not None
    limits = ((2, 23), (3, 59), (4, 59), (6, 23), (7, 59))
    return all(int(match.group(group) or 0) <= most for group, most in limits)


def is_version(text):
    core, plus, build = text.partition("+")
    core, dash, pre = core.partition("-")
    identifiers = re.compile(r"[0-9A-Za-z-]+")
    if plus and not all(identifiers.fullmatch(part) for part in build.split(".")):
        return False
    if dash:
        for part in pre.split("."):
            if not identifiers.fullmatch(part) or (part.isdigit() and len(part) > 1 and part[0] == "0"):
                return False
    numbers = core.split(".")
    return len(numbers) == 3 and all(re.fullmatch(r"0|[1-9][0-9]*", part) for part in numbers)


def is_account(text):
    if " " in text:
        groups = text.split(" ")
        if any(len(group) != 4 for group in groups[:-1]) or not 1 <= len(groups[-1]) <= 4:
            return False
        text = "".join(groups)
    if not re.fullmatch(r"[A-Z]{2}[0-9]{2}[A-Z0-9]+", text) or text[:2] not in ACCOUNTS:
        return False
    rest = text[4:]
    for count, kind in re.findall(r"([0-9]+)([nac])", ACCOUNTS[text[:2]]):
        part, rest = rest[: int(count)], rest[int(count) :]
        allowed = {"n": "0123456789", "a": "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}.get(kind)
        if len(part) != int(count) or (allowed is not None and any(character not in allowed for character in part)):
            return False
    digits = "".join(str(int(character, 36)) for character in text[4:] + text[:4])
    return rest == "" and int(digits) % 97 == 1


def is_language_tag(text):
    lower = text.lower()
    if lower in OLD_TAGS:
        return True
    parts = lower.split("-")
    if not text.isascii() or any(not 1 <= len(part) <= 8 or not part.isalnum() for part in parts):
        return False
    if "x" in parts:
        at = parts.index("x")
        if at == len(parts) - 1:
            return False
        if at == 0:
            return True
        parts = parts[:at]
    language, *rest = parts
    private = len(language) == 3 and "qaa" <= language <= "qtz"
    if not language.isalpha() or (language not in LANGUAGES and not private):
        return False
    if rest and len(rest[0]) == 3 and rest[0].isalpha():
        if rest.pop(0) not in LANGUAGES:
            return False
    if rest and len(rest[0]) == 4 and rest[0].isalpha():
        script = rest.pop(0)
        if script not in SCRIPTS and not "qaaa" <= script <= "qabx":
            return False
    if rest and ((len(rest[0]) == 2 and rest[0].isalpha()) or (len(rest[0]) == 3 and rest[0].isdigit())):
        region = rest.pop(0).upper()
        private = region.isalpha() and ("QM" <= region <= "QZ" or region[0] == "X")
        if region not in REGIONS and not private:
            return False
    variants = []
    while rest and (len(rest[0]) >= 5 or (len(rest[0]) == 4 and rest[0][0].isdigit())):
        variants.append(rest.pop(0))
    singletons = []
    while rest:
        if len(rest[0]) != 1:
            return False
        singletons.append(rest.pop(0))
        count = 0
        while rest and len(rest[0]) >= 2:
            rest.pop(0)
            count += 1
        if count == 0:
            return False
    return len(set(variants)) == len(variants) and len(set(singletons)) == len(singletons)


FORMATS = {
    "email": is_email,
    "e164": lambda text: re.fullmatch(r"\+[1-9][0-9]{6,14}", text) is not None,
    "uuid": lambda text: [len(part) for part in text.split("-")] == [8, 4, 4, 4, 12]
    and all(character in "0123456789abcdefABCDEF-" for character in text),
    "iso_date": lambda text: (moment(text) or (0, False))[1],
    "iso_date_time": is_date_time,
    "iso_country": lambda text: text in COUNTRIES,
    "iso_currency": lambda text: text in CURRENCIES,
    "bcp47": is_language_tag,
    "hex_colour": lambda text: text[:1] == "#"
    and len(text) in (4, 5, 7, 9)
    and all(character in "0123456789abcdefABCDEF" for character in text[1:]),
    "semver": is_version,
    "ipv4": lambda text: text.count(".") == 3
    and all(re.fullmatch(r"0|[1-9][0-9]{0,2}", part) and int(part) < 256 for part in text.split(".")),
    "iban": is_account,
}


def aggregate(values, name):
    """An exact fraction as text; None where an element is no number, or there is none."""
    if name == "count":
        return str(sum(not is_blank(value) for value in values))
    if name == "distinct":
        return str(len({compared(value, "NFC", True, False) for value in values if not is_blank(value)}))
    numbers = [read_trimmed(value, number) for value in values]
    if not numbers or None in numbers:
        return None
    total = {"sum": sum, "min": min, "max": max}.get(name, lambda all_: sum(all_) / Fraction(len(all_)))(numbers)
    return str(Fraction(total))


def answer(question):
    kind = question["kind"]
    if kind == "length":
        return [length(question["text"], measure) for measure in ("characters", "words")]
    if kind == "moment":
        one, other = (read_trimmed(text, moment) for text in question["texts"])
        return None if one is None or other is None else moment_order(one, other)
    if kind == "format":
        return FORMATS[question["name"]](trimmed(question["text"]))
    if kind == "aggregate":
        return aggregate(question["values"], question["name"])
    passing, total, share = question["passing"], question["total"], Fraction(question["bp"], 10_000)
    reached = Fraction(passing, total)
    return reached > share if question["exclusive"] else reached >= share


for line in sys.stdin:
    sys.stdout.write(json.dumps(answer(json.loads(line))) + "\n")
