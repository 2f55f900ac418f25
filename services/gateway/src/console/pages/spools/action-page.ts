import type { ExplainedAction, Refusal, SpoolView } from '@outturn/contracts'
import {
  areaField,
  choiceField,
  codeBlock,
  confirmation,
  html,
  minuteText,
  note,
  selectField,
  textField,
} from '@outturn/pages'
import type { ComponentChildren, VNode } from 'preact'
import { actionWords, type ConsoleAction } from './action-words.ts'
import { spoolPath } from './spool-view.ts'

/** The fields of an action as they were filled in; those that it does not have are empty. */
export type ActionForm = Readonly<Record<string, string | undefined>>

type ActionPageView = {
  readonly spool: SpoolView
  readonly action: ConsoleAction
  readonly form: ActionForm
  readonly token: string
  readonly formId: string
  /** Why the action was refused; null before it was sent. */
  readonly refusal: Refusal | null
}

/** The page of an action: what it does, its fields, and why it was refused. */
export function actionContent(view: ActionPageView): ComponentChildren {
  const { spool, action, refusal, token } = view
  const path = spoolPath(spool.id)
  const { verb, isRisk = false } = actionWords[action]
  const title = html`<bdi dir="auto">${spool.deliverable.title}</bdi>`
  return [
    html`<p class="crumbs"><a href="/console/spools">Spools</a> / <a href=${path}>${title}</a> / ${verb}</p>`,
    refusal === null ? null : refusalNote(refusal),
    ...confirmation({
      title: isRisk ? html`<span>${verb} ${title}?</span>` : verb,
      text: explanations[action](view),
      action: `${path}/${action}`,
      token,
      hidden: {
        form: view.formId,
        version: String(spool.version),
        agreement_hash: spool.agreement.agreement_hash,
        quote_digest: spool.pricing_quote?.quote_digest ?? '',
      },
      fields: fields[action]?.(view) ?? null,
      button: verb,
      isRisk,
      keep: { href: path, text: isRisk ? 'Keep it' : 'Back to the Spool' },
    }),
  ]
}

/** Why the service refused, and what to do; it takes the focus, and leads to the field that is to be corrected. */
export function refusalNote(refusal: Refusal, field: string | null = null): VNode {
  const { code } = refusal
  const { what, remedy } = wordsOf(refusal)
  return html`<div class="note bad" id="problem" role="alert" tabindex="-1" autofocus="">
    <p><span class="strong prose">${what}</span> <span class="prose">${remedy}</span></p>
    <p class="small">${field === null ? null : html`<a href=${`#${field}`}>Go to the field</a> · `}<a href=${`/docs/errors#${code}`}>${code}</a></p>
  </div>`
}

/** A refusal in the words of a page; what concerns a header of programs is said of the page that was shown. */
function wordsOf({ message, options }: Refusal): { what: string; remedy: string } {
  if (options.reason === 'version_mismatch') {
    return {
      what: 'The Spool has changed since its page was opened, so nothing was done.',
      remedy: 'This page is about the Spool as it is now. Look at it, and decide again.',
    }
  }
  return { what: message, remedy: options.remediation ?? '' }
}

/** The page of an action that is not possible now. */
export function impossibleContent(
  { spool, action }: Pick<ActionPageView, 'action' | 'spool'>,
  denial: ExplainedAction['own']['denial'],
): ComponentChildren {
  const path = spoolPath(spool.id)
  return [
    html`<p class="crumbs"><a href="/console/spools">Spools</a> / <a href=${path}><bdi dir="auto">${spool.deliverable.title}</bdi></a></p>`,
    html`<div class="title"><div><h1>Not possible now: ${actionWords[action].verb.toLowerCase()}</h1><p>${denial?.message ?? 'The state of the Spool does not allow it.'} ${denial?.remediation ?? ''}</p></div></div>`,
    html`<p><a class="btn go" href=${path}>Back to the Spool</a></p>`,
  ]
}

function other(spool: SpoolView): string {
  const { parties } = spool
  return parties.find((party) => !party.is_caller)?.display_name ?? 'the other party'
}

type Explanation = (view: ActionPageView) => ComponentChildren
const plain: Explanation = ({ action }) => actionWords[action].what

const explanations: Readonly<Record<ConsoleAction, Explanation>> = {
  propose: plain,
  accept: plain,
  verify: plain,
  quote: plain,
  decline: ({ spool }) =>
    html`<span><bdi dir="auto">${other(spool)}</bdi> sees that you declined. A declined Spool can be proposed again only where its agreement says so.</span>`,
  invite: ({ spool }) =>
    html`<span>Makes a grant for <bdi dir="auto">${other(spool)}</bdi>. Hand it over in private: the first to exchange it takes the seat. It works once, for 15 minutes, and replaces an earlier one.</span>`,
  evidence: plain,
  confirm: ({ spool }) =>
    html`<span>You answer as the ${isBuyer(spool) ? 'buyer' : 'seller'}. The answer is about what was delivered by now, and becomes void when that changes.</span>`,
  'external-result': plain,
  commit: ({ spool }) =>
    `Binds you to pay at most ${spool.value.currency} ${(spool.value.amount_cents / 100).toFixed(2)} and the fee. By card the amount is held, and only what is earned is taken. From a wallet nothing moves before you sign or grant it.`,
  'onboard-provider': plain,
  amend: ({ spool }) =>
    html`<span>Makes a new version of the agreement. <bdi dir="auto">${other(spool)}</bdi> accepts the new version; a quote of the earlier one no longer counts.</span>`,
  cancel: ({ spool }) =>
    html`<span>Ends a Spool on which nothing was delivered. Where money is committed, <bdi dir="auto">${other(spool)}</bdi> is asked first. What is held is released.</span>`,
  abandon: ({ spool }) =>
    html`<span><bdi dir="auto">${other(spool)}</bdi> can no longer deliver or act. Receipts that were issued stay valid, and runs that were made stay charged. This cannot be undone.</span>`,
}

function isBuyer({ parties }: SpoolView): boolean {
  const own = parties.find((party) => party.is_caller)
  return own?.role === 'buyer' || own?.role === 'client'
}

const fields: Partial<Record<ConsoleAction, (view: ActionPageView) => ComponentChildren>> = {
  evidence: evidenceFields,
  confirm: confirmFields,
  amend: amendFields,
  commit: commitFields,
  'external-result': ({ form }) =>
    areaField({
      name: 'content',
      label: 'Signed result, as JSON',
      hint: 'The object that the judge signed: evaluator, verdict, condition_results, observed_at and proof.',
      value: form['content'] ?? '',
      rows: 12,
      isMono: true,
    }),
}

/** The conditions by their numbers, for a choice of one. */
function conditionChoices(
  { conditions }: SpoolView,
  isWanted: (each: SpoolView['conditions'][number]) => boolean,
) {
  return Object.fromEntries(
    conditions.flatMap((each, index) =>
      isWanted(each) ? [[each.id, `${index + 1}. ${short(each.description)}`]] : [],
    ),
  )
}

function short(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}

function evidenceFields({ spool, form }: ActionPageView): ComponentChildren {
  const conditions = conditionChoices(spool, () => true)
  return [
    selectField({
      name: 'condition',
      label: 'For the condition',
      chosen: form['condition'] ?? Object.keys(conditions)[0] ?? '',
      options: conditions,
      hint: 'A condition without an item of its own is judged on what was delivered for the others.',
    }),
    choiceField({ name: 'kind', legend: 'What you deliver', chosen: form['kind'] ?? 'table' }, [
      { value: 'table', title: 'A table', text: 'Paste it as CSV, with a line of column names.' },
      { value: 'rows', title: 'Rows as JSON', text: 'A list of objects, one a row.' },
      { value: 'text', title: 'A text', text: 'It is judged as it stands.' },
      { value: 'url', title: 'A web address', text: 'The item refers to what stands there.' },
    ]),
    areaField({
      name: 'content',
      label: 'Content',
      value: form['content'] ?? '',
      rows: 10,
      isMono: true,
      hint: 'At most 60,000 characters here. A program delivers larger files.',
    }),
    textField({
      name: 'source',
      label: 'Source',
      hint: 'Where it comes from, such as crm export. A later item of the same source replaces an earlier one.',
      value: form['source'] ?? '',
      maxLength: 200,
    }),
    selectField({
      name: 'behalf',
      label: 'In the name of',
      chosen: form['behalf'] ?? '',
      options: { '': 'Yourself', other: short(other(spool)) },
    }),
  ]
}

function confirmFields({ spool, form }: ActionPageView): ComponentChildren {
  const conditions = conditionChoices(spool, ({ confirmation: given }) => given !== undefined)
  return [
    selectField({
      name: 'condition',
      label: 'Condition',
      chosen: form['condition'] ?? Object.keys(conditions)[0] ?? '',
      options: conditions,
    }),
    choiceField({ name: 'outcome', legend: 'Your answer', chosen: form['outcome'] ?? '' }, [
      { value: 'passed', title: 'Met', text: 'What was delivered meets the condition.' },
      { value: 'failed', title: 'Not met', text: 'What was delivered does not meet it.' },
      { value: 'waived', title: 'Waived', text: 'You no longer ask for it. Only the buyer waives.' },
    ]),
    textField({
      name: 'detail',
      label: 'Comment',
      value: form['detail'] ?? '',
      maxLength: 2_000,
      isOptional: true,
      hint: 'Both parties read it. It may be left empty.',
    }),
  ]
}

function amendFields({ spool, form }: ActionPageView): ComponentChildren {
  return [
    html`<ol class="stack-s">${spool.conditions.map(({ description }) => html`<li class="prose"><bdi dir="auto">${description}</bdi></li>`)}</ol>`,
    textField({
      name: 'remove',
      label: 'Remove the conditions with these numbers',
      hint: 'Such as 1, 3.',
      value: form['remove'] ?? '',
      maxLength: 400,
      isOptional: true,
    }),
    areaField({
      name: 'conditions',
      label: 'Add conditions that a check decides',
      hint: 'One a line, in plain words, such as: every row has an email. Reading them counts as one compilation.',
      value: form['conditions'] ?? '',
      isOptional: true,
    }),
    areaField({
      name: 'confirmed',
      label: 'Add conditions that the buyer confirms',
      hint: 'One a line.',
      value: form['confirmed'] ?? '',
      rows: 3,
      isOptional: true,
    }),
  ]
}

function commitFields({ spool, form }: ActionPageView): ComponentChildren {
  if (spool.parties.every(({ settlement_address: address }) => address === undefined)) return null
  return selectField({
    name: 'mode',
    label: 'How you pay from the wallet',
    chosen: form['mode'] ?? '',
    options: {
      '': 'As agreed',
      direct_eip3009: 'Sign the transfers after the verdict',
      unattended_outcome_settlement: 'Grant a spend permission before it',
    },
  })
}

export type Invited = {
  readonly token: string
  readonly expiresAt: Date
  readonly exchangeUrl: string
  /** Address of the page that shows the agreement to its holder. */
  readonly pageUrl: string
}

/** The one page that shows the grant of an invitation. */
export function invitedContent(
  spool: SpoolView,
  { token, expiresAt, exchangeUrl, pageUrl }: Invited,
): ComponentChildren {
  const path = spoolPath(spool.id)
  return [
    html`<p class="crumbs"><a href="/console/spools">Spools</a> / <a href=${path}><bdi dir="auto">${spool.deliverable.title}</bdi></a></p>`,
    html`<div class="title"><div><h1>Invitation for <bdi dir="auto">${other(spool)}</bdi></h1><p>Hand it over in private. It works once, until ${minuteText(expiresAt.toISOString())}, and is not shown again.</p></div></div>`,
    html`<div class="stack">
      ${note('good', 'Invited. The first to join by it takes the seat.')}
      ${codeBlock('Link for a person', pageUrl)}
      <p class="small quiet">It shows what is agreed, and the ways to join. Looking at it changes nothing. A program takes the grant:</p>
      ${codeBlock('Grant', token)}
      ${codeBlock(
        'Command of the other party',
        `curl -s ${exchangeUrl} -H "content-type: application/json" -d '${JSON.stringify({ grant_token: token })}'`,
      )}
      <p><a class="btn go" href=${path}>Back to the Spool</a></p>
    </div>`,
  ]
}

/** The way to the page of the processor; a form may not lead there by itself. */
export function payoutsContent(spool: SpoolView): ComponentChildren {
  const path = spoolPath(spool.id)
  const link = spool.provider_onboarding
  return [
    html`<p class="crumbs"><a href="/console/spools">Spools</a> / <a href=${path}><bdi dir="auto">${spool.deliverable.title}</bdi></a></p>`,
    html`<div class="title"><div><h1>Set up payouts</h1><p>${link === undefined ? 'The processor gave no page.' : `The page is at the payment processor, works once, and ends at ${minuteText(link.expires_at)}. What counts is what the processor reports to this service, not where you come back to.`}</p></div></div>`,
    html`<p class="row">${link === undefined ? null : html`<a class="btn go" href=${link.url} rel="noreferrer">Go to the processor</a>`}<a class="btn" href=${path}>Back to the Spool</a></p>`,
  ]
}
