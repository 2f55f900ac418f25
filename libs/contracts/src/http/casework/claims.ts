import { ClaimId, EvidenceId, Json, Timestamp } from '@outturn/agreement'
import type { JsonValue } from '@outturn/canonical'
import { z } from 'zod'
import { claimStatuses } from '@outturn/vocabulary'
import { pageOf } from '../../query-parameters.ts'

/** A member that the rules of values read: a value that breaks one is named by its field. */
function readByRules(type: string | readonly string[]) {
  return z.custom<JsonValue>((value) => value !== undefined).meta({ type })
}

const subject = { description: 'Object of the claim, such as a ticket or an order.', examples: ['T-1'] }
const predicate = { description: 'Event or property that is claimed of it.', examples: ['resolved'] }
const value = {
  description:
    'Claimed value: a text, a whole number or a boolean. A decimal is kept as a text; send it as one to keep its digits.',
  examples: [5],
}
const quantity = { description: 'Claimed quantity, a whole number.', examples: [1] }
const amountCents = { description: 'Claimed amount in cents of the currency of the Spool.', examples: [250] }
const occurredAt = {
  description: 'Time of the event: RFC 3339 with an offset. It is kept to the millisecond.',
  examples: ['2026-11-24T10:00:00.000Z'],
}
const evidenceRef = 'ID of an evidence item of the Spool that supports the claim.'

export const ClaimInput = z
  .strictObject({
    subject: readByRules(['string', 'integer']).meta(subject),
    predicate: readByRules(['string', 'integer']).meta(predicate),
    value: readByRules(['string', 'number', 'boolean']).meta(value),
    quantity: Json.meta({ type: ['integer', 'null'], ...quantity }).optional(),
    amount_cents: Json.meta({ type: ['integer', 'null'], ...amountCents }).optional(),
    occurred_at: Json.meta({ type: ['string', 'integer', 'null'], ...occurredAt }).optional(),
    evidence_ref: EvidenceId.optional().describe(evidenceRef),
    supersedes: ClaimId.optional().describe('ID of the current claim that this one replaces.'),
  })
  .meta({ id: 'ClaimInput' })
export type ClaimInput = z.infer<typeof ClaimInput>

export const maxClaimsPerRequest = 1_000

export const RecordClaimsRequest = z
  .strictObject({
    claims: z
      .array(ClaimInput)
      .min(1)
      .max(maxClaimsPerRequest)
      .describe(`Claims, 1 to ${maxClaimsPerRequest}. All of them are recorded, or none.`),
  })
  .meta({ id: 'RecordClaimsRequest' })
export type RecordClaimsRequest = z.infer<typeof RecordClaimsRequest>

export const ClaimView = z
  .strictObject({
    id: ClaimId.describe('ID of the claim.'),
    ordinal: z
      .int()
      .meta({ description: 'Number of the claim in its Spool; the first is 1.', examples: [1] }),
    subject: z.string().meta(subject),
    predicate: z.string().meta(predicate),
    value: z.union([z.string(), z.number(), z.boolean()]).meta(value),
    quantity: z.int().exactOptional().meta(quantity),
    amount_cents: z.int().exactOptional().meta(amountCents),
    occurred_at: Timestamp.exactOptional().describe('Time of the event.'),
    evidence_ref: EvidenceId.exactOptional().describe(evidenceRef),
    status: z
      .enum(claimStatuses)
      .describe('Result of the last match for this claim; `unmatched` before the first one.'),
    claimed_by: z.literal('provider').describe('Side that made the claim.'),
    claimed_at: Timestamp.describe('Time at which the claim was recorded.'),
    content_digest: z.string().meta({
      description: 'SHA-256 of the canonical JSON of the claimed values.',
      examples: [`sha256:${'0123456789abcdef'.repeat(4)}`],
    }),
    supersedes: ClaimId.nullable().describe('ID of the claim that this one replaced; null for none.'),
    superseded_by: ClaimId.nullable().describe(
      'ID of the claim that replaced this one; null while it is current.',
    ),
    duplicate_of: ClaimId.nullable().describe(
      'ID of the earliest current claim with the same values; null for none.',
    ),
  })
  .meta({ id: 'Claim' })
export type ClaimView = z.infer<typeof ClaimView>

export const RecordedClaims = z
  .strictObject({ data: z.array(ClaimView).describe('The recorded claims, in the order of the request.') })
  .meta({ id: 'RecordedClaims' })

export const ClaimList = pageOf(ClaimView).meta({ id: 'ClaimList' })
