import type { Metrics } from '@outturn/service'
import type { Environment } from '@outturn/vocabulary'
import type { BillingDeps } from '../deps.ts'
import type { PaymentLane } from '../domain/payments/lane.ts'
import { countOpenClaims } from '../store/payment-claims.ts'

/** Payments that have not ended, and how long the oldest of them has been open. */
export type OpenPayments = {
  byState: Record<OpenState, number>
  /** Since the oldest of each state was claimed; 0 without one. */
  oldestSeconds: Record<OpenState, number>
}

type OpenState = 'claimed' | 'worked' | 'settling'

/** Counts the payments that have not ended and tells `report`; returns how many there are. */
export async function watchPayments(
  { pool }: Pick<BillingDeps, 'pool'>,
  report: (open: OpenPayments) => void,
  now: Date,
): Promise<number> {
  const rows = await countOpenClaims(pool)
  const open = noneOpen()
  for (const { state, claims, oldest } of rows) {
    open.byState[state] = claims
    open.oldestSeconds[state] = Math.max(0, Math.round((now.getTime() - oldest.getTime()) / 1_000))
  }
  report(open)
  return rows.reduce((sum, { claims }) => sum + claims, 0)
}

function noneOpen(): OpenPayments {
  return {
    byState: { claimed: 0, worked: 0, settling: 0 },
    oldestSeconds: { claimed: 0, worked: 0, settling: 0 },
  }
}

/** The state of the lane and the payments that have not ended, as values that an operator is paged for. */
export function reportPayments(
  metrics: Metrics,
  lane: PaymentLane,
  environment: Environment,
): (open: OpenPayments) => void {
  let latest = noneOpen()
  metrics.observe({
    name: 'payment_lane_open',
    help: 'Whether payments for single calls are taken: 1, or 0 where the chain has another token or cannot be reached.',
    kind: 'gauge',
    labels: ['environment', 'lane'],
    read: () => [{ labels: { environment, lane: 'x402' }, value: lane.state() === 'open' ? 1 : 0 }],
  })
  metrics.observe({
    name: 'payments_open',
    help: 'Payments for single calls that have not ended, by state. Of those that are settling the money may have moved.',
    kind: 'gauge',
    labels: ['environment', 'state'],
    read: () =>
      Object.entries(latest.byState).map(([state, value]) => ({ labels: { environment, state }, value })),
  })
  metrics.observe({
    name: 'payments_oldest_open_seconds',
    help: 'Age of the oldest payment that has not ended, by state.',
    kind: 'gauge',
    labels: ['environment', 'state'],
    read: () =>
      Object.entries(latest.oldestSeconds).map(([state, value]) => ({
        labels: { environment, state },
        value,
      })),
  })
  return (open) => {
    latest = open
  }
}
