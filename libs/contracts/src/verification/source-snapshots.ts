import { AccountId, madeHere, type ReportedValues, SourceId, SpoolId, Timestamp } from '@outturn/agreement'
import { sides } from '@outturn/vocabulary'
import { z } from 'zod'
import { defineQuery } from '../operation.ts'

/** The sources of these ids that exist and are not revoked. */
export const findRequiredSources = defineQuery('verification.find-required-sources', {
  input: z.strictObject({ sourceIds: z.array(SourceId).max(200) }),
  output: z.strictObject({
    sources: z.array(
      z.strictObject({
        sourceId: SourceId,
        accountId: AccountId,
        /** The Spool that it was made for; null where its mapping names the Spool. */
        spoolId: SpoolId.nullable(),
        /** How its deliveries are signed; null for a source that is fetched. */
        scheme: z.enum(['hmac_sha256', 'ed25519']).nullable().default(null),
      }),
    ),
  }),
  refuses: [],
  sentBy: ['spool'],
})

/** The values of a fact as a row of evidence. */
export type FactRow = ReportedValues & { readonly occurred_at: string }

/** The current facts of a Spool from each of these sources, as rows by subject, predicate and time. */
export const snapshotFacts = defineQuery('verification.snapshot-facts', {
  input: z.strictObject({ spoolId: SpoolId, sourceIds: z.array(SourceId).min(1).max(100) }),
  output: z.strictObject({
    snapshots: z.array(
      z.strictObject({
        sourceId: SourceId,
        /** Whether the source is active; what one that is not reported may be out of date. */
        isAvailable: z.boolean(),
        provenance: z.enum(['service_fetched', 'source_webhook_signed']),
        /** The side of the party that registered the source; null while it has no fact. */
        registeredBy: z.enum(sides).nullable(),
        isSelfAsserted: z.boolean(),
        /** When the newest fact was observed; null without facts. */
        observedAt: Timestamp.nullable(),
        rows: madeHere<FactRow>(),
      }),
    ),
  }),
  refuses: [],
  sentBy: ['spool'],
})
