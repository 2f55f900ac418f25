import { compareInstants, type Instant, instantText, millisecondFrom, parseInstant } from '@outturn/checkers'
import type { ExternalJudge, ExternalResult } from '@outturn/agreement'
import { assertItemSize, conflict, forbidden, type Refusal, unprocessable } from '@outturn/contracts'
import { externalResultPreimage } from '@outturn/receipt-verifier/issuing'
import type { Decision, Entry } from '../model/decision.ts'
import type { ContentHashes } from '../evidence/evidence-content.ts'
import { assertConsistent } from './external-verdict.ts'
import { assertHeld, assertRoom } from '../model/held-items.ts'
import { type MeasuredContent, systemContent } from '../evidence/recorded-content.ts'
import type { Evidence, Spool } from '../model/spool.ts'
import type { Viewer } from '../model/viewer.ts'

/** What an outside judge sends, by the names that it signs. */
export type SentResult = Omit<ExternalResult, 'kind' | 'agreement_hash'>

/** A result that this Spool has been sent, with the judge that it declares for every condition in it. */
export type JudgedResult = {
  result: SentResult
  judge: ExternalJudge
  /** The canonical JSON that the proof must be over. */
  signedText: string
}

export type ResultFacts = {
  at: string
  actor: Viewer
  evidenceIdOf: (contentDigest: string, conditionId: string) => string
}

/** How far the clock of a judge may be ahead of this one. */
const clockSkewMs = 60_000

/**
 * Holds a result against what was agreed: its judge is declared, for every condition that it speaks of; its evidence is
 * held; its verdict follows from its own condition results; it was observed by now. Whether it is the judge's own is
 * decided by its proof.
 */
export function readResult(
  result: SentResult,
  { spool, evidence, slug, now }: { spool: Spool; evidence: readonly Evidence[]; slug: string; now: Date },
  hashes: Pick<ContentHashes, 'canonical'>,
): JudgedResult {
  assertJudgeIsDeclared(result, spool)
  const judge = declaredJudge(result, spool, hashes)
  assertHeld(result.evidence_refs, evidence, 'evidence_refs')
  assertConsistent(result, spool.agreement.unitization?.total_units ?? null)
  assertObservedByNow(result, now)
  const signed = { spool_id: spool.id, ...signedMembers(result, spool) }
  return { result, judge, signedText: externalResultPreimage(slug, signed) }
}

/** What an outside judge signs beside the id of the Spool, exactly as it was sent. */
function signedMembers(result: SentResult, spool: Spool) {
  return {
    agreement_hash: spool.agreement.agreementHash,
    evaluator: result.evaluator,
    verdict: result.verdict,
    condition_results: result.condition_results,
    observed_at: result.observed_at,
    evidence_refs: result.evidence_refs,
  }
}

/** The result as it is kept, from which the signed text can be made again. It may be a megabyte, so it is written once. */
export function resultContent(result: SentResult, spool: Spool, hashes: ContentHashes): MeasuredContent {
  const content: ExternalResult = {
    kind: 'external_result',
    ...signedMembers(result, spool),
    proof: result.proof,
  }
  return systemContent(content, hashes)
}

/** Whether this very result, proof and all, has been recorded: sent again, it changes nothing. */
export function isRecorded({ digest }: MeasuredContent, evidence: readonly Evidence[]): boolean {
  return evidence.some((item) => item.provenance === 'third_party_attested' && item.contentDigest === digest)
}

function sourceOf({ evaluator }: SentResult): string {
  return `judge:${evaluator}`
}

/** Keeps a proven result, one evidence item for each of its conditions; later ones supersede it. */
export function recordResult(
  { result }: JudgedResult,
  content: MeasuredContent,
  { spool, evidence }: { spool: Spool; evidence: readonly Evidence[] },
  facts: ResultFacts,
): Decision {
  const observedAt = instantText(observedInstant(result))
  assertNewer(result, spool)
  assertRoom(evidence.length + result.condition_results.length)
  assertItemSize(content.bytes, 'condition_results', 'Send the results of fewer conditions at a time.')
  const items = result.condition_results.map(
    ({ condition_id: conditionId }): Evidence => ({
      id: facts.evidenceIdOf(content.digest, conditionId),
      conditionId,
      type: 'confirmation',
      source: sourceOf(result),
      claimClass: 'machine_fact',
      provenance: 'third_party_attested',
      provenanceDetail: {
        method: 'third_party_attested',
        collector: result.evaluator,
        observed_at: observedAt,
      },
      onBehalfOf: 'provider',
      contentDigest: content.digest,
      bytes: content.bytes,
      observedAt,
      receivedAt: facts.at,
    }),
  )
  const judgedAt = Object.fromEntries(
    result.condition_results.map(({ condition_id: id }) => [id, observedAt]),
  )
  const entry: Entry = {
    type: 'external_result.recorded',
    at: facts.at,
    actor: { party_id: facts.actor.party?.partyId ?? null, kind: 'party' },
    data: {
      evaluator: result.evaluator,
      verdict: result.verdict,
      observed_at: observedAt,
      evidence_ids: items.map(({ id }) => id),
      content_digest: content.digest,
    },
  }
  return {
    spool: {
      ...spool,
      state: {
        ...spool.state,
        externalResults: { ...spool.state.externalResults, ...judgedAt },
        newestEvidenceAt: facts.at,
      },
    },
    entries: [entry],
    evidence: items,
    contents: [{ digest: content.digest, text: content.text }],
  }
}

function assertJudgeIsDeclared({ evaluator }: SentResult, { agreement }: Spool): void {
  if (agreement.conditions.some(({ external_judge: judge }) => judge?.id === evaluator)) return
  throw forbidden(`No condition of this Spool declares the judge ${evaluator}.`, {
    field: 'evaluator',
    reason: 'judge_not_declared',
    remediation: 'Send the result of a judge that the agreement names.',
  })
}

/** The one judge that every condition of a result declares, by one and the same proof; each is judged once. */
function declaredJudge(
  result: SentResult,
  { agreement }: Spool,
  { canonical }: Pick<ContentHashes, 'canonical'>,
): ExternalJudge {
  const judges = result.condition_results.map(({ condition_id: id }, index) => {
    const judge = agreement.conditions.find((condition) => condition.id === id)?.external_judge
    if (judge?.id === result.evaluator) return judge
    throw misjudged(index, `Condition ${id} does not declare the judge ${result.evaluator}.`)
  })
  const [first] = judges as [ExternalJudge, ...ExternalJudge[]]
  const ids = result.condition_results.map(({ condition_id: id }) => id)
  ids.forEach((id, index) => {
    if (ids.indexOf(id) < index) throw misjudged(index, `Condition ${id} is judged twice.`)
    if (canonical(judges[index]?.proof) === canonical(first.proof)) return
    throw misjudged(index, `Condition ${id} asks its judge for another proof than condition ${ids[0]}.`)
  })
  return first
}

function misjudged(index: number, message: string): Refusal {
  return unprocessable(`condition_results[${index}].condition_id`, message, {
    remediation: 'Send one result for each condition that declares this judge with this proof.',
  })
}

/** An observation that is still to come would supersede every real one until then. */
function observedInstant({ observed_at: observedAt }: Pick<SentResult, 'observed_at'>): Instant {
  const instant = parseInstant(observedAt)
  if (instant === null) throw new Error(`${observedAt} is no time`)
  return instant
}

function assertObservedByNow({ observed_at: observedAt }: SentResult, now: Date): void {
  if (Date.parse(millisecondFrom(observedAt)) <= now.getTime() + clockSkewMs) return
  throw unprocessable(
    'observed_at',
    `observed_at is ${observedAt}, which is in the future; it is ${now.toISOString()}.`,
    {
      remediation: 'Send the time at which the result was observed, and set the clock of the judge.',
    },
  )
}

function assertNewer(result: SentResult, { state }: Spool): void {
  for (const { condition_id: id } of result.condition_results) {
    const newest = state.externalResults[id]
    if (newest === undefined) continue
    const order = compareInstants(observedInstant(result), observedInstant({ observed_at: newest }))
    if (order > 0) continue
    const isSame = order === 0
    throw conflict(
      isSame
        ? `Another result for condition ${id} was observed at ${newest}.`
        : `A result for condition ${id} that was observed at ${newest} supersedes this one.`,
      {
        field: 'observed_at',
        reason: isSame ? 'result_exists' : 'superseded',
        remediation: `Send a result that was observed after ${newest}.`,
      },
    )
  }
}
