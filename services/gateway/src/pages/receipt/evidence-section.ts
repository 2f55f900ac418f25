import type { OutcomeReceiptBody } from '@outturn/contracts'
import { card, html, table } from '@outturn/pages'
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
    const { condition_id: conditionId, content_digest, type, status, claim_class, provenance } = row
    const content = { content_digest, type, status, claim_class, provenance }
    // Without a digest nothing tells that two items are the same.
    const key = JSON.stringify(row.content_digest === null ? row : content)
    const known = groups.get(key)
    if (known === undefined) groups.set(key, { place, row, conditionIds: new Set([conditionId]) })
    else known.conditionIds.add(conditionId)
  }
  return [...groups.values()].map((group, index) => ({ ...group, number: index + 1 }))
}

/** `Evidence: 1, 2.`, each with a link to its row of the table. */
export function evidenceReference(shown: readonly ShownEvidence[], conditionId: string): VNode {
  const of = shown.filter(({ conditionIds }) => conditionIds.has(conditionId))
  if (of.length === 0) return html`<span>No evidence.</span>`
  const links = of.map(
    ({ number }, index) => html`${index === 0 ? '' : ', '}<a href=${`#evidence-${number}`}>${number}</a>`,
  )
  const together = of.length > 1 ? ', counted together' : ''
  return html`<span>Evidence: ${links}${together}.</span>`
}

/** What was judged, each content once. */
export function evidenceSection(shown: readonly ShownEvidence[]): VNode | null {
  if (shown.length === 0) return null
  return card({ id: 'evidence', title: 'Evidence' }, [
    table(
      'What was judged. Only the parties can read the content; the digest shows that it is the same.',
      ['Number', 'Type', 'Origin', 'Received', 'Digest (SHA-256)'],
      shown.map(({ number, place, row }) => {
        const at = (member: 'status' | 'type' | 'claim_class' | 'provenance') =>
          claim(`evidence.${place}.${member}`, row[member], 'spaced')
        return [
          html`<span id=${`evidence-${number}`}>${number}</span>`,
          html`${at('type')}, ${at('status')}<span class="sub">${at('claim_class')}</span>`,
          at('provenance'),
          row.received_at === null
            ? '–'
            : html`<time dateTime=${row.received_at}>${claim(`evidence.${place}.received_at`, row.received_at, 'time')}</time>`,
          row.content_digest === null
            ? '–'
            : html`<code>${claim(`evidence.${place}.content_digest`, row.content_digest)}</code>`,
        ]
      }),
    ),
  ])
}
