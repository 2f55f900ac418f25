import type { BillingDeps } from '../deps.ts'
import { countOpenClaims } from '../store/payment-claims.ts'

/** Payments that have not ended, and how long the oldest of them has been open. */
export type OpenPayments = {
  byState: Record<'claimed' | 'worked' | 'settling', number>
  oldestSeconds: number
}

/** Counts the payments that have not ended and tells `report`; returns how many there are. */
export async function watchPayments(
  { pool }: Pick<BillingDeps, 'pool'>,
  report: (open: OpenPayments) => void,
  now: Date,
): Promise<number> {
  const rows = await countOpenClaims(pool)
  const byState = { claimed: 0, worked: 0, settling: 0 }
  for (const { state, claims } of rows) byState[state] = claims
  const oldest = Math.min(now.getTime(), ...rows.map(({ oldest: since }) => since.getTime()))
  report({ byState, oldestSeconds: Math.round((now.getTime() - oldest) / 1_000) })
  return rows.reduce((sum, { claims }) => sum + claims, 0)
}
