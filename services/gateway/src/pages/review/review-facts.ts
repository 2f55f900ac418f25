import type { ReviewPage } from '@outturn/contracts'
import { card, html, keyValues, minuteText } from '@outturn/pages'
import type { VNode } from 'preact'
import { resultWords } from '../result-words.ts'
import { usd } from './decision-effects.ts'

const sides = { buyer: 'the buyer', provider: 'the provider' } as const

/** What the review is of, who asks, and the question. */
export function reviewHeading({ review, requester, title }: ReviewPage): VNode[] {
  return [
    html`<p class="kicker">Review of a receipt</p>`,
    html`<h1><bdi dir="auto">${title}</bdi></h1>`,
    html`<p class="lead"><bdi dir="auto">${requester.name}</bdi>, ${sides[requester.side]}, asks <bdi dir="auto">${review.request.name}</bdi>:</p>`,
    html`<blockquote class="prose" dir="auto">${review.request.question}</blockquote>`,
  ]
}

/** What was verified: the amounts, the dispute, and the conditions with their results and evidence. */
export function reviewFacts(page: ReviewPage, path: string): VNode[] {
  const { review, earnedCents, committedCents, totalUnits, dispute } = page
  const { units } = review.request.scope
  const isBinding = review.standing === 'binding'
  return [
    card(
      { id: 'facts', title: 'What it is about' },
      keyValues('fact-list', [
        ['Receipt', html`<a href=${`/r/${review.receipt_id}`}><code>${review.receipt_id}</code></a>`],
        ['Earned', `${usd(earnedCents)} of ${usd(committedCents)}`],
        ...(totalUnits === null ? [] : [['Units', String(totalUnits)] as const]),
        ...(units === undefined ? [] : [['Units in question', units.join(', ')] as const]),
        [
          'Your decision is',
          isBinding
            ? 'binding: it can replace the receipt'
            : 'advisory: it is recorded and shown to both parties',
        ],
        ['Decide until', html`<time dateTime=${review.expires_at}>${minuteText(review.expires_at)}</time>`],
      ]),
    ),
    ...(dispute === null ? [] : [disputeCard(dispute)]),
    card({ id: 'conditions', title: 'Conditions' }, [
      html`<ol class="stack">${page.conditions.map((condition) => conditionItem(condition, path))}</ol>`,
    ]),
  ]
}

const reasonWords = {
  not_delivered: 'the work was not delivered',
  quality: 'the quality is not as agreed',
  wrong_evidence: 'the evidence is wrong',
  wrong_terms: 'the terms were applied wrongly',
  late: 'the work was late',
  duplicate: 'the work was delivered before',
  other: 'another reason',
} as const satisfies Record<NonNullable<ReviewPage['dispute']>['reason'], string>
const remedyWords = {
  re_verify: 'to verify the work again',
  correct_receipt: 'to correct the receipt',
  release: 'to release the money',
  refund: 'to refund the money',
} as const satisfies Record<NonNullable<ReviewPage['dispute']>['requested'], string>

function disputeCard(dispute: NonNullable<ReviewPage['dispute']>): VNode {
  const { by, reason, requested, detail, conditions, units, statements } = dispute
  return card({ id: 'dispute', title: 'The dispute' }, [
    keyValues('dispute-list', [
      ['Opened by', sides[by]],
      ['Reason', reasonWords[reason]],
      ['In words', html`<span class="prose"><bdi dir="auto">${detail}</bdi></span>`],
      ['Asks', remedyWords[requested]],
      ...(conditions.length === 0 ? [] : [['Conditions', conditions.join(', ')] as const]),
      ...(units.length === 0 ? [] : [['Units', units.join(', ')] as const]),
      ...statements.map(
        (each) =>
          [
            `Statement of ${sides[each.by]}, ${minuteText(each.at)}`,
            html`<span class="prose"><bdi dir="auto">${each.detail}</bdi></span>`,
          ] as const,
      ),
    ]),
  ])
}

type Condition = ReviewPage['conditions'][number]
type Item = Condition['evidence'][number]

const useWords: Readonly<Record<Item['use'], string>> = {
  judged: 'The result is based on it.',
  not_judged: 'The result is not based on it.',
  replaced: 'A later delivery replaced it, so it was not judged.',
}

function conditionItem(
  { number, description, required, result, reason, evidence }: Condition,
  path: string,
): VNode {
  return html`<li value=${number}>
    <p class="prose" dir="auto">${description}</p>
    <p class="small">${required ? 'Required' : 'Optional'}. Result: <strong>${result === null ? 'none' : (resultWords[result] ?? result)}</strong>${reason === null ? '' : html`<span class="prose">, ${reason}</span>`}</p>
    ${
      evidence.length === 0
        ? html`<p class="small quiet">No evidence was submitted for it.</p>`
        : html`<ul class="small stack-s">${evidence.map((item) => evidenceItem(item, path))}</ul>`
    }
  </li>`
}

function evidenceItem(item: Item, path: string): VNode {
  const { id, type, source, side, isSelfAsserted, receivedAt, use, digest, hasContent } = item
  return html`<li>
    <strong>${useWords[use]}</strong> ${type} from <bdi dir="auto">${source}</bdi>, by the ${side}, received <time dateTime=${receivedAt}>${minuteText(receivedAt)}</time>.
    ${isSelfAsserted ? ' The side that earns by it registered this source.' : null}
    ${hasContent ? html` <a href=${`${path}/evidence/${id}`} download="">Download ${id}</a>` : html` <code>${id}</code>`}
    ${digest === null ? null : html`<br /><code>${digest}</code>`}
  </li>`
}
