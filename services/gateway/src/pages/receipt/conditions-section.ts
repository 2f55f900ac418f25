import { type OutcomeReceiptBody, pathTo, readEvidence } from '@outturn/contracts'
import type { VNode } from 'preact'
import { claim } from './claim.ts'
import { html } from '../markup.ts'
import { verifierTitle } from '../verifier-title.ts'
import { table } from '../table.ts'

type ConditionResult = OutcomeReceiptBody['condition_results'][number]
/** A row with its place in the receipt. */
type PlacedRow = readonly [place: number, row: OutcomeReceiptBody['evidence'][number]]

/** Each condition with its outcome, the reason for it and the evidence it was judged by. */
export function conditionsSection({
  agreement,
  condition_results: results,
  evidence,
}: OutcomeReceiptBody): VNode {
  return html`<section aria-labelledby="conditions-title">
    <h2 id="conditions-title">Conditions</h2>
    ${results.map((condition, index) =>
      conditionArticle(
        condition,
        index,
        [...evidence.entries()].filter(([, row]) => row.condition_id === condition.condition_id),
        agreement.spool_id,
      ),
    )}
  </section>`
}

function conditionArticle(
  condition: ConditionResult,
  index: number,
  rows: readonly PlacedRow[],
  spoolId: string,
): VNode {
  const path = `condition_results.${index}`
  return html`<article class="condition" data-condition=${condition.condition_id}>
    <h3 class=${`result-${condition.result}`}>${index + 1}. ${verifierTitle(condition.verifier_id)}: ${claim(`${path}.result`, condition.result, 'result')}</h3>
    <p>${claim(`${path}.reason`, condition.reason)}</p>
    <p class="quiet">${claim(`${path}.requirement`, condition.requirement)}, judged by ${claim(`${path}.verifier_id`, condition.verifier_id)} ${condition.verifier_version}, <code>${claim(`${path}.condition_id`, condition.condition_id)}</code></p>
    ${
      rows.length === 0
        ? html`<p class="quiet">No evidence row.</p>`
        : table(
            `Evidence of “${verifierTitle(condition.verifier_id)}”`,
            ['Status', 'Type', 'Claim', 'Provenance', 'Received', 'Digest (SHA-256)'],
            rows.map(([place, row]) => [
              claim(`evidence.${place}.status`, row.status, 'spaced'),
              html`${claim(`evidence.${place}.type`, row.type)}${contentLink(spoolId, row)}`,
              claim(`evidence.${place}.claim_class`, row.claim_class, 'spaced'),
              claim(`evidence.${place}.provenance`, row.provenance, 'spaced'),
              row.received_at === null
                ? '–'
                : html`<time dateTime=${row.received_at}>${claim(`evidence.${place}.received_at`, row.received_at, 'time')}</time>`,
              row.content_digest === null
                ? '–'
                : html`<code>
                ${claim(`evidence.${place}.content_digest`, row.content_digest)}
              </code>`,
            ]),
          )
    }
  </article>`
}

/** Where a party of the Spool reads what it was judged on; what the service fetched itself is in the bundle. */
function contentLink(spoolId: string, { evidence_id: id, provenance }: PlacedRow[1]): VNode | null {
  if (id === null || provenance === 'service_fetched') return null
  const path = pathTo(readEvidence.http, { id: spoolId, evidence_id: id })
  return html` <a class="quiet" href=${path}>for the parties</a>`
}
