import { ExactNumber } from './exact-number.ts'

/** A value as strict JSON parsing yields it: plain objects, safe integers, finite and exact numbers. No reader changes it. */
export type JsonValue = string | number | ExactNumber | boolean | null | readonly JsonValue[] | JsonObject
export type JsonObject = { readonly [member: string]: JsonValue }

/** Whether a value is an object in the sense of JSON: neither null nor an array nor a number. */
export function isJsonObject(value: unknown): value is { [member: string]: unknown } {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber)
  )
}
