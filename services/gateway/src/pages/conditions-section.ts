import type { OutcomeReceiptBody } from '@outturn/contracts'
import type { VNode } from 'preact'
import { h } from './markup.ts'
import { table } from './table.ts'

type ConditionResult = OutcomeReceiptBody['condition_results'][number]
type EvidenceRow = OutcomeReceiptBody['evidence'][number]

export const resultWords = {
  pass: 'passed',
  partial: 'partly passed',
  fail: 'failed',
  uncertain: 'uncertain',
  not_evaluated: 'not evaluated',
  not_applicable: 'not applicable',
} as const

/** Each condition with its outcome, the reason for it and the evidence it was judged by. */
export function conditionsSection({ condition_results: results, evidence }: OutcomeReceiptBody): VNode {
  return h('section', { 'aria-labelledby': 'conditions-title' }, [
    h('h2', { id: 'conditions-title' }, 'Conditions'),
    results.map((condition, index) =>
      conditionArticle(
        condition,
        index,
        evidence.filter((row) => row.condition_id === condition.condition_id),
      ),
    ),
  ])
}

function conditionArticle(condition: ConditionResult, index: number, rows: readonly EvidenceRow[]): VNode {
  const title = `Condition ${index + 1}: ${resultWords[condition.result]}`
  return h('article', { class: 'condition', 'data-condition': condition.condition_id }, [
    h('h3', { class: `result-${condition.result}` }, title),
    h('p', null, condition.reason),
    h('p', { class: 'quiet' }, [
      `${condition.requirement}, judged by ${condition.verifier_id} ${condition.verifier_version}, `,
      h('code', null, condition.condition_id),
    ]),
    rows.length === 0
      ? h('p', { class: 'quiet' }, 'No evidence row.')
      : table(
          `Evidence of condition ${index + 1}`,
          ['Status', 'Type', 'Claim', 'Provenance', 'Received', 'Digest (SHA-256)'],
          rows.map((row) => [
            row.status.replaceAll('_', ' '),
            row.type,
            row.claim_class.replaceAll('_', ' '),
            row.provenance.replaceAll('_', ' '),
            row.received_at ?? '–',
            h('code', null, row.content_digest ?? '–'),
          ]),
        ),
  ])
}
