const encoder = new TextEncoder()

/** UTF-8 bytes of a text; bytes pass through. */
export function toUtf8(input: string | Uint8Array): Uint8Array {
  return typeof input === 'string' ? encoder.encode(input) : input
}
