import type { SettlementDeps } from '../deps.ts'
import { advanceSettlement } from '../flows/advance-settlement.ts'
import { keepSlots } from '../flows/keep-slots.ts'
import { takeDueSettlements } from '../store/settlement-store.ts'

const atOnce = 50
/** When a settlement is looked at again whose turn changed nothing, ms. */
const lookAgainMs = 1_000

/** Takes every settlement on whose time has come, and keeps what was sent on its way. Returns how many were looked at. */
export async function advanceSettlements(deps: SettlementDeps, now: Date): Promise<number> {
  if (deps.chain === null || deps.chain.token() === null) return 0
  await keepSlots(deps)
  const due = await takeDueSettlements(
    deps.pool,
    'wallet',
    now,
    new Date(now.getTime() + lookAgainMs),
    atOnce,
  )
  const failures: unknown[] = []
  // One after the other: each takes the next place among the transactions of one key.
  for (const id of due) await advanceSettlement(deps, id).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) {
    throw new AggregateError(failures, `${failures.length} of ${due.length} settlements were not taken on`)
  }
  return due.length
}
