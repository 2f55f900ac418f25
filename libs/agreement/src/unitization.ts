import { identityVisibilities } from '@outturn/vocabulary'
import { z } from 'zod'

/** Total units and the amount each earns; their product is the committed amount. */
export const Unitization = z
  .strictObject({
    total_units: z.int().min(1).max(50_000),
    unit_amount_cents: z.int().min(1).max(Number.MAX_SAFE_INTEGER),
    identity: z
      .strictObject({
        source_key: z.string().min(1).max(200),
        visibility: z.enum(identityVisibilities),
      })
      .exactOptional(),
  })
  .meta({ id: 'Unitization' })
export type Unitization = z.infer<typeof Unitization>
