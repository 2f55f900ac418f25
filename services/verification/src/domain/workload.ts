import { checkerFor } from '@outturn/checkers'
import { checkerOf, type EvidenceContent } from '@outturn/agreement'
import type { RunJob } from '@outturn/contracts'

/** Above either, a run would keep the small ones beside it waiting for more than a few milliseconds. */
const inlineRows = 2_000
const inlineReads = 20_000

/** What content of another kind counts as, in rows. */
const charactersPerRow = 200
const rowsPerDocument = 500

/** Whether a run is too much work for the thread that also serves all others. */
export function isHeavy(job: RunJob, fetchedContents: number): boolean {
  if (fetchedContents > 0) return true
  let rows = 0
  for (const content of Object.values(job.contents)) rows += rowsOf(content)
  if (rows > inlineRows) return true
  let reads = 0
  for (const { check } of job.plan.conditions) {
    const declared = checkerOf(check)
    reads += declared === null ? 0 : rows * checkerFor(declared).readsPerRow
  }
  return reads > inlineReads
}

function rowsOf(content: EvidenceContent): number {
  switch (content.kind) {
    case 'rows':
      return content.rows.length
    case 'json':
      return rowsPerDocument
    case 'text':
      return Math.ceil(content.text.length / charactersPerRow)
    case 'bytes':
      return Math.ceil(content.base64.length / charactersPerRow)
    case 'reference':
    case 'unavailable':
    case 'confirmation':
    case 'external_result':
      return 0
    default:
      return content satisfies never
  }
}
