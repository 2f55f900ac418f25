import { Refusal } from '@outturn/contracts'

/** Deliveries that a source may send at once, and in a second. */
export const deliveryRate = { burst: 2_000, perSecond: 1_000 } as const
/** Wrong signatures that one client address may send to one source in a minute. */
export const maxWrongSignatures = 60
const minuteMs = 60_000
/** Buckets that are kept; the oldest goes first. */
const maxKept = 20_000

export type DeliveryLimits = {
  /** Counts a delivery that is rightly signed; refuses one too many. */
  assertWithinRate(sourceId: string, nowMs: number): void
  /** Counts a wrong signature; refuses one too many with another code than the first ones. */
  assertFewWrong(sourceId: string, address: string, nowMs: number): void
}

/** Limits of one process, by source. */
export function createDeliveryLimits(): DeliveryLimits {
  const buckets = new Map<string, { tokens: number; at: number }>()
  const wrong = new Map<string, { count: number; until: number }>()
  return {
    assertWithinRate(sourceId, nowMs) {
      const { burst, perSecond } = deliveryRate
      const { tokens, at } = buckets.get(sourceId) ?? { tokens: burst, at: nowMs }
      const elapsedMs = Math.max(0, nowMs - at)
      const filled = Math.min(burst, tokens + (elapsedMs * perSecond) / 1_000)
      if (filled < 1) throw tooMany('The source sends more than 1,000 deliveries a second.', 1)
      keep(buckets, sourceId, { tokens: filled - 1, at: Math.max(at, nowMs) })
    },
    assertFewWrong(sourceId, address, nowMs) {
      const key = `${sourceId}|${address}`
      const kept = wrong.get(key)
      const { count, until } =
        kept !== undefined && kept.until > nowMs ? kept : { count: 0, until: nowMs + minuteMs }
      if (count >= maxWrongSignatures) {
        throw tooMany('Too many deliveries with a wrong signature.', Math.ceil((until - nowMs) / 1_000))
      }
      keep(wrong, key, { count: count + 1, until })
    },
  }
}

function keep<Kept>(map: Map<string, Kept>, key: string, kept: Kept): void {
  map.delete(key)
  map.set(key, kept)
  const oldest = map.keys().next()
  if (map.size > maxKept && oldest.done !== true) map.delete(oldest.value)
}

function tooMany(message: string, retryAfterSeconds: number): Refusal {
  return new Refusal('rate_limited', message, { retryAfterSeconds })
}
