import type { ReviewDecision, ReviewPage } from '@outturn/contracts'
import {
  areaField,
  card,
  choiceField,
  html,
  minuteText,
  pageShell,
  postForm,
  selectField,
  type Site,
  textField,
} from '@outturn/pages'
import type { ComponentChildren, VNode } from 'preact'
import { decidedWords, effectWords } from './decision-effects.ts'
import {
  type DecisionForm,
  type FormProblem,
  outcomeField,
  sampleUnits,
  unitsField,
  unitWords,
} from './decision-form.ts'
import { reviewFacts, reviewHeading } from './review-facts.ts'

export type ReviewView = {
  readonly page: ReviewPage
  /** The path of the page, which has the token. */
  readonly path: string
  /** Says that a form is of this page. */
  readonly formToken: string
  readonly form: DecisionForm
  readonly problem: FormProblem | null
}

/** The page of a review that can be decided: what was verified, and the form. */
export function openReviewPage(view: ReviewView, site: Site): VNode {
  const { page, path, formToken, form, problem } = view
  return shell(site, problem === null ? 'Review' : 'Correct the decision', [
    problemNote(problem),
    ...reviewHeading(page),
    ...reviewFacts(page, path),
    card({ id: 'decide', title: 'Your decision' }, [
      postForm({ action: path, token: formToken, hidden: { step: 'confirm' } }, [
        choiceField(
          {
            name: 'decision',
            legend: 'Decision',
            chosen: form['decision'] ?? '',
            error: errorAt(view, 'decision'),
          },
          [
            { value: 'uphold', title: 'The receipt is right', text: effectWords(page, 'uphold') },
            { value: 'overturn', title: 'The receipt is wrong', text: effectWords(page, 'overturn') },
            {
              value: 'needs_evidence',
              title: 'I cannot decide without further evidence',
              text: effectWords(page, 'needs_evidence'),
            },
          ],
        ),
        html`<p class="small quiet">Only if the receipt is wrong, say how each condition ends instead:</p>`,
        page.conditions.map((condition) => outcomeFields(view, condition)),
        areaField({
          name: 'detail',
          label: 'Explanation',
          hint: 'Both parties read it. At most 2,000 characters. Needed if evidence is missing.',
          value: form['detail'] ?? '',
          isOptional: true,
          error: errorAt(view, 'detail'),
        }),
        html`<p><button class="btn go" type="submit">Continue</button></p>`,
        html`<p class="small quiet">The next page shows what follows. Nothing is recorded before you confirm it there.</p>`,
      ]),
    ]),
  ])
}

function errorAt({ problem }: ReviewView, field: string): string | undefined {
  return problem?.field === field ? problem.text : undefined
}

function outcomeFields(view: ReviewView, condition: ReviewPage['conditions'][number]): ComponentChildren {
  const { page, form } = view
  const { number } = condition
  const { totalUnits } = page
  const whole = outcomeField(condition)
  return [
    page.review.request.scope.units === undefined
      ? selectField({
          name: whole,
          label: `Condition ${number}`,
          chosen: form[whole] ?? '',
          options: { '': 'As the receipt says', passed: 'It is met', failed: 'It is not met' },
          error: errorAt(view, whole),
        })
      : null,
    totalUnits === null
      ? null
      : (['passed', 'failed'] as const).map((outcome) => {
          const name = unitsField(condition, outcome)
          return textField({
            name,
            label: `Condition ${number}: units that are ${unitWords[outcome]}`,
            hint: `Numbers of single units from 1 to ${totalUnits}, such as ${sampleUnits(totalUnits)}.`,
            value: form[name] ?? '',
            isOptional: true,
            error: errorAt(view, name),
          })
        }),
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
    problemNote(problem),
    html`<h1 tabindex="-1" autofocus=${problem === null}>${titles[decision.decision]}</h1>`,
    card({ id: 'confirm', title: 'What happens' }, [
      html`<p class="strong">${decidedWords(page, decision)}</p>`,
      statedOutcomes(page, decision),
      decision.detail === undefined ? null : html`<p class="prose">${decision.detail}</p>`,
      html`<p class="small quiet">A decision is recorded once and cannot be changed.</p>`,
      postForm({ action: path, token: formToken, hidden: { ...kept, step: 'send' } }, [
        needsCode
          ? textField({
              name: 'code',
              label: 'Code from the mail',
              inputMode: 'numeric',
              autoComplete: 'one-time-code',
              error: errorAt(view, 'code'),
              hint:
                mailedTo === null
                  ? 'Six digits, valid for 10 minutes.'
                  : `A code of six digits is on its way to ${mailedTo}. It is valid for 10 minutes.`,
              value: '',
            })
          : null,
        html`<p><button class="btn go" type="submit">Record the decision</button></p>`,
      ]),
      postForm({ action: path, token: formToken, hidden: { ...kept, step: 'change' } }, [
        html`<p><button class="btn" type="submit">Change it</button></p>`,
      ]),
      needsCode && page.codesLeft > 0
        ? postForm({ action: path, token: formToken, hidden: { ...kept, step: 'code' } }, [
            html`<p><button class="btn" type="submit">Mail a new code</button></p>`,
          ])
        : null,
    ]),
  ])
}

function statedOutcomes(page: ReviewPage, decision: ReviewDecision): VNode | null {
  const { condition_outcomes: whole = [], unit_outcomes: units = [] } = decision
  if (whole.length + units.length === 0) return null
  const numberOf = (id: string) => page.conditions.find((each) => each.id === id)?.number
  const words = { passed: 'is met', failed: 'is not met' } as const
  return html`<ul>
    ${whole.map(({ condition_id: id, outcome }) => html`<li>Condition ${numberOf(id)} ${words[outcome]}.</li>`)}
    ${units.map(({ condition_id: id, unit, outcome }) => html`<li>Condition ${numberOf(id)} ${words[outcome]} for unit ${unit}.</li>`)}
  </ul>`
}

/** The page of a review that has ended: what was decided, and when. */
export function endedReviewPage(
  { page, path, problem }: Pick<ReviewView, 'page' | 'path' | 'problem'>,
  site: Site,
): VNode {
  const { review } = page
  return shell(site, 'Review', [
    problemNote(problem),
    ...reviewHeading(page),
    card({ id: 'end', title: review.decision === null ? 'This review has ended' : 'The decision' }, [
      html`<p class="strong">${endWords(page)}</p>`,
      review.replacement_receipt_id === null
        ? null
        : html`<p>The new receipt: <a href=${`/r/${review.replacement_receipt_id}`}><code>${review.replacement_receipt_id}</code></a></p>`,
      review.decision?.detail === undefined || review.decision.detail === null
        ? null
        : html`<p class="prose">${review.decision.detail}</p>`,
    ]),
    ...reviewFacts(page, path),
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

/** What is to be corrected; it takes the focus and leads to the field. */
function problemNote(problem: FormProblem | null): VNode | null {
  if (problem === null) return null
  const { text, field } = problem
  return html`<div class="note bad" id="problem" role="alert" tabindex="-1" autofocus="">
    <p class="strong">${text}</p>
    ${field === null ? null : html`<p class="small"><a href=${`#${field}`}>Go to the field</a></p>`}
  </div>`
}

function shell(site: Site, title: string, content: ComponentChildren): VNode {
  return pageShell({ title, site }, [
    html`<div class="wrap read stack hero plain" id="review">${content}</div>`,
  ])
}
