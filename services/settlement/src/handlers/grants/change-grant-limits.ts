import type { changeGrantLimits } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { inside, inTransaction } from '@outturn/postgres/typed'
import type { SettlementDeps } from '../../deps.ts'
import { operatorName } from '../../domain/operator/action.ts'
import { lockGrantCount, readGrantLimits, recordGrantLimits } from '../../store/grant-store.ts'

/** Grants that are recorded stay: what is paused, or capped lower, are those that come. */
export function handleChangeGrantLimits({ db, log }: SettlementDeps): Handler<typeof changeGrantLimits> {
  return async ({ change, reason }, { principal, now }) => {
    const by = operatorName(principal)
    const limits = await inTransaction(db, async (tx) => {
      // Another change would be undone by what was read before it, and a grant be counted against other caps.
      await lockGrantCount(tx)
      const next = { ...(await readGrantLimits(inside(tx))), ...change }
      await recordGrantLimits(inside(tx), next, { by, reason, now })
      return next
    })
    log.info({ ...limits, by, reason }, 'the limits of settlement grants were changed')
    return limits
  }
}
