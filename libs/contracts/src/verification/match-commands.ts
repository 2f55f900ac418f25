import { madeHere, MatchId, MatchRunId, Sha256Digest, SourceId, SpoolId, Timestamp } from '@outturn/agreement'
import { type CaseSeverity, type ComparedField, type DiscrepancyKind, matchKeys } from '@outturn/vocabulary'
import { z } from 'zod'
import type { MatchView } from '../http/casework/matches.ts'
import { defineCommand, defineQuery } from '../operation.ts'

/** Something of a match that gives reason to open a discrepancy. Its values are whole; in a run with very many, the later ones are cut and end in `…`. */
export type MatchFinding = {
  readonly claimId: string | null
  /** Null where it is about no single fact. */
  readonly factId: string | null
  /** Where its fact comes from. Absent where it is about no single fact, and in runs of earlier releases. */
  readonly fact?: { readonly sourceId: string; readonly observedAt: string }
  /** What the claim, or the fact without one, is about and says of it. Absent in runs of earlier releases. */
  readonly subject?: string
  readonly predicate?: string
  readonly kind: DiscrepancyKind
  readonly severity: Exclude<CaseSeverity, 'block'>
  readonly field: ComparedField | null
  readonly expected: string | null
  readonly observed: string | null
}

const counts = z.strictObject({
  matched: z.int(),
  mismatched: z.int(),
  unmatched_claims: z.int(),
  unmatched_facts: z.int(),
  ambiguous: z.int(),
})
export type MatchCounts = z.infer<typeof counts>

export const maxFirstMatches = 1_000

/**
 * Matches the claims of a Spool that were current when the claim `upTo` was the last one with its current facts, and records the run.
 * Sent again under the same run id, it answers with what was recorded first.
 */
export const matchClaims = defineCommand('verification.match-claims', {
  input: z.strictObject({
    runId: MatchRunId,
    spoolId: SpoolId,
    currency: z.string(),
    options: z.strictObject({
      key: z.array(z.enum(matchKeys)).min(1),
      windowSeconds: z.int().min(0),
      valueToleranceBp: z.int().min(0),
      sourceIds: z.array(SourceId).nullable(),
    }),
    upTo: z.int().min(0),
    asOf: Timestamp,
    /** The last match of the Spool, whose rows are still read. */
    lastRunId: MatchRunId.nullable(),
  }),
  output: z.strictObject({
    runId: MatchRunId,
    asOf: Timestamp,
    counts,
    matchDigest: Sha256Digest,
    /** Rows of the whole run. */
    rowCount: z.int(),
    /** By ordinal of the claim, a letter for its result; `-` for a claim that was not matched. */
    statuses: z.string(),
    findings: madeHere<MatchFinding>(),
    /** The first rows, at most `maxFirstMatches`. */
    rows: madeHere<MatchView>(),
  }),
  refuses: ['configuration_unavailable', 'validation_failed'],
  sentBy: ['spool'],
})

/** Single rows of a recorded match by their places, the first of which is 0; a place beyond the last row has none. */
export const readMatchRowsAt = defineQuery('verification.read-match-rows-at', {
  input: z.strictObject({ runId: MatchRunId, places: z.array(z.int().min(0)).max(100) }),
  output: z.strictObject({ rows: madeHere<MatchView>() }),
  sentBy: ['spool'],
})

/** Rows of a recorded match, from the one after `after` on; none for a run that is not recorded. */
export const readMatchRows = defineQuery('verification.read-match-rows', {
  input: z.strictObject({ runId: MatchRunId, after: MatchId.nullable(), limit: z.int().min(1).max(101) }),
  output: z.strictObject({ rows: madeHere<MatchView>() }),
  refuses: ['validation_failed'],
  sentBy: ['spool'],
})
