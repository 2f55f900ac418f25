import type { BillingDeps } from '../deps.ts'
import { chargesThatWait } from '../flows/charges-that-wait.ts'

/** How many charges wait by why, and what is held for them: what an operator is paged for above zero. */
export type WaitingTotals = { dead_letter: number; overdue: number; heldMicros: bigint }

/** Counts the charges that wait and tells `report`; returns how many there are. */
export async function watchCharges(
  deps: BillingDeps,
  report: (totals: WaitingTotals) => void,
  now: Date,
): Promise<number> {
  const charges = await chargesThatWait(deps, now)
  const dead = charges.filter(({ deadLetter }) => deadLetter !== null).length
  report({
    dead_letter: dead,
    overdue: charges.length - dead,
    heldMicros: charges.reduce((sum, { heldMicros }) => sum + BigInt(heldMicros), 0n),
  })
  return charges.length
}
