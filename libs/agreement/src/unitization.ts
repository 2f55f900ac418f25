import { identityVisibilities } from '@outturn/vocabulary'
import { z } from 'zod'

/**
 * The largest amount that is agreed on, in cents: a hundred billion dollars. A hundred such amounts are still exact as a
 * JSON number, and every table that keeps an amount holds as many.
 */
export const largestAmountCents = 10_000_000_000_000

/** Total units and the amount each earns; their product is the committed amount. */
export const Unitization = z
  .strictObject({
    total_units: z
      .int()
      .min(1)
      .max(50_000)
      .meta({ description: 'Number of units to deliver.', examples: [100] }),
    unit_amount_cents: z
      .int()
      .min(1)
      .max(Number.MAX_SAFE_INTEGER)
      .meta({ description: 'Price of each accepted unit, in cents.', examples: [250] }),
    identity: z
      .strictObject({
        source_key: z
          .string()
          .min(1)
          .max(200)
          .meta({ description: 'Name of the field that identifies a unit.', examples: ['email'] }),
        visibility: z
          .enum(identityVisibilities)
          .describe(
            '`label` shows the value of the field in receipts, `pseudonymous` shows a pseudonym instead.',
          ),
      })
      .exactOptional()
      .describe('Field that identifies a unit in receipts.'),
  })
  .meta({ id: 'Unitization' })
export type Unitization = z.infer<typeof Unitization>

/** The sum of all units in cents. */
export function unitsCents({
  total_units: units,
  unit_amount_cents: each,
}: Pick<Unitization, 'total_units' | 'unit_amount_cents'>): bigint {
  return BigInt(units) * BigInt(each)
}
