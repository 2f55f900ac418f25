import type { SettlementDeps } from '../deps.ts'
import { advanceSettlement } from '../flows/advance-settlement.ts'
import { keepSlots } from '../flows/chain/keep-slots.ts'
import { watchBlocks } from '../flows/chain/watch-blocks.ts'
import { takeDueSettlements } from '../store/settlement-store.ts'

const atOnce = 50
/** When a settlement is looked at again whose turn changed nothing, ms. */
const lookAgainMs = 1_000

/** Takes every settlement on whose time has come, and keeps what was sent on its way. Returns how many were looked at. */
export async function advanceSettlements(deps: SettlementDeps, now: Date): Promise<number> {
  const { chain } = deps
  if (chain === null || chain.token() === null) return 0
  const failures: unknown[] = []
  const failed = (error: unknown) => {
    failures.push(error)
    return false
  }
  // What fails of one keeps the others from nothing.
  const isForced = await watchBlocks(deps, chain).catch(failed)
  await keepSlots(deps, { isForced }).catch(failed)
  const due = await takeDueSettlements(
    deps.pool,
    'wallet',
    now,
    new Date(now.getTime() + lookAgainMs),
    atOnce,
  )
  // One after the other: each takes the next place among the transactions of one key.
  for (const id of due) await advanceSettlement(deps, id).catch(failed)
  if (failures.length > 0) {
    throw new AggregateError(
      failures,
      `${failures.length} steps failed of a round that took ${due.length} settlements on`,
    )
  }
  return due.length
}
