import { timingSafeEqual } from 'node:crypto'
import type { TokenHash } from '../../auth/token-hash.ts'

/** The hidden field of a form: good for one session and one address, so that a form of another page or person is refused. */
export function formToken(hash: TokenHash, chainId: string, path: string): string {
  return hash(`form|${chainId}|${path}`).slice(0, 43)
}

export function isFormToken(given: string, expected: string): boolean {
  return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected))
}
