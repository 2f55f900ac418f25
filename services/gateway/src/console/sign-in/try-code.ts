import { timingSafeEqual } from 'node:crypto'
import { inTransaction } from '@outturn/postgres/typed'
import type { Tables } from '../../store/tables.ts'
import type { Console } from '../console.ts'
import {
  countAttempt,
  isOpenRequest,
  noteRightTry,
  type SignInRequest,
} from '../../store/console/sign-in-store.ts'
import { signInCode } from './sign-in-secrets.ts'

/** `wrong` may be tried again; `ended` may not. */
export type TriedCode = 'right' | 'wrong' | 'ended'

/** Tries a code. The try is counted first; a wrong one is noted behind the answer, so that its time does not say whether the address is known. */
export async function tryCode(
  console: Console,
  request: SignInRequest,
  { code, now }: { code: string; now: Date },
): Promise<TriedCode> {
  const tried = await inTransaction<Tables, TriedCode>(console.db, async (tx) => {
    const counted = await countAttempt(tx, request.id, now)
    if (counted === null) return 'ended'
    if (isSame(code, signInCode(console.hash, counted.id))) {
      await noteRightTry(tx, counted.id)
      return 'right'
    }
    return isOpenRequest(counted, now) ? 'wrong' : 'ended'
  })
  if (tried !== 'right') console.noteTries()
  return tried
}

/** Compares in a time that says nothing of what was expected. */
export function isSame(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)]
  return left.length === right.length && timingSafeEqual(left, right)
}
