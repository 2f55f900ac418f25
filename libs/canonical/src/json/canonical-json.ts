import { ExactNumber } from './exact-number.ts'
import { formatJsonPath } from './json-path.ts'

/** Why a value has no canonical form. */
export type CanonicalJsonCode = 'lone_surrogate' | 'not_finite' | 'not_json' | 'too_deep'

/** A value without a canonical form; `path` names where it is. */
export class CanonicalJsonError extends Error {
  override readonly name = 'CanonicalJsonError'
  readonly code: CanonicalJsonCode
  readonly path: string

  constructor(code: CanonicalJsonCode, message: string, path: string) {
    super(message)
    this.code = code
    this.path = path
  }
}

// A cyclic value ends here instead of at the end of the stack.
const MAX_DEPTH = 64
// Below this many members an insertion sort is faster than the general one.
const FEW_MEMBERS = 16
const DIGIT_ZERO = 48
const DIGIT_NINE = 57
// Any character but these is escaped, or may be half of a pair.
const NEEDS_CARE = /[^ !#-[\]-\ud7ff\ue000-\uffff]/

/**
 * Serialises a JSON value by RFC 8785 (JCS): members in UTF-16 order, no white space, ECMAScript numbers. A number that no float
 * holds is written as its digits, `e` and the power of ten.
 *
 * Throws {@link CanonicalJsonError} for whatever is not plain JSON (undefined members and array holes included, so that a
 * forgotten member never vanishes from a digest), for lone surrogates, non-finite numbers and nesting deeper than 64.
 */
export function canonicalJson(value: unknown): string {
  const ordered = inOrder(value, 0)
  return ordered === otherwise ? writeValue(value, [], 0) : JSON.stringify(ordered)
}

/** Stands for a value that `JSON.stringify` does not write in canonical form, or that has none. */
const otherwise = Symbol('otherwise')

/**
 * The value with the members of its objects in canonical order, as `JSON.stringify` then writes them: itself where they are already, a
 * copy where they are not. Native code writes several times as fast.
 */
function inOrder(value: unknown, depth: number): unknown {
  switch (typeof value) {
    case 'string':
      return value.isWellFormed() ? value : otherwise
    case 'number':
      return Number.isFinite(value) ? value : otherwise
    case 'boolean':
      return value
    case 'object':
      if (value === null) return value
      if (depth === MAX_DEPTH) return otherwise
      if (Array.isArray(value)) return itemsInOrder(value, depth)
      return isPlainObject(value) ? membersInOrder(value, depth) : otherwise
    default:
      return otherwise
  }
}

function itemsInOrder(items: readonly unknown[], depth: number): unknown {
  let copy: unknown[] | null = null
  for (let index = 0; index < items.length; index++) {
    const ordered = inOrder(items[index], depth + 1)
    if (ordered === otherwise) return otherwise
    if (copy === null && ordered !== items[index]) copy = items.slice(0, index)
    copy?.push(ordered)
  }
  return copy ?? items
}

function membersInOrder(object: Record<string, unknown>, depth: number): unknown {
  const names = Object.keys(object)
  let isOrdered = true
  let mayBeCopied = true
  for (let index = 0; index < names.length; index++) {
    const name = names[index] as string
    if (!name.isWellFormed()) return otherwise
    if (index > 0 && (names[index - 1] as string) > name) isOrdered = false
    if (!keepsItsPlace(name)) mayBeCopied = false
  }
  if (!isOrdered) sortMemberNames(names)
  let copy: Record<string, unknown> | null = isOrdered ? null : {}
  for (let index = 0; index < names.length; index++) {
    const name = names[index] as string
    const ordered = inOrder(object[name], depth + 1)
    if (ordered === otherwise) return otherwise
    if (copy === null && ordered !== object[name]) {
      copy = {}
      for (const earlier of names.slice(0, index)) copy[earlier] = object[earlier]
    }
    if (copy === null) continue
    if (!mayBeCopied) return otherwise
    copy[name] = ordered
  }
  return copy ?? object
}

/** Whether a copy has the member where it was added: integers come first in every object, and `__proto__` is not a member. */
function keepsItsPlace(name: string): boolean {
  const first = name.charCodeAt(0)
  return (first < DIGIT_ZERO || first > DIGIT_NINE) && name !== '__proto__'
}

function writeValue(value: unknown, path: (string | number)[], depth: number): string {
  switch (typeof value) {
    case 'string':
      return writeString(value, path, depth)
    case 'number':
      if (!Number.isFinite(value)) throw refusal('not_finite', 'The number is not finite.', path, depth)
      // Also turns −0 into 0, as the standard asks.
      return String(value)
    case 'boolean':
      return value ? 'true' : 'false'
    case 'object':
      if (value === null) return 'null'
      return value instanceof ExactNumber ? String(value) : writeComposite(value, path, depth)
    default:
      throw refusal('not_json', `A value of type ${typeof value} is not JSON.`, path, depth)
  }
}

function writeComposite(value: object, path: (string | number)[], depth: number): string {
  if (depth === MAX_DEPTH) throw refusal('too_deep', `Nested deeper than ${MAX_DEPTH}.`, path, depth)
  if (Array.isArray(value)) return writeArray(value, path, depth)
  if (isPlainObject(value)) return writeObject(value, path, depth)
  throw refusal('not_json', 'An instance of a class is not JSON.', path, depth)
}

function writeArray(items: readonly unknown[], path: (string | number)[], depth: number): string {
  let text = '['
  for (let index = 0; index < items.length; index++) {
    path[depth] = index
    if (index > 0) text += ','
    text += writeValue(items[index], path, depth + 1)
  }
  return `${text}]`
}

function writeObject(object: Record<string, unknown>, path: (string | number)[], depth: number): string {
  let text = '{'
  for (const name of sortMemberNames(Object.keys(object))) {
    path[depth] = name
    if (text.length > 1) text += ','
    text += `${writeString(name, path, depth + 1)}:${writeValue(object[name], path, depth + 1)}`
  }
  return `${text}}`
}

function writeString(text: string, path: (string | number)[], depth: number): string {
  if (!NEEDS_CARE.test(text)) return `"${text}"`
  if (!text.isWellFormed()) throw refusal('lone_surrogate', 'The string has a lone surrogate.', path, depth)
  return JSON.stringify(text)
}

/** Sorts member names in place by UTF-16 code units, the order of RFC 8785. */
export function sortMemberNames(names: string[]): string[] {
  if (names.length > FEW_MEMBERS) return names.sort()
  for (let next = 1; next < names.length; next++) {
    const name = names[next] as string
    let slot = next
    while (slot > 0 && (names[slot - 1] as string) > name) {
      names[slot] = names[slot - 1] as string
      slot--
    }
    names[slot] = name
  }
  return names
}

function isPlainObject(value: object): value is Record<string, unknown> {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

function refusal(
  code: CanonicalJsonCode,
  message: string,
  path: readonly (string | number)[],
  depth: number,
): CanonicalJsonError {
  return new CanonicalJsonError(code, message, formatJsonPath(path.slice(0, depth)))
}
