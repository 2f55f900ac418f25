import type { Dispute, Spool, SpoolState } from '../lifecycle/spool.ts'

const hourMs = 3_600_000

/** The end of the time that a Spool gives its parties for a dispute, from an instant on. */
export function windowEnd({ agreement }: Pick<Spool, 'agreement'>, from: string): string {
  return new Date(Date.parse(from) + agreement.disputePolicy.window_hours * hourMs).toISOString()
}

export function openDisputes({ disputes }: Pick<SpoolState, 'disputes'>): Dispute[] {
  return disputes.filter(({ status }) => status === 'open')
}

/** The last deadline of the open disputes that keep money from moving; null where it may move, or has. */
export function heldUntil({ status, disputes }: Pick<SpoolState, 'disputes' | 'status'>): string | null {
  if (status.settlement === 'settled' || status.settlement === 'voided') return null
  const holding = openDisputes({ disputes }).filter(({ holdsSettlement }) => holdsSettlement)
  return (
    holding
      .map(({ deadline }) => deadline)
      .toSorted()
      .at(-1) ?? null
  )
}

export function isHeldByDispute(state: Pick<SpoolState, 'disputes' | 'status'>): boolean {
  return heldUntil(state) !== null
}

/** The open dispute whose deadline comes first; null where none is open. */
export function nextToExpire(state: Pick<SpoolState, 'disputes'>): Dispute | null {
  const [first = null] = openDisputes(state).toSorted((a, b) => (a.deadline < b.deadline ? -1 : 1))
  return first
}

/** The disputes once this one has expired. */
export function withExpired(disputes: readonly Dispute[], id: string, at: string): Dispute[] {
  return disputes.map((each) => (each.id === id ? { ...each, status: 'expired', closedAt: at } : each))
}
