import type { DisputeView, Refusal } from '@outturn/contracts'
import { areaField, card, html, postForm, selectField, textField } from '@outturn/pages'
import type { VNode } from 'preact'
import { problemField } from '../field-problem.ts'
import { disputeListPath } from './dispute-list-path.ts'

/** What a form of a dispute sends: an act, a text, and conditions by their numbers. */
export type DisputeActForm = Readonly<Record<'act' | 'detail' | 'failed' | 'passed', string>>

export const emptyDisputeAct: DisputeActForm = { act: 'statement', detail: '', failed: '', passed: '' }

export type ShownForm = DisputeActForm & { readonly token: string; readonly formId: string }

/** The fields of the form, by the members of the requests that they make. */
const membersOf = {
  act: ['act', 'answer'],
  detail: ['detail'],
  passed: ['passed', 'condition_outcomes'],
  failed: ['failed'],
} as const

/** The field that a refusal of the form is about. */
export function wrongField(refusal: Refusal | null): string | null {
  return problemField(refusal, membersOf)
}

/** What the caller can do with a dispute, as one form; null where that is nothing. */
export function disputeFormCard(
  dispute: DisputeView,
  form: ShownForm,
  refusal: Refusal | null,
): VNode | null {
  const { can = [], requested } = dispute
  const responds = can.includes('respond')
  const options = {
    ...(responds && { accept: 'Accept it', reject: 'Reject it' }),
    ...(can.includes('statements') && { statement: 'Add a statement' }),
    ...(can.includes('withdraw') && { withdraw: 'Withdraw it' }),
  }
  if (Object.keys(options).length === 0) return null
  const needsOutcomes = responds && requested === 'correct_receipt'
  const wrong = wrongField(refusal)
  const errorAt = (name: keyof DisputeActForm) => (wrong === name ? refusal?.message : undefined)
  return card({ id: 'dispute-act', title: 'Answer it' }, [
    html`<ul class="stack-s">
      ${responds ? html`<li>${acceptText(dispute)}</li>` : null}
      ${responds ? html`<li>Rejecting ends nothing: the dispute goes on until its deadline, and then the receipt stands.</li>` : null}
      ${can.includes('withdraw') ? html`<li>Withdrawing ends the dispute. The receipt stands, and settlement goes on.</li>` : null}
    </ul>`,
    postForm(
      { action: `${disputeListPath}/${dispute.id}/act`, token: form.token, hidden: { form: form.formId } },
      [
        selectField({
          ...{ name: 'act', label: 'What you do', chosen: form.act, options },
          error: errorAt('act'),
        }),
        areaField({
          ...{ name: 'detail', label: 'In words', value: form.detail, rows: 4, isOptional: true },
          error: errorAt('detail'),
          hint: 'The other party reads it. Needed to reject and for a statement. At most 2,000 characters.',
        }),
        needsOutcomes
          ? [
              numbers('passed', 'Conditions that passed', form.passed, errorAt('passed')),
              numbers('failed', 'Conditions that failed', form.failed, errorAt('failed')),
            ]
          : null,
        html`<p class="row"><button class="btn go" type="submit">Send</button></p>`,
      ],
    ),
  ])
}

function numbers(name: 'failed' | 'passed', label: string, value: string, error: string | undefined): VNode {
  const hint = 'Their numbers, such as 1, 3. Needed to accept.'
  return textField({ name, label, value, hint, error, maxLength: 400, isOptional: true })
}

/** What follows if the caller accepts. */
function acceptText({ requested }: DisputeView): string {
  switch (requested) {
    case 'release':
      return 'Accepting ends the dispute: the receipt stands, and what it says was earned is settled.'
    case 're_verify':
      return 'Accepting verifies the delivery again, as it is now. A new receipt takes the place of this one if the result differs.'
    case 'correct_receipt':
      return 'Accepting takes effect once both parties state the same outcomes: a new receipt follows from them. Other outcomes are a proposal.'
    case 'refund':
      return 'Accepting makes a new receipt by which nothing was earned. Money that has moved is not moved back.'
    default:
      return requested satisfies never
  }
}
