import { Refusal } from '@outturn/contracts'

/** Deliveries that a source may send at once, and in a second. */
export const deliveryRate = { burst: 2_000, perSecond: 1_000 } as const
const deliveryMs = 1_000 / deliveryRate.perSecond
/** Sources that a guard remembers; the oldest goes first. */
const maxKept = 20_000

/**
 * When the allowance of a source is full again after one more delivery, in epoch milliseconds; null where none is left. `fullAt` is when it
 * was to be full before the delivery.
 */
export function spendDelivery(fullAt: number, nowMs: number): number | null {
  const next = Math.max(fullAt, nowMs) + deliveryMs
  return next - nowMs > deliveryRate.burst * deliveryMs ? null : next
}

export function tooManyDeliveries(): Refusal {
  return new Refusal('rate_limited', 'The source sends more than 1,000 deliveries a second.', {
    retryAfterSeconds: 1,
    remediation: 'Send the same delivery again after Retry-After. Nothing of it was stored.',
  })
}

/** Counts a delivery that is rightly signed; throws for one too many. */
export type DeliveryGuard = (sourceId: string, nowMs: number) => void

/**
 * Refuses what one process alone receives too much of, before it costs anything. The limit over all replicas is counted with the source, by
 * the same rule.
 */
export function createDeliveryGuard(): DeliveryGuard {
  const fullAt = new Map<string, number>()
  return (sourceId, nowMs) => {
    const next = spendDelivery(fullAt.get(sourceId) ?? 0, nowMs)
    if (next === null) throw tooManyDeliveries()
    fullAt.delete(sourceId)
    fullAt.set(sourceId, next)
    const oldest = fullAt.keys().next()
    if (fullAt.size > maxKept && oldest.done !== true) fullAt.delete(oldest.value)
  }
}
