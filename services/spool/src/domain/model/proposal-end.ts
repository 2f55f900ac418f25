import { millisecondFrom } from '@outturn/checkers'
import type { Spool } from './spool.ts'

/** When a proposal ends by itself: nothing is accepted after its expiry, or after its finality would have closed. */
export function proposalEnd({ agreement }: Spool): string | null {
  const ends = [agreement.economics.expiry, agreement.finality.closes_at].filter(
    (end) => typeof end === 'string',
  )
  return ends.map(millisecondFrom).toSorted()[0] ?? null
}
