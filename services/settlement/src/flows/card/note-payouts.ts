import { payoutsChanged } from '@outturn/contracts'
import { appendOutbox, outboxRow } from '@outturn/postgres'
import { inside, inTransaction } from '@outturn/postgres/typed'
import type { SettlementDeps } from '../../deps.ts'
import { notePayouts as note } from '../../store/card/payout-store.ts'

type Deps = Pick<SettlementDeps, 'clock' | 'db' | 'environment' | 'ids' | 'relay'>

/** Notes what the processor says of the payouts of a payee, with the event that it is another thing than before. */
export async function notePayouts(deps: Deps, payeeId: string, isReady: boolean): Promise<void> {
  const { clock, environment, ids } = deps
  const now = clock.now()
  const rows = await inTransaction(deps.db, async (tx) => {
    const changed = await note(inside(tx), payeeId, isReady, now)
    if (changed === null) return []
    const payload = { payeeId, spoolId: changed.spoolId, isReady, version: changed.version }
    const row = outboxRow({ environment, event: payoutsChanged, payload }, { id: ids.newUuid(), now })
    await appendOutbox(inside(tx), [row])
    return [row]
  })
  deps.relay.publish(rows)
}
