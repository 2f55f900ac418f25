import type { SpoolListState } from '@outturn/contracts'
import type { SpoolState } from '../model/spool.ts'

/** Part of a state: a Spool has it where each member is there, and each item of a list is like one of its items. */
export type StatePattern = Readonly<Record<string, unknown>>

/** What each state of a list is known by. The first that a Spool has is its state. */
export const listStatePatterns = {
  // Of every version: a dispute has no time of its end while it is open or under review.
  disputed: { disputes: [{ closedAt: null }] },
  cancelled: { status: { outcome: 'cancelled' } },
  expired: { status: { outcome: 'expired' } },
  passed: { status: { verification: 'pass' } },
  partial: { status: { verification: 'partial' } },
  failed: { status: { verification: 'fail' } },
  undecided: { status: { verification: 'uncertain' } },
  draft: { status: { agreement: 'draft' } },
  proposed: { status: { agreement: 'proposed' } },
  declined: { status: { agreement: 'declined' } },
  in_progress: { status: {} },
} as const satisfies Readonly<Record<SpoolListState, StatePattern>>

/** The state of a Spool in one word. */
export function listStateOf(state: Pick<SpoolState, 'disputes' | 'status'>): SpoolListState {
  for (const [name, pattern] of Object.entries(listStatePatterns)) {
    if (hasPattern(state, pattern)) return name as SpoolListState
  }
  return 'in_progress'
}

/** The same question as the operator `@>` of Postgres asks of two JSON values. */
function hasPattern(value: unknown, pattern: unknown): boolean {
  if (Array.isArray(pattern)) {
    return Array.isArray(value) && pattern.every((each) => value.some((item) => hasPattern(item, each)))
  }
  if (typeof pattern === 'object' && pattern !== null) {
    if (typeof value !== 'object' || value === null) return false
    return Object.entries(pattern).every(([name, part]) => hasPattern((value as StatePattern)[name], part))
  }
  return value === pattern
}
