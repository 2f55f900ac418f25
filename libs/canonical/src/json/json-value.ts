export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject
export type JsonObject = { [member: string]: JsonValue }

/** Whether a value is an object in the sense of JSON: neither null nor an array. */
export function isJsonObject(value: unknown): value is { [member: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
