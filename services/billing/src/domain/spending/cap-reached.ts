import { forbidden, type Refusal } from '@outturn/contracts'
import { dollars } from '@outturn/money'
import { monthOf, periodOf } from '../usage/calendar-month.ts'
import type { KeyCap } from './key-cap.ts'

/**
 * The refusal of work that would take a key above its cap. It is not 402: credits that a program would buy then do not help, because the cap
 * refuses the next request, too.
 */
export function keyCapReached(
  { keyId, capMicros, usedMicros }: KeyCap,
  priceMicros: bigint,
  publicUrl: string,
  now: Date,
): Refusal {
  const resetsAt = periodOf(monthOf(now)).end.toISOString().slice(0, 10)
  const message = `The key ${keyId} has used ${dollars(usedMicros)} of its monthly cap of ${dollars(capMicros)} USD, and this request costs ${dollars(priceMicros)} USD.`
  return forbidden(message, {
    reason: 'key_cap_reached',
    remediation: `Raise the cap of ${dollars(capMicros)} USD of ${keyId} at ${publicUrl}/console/keys/${keyId}, use another key, or wait until ${resetsAt} (UTC), when the cap starts again.`,
  })
}
