import type { SettlementDeps } from '../deps.ts'
import { advanceSettlements } from '../sweepers/advance-settlements.ts'
import type { settlementRig } from './settlement-rig.ts'

type Rig = Pick<Awaited<ReturnType<typeof settlementRig>>, 'steady' | 'local'>

/** Turns of the sweeper, as if a minute passed before each. */
export function minutesOf({ steady, local }: Rig): (count?: number, deps?: SettlementDeps) => Promise<void> {
  let passedMs = 0
  return async (count = 4, deps = steady) => {
    for (let turn = 0; turn < count; turn += 1) {
      passedMs += 60_000
      await advanceSettlements(deps, new Date(Date.now() + passedMs))
      await local.untilMined()
    }
  }
}
