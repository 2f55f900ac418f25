import { type listSpoolEvents, Refusal } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { refuseStrangers } from '../domain/viewer.ts'
import type { SpoolDeps } from '../service.ts'
import { findSpool, historyOf } from '../store/spool-store.ts'

export function handleListEvents(deps: SpoolDeps): Handler<typeof listSpoolEvents> {
  return async ({ spoolId }, { principal }) => {
    const found = await findSpool(deps.pool, spoolId, deps.environment)
    const { spool } = refuseStrangers(found?.spool ?? null, principal)
    if (principal.kind === 'account' && principal.scope === 'counterparty') {
      throw new Refusal('forbidden', 'A counterparty key cannot list the history of a Spool.')
    }
    return historyOf(deps.pool, spool.id)
  }
}
