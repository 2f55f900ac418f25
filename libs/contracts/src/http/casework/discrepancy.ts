import { z } from 'zod'
import {
  ClaimId,
  ConditionId,
  DiscrepancyId,
  FactId,
  ReceiptId,
  SpoolId,
  Timestamp,
} from '@outturn/agreement'
import {
  caseSeverities,
  discrepancyActs,
  discrepancyKinds,
  discrepancyOutcomes,
  discrepancyStatuses,
  sides,
} from '@outturn/vocabulary'
import { pageOf } from '../../query-parameters.ts'
import { words } from '../receipts/receipt-life.ts'

const example = 'The record has 96 resolved tickets, the invoice 98.'
const note = words(2_000).meta({
  description: 'Explanation for the other party.',
  examples: ['Tickets 97 and 98 were duplicates.'],
})
const outcome = z.enum(discrepancyOutcomes).describe('How the difference was settled.')
const unit = z
  .int()
  .min(1)
  .meta({ description: 'Number of the unit concerned; the first unit is 1.', examples: [97] })
const value = (what: string, sample: string) => words(256).meta({ description: what, examples: [sample] })

/** A difference that a party reports. */
export const DiscrepancyRequest = z
  .strictObject({
    kind: z.enum(discrepancyKinds).describe('What differs.'),
    severity: z
      .enum(caseSeverities)
      .optional()
      .describe(
        'Default: `warn`. `block` keeps the money of the Spool from being settled until both parties close the discrepancy or it lapses; the dispute policy must have `holds_settlement`.',
      ),
    description: words(2_000).meta({
      description: 'What is wrong, for the other party.',
      examples: [example],
    }),
    claim_id: ClaimId.optional().describe('ID of the claim concerned. It must belong to the Spool.'),
    condition_id: ConditionId.optional().describe('ID of the condition concerned.'),
    unit: unit.optional(),
    field: value('Name of the field that differs.', 'resolved').optional(),
    expected: value('Value that was expected.', '98').optional(),
    observed: value('Value that was observed.', '96').optional(),
  })
  .meta({ id: 'DiscrepancyRequest' })
export type DiscrepancyRequest = z.infer<typeof DiscrepancyRequest>

export const ResolveDiscrepancyRequest = z
  .strictObject({ outcome, note })
  .meta({ id: 'ResolveDiscrepancyRequest' })
export const DismissDiscrepancyRequest = z.strictObject({ note }).meta({ id: 'DismissDiscrepancyRequest' })

const closingOutcome = outcome
  .nullable()
  .describe('How the difference was settled; null for a dismissal, which says that there is none.')

/** A discrepancy as the parties of its Spool see it. */
export const DiscrepancyView = z
  .strictObject({
    id: DiscrepancyId.describe('ID of the discrepancy.'),
    spool_id: SpoolId.describe('ID of the Spool.'),
    receipt_id: ReceiptId.nullable().describe(
      'ID of the latest receipt at the time of opening; null before the first receipt.',
    ),
    kind: DiscrepancyRequest.shape.kind,
    severity: z
      .enum(caseSeverities)
      .describe('`block`: nothing is settled while it is open. A block that has lapsed is a `warn`.'),
    status: z.enum(discrepancyStatuses).describe('Status of the discrepancy.'),
    claim_id: DiscrepancyRequest.shape.claim_id,
    fact_id: FactId.optional().describe('ID of the fact concerned, if a match found the discrepancy.'),
    subject: z
      .string()
      .optional()
      .meta({
        description: 'Object of the claim or fact concerned, if a match found the discrepancy.',
        examples: ['T-3'],
      }),
    predicate: z
      .string()
      .optional()
      .meta({ description: 'Event or property that is said of the subject.', examples: ['resolved'] }),
    condition_id: DiscrepancyRequest.shape.condition_id,
    unit: DiscrepancyRequest.shape.unit,
    field: DiscrepancyRequest.shape.field,
    expected: DiscrepancyRequest.shape.expected,
    observed: DiscrepancyRequest.shape.observed,
    description: z.string().meta({ description: 'What is wrong.', examples: [example] }),
    opened_by: z.enum([...sides, 'service']).describe('Party that opened it, or `service` for a match.'),
    opened_at: Timestamp.describe('Time at which it was opened.'),
    still_found: z
      .boolean()
      .describe(
        'False if a later match no longer finds the difference. It stays open until a party closes it.',
      ),
    proposal: z
      .strictObject({
        by: z.enum(sides).describe('Party that proposes it.'),
        action: z.enum(discrepancyActs).describe('How the party wants to close the discrepancy.'),
        outcome: closingOutcome,
        note: z.string().meta({
          description: 'Explanation by that party.',
          examples: ['Tickets 97 and 98 were duplicates.'],
        }),
        at: Timestamp.describe('Time of the proposal.'),
      })
      .nullable()
      .describe('How one party wants to close a block; null if neither has proposed it.'),
    awaiting: z
      .enum(sides)
      .nullable()
      .describe('Party that has to agree to the proposal, or to propose something else; null if none.'),
    lapses_at: Timestamp.nullable().describe(
      'Time at which a block becomes a `warn`; null if it never was one.',
    ),
    resolution: z
      .strictObject({
        by: z.enum([...sides, 'operator']).describe('Party whose word closed it, or `operator`.'),
        outcome: closingOutcome,
        note: z.string().meta({
          description: 'Explanation.',
          examples: ['Agreed: 96 tickets count.'],
        }),
        at: Timestamp.describe('Time at which it was closed.'),
      })
      .nullable()
      .describe('How the discrepancy was closed; null while it is open.'),
    can: z
      .array(z.enum(discrepancyActs))
      .describe('What the caller may do now: the last words of the paths.'),
  })
  .meta({ id: 'Discrepancy' })
export type DiscrepancyView = z.infer<typeof DiscrepancyView>

export const DiscrepancyList = pageOf(DiscrepancyView).meta({ id: 'DiscrepancyList' })
