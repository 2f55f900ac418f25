import type { OutcomeReceiptBody } from '@outturn/contracts'
import { badge, card, html } from '@outturn/pages'
import type { VNode } from 'preact'
import { toneOf } from '../result-tone.ts'
import { verifierTitle } from '../verifier-title.ts'
import { claim } from './claim.ts'
import { evidenceReference, type ShownEvidence } from './evidence-section.ts'

type ConditionResult = OutcomeReceiptBody['condition_results'][number]

/** Each condition with its outcome, the reason for it and the numbers of the evidence it was judged by. */
export function conditionsSection(
  { condition_results: results, agreement }: OutcomeReceiptBody,
  shown: readonly ShownEvidence[],
): VNode {
  return card({ id: 'conditions', title: 'What was checked, and what was found' }, [
    results.map((condition, index) => conditionArticle(condition, index, shown)),
    html`<p class="small quiet">${acceptanceText(agreement.acceptance)} Only the parties see the full wording; its hash is part of the proof.</p>`,
  ])
}

function conditionArticle(condition: ConditionResult, index: number, shown: readonly ShownEvidence[]): VNode {
  const path = `condition_results.${index}`
  return html`<article class="cond condition" data-condition=${condition.condition_id}>
    <div>
      <h3>${index + 1}. ${verifierTitle(condition.verifier_id)}</h3>
      <p>${claim(`${path}.reason`, condition.reason)}</p>
      <p class="small quiet">Checked by ${claim(`${path}.verifier_id`, condition.verifier_id)} ${condition.verifier_version}, ${claim(`${path}.requirement`, condition.requirement)}. ${evidenceReference(shown, condition.condition_id)} <span class="mono">${claim(`${path}.condition_id`, condition.condition_id)}</span></p>
    </div>
    ${badge(toneOf(condition.result), claim(`${path}.result`, condition.result, 'result'))}
  </article>`
}

type Acceptance = OutcomeReceiptBody['agreement']['acceptance']

const acceptors: Readonly<Record<string, string>> = {
  both: 'Both parties accepted the agreement.',
  provider: 'The seller accepted the agreement.',
  buyer: 'The buyer accepted the agreement.',
}

function acceptanceText({
  mode,
  accepted_by: by,
  provider_accepted_in_spoolis: bySeller,
}: Acceptance): string {
  if (mode === 'unilateral' && !bySeller) {
    return 'One party started this verification alone; the seller did not accept the agreement in the service.'
  }
  return acceptors[by] ?? 'The party that started the verification accepted the agreement.'
}
