import { readJson } from '@outturn/canonical'
import { createSemaphore, PermitUnavailable, type Semaphore } from '@outturn/concurrency'
import {
  type CommandInput,
  type CommandOutput,
  type matchClaims,
  maxFirstMatches,
  type MatchFinding,
  overloaded,
  unprocessable,
} from '@outturn/contracts'
import type { CommandContext, Handler } from '@outturn/messaging'
import type { Pool } from '@outturn/postgres'
import { failPoint } from '@outturn/service'
import type { ReadClaimTexts } from '../../adapters/claim-reader.ts'
import type { Evaluator } from '../../adapters/evaluator.ts'
import { rowsPerPage } from '../../domain/matching/run-match.ts'
import { findCurrentFactTexts, findErasedSource } from '../../store/facts/fact-texts.ts'
import { eraseFactsOfMatches } from '../../store/matches/erase-matches.ts'
import { findMatch, findMatchRows, type MatchRecord, recordMatch } from '../../store/matches/match-store.ts'

type MatchDeps = {
  readonly pool: Pool
  readonly readClaims: ReadClaimTexts
  readonly slug: string
  readonly evaluator: Pick<Evaluator, 'match'>
}

/** Matches that hold their claims and facts in memory at once: up to 96 MiB of text each. One account has one of them. */
const heldAtOnce = { limit: 3, limitPerKey: 1 }

/** Matches the claims and facts of a Spool, once for each id of a run: sent again, the record is the answer. */
export function handleMatchClaims(deps: MatchDeps): Handler<typeof matchClaims> {
  const turns = createSemaphore(heldAtOnce)
  return async (input, context) => {
    const recorded = await findMatch(deps.pool, input.runId)
    if (recorded === null) {
      await matchInTurn(deps, turns, input, context)
      failPoint('verification.after-match')
    }
    await eraseDeletedMeanwhile(deps.pool, input)
    const own = await findMatch(deps.pool, input.runId)
    if (own === null) throw new Error(`match ${input.runId} has no record and takes none`)
    return answerOf(deps.pool, own)
  }
}

/** Values of facts that were deleted after the match had read them, and before it was recorded. */
async function eraseDeletedMeanwhile(
  pool: Pool,
  { spoolId, options }: CommandInput<typeof matchClaims>,
): Promise<void> {
  if ((await findErasedSource(pool, spoolId, options.sourceIds)) !== null) {
    await eraseFactsOfMatches(pool, spoolId)
  }
}

/** The account that a match is for. */
function ownerOf({ spoolId }: CommandInput<typeof matchClaims>, { principal }: CommandContext): string {
  return 'accountId' in principal ? principal.accountId : spoolId
}

/** Matches when the account has its turn. A command that comes again while its match runs finds the record then. */
async function matchInTurn(
  deps: MatchDeps,
  turns: Semaphore,
  input: CommandInput<typeof matchClaims>,
  context: CommandContext,
): Promise<void> {
  const matchOnce = async () => {
    if ((await findMatch(deps.pool, input.runId)) === null) await matchAndRecord(deps, input, context)
  }
  try {
    await turns.run(matchOnce, { key: ownerOf(input, context), deadline: context.deadline })
  } catch (error) {
    if (error instanceof PermitUnavailable) throw overloaded('Other matches are still under way.', 5)
    throw error
  }
}

async function matchAndRecord(
  { pool, readClaims, slug, evaluator }: MatchDeps,
  input: CommandInput<typeof matchClaims>,
  context: CommandContext,
): Promise<void> {
  const { runId, spoolId, currency, options, asOf } = input
  const erased = await findErasedSource(pool, spoolId, options.sourceIds)
  if (erased !== null) {
    throw unprocessable('source_ids', `The values of the facts of ${erased} were deleted.`, {
      remediation: 'Read the last match, or name in source_ids the sources whose facts are kept.',
    })
  }
  const factsText = await findCurrentFactTexts(pool, spoolId, options.sourceIds)
  if (factsText === null) {
    throw unprocessable('source_ids', 'The facts of the Spool have more than 64 MiB.', {
      remediation: 'Name some of the sources, and match them one after the other.',
    })
  }
  const claimTexts = await readClaims(input, context)
  const owner = ownerOf(input, context)
  const matched = await evaluator.match({ slug, runId, options, currency, claimTexts, factsText }, owner)
  if (matched.kind === 'too_many_pairs') {
    throw unprocessable(
      'window_seconds',
      'More than 2,000,000 pairs of a claim and a fact lie within this window.',
      {
        remediation: 'Send a smaller window_seconds, name source_ids, or match by subject and predicate.',
      },
    )
  }
  const { counts, matchDigest, rowCount, statuses, findings, pages } = matched
  const record = { runId, spoolId, asOf, counts, matchDigest, rowCount, statuses, findings }
  await recordMatch(pool, record, pages, input.lastRunId)
}

async function answerOf(pool: Pool, record: MatchRecord): Promise<CommandOutput<typeof matchClaims>> {
  const rows = await findMatchRows(pool, record.runId, 0, maxFirstMatches / rowsPerPage - 1)
  const { runId, asOf, counts, matchDigest, rowCount, statuses } = record
  return {
    ...{ runId, asOf, counts, matchDigest, rowCount, statuses },
    findings: readJson(record.findings) as unknown as MatchFinding[],
    rows,
  }
}
