import { invalid, type setKeyCap } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { inside, inTransaction } from '@outturn/postgres/typed'
import type { BillingDeps } from '../../deps.ts'
import { findCap, maxCaps, withCap } from '../../domain/spending/key-cap.ts'
import { lockFunds, saveFunds } from '../../store/account-books.ts'
import { readSpending } from '../../store/spending/key-spending.ts'

/** Sets or removes the cap of a key; what it spent in this month counts. Setting the same again changes nothing. */
export function handleSetKeyCap({ db, memory }: BillingDeps): Handler<typeof setKeyCap> {
  return async ({ accountId, keyId, capMicros }, { now }) => {
    const usedMicros = await inTransaction(db, async (tx) => {
      const { version, funds } = await lockFunds(tx, accountId, now)
      if (capMicros !== null && funds.caps.length >= maxCaps && findCap(funds.caps, keyId) === null) {
        throw invalid('keyId', `At most ${maxCaps} keys of an account have a cap.`, {
          remediation: 'Remove the cap of another key, such as one that is revoked.',
        })
      }
      const used = (await readSpending(inside(tx), accountId, [keyId], now)).get(keyId) ?? 0n
      const cap = { keyId, capMicros: capMicros === null ? null : BigInt(capMicros), usedMicros: used }
      await saveFunds(tx, version, { ...funds, caps: withCap(funds.caps, cap, now) })
      return used
    })
    memory.forget(accountId)
    return { keyId, capMicros, usedMicros: String(usedMicros) }
  }
}
