import { observationFailures } from '@outturn/vocabulary'
import { z } from 'zod'
import { Timestamp } from './ids.ts'

/** What the guarded fetcher saw of one URL: a final URL and status, or why there is none. */
export const Observation = z.strictObject({
  url: z.string(),
  final_url: z.string().nullable(),
  status: z.int().nullable(),
  failure: z.enum(observationFailures).nullable(),
  at: Timestamp,
})
export type Observation = z.infer<typeof Observation>

/** When the service recorded an evidence item that it fetched itself, and for which condition. */
export type Fetched = {
  readonly evidenceId: string
  readonly conditionId: string
  readonly observedAt: string
  readonly receivedAt: string
}

/** The recorded observations of one `http_status` condition: one evidence item that the service fetched. */
export type ObservationSet = Fetched & { readonly observations: readonly Observation[] }
