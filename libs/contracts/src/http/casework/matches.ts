import {
  ClaimId,
  DiscrepancyId,
  FactId,
  MatchId,
  MatchRunId,
  Sha256Digest,
  SourceId,
  Timestamp,
} from '@outturn/agreement'
import { z } from 'zod'
import { comparedFields, matchKeys, matchStatuses } from '@outturn/vocabulary'
import { pageOf } from '../../query-parameters.ts'

export const MatchRequest = z
  .strictObject({
    key: z
      .array(z.enum(matchKeys))
      .min(1)
      .max(2)
      .refine(
        ([first, second]) => first === 'subject' && second !== 'subject',
        'must be ["subject"] or ["subject", "predicate"]',
      )
      .optional()
      .meta({
        description: 'Members that a claim and its fact share: `["subject"]` or both. Default: both.',
        examples: [['subject', 'predicate']],
      }),
    window_seconds: z
      .int()
      .min(0)
      .max(2_592_000)
      .optional()
      .meta({
        description: 'Maximum time between a claim and its fact, in seconds. Default: 0.',
        examples: [300],
      }),
    value_tolerance_bp: z
      .int()
      .min(0)
      .max(10_000)
      .optional()
      .meta({
        description:
          'Maximum difference of a number from the observed one, in basis points of the observed one. Default: 0.',
        examples: [100],
      }),
    source_ids: z
      .array(SourceId)
      .min(1)
      .max(100)
      .optional()
      .describe('Sources whose facts are matched. Default: all sources of the Spool.'),
    open_discrepancies: z
      .boolean()
      .optional()
      .describe('`false` to open no discrepancies for what does not match. Default: `true`.'),
  })
  .meta({ id: 'MatchRequest' })
export type MatchRequest = z.infer<typeof MatchRequest>

const count = (description: string) => z.int().meta({ description, examples: [2] })

const counts = {
  matched: count('Number of claims that a fact confirms.'),
  mismatched: count('Number of claims whose fact differs.'),
  unmatched_claims: count('Number of claims without a fact.'),
  unmatched_facts: count('Number of facts without a claim.'),
  ambiguous: count('Number of claims without a time for which several facts with different values exist.'),
}

export const MatchView = z
  .strictObject({
    id: MatchId.describe('ID of this result.'),
    claim_id: ClaimId.nullable().describe('ID of the claim; null for a fact without a claim.'),
    fact_ids: z.array(FactId).describe('IDs of the facts; of an ambiguous claim, the first 20.'),
    subject: z
      .string()
      .optional()
      .meta({
        description: 'Object of the claim, or of the fact without a claim. Absent in older match runs.',
        examples: ['T-1'],
      }),
    predicate: z
      .string()
      .optional()
      .meta({ description: 'Event or property that is said of the subject.', examples: ['resolved'] }),
    status: z.enum(matchStatuses).describe('Result for the claim, or for a fact without a claim.'),
    differences: z
      .array(
        z.strictObject({
          field: z.enum(comparedFields).describe('Member that differs.'),
          claimed: z
            .string()
            .nullable()
            .meta({
              description: 'Claimed value as a text; of `currency`, that of the Spool.',
              examples: ['5'],
            }),
          observed: z
            .string()
            .nullable()
            .meta({ description: 'Observed value as a text.', examples: ['4'] }),
        }),
      )
      .describe('Differences between the claim and its fact.'),
  })
  .meta({ id: 'Match' })
export type MatchView = z.infer<typeof MatchView>

const run = {
  run_id: MatchRunId.describe('ID of the match run.'),
  as_of: Timestamp.describe('Time as of which claims and facts were matched.'),
  ...counts,
  match_digest: Sha256Digest.describe(
    'SHA-256 over the options, the digests of claims and facts, and the results. The same claims and facts give the same digest.',
  ),
}

export const MatchResult = z
  .strictObject({
    ...run,
    matches: z
      .array(MatchView)
      .describe(
        'Results: claims by ordinal, then facts without a claim. At most 1,000; list-matches has all.',
      ),
    matches_truncated: z
      .boolean()
      .meta({ description: 'True if there are more results than `matches` has.', examples: [false] }),
    discrepancy_ids: z.array(DiscrepancyId).describe('IDs of the discrepancies that this run opened.'),
  })
  .meta({ id: 'MatchResult' })
export type MatchResult = z.infer<typeof MatchResult>

export const MatchList = pageOf(MatchView).extend(run).meta({ id: 'MatchList' })
export type MatchList = z.infer<typeof MatchList>
