import type { EvidenceContent } from '@outturn/checkers'
import type { RunJob } from '@outturn/contracts'
import { readJson } from '@outturn/receipt-verifier'
import type { ChainedEntry } from '../domain/history.ts'
import type { Evidence, Spool } from '../domain/spool.ts'
import type { VerificationProcess } from '../store/verification-process-row.ts'

/** The input of one run as it was committed, before any work was done for it. */
export type FrozenRun = {
  spool: Spool
  salt: Uint8Array
  evidence: Evidence[]
  contents: { digest: string; text: string }[]
  process: VerificationProcess
}

/** A run about to be committed, with the first entries of its history. */
export type OpeningRun = FrozenRun & { history: ChainedEntry[] }

/** Content above this travels by digest and is read on demand. */
export const inlineContentBytes = 256 * 1024

/** The job for a worker: everything the verdict depends on, and nothing of the parties. */
export function runJobOf(frozen: FrozenRun, slug: string, deadline: number): RunJob {
  const { spool, process } = frozen
  const contents: Record<string, EvidenceContent> = {}
  for (const { digest, text } of frozen.contents) {
    if (Buffer.byteLength(text) <= inlineContentBytes)
      contents[digest] = readJson(text) as unknown as EvidenceContent
  }
  return {
    runId: process.runId,
    spoolId: spool.id,
    accountId: process.accountId,
    slug,
    plan: spool.agreement.plan,
    evidence: frozen.evidence.map(({ provenanceDetail: _detail, bytes: _bytes, ...item }) => item),
    contents,
    evaluatedAt: process.requestedAt,
    spoolSalt: Buffer.from(frozen.salt).toString('base64url'),
    deadline,
  }
}
