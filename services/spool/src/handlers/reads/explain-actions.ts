import type { explainActions } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { explainedActions } from '../../domain/listing/explained-actions.ts'
import { viewerOf } from '../../domain/model/viewer.ts'
import { currentSpoolOfParty, type ReadDeps } from '../../flows/current-spool.ts'

export function handleExplainActions(deps: ReadDeps): Handler<typeof explainActions> {
  return async ({ spoolId }, { principal }) => {
    const { spool, now } = await currentSpoolOfParty(deps, spoolId, principal)
    return explainedActions(spool, viewerOf(spool, principal), now)
  }
}
