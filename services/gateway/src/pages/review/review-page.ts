import type { ReviewDecision, ReviewPage } from '@outturn/contracts'
import {
  areaField,
  card,
  choiceField,
  html,
  keyValues,
  minuteText,
  note,
  pageShell,
  postForm,
  selectField,
  type Site,
  textField,
  usdText,
} from '@outturn/pages'
import type { ComponentChildren, VNode } from 'preact'
import { decidedWords, effectWords } from './decision-effects.ts'
import type { DecisionForm } from './decision-form.ts'

export type ReviewView = {
  readonly page: ReviewPage
  /** The path of the page, which has the token. */
  readonly path: string
  /** Says that a form is of this page. */
  readonly formToken: string
  readonly form: DecisionForm
  readonly problem: string | null
}

const usd = (cents: number) => usdText(BigInt(cents) * 10_000n)
const sides = { buyer: 'the buyer', provider: 'the provider' } as const

/** The page of a review that can be decided: what was verified, and the form. */
export function openReviewPage(view: ReviewView, site: Site): VNode {
  const { page, path, formToken, form, problem } = view
  return shell(site, 'Review', [
    ...heading(page),
    problemNote(problem),
    ...facts(page, path),
    card({ id: 'decide', title: 'Your decision' }, [
      postForm({ action: `${path}#main`, token: formToken, hidden: { step: 'confirm' } }, [
        choiceField({ name: 'decision', legend: 'Decision', chosen: form['decision'] ?? '' }, [
          { value: 'uphold', title: 'The receipt is right', text: effectWords(page, 'uphold') },
          { value: 'overturn', title: 'The receipt is wrong', text: effectWords(page, 'overturn') },
          {
            value: 'needs_evidence',
            title: 'I cannot decide without further evidence',
            text: effectWords(page, 'needs_evidence'),
          },
        ]),
        html`<p class="small quiet">Only if the receipt is wrong, say how each condition ends instead:</p>`,
        page.conditions.map((condition, index) => outcomeFields(page, condition.id, index + 1, form)),
        areaField({
          name: 'detail',
          label: 'Explanation',
          hint: 'Both parties read it. At most 2,000 characters.',
          value: form['detail'] ?? '',
          isOptional: true,
        }),
        html`<p><button class="btn go" type="submit">Continue</button></p>`,
      ]),
    ]),
  ])
}

function outcomeFields(page: ReviewPage, id: string, number: number, form: DecisionForm): ComponentChildren {
  const units = page.totalUnits === null ? [] : (['passed', 'failed'] as const)
  return [
    page.review.request.scope.units === undefined
      ? selectField({
          name: `c.${id}`,
          label: `Condition ${number}`,
          chosen: form[`c.${id}`] ?? '',
          options: { '': 'As the receipt says', passed: 'It is met', failed: 'It is not met' },
        })
      : null,
    units.map((outcome) =>
      textField({
        name: `u.${outcome}.${id}`,
        label: `Condition ${number}: units that are ${outcome === 'passed' ? 'accepted' : 'rejected'}`,
        hint: 'Numbers of single units, such as 2, 5-7.',
        value: form[`u.${outcome}.${id}`] ?? '',
        isOptional: true,
      }),
    ),
  ]
}

/** The step before a decision is recorded: what it says and what it will do. */
export function confirmReviewPage(
  view: ReviewView & { readonly decision: ReviewDecision; readonly mailedTo: string | null },
  site: Site,
): VNode {
  const { page, path, formToken, form, problem, decision, mailedTo } = view
  const needsCode = page.review.verified_by === 'email'
  const kept = Object.fromEntries(
    Object.entries(form).flatMap(([name, value]) =>
      value === undefined || value === '' || ['_t', 'step', 'code'].includes(name) ? [] : [[name, value]],
    ),
  )
  return shell(site, 'Confirm the decision', [
    html`<h1>${titles[decision.decision]}</h1>`,
    problemNote(problem),
    card({ id: 'confirm', title: 'What happens' }, [
      html`<p class="strong">${decidedWords(page, decision)}</p>`,
      statedOutcomes(page, decision),
      decision.detail === undefined ? null : html`<p class="prose">${decision.detail}</p>`,
      html`<p class="small quiet">A decision is recorded once and cannot be changed.</p>`,
      postForm({ action: `${path}#main`, token: formToken, hidden: { ...kept, step: 'send' } }, [
        needsCode
          ? textField({
              name: 'code',
              label: 'Code from the mail',
              hint:
                mailedTo === null
                  ? 'Six digits, valid for 10 minutes.'
                  : `A code of six digits is on its way to ${mailedTo}. It is valid for 10 minutes.`,
              value: '',
            })
          : null,
        html`<p class="row"><button class="btn go" type="submit">Record the decision</button><a class="btn" href=${path}>Back</a></p>`,
      ]),
      needsCode && page.codesLeft > 0
        ? postForm(
            { action: `${path}#main`, token: formToken, hidden: { ...kept, step: 'code' }, id: 'again' },
            [html`<p><button class="btn" type="submit">Mail a new code</button></p>`],
          )
        : null,
    ]),
  ])
}

function statedOutcomes(page: ReviewPage, decision: ReviewDecision): VNode | null {
  const { condition_outcomes: whole = [], unit_outcomes: units = [] } = decision
  if (whole.length + units.length === 0) return null
  const numberOf = (id: string) => page.conditions.findIndex((each) => each.id === id) + 1
  const words = { passed: 'is met', failed: 'is not met' } as const
  return html`<ul>
    ${whole.map(({ condition_id: id, outcome }) => html`<li>Condition ${numberOf(id)} ${words[outcome]}.</li>`)}
    ${units.map(({ condition_id: id, unit, outcome }) => html`<li>Condition ${numberOf(id)} ${words[outcome]} for unit ${unit}.</li>`)}
  </ul>`
}

/** The page of a review that has ended: what was decided, and when. */
export function endedReviewPage({ page, path }: Pick<ReviewView, 'page' | 'path'>, site: Site): VNode {
  const { review } = page
  return shell(site, 'Review', [
    ...heading(page),
    card({ id: 'end', title: 'This review has ended' }, [
      html`<p class="strong">${endWords(page)}</p>`,
      review.decision?.detail === undefined || review.decision.detail === null
        ? null
        : html`<p class="prose">${review.decision.detail}</p>`,
    ]),
    ...facts(page, path),
  ])
}

const titles = {
  uphold: 'The receipt is right',
  overturn: 'The receipt is wrong',
  needs_evidence: 'Further evidence is needed',
} as const

function endWords({ review }: ReviewPage): string {
  const { decision, effect, status, expires_at: end } = review
  if (decision === null) {
    if (status === 'expired')
      return `The time for a decision ended on ${minuteText(end)}. The receipt stands.`
    return review.status_reason === 'receipt_replaced'
      ? 'Another verification replaced the receipt, so there is nothing left to decide.'
      : 'The party that asked for the review withdrew it.'
  }
  const effects = {
    none: 'The receipt stands.',
    pending: 'The new receipt is issued as soon as the settlement that is under way has ended.',
    superseded: 'A new receipt has replaced the one that was reviewed.',
  } as const
  return `Decided on ${minuteText(decision.at)}: ${titles[decision.decision].toLowerCase()}. ${effects[effect ?? 'none']}`
}

function heading({ review, requester, title }: ReviewPage): VNode[] {
  return [
    html`<p class="kicker">Review of a receipt</p>`,
    html`<h1><bdi dir="auto">${title}</bdi></h1>`,
    html`<p class="lead"><bdi dir="auto">${requester.name}</bdi>, ${sides[requester.side]}, asks <bdi dir="auto">${review.request.name}</bdi>:</p>`,
    html`<blockquote class="prose" dir="auto">${review.request.question}</blockquote>`,
  ]
}

function facts(page: ReviewPage, path: string): VNode[] {
  const { review, earnedCents, committedCents, totalUnits } = page
  const isBinding = review.standing === 'binding'
  return [
    card(
      { id: 'facts', title: 'What it is about' },
      keyValues('fact-list', [
        ['Receipt', html`<a href=${`/r/${review.receipt_id}`}><code>${review.receipt_id}</code></a>`],
        ['Earned', `${usd(earnedCents)} of ${usd(committedCents)} USD`],
        ...(totalUnits === null ? [] : [['Units', String(totalUnits)] as const]),
        [
          'Your decision is',
          isBinding
            ? 'binding: it can replace the receipt'
            : 'advisory: it is recorded and shown to both parties',
        ],
        ['Decide until', html`<time dateTime=${review.expires_at}>${minuteText(review.expires_at)}</time>`],
      ]),
    ),
    card({ id: 'conditions', title: 'Conditions' }, [
      html`<ol class="stack">${page.conditions.map((condition) => conditionItem(condition, path))}</ol>`,
    ]),
  ]
}

function conditionItem(condition: ReviewPage['conditions'][number], path: string): VNode {
  const { description, required, result, reason, evidence } = condition
  return html`<li>
    <p class="prose" dir="auto">${description}</p>
    <p class="small">${required ? 'Required' : 'Optional'}. Result: <strong>${result ?? 'none'}</strong>${reason === null ? '' : html`<span class="prose">, ${reason}</span>`}</p>
    ${
      evidence.length === 0
        ? html`<p class="small quiet">No evidence was submitted for it.</p>`
        : html`<ul class="small">${evidence.map(
            (item) => html`<li>
            ${item.type} from <bdi dir="auto">${item.source}</bdi>, by the ${item.side}${
              item.hasContent
                ? html`: <a href=${`${path}/evidence/${item.id}`} download="">Download ${item.id}</a>`
                : ''
            }
            ${item.digest === null ? null : html`<br /><code>${item.digest}</code>`}
          </li>`,
          )}</ul>`
    }
  </li>`
}

function problemNote(problem: string | null): VNode | null {
  return problem === null ? null : note('bad', problem, 'problem')
}

function shell(site: Site, title: string, content: ComponentChildren): VNode {
  return pageShell({ title, site }, [
    html`<div class="wrap read stack hero plain" id="review">${content}</div>`,
  ])
}
