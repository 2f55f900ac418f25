import { readJson } from '@outturn/canonical'
import type { EvidenceContent, RunEvidence } from '@outturn/agreement'
import type { RunJob } from '@outturn/contracts'
import type { Evidence, Spool } from '../domain/lifecycle/spool.ts'
import type { RunProcess } from '../store/run-process.ts'

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

/** Content above this travels by digest and is read on demand. */
export const inlineContentBytes = 256 * 1024
/** And so does what no longer fits into the message of a job. */
export const inlineJobBytes = 4 * 1_048_576

/** The items that a run judges: those it was asked for; a one-call verification delivers one for each condition. */
export function judgedEvidence(
  { spool, held }: HeldSpool,
  { request }: Pick<RunProcess, 'request'>,
): readonly Evidence[] {
  return held.slice(
    0,
    request.kind === 'delivery' ? spool.agreement.conditions.length : request.evidenceCount,
  )
}

/** The job for a worker: everything the verdict depends on, and nothing of the parties. */
export function runJobOf(frozen: FrozenRun, slug: string, deadline: number): RunJob {
  const { spool, process } = frozen
  return {
    runId: process.runId,
    spoolId: spool.id,
    accountId: process.accountId,
    slug,
    plan: spool.agreement.plan,
    evidence: frozen.evidence.map(toRunEvidence),
    contents: inlineContents(frozen),
    evaluatedAt: process.requestedAt,
    spoolSalt: Buffer.from(frozen.salt).toString('base64url'),
    deadline,
  }
}

/** An evidence item as a worker sees it. */
export function toRunEvidence(item: Evidence): RunEvidence {
  const { id, conditionId, type, source, claimClass, provenance, onBehalfOf } = item
  const { contentDigest, observedAt, receivedAt } = item
  return {
    id,
    conditionId,
    type,
    source,
    claimClass,
    provenance,
    onBehalfOf,
    contentDigest,
    observedAt,
    receivedAt,
  }
}

function inlineContents({ evidence, contents }: FrozenRun): Record<string, EvidenceContent> {
  const used = new Set(evidence.map((item) => item.contentDigest ?? item.id))
  const inline: Record<string, EvidenceContent> = {}
  let room = inlineJobBytes
  for (const { digest, text } of contents) {
    const bytes = Buffer.byteLength(text)
    if (!used.has(digest) || bytes > inlineContentBytes || bytes > room) continue
    room -= bytes
    inline[digest] = readJson(text) as unknown as EvidenceContent
  }
  return inline
}
