import { largestAmountCents, Unitization, unitsCents } from '@outturn/agreement'
import { z } from 'zod'
import { unprocessable } from '../errors/refusals.ts'

/** An amount that a caller agrees on, in cents. */
export const AmountCents = z.int().min(1).max(largestAmountCents)

/** Units as a caller sends them; their sum is checked by `assertUnitsWithinLimit`. */
export const UnitizationInput = Unitization.extend({
  unit_amount_cents: AmountCents.meta({
    description: 'Price of each accepted unit, in cents.',
    examples: [250],
  }),
}).meta({
  id: 'UnitizationInput',
})

/** Refuses units whose sum is more than can be agreed on; `field` is where they stand in the request. */
export function assertUnitsWithinLimit(unitization: Unitization, field: string): void {
  const cents = unitsCents(unitization)
  if (cents <= BigInt(largestAmountCents)) return
  const { total_units: units, unit_amount_cents: each } = unitization
  throw unprocessable(
    field,
    `${units} units of ${each} cents come to ${cents} cents; at most ${largestAmountCents} are taken.`,
    {
      remediation: `Lower total_units or unit_amount_cents so that they come to at most ${largestAmountCents}.`,
    },
  )
}
