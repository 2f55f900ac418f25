/** JSON that is written already, in UTF-8. As a member of a command it is sent as it is, and never made into a value here. */
export class JsonText {
  readonly bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }
}

/** The text of a message; its members may be texts themselves. */
export function messagePayload(input: unknown): string | Uint8Array {
  if (input instanceof JsonText) return input.bytes
  if (typeof input !== 'object' || input === null) return JSON.stringify(input)
  const members = Object.entries(input)
  if (!members.some(([, value]) => value instanceof JsonText)) return JSON.stringify(input)
  const parts: Uint8Array[] = []
  for (const [name, value] of members) {
    if (value === undefined) continue
    parts.push(Buffer.from(`${parts.length === 0 ? '{' : ','}${JSON.stringify(name)}:`))
    parts.push(value instanceof JsonText ? value.bytes : Buffer.from(JSON.stringify(value)))
  }
  return Buffer.concat([...parts, Buffer.from('}')])
}
