import type { Unitization } from '@outturn/agreement'
import type { CompilePolicyRequest } from '@outturn/contracts'

/** Whether the units come to an amount that JSON numbers hold exactly. */
export function isSafeProduct({ total_units, unit_amount_cents }: Unitization): boolean {
  return Number.isSafeInteger(total_units * unit_amount_cents)
}

/** The units that were sent beside a text, or null. */
export function declaredUnits({ unitization }: CompilePolicyRequest): Unitization | null {
  if (unitization === undefined) return null
  const { identity, ...units } = unitization
  return identity === undefined ? units : { ...units, identity }
}
