import { ExactNumber, type JsonObject, type JsonValue } from '@outturn/canonical'
import { isJsonArray } from './json-value.ts'

export type FieldReader = (row: JsonObject) => JsonValue | undefined

/** Reads a member by name, or by JSON Pointer (RFC 6901) when the name starts with `/`. Inherited members do not exist. */
export function fieldReader(name: string): FieldReader {
  if (!name.startsWith('/')) return (row) => ownMember(row, name)
  const tokens = name
    .slice(1)
    .split('/')
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
  return (row) => {
    let value: JsonValue | undefined = row
    for (const token of tokens) value = childAt(value, token)
    return value
  }
}

/** True when `name` is a plain member name or a well-formed JSON Pointer. */
export function isFieldName(name: string): boolean {
  return !name.startsWith('/') || !/~(?![01])/.test(name)
}

function childAt(value: JsonValue | undefined, token: string): JsonValue | undefined {
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return undefined
  if (!isJsonArray(value)) return ownMember(value, token)
  return /^(0|[1-9]\d*)$/.test(token) ? value[Number(token)] : undefined
}

function ownMember(row: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(row, name) ? row[name] : undefined
}
