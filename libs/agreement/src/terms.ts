import { disputeResolvers, finalityModes } from '@outturn/vocabulary'
import { z } from 'zod'
import { Timestamp } from './ids.ts'

/** When an agreement admits no further run. */
export const Finality = z.strictObject({
  mode: z.enum(finalityModes),
  max_runs: z.int(),
  closes_at: Timestamp.nullable(),
})
export type Finality = z.infer<typeof Finality>

export const DisputePolicy = z.strictObject({
  window_hours: z.int(),
  holds_settlement: z.boolean(),
  resolver: z.enum(disputeResolvers),
  resolver_ref: z.string().exactOptional(),
})
export type DisputePolicy = z.infer<typeof DisputePolicy>
