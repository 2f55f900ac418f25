import { html } from '@outturn/pages'
import type { OutcomeReceiptBody } from '@outturn/contracts'
import type { VNode } from 'preact'
import { claim } from './claim.ts'
import { evidenceReference, type ShownEvidence } from './evidence-section.ts'
import { verifierTitle } from '../verifier-title.ts'

type ConditionResult = OutcomeReceiptBody['condition_results'][number]

/** Each condition with its outcome, the reason for it and the numbers of the evidence it was judged by. */
export function conditionsSection(
  { condition_results: results }: OutcomeReceiptBody,
  shown: readonly ShownEvidence[],
): VNode {
  return html`<section aria-labelledby="conditions-title">
    <h2 id="conditions-title">Conditions</h2>
    ${results.map((condition, index) => conditionArticle(condition, index, shown))}
  </section>`
}

function conditionArticle(condition: ConditionResult, index: number, shown: readonly ShownEvidence[]): VNode {
  const path = `condition_results.${index}`
  return html`<article class="condition" data-condition=${condition.condition_id}>
    <h3 class=${`result-${condition.result}`}>${index + 1}. ${verifierTitle(condition.verifier_id)}: ${claim(`${path}.result`, condition.result, 'result')}</h3>
    <p>${claim(`${path}.reason`, condition.reason)}</p>
    <p class="quiet">${claim(`${path}.requirement`, condition.requirement)}, judged by ${claim(`${path}.verifier_id`, condition.verifier_id)} ${condition.verifier_version}, <code>${claim(`${path}.condition_id`, condition.condition_id)}</code></p>
    ${evidenceReference(shown, condition.condition_id)}
  </article>`
}
