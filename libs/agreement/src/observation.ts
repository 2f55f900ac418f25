import { observationFailures } from '@outturn/vocabulary'
import { z } from 'zod'
import { Timestamp } from './ids.ts'

/** What the guarded fetcher saw of one URL: a final URL and status, or why there is none. */
export const Observation = z.strictObject({
  url: z.string().meta({ description: 'Requested URL.', examples: ['https://example.com/report'] }),
  final_url: z
    .string()
    .nullable()
    .meta({
      description: 'URL after redirects; null if there was no response.',
      examples: ['https://example.com/report'],
    }),
  status: z
    .int()
    .nullable()
    .meta({
      description: 'HTTP status code of the response; null if there was no response.',
      examples: [200],
    }),
  failure: z
    .enum(observationFailures)
    .nullable()
    .describe('Reason why there was no response; null if there was one.'),
  at: Timestamp.describe('Time of the request.'),
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
