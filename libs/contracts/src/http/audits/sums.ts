import { z } from 'zod'

export const Cents = z.int().meta({ id: 'Cents', description: 'Money, in cents.', examples: [99] })
export const Count = z
  .int()
  .min(0)
  .meta({ id: 'Count', description: 'A number of things.', examples: [120] })
