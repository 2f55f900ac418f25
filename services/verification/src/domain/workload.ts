import { charactersOf } from '@outturn/checkers'
import { estimateRun, isHeavyRun, type SizedItem } from '@outturn/evaluation'
import { contentKeyOf, type EvidenceContent } from '@outturn/agreement'
import type { RunJob } from '@outturn/contracts'

/** Above either, a run would keep the small ones beside it waiting for more than a few milliseconds. */
const inlineRows = 2_000
const inlineCharacters = 400_000

/** Whether a run may be too much work for the thread that also serves all others, at worst. */
export function isHeavy(job: RunJob, fetchedContents: number): boolean {
  if (fetchedContents > 0) return true
  const contents = Object.entries(job.contents)
  // A workbook is unpacked at once, and may hold far more than its bytes say.
  if (contents.some(([, content]) => isWorkbook(content))) return true
  if (contents.reduce((sum, [, content]) => sum + rowsOf(content), 0) > inlineRows) return true
  const sizes = new Map(
    contents.map(([key, content]) => [key, { rows: rowsOf(content), bytes: charactersOf(content) }]),
  )
  const items = job.evidence.map((item): SizedItem => {
    const { rows, bytes } = sizes.get(contentKeyOf(item)) ?? { rows: 0, bytes: 0 }
    return { ...item, rows, bytes }
  })
  if ([...sizes.values()].reduce((sum, { bytes }) => sum + bytes, 0) > inlineCharacters) return true
  return isHeavyRun(estimateRun(job.plan, items))
}

function isWorkbook(content: EvidenceContent): boolean {
  return content.kind === 'bytes' && content.dialect?.format === 'xlsx'
}

function rowsOf(content: EvidenceContent): number {
  if (content.kind === 'rows') return content.rows.length
  // A file is read line by line, and a line has at least a sign and its end.
  return content.kind === 'bytes' ? Math.ceil(content.base64.length / 3) : 0
}
