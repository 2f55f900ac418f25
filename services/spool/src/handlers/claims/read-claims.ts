import type { readClaims } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { SpoolDeps } from '../../deps.ts'
import { matchableClaims } from '../../store/casework/claim-store.ts'

/** Claims of a Spool for a match: those that were current at an earlier claim stay so for it. */
export function handleReadClaims({ pool }: Pick<SpoolDeps, 'pool'>): Handler<typeof readClaims> {
  return async (range) => ({ claims: await matchableClaims(pool, range) })
}
