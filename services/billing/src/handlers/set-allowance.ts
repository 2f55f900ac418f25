import type { setAllowance } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { inTransaction } from '@outturn/postgres/typed'
import type { BillingDeps } from '../deps.ts'
import { lockFunds, saveFunds } from '../store/account-books.ts'

/** Sets what an account has included from now on; setting the same again changes nothing. */
export function handleSetAllowance({ db, memory }: BillingDeps): Handler<typeof setAllowance> {
  return async ({ accountId, verificationRuns, freeTextCompiles }, { now }) => {
    await inTransaction(db, async (tx) => {
      const { version, funds } = await lockFunds(tx, accountId, now)
      const included = { verifications: verificationRuns, compiles: freeTextCompiles }
      await saveFunds(tx, version, { ...funds, included })
    })
    memory.forget(accountId)
    return { verificationRuns, freeTextCompiles }
  }
}
