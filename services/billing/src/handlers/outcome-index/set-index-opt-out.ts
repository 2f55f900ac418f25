import type { setIndexOptOut } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { BillingDeps } from '../../deps.ts'
import { setOptOut } from '../../store/outcome-index/publications.ts'

export function handleSetIndexOptOut({ db }: BillingDeps): Handler<typeof setIndexOptOut> {
  return async ({ accountId, isOptedOut }, { now }) => {
    await setOptOut(db, accountId, isOptedOut ? now : null)
    return { accountId, isOptedOut }
  }
}
