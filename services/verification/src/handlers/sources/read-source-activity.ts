import type { readSourceActivity } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { onPool } from '@outturn/postgres'
import { ownSource, type SourceDeps } from '../../flows/sources/source-deps.ts'
import { listDeliveries } from '../../store/sources/delivery-store.ts'
import { listSyncs } from '../../store/sources/sync-store.ts'

/** What a source received lately, for its account. */
export function handleReadSourceActivity(deps: SourceDeps): Handler<typeof readSourceActivity> {
  return async ({ limit, ...owned }) => {
    const { source } = await ownSource(deps, owned)
    const run = onPool(deps.pool)
    return source.kind === 'webhook'
      ? { deliveries: await listDeliveries(run, source.id, limit), syncs: [] }
      : { deliveries: [], syncs: await listSyncs(run, source.id, limit) }
  }
}
