import { z } from 'zod'
import { defineQuery } from '../operation.ts'

/** Settlement adapters this deployment has configured; `external` is always there: others settle with the receipt. */
export const readSettlementCapabilities = defineQuery('settlement.read-capabilities', {
  input: z.strictObject({}),
  output: z.strictObject({ adapters: z.array(z.string()) }),
  sentBy: ['gateway', 'operator'],
})
