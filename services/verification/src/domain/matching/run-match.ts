import { digestOf, readJson, type Sha256 } from '@outturn/canonical'
import type { MatchableClaim, MatchCounts, MatchFinding, MatchView } from '@outturn/contracts'
import type { Fact } from '../facts/fact.ts'
import { kindOfField } from './discrepancy-reasons.ts'
import { matchClaims } from './match-claims.ts'
import { matchDigestOf } from './match-digest.ts'
import { type MatchClaim, type MatchFact, type MatchOptions, TooManyCandidatePairs } from './match-input.ts'
import type { MatchRow } from './match-result.ts'

/** One match, its claims and facts as the texts that they came as. */
export type MatchRunTask = {
  readonly slug: string
  readonly runId: string
  readonly options: MatchOptions
  readonly currency: string
  /** Objects of JSON, each with a list `claims` of `MatchableClaim`. */
  readonly claimTexts: readonly (string | Uint8Array)[]
  /** A list of JSON of `MatchedFact`. */
  readonly factsText: string
}

/** A fact as far as a match takes it. */
export type MatchedFact = Pick<Fact, 'contentDigest' | 'id' | 'observedAt' | 'sent' | 'sourceId' | 'values'>

export type MatchRunResult = { readonly kind: 'too_many_pairs' } | MatchedRun

export type MatchedRun = {
  readonly kind: 'matched'
  readonly counts: MatchCounts
  readonly matchDigest: string
  readonly rowCount: number
  readonly statuses: string
  /** A list of JSON of `MatchFinding`. */
  readonly findings: string
  /** Lists of JSON of `MatchView`, each of `rowsPerPage` rows but the last. */
  readonly pages: readonly string[]
}

/** Rows that are stored, and read, together. */
export const rowsPerPage = 500

/** Characters of the values of all findings of a run that are kept whole; behind them each is cut. */
const maxWholeChars = 4_194_304
const maxCutChars = 64

/** Matches, and writes the rows as they are stored. */
export function runMatch(task: MatchRunTask, sha256: Sha256): MatchRunResult {
  const claims = task.claimTexts.flatMap(readClaims)
  const received = readJson(task.factsText) as unknown as MatchedFact[]
  const facts = received.map(toMatchFact)
  let matched: ReturnType<typeof matchClaims>
  try {
    matched = matchClaims({ ...task, claims, facts })
  } catch (error) {
    if (error instanceof TooManyCandidatePairs) return { kind: 'too_many_pairs' }
    throw error
  }
  const claimOf = new Map(claims.map((claim) => [claim.ordinal, claim]))
  const observedAt = new Map(received.map((fact) => [fact.id, fact.observedAt]))
  const findings = matched.rows.flatMap((row) => findingsOf(row, claimOf, observedAt))
  const views = matched.rows.map((row, index) => toView(row, matchId(task.runId, index, sha256), claimOf))
  return {
    kind: 'matched',
    counts: matched.counts,
    matchDigest: matchDigestOf(task.slug, task.options, matched, sha256),
    rowCount: views.length,
    statuses: statusesOf(matched.rows),
    findings: JSON.stringify(withinBudget(findings)),
    pages: pagesOf(views),
  }
}

/** The id of a row: from its run, and its number in it as the last eight digits. */
export function matchId(runId: string, index: number, sha256: Sha256): string {
  return `mch_${digestOf(runId, sha256).slice(0, 16)}${index.toString(16).padStart(8, '0')}`
}

/** The number of the row in its run; null for the id of a row of another run. */
export function indexOfMatch(runId: string, id: string, sha256: Sha256): number | null {
  const index = Number.parseInt(id.slice(-8), 16)
  return matchId(runId, index, sha256) === id ? index : null
}

type ClaimWithId = MatchClaim & { readonly id: string }

function readClaims(text: string | Uint8Array): ClaimWithId[] {
  const json = typeof text === 'string' ? text : new TextDecoder().decode(text)
  const { claims } = readJson(json) as unknown as { claims: MatchableClaim[] }
  return claims.map(({ id, ordinal, values, contentDigest, duplicateOf }) => ({
    ...values,
    ...{ id, ordinal, content_digest: contentDigest, duplicate_of: duplicateOf },
  }))
}

function toMatchFact({ id, sourceId, values, contentDigest, sent }: MatchedFact): MatchFact {
  return {
    ...values,
    ...{ id, source_id: sourceId, content_digest: contentDigest },
    ...{ webhook_timestamp: sent.seconds, webhook_id: sent.id, index: sent.index },
  }
}

type Claims = ReadonlyMap<number, ClaimWithId>

function toView(row: MatchRow<MatchFact>, id: string, claims: Claims): MatchView {
  return {
    id,
    claim_id: claimIn(row, claims)?.id ?? null,
    fact_ids: row.facts.map((fact) => fact.id),
    ...namesOf(row, claims),
    status: row.status,
    differences: [...row.differences],
  }
}

function claimIn({ ordinal }: MatchRow<MatchFact>, claims: Claims): ClaimWithId | undefined {
  return ordinal === null ? undefined : claims.get(ordinal)
}

/** What a row is about, as its claim has it, or its fact where there is no claim. */
function namesOf(row: MatchRow<MatchFact>, claims: Claims): { subject?: string; predicate?: string } {
  const { subject, predicate } = claimIn(row, claims) ?? row.facts[0] ?? {}
  return { ...(subject !== undefined && { subject }), ...(predicate !== undefined && { predicate }) }
}

const letters = { matched: 'm', mismatched: 'd', unmatched_claim: 'u', ambiguous: 'a' } as const

/** By ordinal, a letter for the result of the claim; `-` for a claim that was replaced before. */
function statusesOf(rows: readonly MatchRow<MatchFact>[]): string {
  const last = Math.max(0, ...lastOrdinal(rows))
  const list = Array.from({ length: last }, () => '-')
  for (const { ordinal, status } of rows) {
    if (ordinal !== null && status !== 'unmatched_fact') list[ordinal - 1] = letters[status]
  }
  return list.join('')
}

/** Rows of claims are in the order of their ordinals. */
function lastOrdinal(rows: readonly MatchRow<MatchFact>[]): number[] {
  const ordinal = rows.findLast((row) => row.ordinal !== null)?.ordinal ?? null
  return ordinal === null ? [] : [ordinal]
}

function findingsOf(
  row: MatchRow<MatchFact>,
  claims: Claims,
  observedAt: ReadonlyMap<string, string>,
): MatchFinding[] {
  const isOfOneFact = row.status === 'mismatched' || row.status === 'unmatched_fact'
  const fact = isOfOneFact ? row.facts[0] : undefined
  const receivedAt = fact && observedAt.get(fact.id)
  return row.discrepancies.map(({ kind, severity }) => {
    const difference = row.differences.find(({ field }) => kindOfField[field] === kind)
    return {
      claimId: claimIn(row, claims)?.id ?? null,
      factId: fact?.id ?? null,
      ...(fact !== undefined &&
        receivedAt !== undefined && { fact: { sourceId: fact.source_id, observedAt: receivedAt } }),
      ...namesOf(row, claims),
      ...{ kind, severity },
      field: difference?.field ?? null,
      expected: difference?.claimed ?? null,
      observed: difference?.observed ?? null,
    }
  })
}

/** The findings with their values as they are, and once these are many, with the first characters of each. */
function withinBudget(findings: readonly MatchFinding[]): MatchFinding[] {
  let left = maxWholeChars
  return findings.map((finding) => {
    left -= (finding.expected?.length ?? 0) + (finding.observed?.length ?? 0)
    if (left >= 0) return finding
    return { ...finding, expected: shortened(finding.expected), observed: shortened(finding.observed) }
  })
}

function shortened(text: string | null): string | null {
  if (text === null) return null
  const characters = Array.from(text)
  return characters.length <= maxCutChars ? text : `${characters.slice(0, maxCutChars).join('')}…`
}

function pagesOf(views: readonly MatchView[]): string[] {
  const pages: string[] = []
  for (let start = 0; start < views.length; start += rowsPerPage) {
    pages.push(JSON.stringify(views.slice(start, start + rowsPerPage)))
  }
  return pages
}
