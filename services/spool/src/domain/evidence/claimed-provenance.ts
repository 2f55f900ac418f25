import type { EvidenceContent } from '@outturn/agreement'
import { isCsv, millisecondFrom } from '@outturn/checkers'
import { unprocessable } from '@outturn/contracts'
import type { ClaimedProvenance } from './evidence-draft.ts'

/** How far the clock of a submitter may be ahead of this one. */
const clockSkewMs = 5 * 60_000

/** What content each rung that says how something was uploaded needs. */
const neededContent: Readonly<
  Record<string, { readonly what: string; has(content: EvidenceContent): boolean }>
> = {
  uploaded_text: {
    what: 'text',
    has: (content) => content.kind === 'text' || isBytesOf(content, /^text\//i),
  },
  uploaded_json: {
    what: 'rows or JSON',
    has: (content) =>
      content.kind === 'rows' || content.kind === 'json' || isBytesOf(content, /^application\/.*json/i),
  },
  uploaded_csv: {
    what: 'a CSV file',
    has: (content) =>
      content.kind === 'bytes' && (content.dialect?.format === 'csv' || isCsv(content.media_type)),
  },
  uploaded_file: { what: 'a file', has: ({ kind }) => kind === 'bytes' },
}

function isBytesOf(content: EvidenceContent, media: RegExp): boolean {
  return content.kind === 'bytes' && media.test(content.media_type)
}

/** Refuses a provenance that cannot be true of what was submitted: an upload that is not there, a time still to come. */
export function assertTrueProvenance(
  provenance: ClaimedProvenance | null,
  content: EvidenceContent,
  { at, field }: { at: string; field: string },
): void {
  if (provenance === null) return
  const { method, observed_at: observedAt } = provenance
  const needed = neededContent[method]
  if (needed !== undefined && !needed.has(content)) {
    throw unprocessable(
      field,
      `The provenance ${method} needs ${needed.what} as content; this item has none.`,
      {
        remediation: `Send ${needed.what} in the item, or the provenance caller_declared.`,
      },
    )
  }
  if (observedAt === undefined || Date.parse(millisecondFrom(observedAt)) <= Date.parse(at) + clockSkewMs)
    return
  throw unprocessable(
    `${field}.observed_at`,
    `observed_at is ${observedAt}, which is in the future; it is ${at}.`,
    { remediation: 'Send the time at which it was observed, and set the clock that it was taken from.' },
  )
}
