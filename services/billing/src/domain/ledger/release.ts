import type { AccountFunds } from './account-funds.ts'
import { releaseUse, useInMonthOf } from './allowance.ts'
import { addToCreditGrant } from './credit-grant.ts'
import type { Reservation } from './reservation.ts'
import type { Reserved } from './reserve.ts'
import { customerAccounts, type Transfer } from './transfer.ts'

/** Gives everything a held reservation set aside back to where it came from: the grants and the month's allowance. */
export function release(funds: AccountFunds, reservation: Reservation, now: Date): Reserved {
  return {
    funds: {
      ...funds,
      grants: reservation.parts.reduce(
        (grants, { grant, micros }) => addToCreditGrant(grants, grant, micros),
        funds.grants,
      ),
      used: releaseUse(useInMonthOf(now, funds.used), reservation.allowance),
    },
    reservation: { ...reservation, state: 'voided', finishedAt: now },
    transfers: releaseTransfers(reservation, now),
  }
}

function releaseTransfers(reservation: Reservation, at: Date): Transfer[] {
  const { runId, attempt, parts, receivableMicros } = reservation
  const { available, held, receivable } = customerAccounts(reservation.accountId)
  const common = { kind: 'release', debitAccount: held, reference: runId, at } as const
  const releases: Transfer[] = parts.map(({ grant, micros }) => ({
    ...common,
    idempotencyKey: `${runId}/${attempt}/${grant.id}`,
    creditAccount: available,
    amountMicros: micros,
    grantId: grant.id,
  }))
  if (receivableMicros === 0n) return releases
  const owed: Transfer = {
    ...common,
    idempotencyKey: `${runId}/${attempt}/receivable`,
    creditAccount: receivable,
    amountMicros: receivableMicros,
    grantId: null,
  }
  return [...releases, owed]
}
