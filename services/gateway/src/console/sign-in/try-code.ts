import { timingSafeEqual } from 'node:crypto'
import { inTransaction } from '@outturn/postgres/typed'
import { noteRefusedSignIn } from '../../store/console/audit-store.ts'
import { queueWasItYou } from '../../store/console/notice-store.ts'
import type { Tables } from '../../store/tables.ts'
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
  const tried = await inTransaction<Tables, TriedCode>(console.db, async (tx) => {
    const counted = await countAttempt(tx, request.id, now)
    if (counted === null) return 'ended'
    if (isSame(code, signInCode(console.hash, counted.id))) return 'right'
    const note = { at: now, addressPrefix: place.addressPrefix, action: 'sign_in.code_failed' } as const
    await noteRefusedSignIn(tx, counted.email, note)
    if (isOpenRequest(counted, now)) return 'wrong'
    await queueWasItYou(tx, counted.email, now)
    return 'ended'
  })
  // The mail that asks whether it was the person, where one was queued.
  if (tried === 'ended') console.sendMails()
  return tried
}

/** Compares in a time that says nothing of what was expected. */
export function isSame(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)]
  return left.length === right.length && timingSafeEqual(left, right)
}
