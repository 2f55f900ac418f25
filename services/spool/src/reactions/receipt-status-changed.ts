import { receiptStatusChanged } from '@outturn/contracts'
import type { Reaction } from '@outturn/messaging'
import { derivedId } from '@outturn/service'
import { asOf } from '../domain/lifecycle/as-of.ts'
import { nextVersionAlways } from '../domain/lifecycle/decision.ts'
import { applyReceiptStatus, type ReceiptChange } from '../domain/receipts/apply-receipt-status.ts'
import { changeEvents } from '../events.ts'
import type { SpoolDeps } from '../deps.ts'
import { findSpool } from '../store/spool-store.ts'

/** How often a change is applied again because its Spool changed since it was read. */
const maxAttempts = 20

type ReceiptDeps = Pick<SpoolDeps, 'commit' | 'environment' | 'hashes' | 'ids' | 'pool' | 'relay'>

/** Applies the statuses of a Spool's receipts and what was settled with them. */
export function onReceiptStatusChanged(deps: ReceiptDeps): Reaction<typeof receiptStatusChanged> {
  return {
    event: receiptStatusChanged,
    concurrency: 16,
    async handle(fact, { id, now }) {
      for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
        if (await applyChange(deps, fact, { eventId: id, now })) return
      }
      throw new Error(`Spool ${fact.spoolId} kept changing while a change of its receipt was applied`)
    },
  }
}

/** False when the Spool changed meanwhile. A change that is known already is not recorded: it is known the next time too. */
async function applyChange(
  deps: ReceiptDeps,
  fact: ReceiptChange,
  { eventId, now }: { eventId: string; now: Date },
): Promise<boolean> {
  const found = await findSpool(deps.pool, fact.spoolId, deps.environment)
  if (found === null)
    throw new Error(`receipt ${fact.receiptId} is of Spool ${fact.spoolId}, which is not here`)
  const current = asOf(found.spool, now, deps.hashes)
  const nowText = now.toISOString()
  const at = nowText < current.spool.updatedAt ? current.spool.updatedAt : nowText
  const decision = applyReceiptStatus(current.spool, fact, at)
  if (decision === null) return true
  const change = nextVersionAlways(decision, at, {
    eventHash: deps.hashes.eventHash,
    entryId: (type) => derivedId('event', `${eventId}:${type}`),
  })
  const outbox = changeEvents(deps, found.spool, change.spool, now)
  const result = await deps.commit({
    origin: { kind: 'event', eventId },
    before: found.spool,
    spool: change.spool,
    history: [...current.history, ...change.history],
    outbox,
    at: nowText,
  })
  if (result === 'won') deps.relay.publish(outbox)
  return result !== 'version_conflict'
}
