import type { Sha256 } from '@outturn/canonical'
import type { LogSuccession } from '@outturn/receipt-verifier/issuing'
import { successionLeafText } from '@outturn/transparency-log'
import { nodeSha256 } from '@outturn/canonical/node'
import type { LogLeaf } from './log-leaf.ts'
import { logNumberOf } from './log-origin.ts'

/** The log that a statement ends, and how many leaves of it were given out. */
export function endedBy(statement: string): { readonly origin: string; readonly lastSize: number } {
  const { old_origin: origin, last_size: lastSize } = JSON.parse(statement) as LogSuccession
  return { origin, lastSize }
}

/** The numbers that may lie between the names of a log and the next one: too many for chance to choose one of them twice. */
export const mostLogsSkipped = 2 ** 40

/**
 * The name of the log after this one: the last part of a name is the number of the log. It skips as many numbers as chance says, because
 * a log may have ended before in a time that no database and no floor remembers, and no two logs share a name.
 */
export function successorOf(origin: string, skipped: number): string {
  return `${origin.replace(/\/\d+$/, '')}/${(logNumberOf(origin) ?? 0) + 1 + skipped}`
}

/** The decisions that may lie between the epochs of a decision and the next one. */
export const mostEpochsSkipped = 2 ** 20

/** Later than every epoch that is known, and none that was given out in a time that is forgotten, for the same reason. */
export function epochAfter(known: readonly number[], skipped: number): number {
  return Math.max(0, ...known) + 1 + skipped
}

/** The first leaf of a log that follows another: the whole statement, under the name of the log that ended. */
export function successionLeaf(statement: LogSuccession, sha256: Sha256 = nodeSha256): LogLeaf {
  return {
    kind: 'succession',
    subject: statement.old_origin,
    entry: successionLeafText(statement, { sha256 }),
  }
}
