import { contentKeyOf, type RunEvidence } from '@outturn/agreement'
import type { RunJob, RunLane } from '@outturn/contracts'
import { isHeavyRun } from '@outturn/evaluation'
import type { PlacedJob } from '../../adapters/verification.ts'
import { estimatedRun } from '../../domain/runs/run-admission.ts'
import { judgedItems } from '../../domain/evidence/judged-items.ts'
import type { Evidence, Spool } from '../../domain/model/spool.ts'
import type { ContentRoom } from '../../store/run-contents.ts'
import { decidedInput, type RunProcess } from '../../store/run-process.ts'

/** A Spool with all the evidence that it holds at its version. */
export type HeldSpool = { spool: Spool; held: readonly Evidence[] }

/** The input of one run as it was committed, before any work was done for it. */
export type FrozenRun = HeldSpool & {
  salt: Uint8Array
  /** What the run judges: the Spool may hold more by now. */
  evidence: readonly Evidence[]
  contents: readonly { readonly digest: string; readonly text: string }[]
  process: RunProcess
}

/** Content above `each` travels by digest and is read on demand, and so does what no longer fits into the message of a job. */
export const inlineContents: ContentRoom = { each: 256 * 1_024, total: 1_048_576 }

/** The items of the Spool over which a run was asked for: the first so many of them, or those of a receipt under review. */
export function judgedEvidence(
  { spool, held }: HeldSpool,
  process: Pick<RunProcess, 'request'>,
): readonly Evidence[] {
  const { request } = process
  const decided = decidedInput(request)
  if (decided !== null) {
    const judged = new Set(decided.evidenceIds)
    return held.filter(({ id }) => judged.has(id))
  }
  // A one-call verification delivers one item for each condition.
  const count = request.kind === 'delivery' ? spool.agreement.conditions.length : request.evidenceCount
  return held.slice(0, count)
}

/** What the contents that a run judges are kept under. */
export function judgedKeys({ agreement }: Spool, evidence: readonly Evidence[]): string[] {
  return [...new Set(judgedItems(evidence, agreement).map(contentKeyOf))]
}

/**
 * The job for a worker: everything the verdict depends on, and nothing of the parties. Contents go in as the texts that
 * they are stored as, so that this service never parses a row a second time.
 */
export function runJobOf(
  frozen: FrozenRun,
  slug: string,
  { deadline, now }: { deadline: number; now: Date },
): PlacedJob {
  const { spool, process } = frozen
  const { runId } = process
  const decided = decidedInput(process.request)
  const job: Omit<RunJob, 'contents'> = {
    runId,
    spoolId: spool.id,
    accountId: process.accountId,
    slug,
    plan: spool.agreement.plan,
    evidence: judgedItems(frozen.evidence, spool.agreement).map(toRunEvidence),
    evaluatedAt: process.requestedAt,
    spoolSalt: Buffer.from(frozen.salt).toString('base64url'),
    remainingMs: deadline - now.getTime(),
    ...(decided !== null && { findingsOf: decided.findingsOf }),
    ...(process.attempts > 0 && { isTakenOver: true as const }),
  }
  const contents = contentsOf(frozen).map(({ digest, text }) => `${JSON.stringify(digest)}:${text}`)
  const { accountId } = process
  const lane = laneOf(frozen)
  return {
    runId,
    accountId,
    lane,
    deadline,
    text: `${JSON.stringify(job).slice(0, -1)},"contents":{${contents.join(',')}}}`,
  }
}

/** The lane of a run, by what it may cost at worst. */
function laneOf({ spool, evidence }: FrozenRun): RunLane {
  const estimate = estimatedRun(spool.agreement, evidence)
  if (estimate.asks) return 'fetching'
  return isHeavyRun(estimate) ? 'heavy' : 'light'
}

/** An evidence item as a worker sees it. */
export function toRunEvidence(item: Evidence): RunEvidence {
  const { id, conditionId, type, source, claimClass, provenance, onBehalfOf } = item
  const { contentDigest, contentKey, observedAt, receivedAt, suppliedBy } = item
  return {
    id,
    conditionId,
    type,
    source,
    claimClass,
    provenance,
    onBehalfOf,
    ...(suppliedBy !== undefined && { suppliedBy }),
    contentDigest,
    ...(contentKey !== undefined && { contentKey }),
    observedAt,
    receivedAt,
  }
}

/** The contents that a run judges and that fit into its message; a worker asks for the others. */
function contentsOf({ evidence, contents }: FrozenRun): { digest: string; text: string }[] {
  const used = new Set(evidence.map(contentKeyOf))
  let room = inlineContents.total
  return contents.filter(({ digest, text }) => {
    const bytes = Buffer.byteLength(text)
    if (!used.has(digest) || bytes > inlineContents.each || bytes > room) return false
    room -= bytes
    return true
  })
}
