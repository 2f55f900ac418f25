"""Reads single values as the checkers do, from the published tables alone: the reference that the TypeScript is compared with.

Each line of the input is a JSON object with the `kind` of a value; each line of the output is what is read of it.
"""

import json
import re
import sys
import unicodedata
from datetime import date, timedelta
from fractions import Fraction
from pathlib import Path

VECTORS = Path(__file__).resolve().parents[4] / "test" / "vectors" / "checkers"
TABLES = json.loads((VECTORS / "unicode.json").read_text(encoding="utf-8"))


def members(name):
    ends = [[int(end, 16) for end in part.split("-")] for part in TABLES[name].split(" ")]
    return frozenset(point for first, *last in ends for point in range(first, (last or [first])[0] + 1))


IGNORABLE, SPACE, MARK, LETTER = map(members, ("default_ignorable", "white_space", "mark", "letter"))
PICTURE, MODIFIER, VIRAMA, UNASSIGNED = map(members, ("pictographic", "emoji_modifier", "virama", "unassigned"))
NEXT, LAST = members("joins_next"), members("joins_last")
FOLDING = {
    int(pair.split(":")[0], 16): "".join(chr(int(to, 16)) for to in pair.split(":")[1].split("+"))
    for pair in TABLES["case_folding"].split(" ")
}
NON_JOINER, JOINER, FLAG, END_OF_TAGS = 0x200C, 0x200D, 0x1F3F4, 0xE007F


def is_blank(text):
    return all(ord(character) in IGNORABLE or ord(character) in SPACE for character in text)


def visible(text):
    """The text without what leaves no mark. What a joiner does is told from the visible characters on both sides."""
    points = [ord(character) for character in text]
    seen = [at for at, point in enumerate(points) if point not in IGNORABLE]
    kept = []
    for order, at in enumerate(seen):
        before = seen[:order]
        gap = points[(before[-1] + 1 if before else 0) : at]
        sign = next((point for point in gap if point in (NON_JOINER, JOINER)), None)
        base = next((points[i] for i in reversed(before) if points[i] not in MARK and points[i] not in MODIFIER), None)
        kept += flag_tags(points, before, gap)
        if sign is not None and shows(sign, base, points[before[-1]] if before else None, points[at]):
            kept.append(sign)
        kept.append(points[at])
    tail = points[seen[-1] + 1 :] if seen else []
    kept += flag_tags(points, seen, tail)
    sign = next((point for point in tail if point in (NON_JOINER, JOINER)), None)
    if sign == JOINER and points[seen[-1]] in VIRAMA:
        kept.append(sign)
    return "".join(map(chr, kept))


def flag_tags(points, before, gap):
    base = next((points[i] for i in reversed(before) if points[i] not in MARK and points[i] not in MODIFIER), None)
    if base != FLAG:
        return []
    kept, run = [], []
    for point in gap:
        if 0xE0020 <= point <= 0xE007E:
            run.append(point)
        else:
            kept += run + [point] if point == END_OF_TAGS and run else []
            run = []
    return kept


def shows(sign, base, last, following):
    joined = base in NEXT and following in LAST
    if sign == NON_JOINER:
        return joined or (last in VIRAMA and following in LETTER)
    if base in PICTURE and following in PICTURE:
        return True
    if last in VIRAMA or (following in VIRAMA and base in LETTER):
        return True
    joining = all(point in NEXT or point in LAST for point in (base, following))
    return joining and not joined and (base in NEXT or following in LAST)


def normal(text, form):
    parts, run = [], ""
    for character in text:
        if ord(character) in UNASSIGNED:
            parts += [unicodedata.normalize(form, run), character]
            run = ""
        else:
            run += character
    return "".join(parts) + unicodedata.normalize(form, run)


def trimmed(text):
    while text and ord(text[0]) in SPACE:
        text = text[1:]
    while text and ord(text[-1]) in SPACE:
        text = text[:-1]
    return text


def compared(text, form, trims, folds):
    text = visible(text)
    if form is not None:
        text = normal(text, form)
    if form == "NFKC":
        text = trimmed(re.sub(" +", " ", "".join(" " if ord(c) in SPACE else c for c in text)))
    elif trims:
        text = trimmed(text)
    if folds:
        text = "".join(FOLDING.get(ord(character), character) for character in text)
        text = text if form is None else normal(text, form)
    return text


def is_blank_value(value):
    if isinstance(value, str):
        return is_blank(value)
    if isinstance(value, (list, dict)):
        return all(map(is_blank_value, value.values() if isinstance(value, dict) else value))
    return value is None


def compared_value(value, *form):
    """The value with its texts compared, names among them unless two of an object would become one."""
    if isinstance(value, str):
        return compared(value, *form)
    if isinstance(value, list):
        return [compared_value(each, *form) for each in value]
    if not isinstance(value, dict):
        return value
    names = {name: compared(name, *form) for name in value}
    if len(set(names.values())) < len(names):
        names = {name: name for name in value}
    return {names[name]: compared_value(each, *form) for name, each in value.items()}


def ordered(value):
    """The value with the members of its objects in the order of RFC 8785."""
    if isinstance(value, list):
        return [ordered(each) for each in value]
    if not isinstance(value, dict):
        return value
    names = sorted(value, key=lambda name: name.encode("utf-16-be"))
    return {name: ordered(value[name]) for name in names}


def read_trimmed(text, read):
    found = read(text)
    return read(compared(text, None, True, False)) if found is None else found


def number(text):
    """A decimal number as a fraction; None where it is none that is compared."""
    match = re.fullmatch(r"(-?[0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?", text) if len(text) <= 400 else None
    if match is None or abs(int(match.group(3) or 0)) > 1000:
        return None
    fraction = match.group(2) or ""
    return Fraction(int(match.group(1) + fraction)) * Fraction(10) ** (int(match.group(3) or 0) - len(fraction))


def instant(text):
    """Nanoseconds since the epoch; None for what is no time."""
    match = re.fullmatch(
        r"([0-9]{4})-([0-9]{2})-([0-9]{2})[Tt]([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.([0-9]{1,9}))?"
        r"(?:[Zz]|([+-])([0-9]{2}):([0-9]{2}))",
        text,
    )
    if match is None:
        return None
    year, month, day, hour, minute, second = map(int, match.groups()[:6])
    hours, minutes = int(match.group(9) or 0), int(match.group(10) or 0)
    if hour > 23 or minute > 59 or second > 60 or hours > 23 or minutes > 59:
        return None
    try:
        # The calendar repeats after 400 years, and ends on both sides here.
        epoch = date(2370 if year < 5000 else 1570, 1, 1)
        days = (date(year + epoch.year - 1970, month, day) - epoch).days
    except ValueError:
        return None
    offset = (hours * 60 + minutes) * (-60 if match.group(8) == "-" else 60)
    at = days * 86_400 + hour * 3_600 + minute * 60 + second - offset
    if second == 60:
        following = epoch + timedelta(days=at // 86_400)
        is_last = at % 86_400 == 0 and (following.month, following.day) in ((1, 1), (7, 1))
        return at * 10**9 if is_last else None
    return at * 10**9 + int((match.group(7) or "").ljust(9, "0"))


def address(text):
    """What is wrong with a web address whose host is letters, digits, dots and dashes, or a name in another script."""
    text = text.strip(" ")
    if re.search(r"[\\\x00-\x1f\x7f-\x9f]", text) or any(ord(c) in SPACE for c in text):
        return "invalid_url"
    match = re.match(r"https?://([^/?#]+)", text, re.IGNORECASE)
    if match is None or "@" in match.group(1):
        return "invalid_url"
    host = re.sub(r":[0-9]*$", "", match.group(1))
    if "%" in host or re.search("[\u3002\uff0e\uff61]", host):
        return "ambiguous_host"
    if host.isascii():
        is_number = re.fullmatch(r"(?:0[xX][0-9a-fA-F]*|[0-9]+)", host.rstrip(".").split(".")[-1]) is not None
        plain = r"(?:0|[1-9][0-9]?|1[0-9]{2}|2[0-4][0-9]|25[0-5])"
        return "ambiguous_host" if is_number and not re.fullmatch(rf"(?:{plain}\.){{3}}{plain}", host) else None
    one, other = (normal(each, form).lower() for each, form in ((host, "NFC"), (visible(host), "NFKC")))
    return None if one == other else "ambiguous_host"


def answer(question):
    kind, text = question["kind"], question["text"]
    if kind == "text":
        return {"blank": is_blank(text), "compared": [compared(text, *form) for form in question["forms"]]}
    if kind == "value":
        value = json.loads(text)
        return {
            "blank": is_blank_value(value),
            "compared": [
                json.dumps(ordered(compared_value(value, *form)), ensure_ascii=False, separators=(",", ":"))
                for form in question["forms"]
            ],
        }
    if kind == "number":
        read, bound = read_trimmed(text, number), number(question["bound"])
        return None if read is None or bound is None else (read > bound) - (read < bound)
    if kind == "time":
        read = read_trimmed(text, instant)
        return None if read is None else str(read)
    return address(text)


if __name__ == "__main__":
    for line in sys.stdin:
        sys.stdout.write(json.dumps(answer(json.loads(line))) + "\n")
