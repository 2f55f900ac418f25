import { ClaimId, MatchId, SpoolId, Timestamp } from '@outturn/agreement'
import type { ReportedValues } from '@outturn/agreement'
import { madeHere } from '@outturn/agreement'
import { z } from 'zod'
import { anyScope, keyAccess } from '../../access.ts'
import { MatchList, MatchRequest, MatchResult, type MatchView } from '../../http/casework/matches.ts'
import { defineCommand, defineQuery } from '../../operation.ts'
import { spoolParams } from '../../path-parameters.ts'
import { pageQuery } from '../../query-parameters.ts'
import { actionRefusals } from '../action-target.ts'

/** Matches the current claims of a Spool with the current facts of its sources. */
export const matchSpoolClaims = defineCommand('spool.match-claims', {
  input: z.strictObject({ spoolId: SpoolId, request: MatchRequest }),
  output: MatchResult,
  refuses: [...actionRefusals, 'conflict', 'configuration_unavailable', 'rate_limited', 'validation_failed'],
  http: {
    operationId: 'match-claims',
    path: '/api/v1/spools/:id/match',
    access: keyAccess(['full']),
    tag: 'Facts and claims',
    summary: 'Match claims with facts',
    description:
      'Compares the claims of the provider with the facts that the sources reported, and opens a discrepancy for what does not match. It costs nothing and moves no money. The same claims and facts always give the same result. Up to 60 runs a day for each Spool.',
    params: spoolParams,
    body: MatchRequest,
    example: { window_seconds: 300, value_tolerance_bp: 100 },
    deadlineMs: 30_000,
    success: {
      status: 200,
      description: 'The counts, the first results, and the discrepancies that were opened.',
    },
  },
})

/** Results of the last match of a Spool, for both parties. */
export const listMatches = defineQuery('spool.list-matches', {
  input: z.strictObject({ spoolId: SpoolId, limit: z.int().min(1).max(100), after: MatchId.optional() }),
  output: MatchList,
  refuses: [
    'configuration_unavailable',
    'not_found',
    'spool_not_found',
    'unauthenticated',
    'validation_failed',
  ],
  http: {
    operationId: 'list-matches',
    path: '/api/v1/spools/:id/matches',
    access: keyAccess(anyScope),
    tag: 'Facts and claims',
    summary: 'List the results of the last match',
    description:
      'Lists the results of the last match of a Spool, one page at a time: claims by ordinal, then facts without a claim. It costs nothing. Read on with `after` set to `next_cursor` while `has_more` is true.',
    isPrivate: true,
    params: spoolParams,
    query: pageQuery(MatchId),
    success: { status: 200, description: 'One page of results, with the counts of the whole run.' },
  },
})

/** What the last match says of some claims, for both parties; a claim that it did not match has no row. */
export const readClaimMatches = defineQuery('spool.read-claim-matches', {
  input: z.strictObject({ spoolId: SpoolId, claimIds: z.array(ClaimId).max(100) }),
  output: z.strictObject({
    /** Null before a match. */
    asOf: Timestamp.nullable(),
    rows: madeHere<MatchView>(),
  }),
  refuses: ['configuration_unavailable', 'spool_not_found', 'unauthenticated'],
  sentBy: ['gateway'],
})

/** A claim as a match takes it. */
export type MatchableClaim = {
  readonly id: string
  readonly ordinal: number
  readonly values: ReportedValues
  readonly contentDigest: string
  /** The ordinal of the earlier claim with the same values; null for none. */
  readonly duplicateOf: number | null
}

/** Of the claims that were current when the claim `upTo` was the last one, those after the ordinal `after` up to `through`. */
export const readClaims = defineQuery('spool.read-claims', {
  input: z.strictObject({
    spoolId: SpoolId,
    upTo: z.int().min(0),
    after: z.int().min(0),
    through: z.int().min(0),
  }),
  output: z.strictObject({ claims: madeHere<MatchableClaim>() }),
  refuses: [],
  sentBy: ['verification'],
})
