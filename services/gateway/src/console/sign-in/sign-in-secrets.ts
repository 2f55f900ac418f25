import { derivedBytes } from '../../auth/derived-bytes.ts'
import type { TokenHash } from '../../auth/token-hash.ts'

const codeSpace = 100_000_000
/** Numbers from here on would favour the first codes. */
const unbiasedBelow = Math.floor(2 ** 32 / codeSpace) * codeSpace

/** The 8 digits of a request. They are derived under the pepper when they are needed, so that no row or mail queue has them. */
export function signInCode(hash: TokenHash, requestId: string): string {
  const bytes = derivedBytes(hash, `sign-in code of ${requestId}`)
  for (;;) {
    const number = Buffer.from(bytes(4)).readUInt32BE()
    if (number < unbiasedBelow) return String(number % codeSpace).padStart(8, '0')
  }
}

/** The token of the link of a request: its id and 256 bits. */
export function linkToken(hash: TokenHash, requestId: string): string {
  return `${requestId}.${secretToken(hash, `sign-in link of ${requestId}`)}`
}

/** The token of an invitation to a team. */
export function invitationToken(hash: TokenHash, invitationId: string): string {
  return secretToken(hash, `team invitation ${invitationId}`)
}

function secretToken(hash: TokenHash, purpose: string): string {
  return Buffer.from(derivedBytes(hash, purpose)(32)).toString('base64url')
}

/** The digits of a code as somebody typed it, or null when it is none. */
export function readCode(text: string): string | null {
  const digits = text.replaceAll(/[\s-]/g, '')
  return /^\d{8}$/.test(digits) ? digits : null
}

/** A code as it is easier to type. */
export function shownCode(code: string): string {
  return `${code.slice(0, 4)} ${code.slice(4)}`
}
