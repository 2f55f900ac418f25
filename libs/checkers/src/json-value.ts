/** A value as strict JSON parsing yields it: plain objects, safe integers, finite numbers. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject
export interface JsonObject {
  readonly [member: string]: JsonValue
}
