import type { AccountFunds } from './account-funds.ts'
import { releaseUse, useInMonthOf } from './allowance.ts'
import { addToCreditGrant } from './credit-grant.ts'
import { moveSetAside } from './move-set-aside.ts'
import { payDebtOf } from './refund-debt.ts'
import { countSpending } from '../spending/key-cap.ts'
import { amountMicros, type Reservation } from './reservation.ts'
import type { Reserved } from './reserve.ts'

/**
 * Returns everything a held reservation set aside to where it came from: the grants and the month's allowance. What is owed for a grant
 * that was refunded meanwhile is paid from what comes back to it.
 */
export function release(funds: AccountFunds, reservation: Reservation, now: Date): Reserved {
  let left: AccountFunds = {
    ...funds,
    grants: reservation.parts.reduce(
      (grants, { grant, micros }) => addToCreditGrant(grants, grant, micros),
      funds.grants,
    ),
    used: releaseUse(useInMonthOf(now, funds.used), reservation.allowance),
    // A payment for the run alone was never counted.
    caps:
      reservation.coveredBy === 'payment'
        ? funds.caps
        : countSpending(funds.caps, reservation.keyId, -amountMicros(reservation)),
  }
  const transfers = moveSetAside('release', reservation, now)
  for (const { grant, micros } of reservation.parts) {
    const key = `${reservation.runId}/${reservation.attempt}/${grant.id}`
    const paid = payDebtOf(left, { grantId: grant.id, upToMicros: micros, key }, now)
    left = paid.funds
    transfers.push(...paid.transfers)
  }
  return { funds: left, reservation: { ...reservation, state: 'voided', finishedAt: now }, transfers }
}
