import { timingSafeEqual } from 'node:crypto'
import type { TokenHash } from '../../auth/token-hash.ts'

type FormOwner = { readonly chain_id: string; readonly account_id: string }

/**
 * The hidden field of a form: good for one session, one account and one address. A form of another page or person is refused, and so is one
 * that was opened before its person went on in another of their accounts, in which it would act now.
 */
export function formToken(hash: TokenHash, session: FormOwner, path: string): string {
  return hash(`form|${session.chain_id}|${session.account_id}|${path}`).slice(0, 43)
}

export function isFormToken(given: string, expected: string): boolean {
  return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected))
}
