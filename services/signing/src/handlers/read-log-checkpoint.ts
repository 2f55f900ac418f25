import { absent, type readLogCheckpoint } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { SigningDeps } from '../service.ts'
import { readLogState } from '../store/log-store.ts'
import { onPool } from '../store/runner.ts'

export function handleReadLogCheckpoint({ pool }: SigningDeps): Handler<typeof readLogCheckpoint> {
  return async () => {
    const { checkpoint } = await readLogState(onPool(pool))
    if (checkpoint === null) throw absent('The log has no checkpoint yet.')
    return { checkpoint: checkpoint.note }
  }
}
