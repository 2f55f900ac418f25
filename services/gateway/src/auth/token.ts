import { crc32 } from 'node:zlib'

/** Where a token is good: production keys, configured test keys, sandbox sessions. */
export const tokenPrefixes = { live: 'spk_live_', test: 'spk_test_', sandbox: 'sbx_' } as const
export type TokenKind = keyof typeof tokenPrefixes

export type RandomBytes = (count: number) => Uint8Array

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const randomChars = 34
const checksumChars = 6
const wellFormed = new RegExp(`^[0-9A-Za-z]{${randomChars + checksumChars}}$`)
/** The largest multiple of 62 that a byte can hold: bytes from here on would favour the first letters. */
const unbiasedBelow = 248

const grantPrefix = 'spg_'
const grantChars = 32

/** A new token: prefix, 34 random base62 characters (202 bits), 6 characters of CRC-32 over both. */
export function mintToken(kind: TokenKind, randomBytes: RandomBytes): string {
  const body = tokenPrefixes[kind] + randomText(randomChars, randomBytes)
  return body + checksum(body)
}

/** A new grant token: prefix and 32 random base62 characters (190 bits). */
export function mintGrantToken(randomBytes: RandomBytes): string {
  return grantPrefix + randomText(grantChars, randomBytes)
}

function randomText(length: number, randomBytes: RandomBytes): string {
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length - text.length)) {
      if (byte < unbiasedBelow) text += alphabet.charAt(byte % 62)
    }
  }
  return text
}

/** Whether the checksum holds, so that a mistyped or invented token costs no query. */
export function isWellFormedToken(kind: TokenKind, token: string): boolean {
  const prefix = tokenPrefixes[kind]
  if (!token.startsWith(prefix) || !wellFormed.test(token.slice(prefix.length))) return false
  const body = token.slice(0, -checksumChars)
  return token.slice(-checksumChars) === checksum(body)
}

/** How a token is shown after it was handed out: its prefix and last four characters. */
export function displayToken(kind: TokenKind, token: string): string {
  return `${tokenPrefixes[kind]}…${token.slice(-4)}`
}

function checksum(body: string): string {
  let rest = crc32(body)
  let digits = ''
  for (let i = 0; i < checksumChars; i++) {
    digits = alphabet.charAt(rest % 62) + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}
