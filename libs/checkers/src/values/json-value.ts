import { ExactNumber, type JsonValue } from '@outturn/canonical'

export function isJsonArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value)
}

/** Equality of JSON values: member order does not matter, types do, and texts are compared in a form of theirs. */
export function jsonEquality(textOf: (text: string) => string): (a: JsonValue, b: JsonValue) => boolean {
  return function equals(a, b): boolean {
    if (a === b) return true
    if (typeof a === 'string' && typeof b === 'string') return textOf(a) === textOf(b)
    if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
    if (a instanceof ExactNumber || b instanceof ExactNumber) {
      return a instanceof ExactNumber && b instanceof ExactNumber && String(a) === String(b)
    }
    if (isJsonArray(a) || isJsonArray(b)) {
      if (!isJsonArray(a) || !isJsonArray(b) || a.length !== b.length) return false
      return a.every((item, index) => equals(item, b[index] as JsonValue))
    }
    const names = Object.keys(a)
    return (
      names.length === Object.keys(b).length &&
      names.every((name) => Object.hasOwn(b, name) && equals(a[name] as JsonValue, b[name] as JsonValue))
    )
  }
}
