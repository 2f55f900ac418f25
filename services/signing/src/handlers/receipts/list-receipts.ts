import { invalid, type listReceipts, wholeAccountOf } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { SigningDeps } from '../../deps.ts'
import { receiptsOfAccount } from '../../store/receipt-list.ts'

/** One page of the receipts that the caller may read; the next one starts after the last of this. */
export function handleListReceipts({ pool }: Pick<SigningDeps, 'pool'>): Handler<typeof listReceipts> {
  return async ({ limit, after = null, verdict, from, to, spoolId }, { principal }) => {
    const accountId = wholeAccountOf(principal)
    if (accountId === null) return { data: [], has_more: false }
    const filter = {
      accountId,
      verdict: verdict ?? null,
      from: from ?? null,
      to: to ?? null,
      spoolId: spoolId ?? null,
    }
    const found = await receiptsOfAccount(pool, filter, { after, most: limit + 1 })
    if (found === null) {
      throw invalid('after', 'after names no receipt of yours.', {
        remediation: 'Send the id of the last receipt of the page before, or leave after out.',
      })
    }
    return { data: found.slice(0, limit), has_more: found.length > limit }
  }
}
