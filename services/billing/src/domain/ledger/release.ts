import type { AccountFunds } from './account-funds.ts'
import { releaseUse, useInMonthOf } from './allowance.ts'
import { addToCreditGrant } from './credit-grant.ts'
import { moveSetAside } from './move-set-aside.ts'
import type { Reservation } from './reservation.ts'
import type { Reserved } from './reserve.ts'

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
    transfers: moveSetAside('release', reservation, now),
  }
}
