"""One strict rule for Ed25519, in plain integers, and natively where ``cryptography`` is installed.

The rule: canonical encodings of the public key A and of R, neither of small order, S < L, and the cofactorless equation
S·B = R + k·A (RFC 8032 §5.1.7 without the cofactor).
"""

from __future__ import annotations

import hashlib
from typing import Callable, List, Optional, Tuple

VerifySignature = Callable[[bytes, bytes, bytes], bool]
"""Whether a signature holds by the strict rule, of message, signature and public key. Wrong lengths are a plain no."""

FIELD_PRIME = 2**255 - 19
GROUP_ORDER = 2**252 + 27742317777372353535851937790883648493

_SIGN_BIT = 2**255
_D = -121665 * pow(121666, -1, FIELD_PRIME) % FIELD_PRIME
_SQRT_MINUS_ONE = pow(2, (FIELD_PRIME - 1) // 4, FIELD_PRIME)

# y of the eight points whose order divides 8: 1, −1, 0 and the two of order 8, each with one or both signs of x.
_ORDER_8_Y = 0x7A03AC9277FDC74EC6CC392CFA53202A0F67100D760B3CBA4FD84D3D706A17C7
_SMALL_ORDER_Y = frozenset([0, 1, FIELD_PRIME - 1, _ORDER_8_Y, FIELD_PRIME - _ORDER_8_Y])

_Point = Tuple[int, int, int, int]
"""Extended coordinates (X : Y : Z : T) with x = X/Z, y = Y/Z, x·y = T/Z."""

_IDENTITY: _Point = (0, 1, 1, 0)


def is_strict_point(encoded: bytes) -> bool:
    """Whether 32 bytes could be a public key under the strict rule; that they are a curve point is left to the equation.

    The two encodings with x = 0 and a set sign bit are not canonical either; their y is of small order, so they fall here.
    """
    y = int.from_bytes(encoded, "little") % _SIGN_BIT
    return y < FIELD_PRIME and y not in _SMALL_ORDER_Y


def has_strict_encoding(signature: bytes, public_key: bytes) -> bool:
    """What must hold of the bytes before any curve arithmetic: lengths, y < p, no point of small order, S < L."""
    if len(signature) != 64 or len(public_key) != 32:
        return False
    is_reduced = int.from_bytes(signature[32:], "little") < GROUP_ORDER
    return is_strict_point(public_key) and is_strict_point(signature[:32]) and is_reduced


def pure_verifier(message: bytes, signature: bytes, public_key: bytes) -> bool:
    """The strict rule in plain integers; a few milliseconds."""
    if not has_strict_encoding(signature, public_key):
        return False
    a = _decode(public_key)
    if a is None:
        return False
    encoded_r = signature[:32]
    s = int.from_bytes(signature[32:], "little")
    challenge = hashlib.sha512(encoded_r + public_key + message).digest()
    k = int.from_bytes(challenge, "little") % GROUP_ORDER
    # Cofactorless: R itself must come out, so its bytes are compared and it is never decoded.
    return _encode(_double_multiple(s, _BASE, k, _negate(a))) == encoded_r


def native_verifier() -> Optional[VerifySignature]:
    """The strict rule with the equation left to ``cryptography``, or None where that is not installed."""
    try:
        from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    except ImportError:
        return None

    def verify(message: bytes, signature: bytes, public_key: bytes) -> bool:
        if not has_strict_encoding(signature, public_key):
            return False
        try:
            Ed25519PublicKey.from_public_bytes(public_key).verify(signature, message)
        except (InvalidSignature, ValueError):
            return False
        except UnsupportedAlgorithm:
            return pure_verifier(message, signature, public_key)
        return True

    return verify


def _double_multiple(s: int, p: _Point, k: int, q: _Point) -> _Point:
    """s·p + k·q, doubling once for both."""
    sums: List[_Point] = [_IDENTITY, p, q, _add(p, q)]
    total = _IDENTITY
    for bit in range(max(s.bit_length(), k.bit_length()) - 1, -1, -1):
        total = _add(total, total)
        choice = (s >> bit & 1) | (k >> bit & 1) << 1
        if choice:
            total = _add(total, sums[choice])
    return total


def _add(p: _Point, q: _Point) -> _Point:
    # Complete for every pair of points of this curve (Hisil, Wong, Carter, Dawson 2008, §3.1, a = −1).
    x1, y1, z1, t1 = p
    x2, y2, z2, t2 = q
    a = (y1 - x1) * (y2 - x2) % FIELD_PRIME
    b = (y1 + x1) * (y2 + x2) % FIELD_PRIME
    c = 2 * t1 * t2 * _D % FIELD_PRIME
    d = 2 * z1 * z2 % FIELD_PRIME
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % FIELD_PRIME, g * h % FIELD_PRIME, f * g % FIELD_PRIME, e * h % FIELD_PRIME


def _negate(point: _Point) -> _Point:
    x, y, z, t = point
    return -x % FIELD_PRIME, y, z, -t % FIELD_PRIME


def _encode(point: _Point) -> bytes:
    x, y, z, _ = point
    inverse = pow(z, -1, FIELD_PRIME)
    sign = x * inverse % FIELD_PRIME % 2
    return (y * inverse % FIELD_PRIME | sign << 255).to_bytes(32, "little")


def _decode(encoded: bytes) -> Optional[_Point]:
    """The point of a canonical encoding (RFC 8032 §5.1.3), or None where there is none."""
    number = int.from_bytes(encoded, "little")
    sign, y = divmod(number, _SIGN_BIT)
    if y >= FIELD_PRIME:
        return None
    x_squared = (y * y - 1) * pow(_D * y * y + 1, -1, FIELD_PRIME) % FIELD_PRIME
    x = pow(x_squared, (FIELD_PRIME + 3) // 8, FIELD_PRIME)
    if (x * x - x_squared) % FIELD_PRIME != 0:
        x = x * _SQRT_MINUS_ONE % FIELD_PRIME
    if (x * x - x_squared) % FIELD_PRIME != 0 or (x == 0 and sign == 1):
        return None
    if x % 2 != sign:
        x = FIELD_PRIME - x
    return x, y, 1, x * y % FIELD_PRIME


def _base_point() -> _Point:
    point = _decode((4 * pow(5, -1, FIELD_PRIME) % FIELD_PRIME).to_bytes(32, "little"))
    assert point is not None
    return point


_BASE = _base_point()

default_verifier: VerifySignature = native_verifier() or pure_verifier
"""The native verifier where there is one, and the same answers without it."""
