import { invalidState, type syncSource } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { inside, inTransaction, remembered } from '@outturn/postgres/typed'
import { derivedId } from '@outturn/service'
import { ownLiveSource, type SourceDeps } from '../../flows/sources/source-deps.ts'
import { findRunningSync, startSync } from '../../store/sources/sync-store.ts'

/** Starts a sync, or answers with the one that runs. A replica takes it up within seconds. */
export function handleSyncSource(deps: SourceDeps): Handler<typeof syncSource> {
  return async (owned, { commandId, bodyDigest }) => {
    const now = deps.clock.now()
    const identity = { commandId, bodyDigest, command: 'verification.sync-source' }
    return inTransaction(deps.db, (tx) =>
      remembered(tx, identity, async () => {
        const run = inside(tx)
        const { source } = await ownLiveSource(run, owned, now)
        if (source.kind !== 'pull_http') {
          throw invalidState('The source sends deliveries and is not fetched.', {
            reason: 'not_pullable',
            remediation: 'Send its deliveries to its webhook_url.',
          })
        }
        if (source.status === 'paused') {
          throw invalidState('The source is paused.', {
            reason: 'source_paused',
            remediation: 'Resume the source first.',
          })
        }
        const running = await findRunningSync(run, source.id)
        const id = running?.id ?? derivedId('sync', commandId)
        if (running === null) await startSync(run, { id, sourceId: source.id, at: now })
        return { sync_id: id, status: 'running', facts_created: running?.factsCreated ?? 0 }
      }),
    )
  }
}
