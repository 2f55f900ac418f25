import { ExactNumber, type JsonValue } from '@outturn/canonical'

export function isJsonArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value)
}

type TextOf = (text: string) => string

/** A value with each text within it, names among them, in another form; names that would become one stay as they are. */
export function withTexts(value: JsonValue, textOf: TextOf): JsonValue {
  if (typeof value === 'string') return textOf(value)
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return value
  if (isJsonArray(value)) return value.map((each) => withTexts(each, textOf))
  const members = Object.entries(value)
  const names = new Set(members.map(([name]) => textOf(name)))
  const nameOf = names.size === members.length ? textOf : (name: string) => name
  return Object.fromEntries(members.map(([name, each]) => [nameOf(name), withTexts(each, textOf)]))
}

/** Equality of JSON values: member order does not matter, types do, and texts and names are compared in forms of theirs. */
export function jsonEquality(
  textOf: TextOf,
  nameOf: TextOf | null = null,
): (a: JsonValue, b: JsonValue) => boolean {
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
    const others = Object.keys(b)
    if (names.length !== others.length) return false
    const isNamedAlike = names.every((name) => Object.hasOwn(b, name))
    if (!isNamedAlike && nameOf === null) return false
    const otherNames = isNamedAlike ? null : new Map(others.map((name) => [nameOf?.(name) ?? name, name]))
    return names.every((name) => {
      const other = otherNames === null ? name : otherNames.get(nameOf?.(name) ?? name)
      return other !== undefined && equals(a[name] as JsonValue, b[other] as JsonValue)
    })
  }
}
