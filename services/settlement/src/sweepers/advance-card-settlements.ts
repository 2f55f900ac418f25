import type { SettlementDeps } from '../deps.ts'
import { advanceCardSettlement } from '../flows/card/advance-card-settlement.ts'
import { takeDueSettlements } from '../store/settlement-store.ts'

const atOnce = 50
/** How many calls to the processor run side by side. */
const sideBySide = 5
/** When a settlement is looked at again whose turn did not end, ms. */
const lookAgainMs = 20_000

/** Takes every settlement by card on whose time has come. Returns how many were looked at. */
export async function advanceCardSettlements(deps: SettlementDeps, now: Date): Promise<number> {
  if (deps.cards === null) return 0
  const due = await takeDueSettlements(deps.pool, 'card', now, new Date(now.getTime() + lookAgainMs), atOnce)
  const failures: unknown[] = []
  const left = [...due]
  const work = async () => {
    for (let id = left.shift(); id !== undefined; id = left.shift()) {
      await advanceCardSettlement(deps, id).catch((error: unknown) => failures.push(error))
    }
  }
  await Promise.all(Array.from({ length: sideBySide }, work))
  if (failures.length > 0) {
    throw new AggregateError(failures, `${failures.length} of ${due.length} settlements were not taken on`)
  }
  return due.length
}
