import { absent, type readLogCheckpoint } from '@outturn/contracts'
import { onPool } from '@outturn/postgres'
import type { Handler } from '@outturn/messaging'
import type { SigningDeps } from '../../deps.ts'
import { readLogState } from '../../store/log-store.ts'

export function handleReadLogCheckpoint({ pool }: SigningDeps): Handler<typeof readLogCheckpoint> {
  return async () => {
    const { checkpoint } = await readLogState(onPool(pool))
    if (checkpoint === null)
      throw absent('The log has no checkpoint yet.', {
        remediation: 'Ask again after the first receipt is issued.',
      })
    return { checkpoint: checkpoint.note }
  }
}
