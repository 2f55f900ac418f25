import type { readGrantSwitch } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { onPool } from '@outturn/postgres'
import type { SettlementDeps } from '../../deps.ts'
import { readGrantLimits } from '../../store/grant-store.ts'

export function handleReadGrantSwitch({ pool }: SettlementDeps): Handler<typeof readGrantSwitch> {
  return async () => {
    const { isPaused } = await readGrantLimits(onPool(pool))
    return { isPaused }
  }
}
