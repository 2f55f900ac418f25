import type { Sha256 } from '@outturn/canonical'
import type { LogSuccession } from '@outturn/receipt-verifier/issuing'
import { successionLeafText } from '@outturn/transparency-log'
import { nodeSha256 } from '@outturn/canonical/node'
import type { LogLeaf } from './log-leaf.ts'

/** The log that a statement ends, and how many leaves of it were given out. */
export function endedBy(statement: string): { readonly origin: string; readonly lastSize: number } {
  const { old_origin: origin, last_size: lastSize } = JSON.parse(statement) as LogSuccession
  return { origin, lastSize }
}

/** The name of the log after this one: the last part of a name is the number of the log. */
export function successorOf({ origin, number }: { origin: string; number: number }): string {
  return `${origin.replace(/\/\d+$/, '')}/${number + 1}`
}

/** The first leaf of a log that follows another: the whole statement, under the name of the log that ended. */
export function successionLeaf(statement: LogSuccession, sha256: Sha256 = nodeSha256): LogLeaf {
  return {
    kind: 'succession',
    subject: statement.old_origin,
    entry: successionLeafText(statement, { sha256 }),
  }
}
