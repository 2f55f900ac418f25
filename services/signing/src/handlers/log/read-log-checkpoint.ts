import { absent, type readLogCheckpoint } from '@outturn/contracts'
import { onPool } from '@outturn/postgres'
import type { Handler } from '@outturn/messaging'
import type { SigningDeps } from '../../deps.ts'
import { findLogNamed } from '../../store/log-identity-store.ts'
import { readLogState } from '../../store/log-store.ts'

/**
 * The newest checkpoint of a log. That of the log which is written to is given out when the floor covers it; a log that ended has the one
 * that it had.
 */
export function handleReadLogCheckpoint({
  pool,
  floor,
  isOff,
}: SigningDeps): Handler<typeof readLogCheckpoint> {
  return async ({ log }) => {
    const number = await findLogNamed(onPool(pool), log)
    if (number === null) throw absent('There is no log of this number.')
    const { origin, checkpoint } = await readLogState(onPool(pool), number)
    const written = await readLogState(onPool(pool))
    if (checkpoint === null)
      throw absent('The log has no checkpoint yet.', {
        remediation: 'Ask again after the first receipt is issued.',
      })
    // Where signing is off, people look at a copy of the database.
    if (!isOff && origin === written.origin) await floor.cover({ origin, ...checkpoint })
    return { checkpoint: checkpoint.note }
  }
}
