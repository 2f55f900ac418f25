import { fromBase64Url, toBase64Url } from './base64url.ts'

/** Base64 with padding (RFC 4648 §4). */
export function toBase64(bytes: Uint8Array): string {
  const text = toBase64Url(bytes).replaceAll('-', '+').replaceAll('_', '/')
  return text.padEnd(Math.ceil(text.length / 4) * 4, '=')
}

/** Bytes of a padded base64 text, or undefined unless it is the one spelling of those bytes. */
export function fromBase64(text: string): Uint8Array | undefined {
  const digits = /^([A-Za-z0-9+/]*)={0,2}$/.exec(text)?.[1]
  if (digits === undefined || text.length !== Math.ceil(digits.length / 4) * 4) return undefined
  return fromBase64Url(digits.replaceAll('+', '-').replaceAll('/', '_'))
}
