import { timingSafeEqual } from 'node:crypto'
import { inTransaction } from '@outturn/postgres/typed'
import { noteWrongCode } from '../../store/console/audit-store.ts'
import type { Console } from '../console.ts'
import type { Place } from '../../store/console/session-store.ts'
import { countAttempt, isOpenRequest, type SignInRequest } from '../../store/console/sign-in-store.ts'
import { signInCode } from './sign-in-secrets.ts'

/** `wrong` may be tried again; `ended` may not. */
export type TriedCode = 'right' | 'wrong' | 'ended'

/** Tries a code. The try is counted first, and a wrong one noted with it, so that its time does not say whether the address is known. */
export async function tryCode(
  console: Console,
  request: SignInRequest,
  { code, now, place }: { code: string; now: Date; place: Place },
): Promise<TriedCode> {
  return inTransaction(console.db, async (tx) => {
    const counted = await countAttempt(tx, request.id, now)
    if (counted === null) return 'ended'
    if (isSame(code, signInCode(console.hash, counted.id))) return 'right'
    await noteWrongCode(tx, counted.email, { at: now, addressPrefix: place.addressPrefix })
    return isOpenRequest(counted, now) ? 'wrong' : 'ended'
  })
}

/** Compares in a time that says nothing of what was expected. */
export function isSame(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)]
  return left.length === right.length && timingSafeEqual(left, right)
}
