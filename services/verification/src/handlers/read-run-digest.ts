import { absent, type readRunDigest } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { Pool } from '@outturn/postgres'
import { findRunDigests } from '../store/run-store.ts'

export function handleReadRunDigest(pool: Pool): Handler<typeof readRunDigest> {
  return async ({ runId }) => {
    const digests = await findRunDigests(pool, runId)
    if (digests === null) throw absent('There is no record of this run.')
    return digests
  }
}
