import { html, table } from '@outturn/pages'
import { type OutcomeReceiptBody, pathTo, readEvidence } from '@outturn/contracts'
import type { VNode } from 'preact'
import { claim } from './claim.ts'

type EvidenceRow = OutcomeReceiptBody['evidence'][number]
/** One content with its number on the page, the first row of the receipt that names it, and the conditions it was given to. */
export type ShownEvidence = {
  readonly number: number
  /** The place of the row in the receipt. */
  readonly place: number
  readonly row: EvidenceRow
  readonly conditionIds: ReadonlySet<string>
}

/** The evidence of a receipt, each content once, however many conditions were judged by it. */
export function shownEvidence(rows: readonly EvidenceRow[]): readonly ShownEvidence[] {
  const groups = new Map<string, { place: number; row: EvidenceRow; conditionIds: Set<string> }>()
  for (const [place, row] of rows.entries()) {
    const { evidence_id: _id, condition_id: conditionId, ...content } = row
    // Without a digest nothing tells that two items are the same.
    const key = JSON.stringify(row.content_digest === null ? row : content)
    const known = groups.get(key)
    if (known === undefined) groups.set(key, { place, row, conditionIds: new Set([conditionId]) })
    else known.conditionIds.add(conditionId)
  }
  return [...groups.values()].map((group, index) => ({ ...group, number: index + 1 }))
}

/** `Judged by evidence 1 and 2`, each with a link to its row of the table. */
export function evidenceReference(shown: readonly ShownEvidence[], conditionId: string): VNode {
  const of = shown.filter(({ conditionIds }) => conditionIds.has(conditionId))
  if (of.length === 0) return html`<p class="quiet">No evidence.</p>`
  const links = of.map(
    ({ number }, index) => html`${index === 0 ? '' : ', '}<a href=${`#evidence-${number}`}>${number}</a>`,
  )
  return html`<p class="quiet">Evidence: ${links}</p>`
}

/** What was judged, each content once. */
export function evidenceSection(
  { agreement }: OutcomeReceiptBody,
  shown: readonly ShownEvidence[],
): VNode | null {
  if (shown.length === 0) return null
  return html`<section aria-labelledby="evidence-title">
    <h2 id="evidence-title">Evidence</h2>
    ${table(
      'What was judged',
      ['Number', 'Status', 'Type', 'Claim', 'Provenance', 'Received', 'Digest (SHA-256)'],
      shown.map(({ number, place, row }) => [
        html`<span id=${`evidence-${number}`}>${number}</span>`,
        claim(`evidence.${place}.status`, row.status, 'spaced'),
        html`${claim(`evidence.${place}.type`, row.type)}${contentLink(agreement.spool_id, row)}`,
        claim(`evidence.${place}.claim_class`, row.claim_class, 'spaced'),
        claim(`evidence.${place}.provenance`, row.provenance, 'spaced'),
        row.received_at === null
          ? '–'
          : html`<time dateTime=${row.received_at}>${claim(`evidence.${place}.received_at`, row.received_at, 'time')}</time>`,
        row.content_digest === null
          ? '–'
          : html`<code>${claim(`evidence.${place}.content_digest`, row.content_digest)}</code>`,
      ]),
    )}
  </section>`
}

/** Where a party of the Spool reads what it was judged on; what the service fetched itself is in the bundle. */
function contentLink(spoolId: string, { evidence_id: id, provenance }: EvidenceRow): VNode | null {
  if (id === null || provenance === 'service_fetched') return null
  const path = pathTo(readEvidence.http, { id: spoolId, evidence_id: id })
  return html` <a class="quiet" href=${path}>for the parties</a>`
}
