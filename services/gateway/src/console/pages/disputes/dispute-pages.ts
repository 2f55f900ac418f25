import type {
  CommandOutput,
  DisputeView,
  ListedDispute,
  listDisputes,
  Refusal,
  SpoolView,
} from '@outturn/contracts'
import {
  areaField,
  badge,
  confirmation,
  filterBar,
  html,
  keyValues,
  minuteText,
  pager,
  selectField,
  table,
  textField,
  timeline,
} from '@outturn/pages'
import {
  type DisputeReason,
  type DisputeRemedy,
  disputeResolvers,
  type DisputeStatus,
  type DisputeStep,
  isOneOf,
} from '@outturn/vocabulary'
import type { ComponentChildren, VNode } from 'preact'
import { problemField } from '../field-problem.ts'
import { reviewPath } from '../reviews/spool-reviews.ts'
import { refusalNote } from '../spools/action-page.ts'
import { centsText } from '../spools/list-words.ts'
import { partyName, spoolPath } from '../spools/spool-view.ts'
import { disputeFormCard, type ShownForm, wrongField } from './dispute-form.ts'
import { disputeListPath } from './dispute-list-path.ts'

const reasonNames: Readonly<Record<DisputeReason, string>> = {
  not_delivered: 'Not delivered',
  quality: 'Quality',
  wrong_evidence: 'Wrong evidence',
  wrong_terms: 'Wrong terms',
  late: 'Late',
  duplicate: 'Delivered before',
  other: 'Another reason',
}
const remedyNames: Readonly<Record<DisputeRemedy, string>> = {
  re_verify: 'Verify again',
  correct_receipt: 'Correct the receipt',
  release: 'Release the money',
  refund: 'Refund the money',
}
const resolverNames: Readonly<Record<DisputeView['resolver'], string>> = {
  review: 'a review',
  counterparty: 'the other party',
  external: 'an outside resolver that the agreement names',
  none: 'its deadline alone',
}

const statusNames: Readonly<Record<DisputeStatus, string>> = {
  open: 'Open',
  under_review: 'Under review',
  resolved_upheld: 'Receipt upheld',
  resolved_corrected: 'Receipt corrected',
  withdrawn: 'Withdrawn',
  expired: 'Ended',
}

function statusBadge(status: DisputeStatus): VNode {
  return badge(isOpenStatus(status) ? 'info' : 'neutral', statusNames[status])
}

function isOpenStatus(status: DisputeStatus): boolean {
  return status === 'open' || status === 'under_review'
}

type ListView = {
  readonly found: CommandOutput<typeof listDisputes>
  readonly isOpen: boolean
}

/** The disputes of an account, by Spool, the newest Spool first. */
export function disputeListContent({ found, isOpen }: ListView): ComponentChildren {
  const { data, nextCursor } = found
  const address = (after?: string) => {
    const query = new URLSearchParams({
      ...(isOpen && { state: 'open' }),
      ...(after !== undefined && { after }),
    })
    return query.size === 0 ? disputeListPath : `${disputeListPath}?${query.toString()}`
  }
  return [
    html`<div class="title"><div><h1>Disputes</h1><p>Receipts that a party says are wrong, until when, and what that holds.</p></div></div>`,
    html`<section class="card" aria-label="Disputes">
      ${filterBar({
        action: disputeListPath,
        fields: [
          {
            kind: 'choice',
            name: 'state',
            label: 'State',
            value: isOpen ? 'open' : '',
            options: { '': 'Any', open: 'Open' },
          },
        ],
        summary: isOpen ? 'Open disputes' : 'All disputes',
        clears: isOpen ? [{ href: disputeListPath, text: 'Clear the state' }] : [],
      })}
      ${data.length === 0 ? emptyState(isOpen, nextCursor !== null) : disputeTable(data)}
      ${nextCursor === null ? null : pager('', { href: address(nextCursor), text: 'Earlier Spools' })}
    </section>`,
  ]
}

function disputeTable(rows: readonly ListedDispute[]): VNode {
  return table(
    'Disputes',
    [
      { name: 'Spool', isTitle: true },
      'Opened by',
      'State',
      { name: 'Earned, USD', isNumber: true },
      'Money',
      'Deadline',
    ],
    rows.map((row) => [
      html`<span><a class="main" href=${`${disputeListPath}/${row.id}`}><bdi dir="auto">${row.spoolTitle}</bdi></a><span class="sub mono">${row.id}</span></span>`,
      row.openedBy === row.side ? 'You' : html`<bdi dir="auto">${row.otherParty}</bdi>`,
      statusBadge(row.status),
      row.earnedCents === null ? '–' : centsText(row.earnedCents),
      effectOf(row),
      html`<time dateTime=${row.deadline}>${minuteText(row.deadline)}</time>`,
    ]),
    { isCaptionShown: false },
  )
}

function effectOf({ status, holdsSettlement }: Pick<ListedDispute, 'holdsSettlement' | 'status'>): string {
  if (!isOpenStatus(status)) return 'not held any more'
  return holdsSettlement ? 'held while it is open' : 'not held'
}

function emptyState(isOpen: boolean, hasMore: boolean): VNode {
  return html`<div class="empty"><h2>${hasMore ? 'None found so far' : isOpen ? 'No dispute is open' : 'No dispute'}</h2><p class="quiet">One can be opened from a Spool until the dispute window of its agreement ends. While it is open, nothing is settled where the agreement says so.</p><a class="btn" href="/console/spools">See the Spools</a></div>`
}

type DisputePageView = {
  readonly dispute: DisputeView
  readonly spool: SpoolView
  /** Null for a reader who does not act. */
  readonly form: ShownForm | null
  readonly refusal: Refusal | null
}

/** One dispute: until when, who says what, who decides, and what it does to the money. */
export function disputeContent({ dispute, spool, form, refusal }: DisputePageView): ComponentChildren {
  const opener = partyName(spool, dispute.opened_by)
  const isOpen = isOpenStatus(dispute.status)
  return [
    html`<p class="crumbs"><a href=${disputeListPath}>Disputes</a> / <bdi dir="auto">${spool.deliverable.title}</bdi></p>`,
    refusal === null ? null : refusalNote(refusal, form === null ? null : wrongField(refusal)),
    html`<div class="title"><div><h1>Dispute of <bdi dir="auto">${spool.deliverable.title}</bdi></h1><p><span class="mono small">${dispute.id}</span></p></div><a class="btn" href=${spoolPath(spool.id)}>Open the Spool</a></div>`,
    html`<div class=${`note ${isOpen ? 'warn' : 'info'}`}><p><span class="strong">${headline(dispute)}</span> ${moneyEffect(dispute)}</p></div>`,
    html`<div class="cols main">
      <section class="card" aria-labelledby="said-title">
        <header><h2 id="said-title">What is said</h2>${statusBadge(dispute.status)}</header>
        ${keyValues('said', [
          ['Opened by', html`<bdi dir="auto">${opener}</bdi>`],
          ['Reason', reasonNames[dispute.reason]],
          ['In words', html`<span class="prose"><bdi dir="auto">${dispute.detail}</bdi></span>`],
          ['Asks to', remedyNames[dispute.requested].toLowerCase()],
          ['Conditions', conditionsText(dispute, spool)],
          ['Units', dispute.units.length === 0 ? 'all' : dispute.units.join(', ')],
          ...outcomeRows(dispute, spool),
          ['Decided by', resolverNames[dispute.resolver]],
          ['Deadline', html`<time dateTime=${dispute.deadline}>${minuteText(dispute.deadline)}</time>`],
          [
            'Receipt',
            html`<a class="mono small" href=${`/console/receipts/${dispute.receipt_id}`}>${dispute.receipt_id}</a>`,
          ],
        ])}
      </section>
      <aside class="stack side-note" aria-label="What happens next">
        <section class="card" aria-labelledby="steps-title"><header><h2 id="steps-title">History</h2></header>${timeline(
          'dispute-history',
          dispute.timeline.toReversed().map(({ type, at, by }) => ({
            at,
            shownAt: minuteText(at),
            content:
              by === undefined
                ? stepWords[type]
                : html`<span><bdi dir="auto">${partyName(spool, by)}</bdi> ${stepWords[type]}</span>`,
          })),
        )}</section>
        ${statementsCard(dispute)}
        ${form === null ? null : disputeFormCard(dispute, form, refusal)}
        ${isOpen ? answerCard(dispute, spool, form !== null) : null}
      </aside>
    </div>`,
  ]
}

/** The outcomes that each side states, by the numbers of the conditions. */
function outcomeRows(
  { opened_by: opener, proposed_outcomes: asked, proposal }: DisputeView,
  { conditions }: SpoolView,
) {
  const row = (side: 'buyer' | 'provider', stated: NonNullable<DisputeView['proposed_outcomes']>) => {
    const words = stated.map(({ condition_id: id, outcome }) => {
      const number = conditions.findIndex((each) => each.id === id) + 1
      return `condition ${number} ${outcome}`
    })
    return [`Outcomes that the ${side} states`, words.join(', ')] as const
  }
  return [
    ...(asked === undefined ? [] : [row(opener, asked)]),
    ...(proposal === null || proposal === undefined ? [] : [row(proposal.by, proposal.condition_outcomes)]),
  ]
}

function headline({ status, deadline }: DisputeView): string {
  switch (status) {
    case 'open':
      return `Open until ${minuteText(deadline)}.`
    case 'under_review':
      return `Under review until ${minuteText(deadline)}.`
    case 'resolved_upheld':
      return 'Decided. The receipt stays valid.'
    case 'resolved_corrected':
      return 'Decided. Another receipt took the place of this one.'
    case 'expired':
      return 'Ended with its deadline. The receipt stays valid.'
    case 'withdrawn':
      return 'Withdrawn by the party that opened it.'
    default:
      return status satisfies never
  }
}

function moneyEffect({ status, deadline, holds_settlement: holds, ...hold }: DisputeView): string {
  if (!isOpenStatus(status)) return 'It holds nothing any more.'
  if (!holds) return 'It does not hold the money.'
  const until = hold.hold_ends_at ?? deadline
  return until === deadline
    ? 'Nothing is settled before it is closed.'
    : `Nothing is settled before it is closed, or before ${minuteText(until)}, whichever comes first.`
}

function conditionsText({ condition_ids: ids }: DisputeView, { conditions }: SpoolView): string {
  const numbers = ids.map((id) => conditions.findIndex((each) => each.id === id) + 1).filter((n) => n > 0)
  return numbers.length === 0 ? 'the whole receipt' : numbers.join(', ')
}

const stepWords: Readonly<Record<DisputeStep, string>> = {
  opened: 'opened it',
  rejected: 'rejected it',
  outcomes_proposed: 'proposed other outcomes',
  accepted: 'accepted it',
  judged: 'The agreed judge decided it',
  correction_failed: 'The verification that it asked for failed; it is open again',
  under_review: 'A reviewer looks at it',
  review_ended: 'The review ended without a decision; it is open again',
  hold_ended: 'It does not hold the money any more',
  resolved_upheld: 'It was decided; the receipt stays valid',
  resolved_corrected: 'It was decided; another receipt took the place of this one',
  withdrawn: 'withdrew it',
  expired: 'It ended with its deadline; the receipt stays valid',
}

/** What the parties said after it was opened. */
function statementsCard({ statements = [] }: DisputeView): VNode | null {
  if (statements.length === 0) return null
  return html`<section class="card" aria-labelledby="statements-title"><header><h2 id="statements-title">Statements</h2></header>${keyValues(
    'statements',
    statements.map(({ by, detail, at }) => [
      `${by === 'buyer' ? 'Buyer' : 'Provider'}, ${minuteText(at)}`,
      html`<span class="prose"><bdi dir="auto">${detail}</bdi></span>`,
    ]),
  )}</section>`
}

/** What each side can do about an open dispute. */
function answerCard({ id, resolver, status }: DisputeView, spool: SpoolView, isActor: boolean): VNode {
  const path = spoolPath(spool.id)
  const seller = partyName(spool, 'provider')
  const answer =
    seller === 'You'
      ? html`<p><a href=${`${path}/evidence`}>Deliver again</a> what it names, then <a href=${path}>verify</a>: the new receipt takes the place of this one.</p>`
      : html`<p><bdi dir="auto">${seller}</bdi> can deliver again what it names. Then either party <a href=${path}>verifies</a>, and the new receipt takes the place of this one.</p>`
  return html`<section class="card" aria-labelledby="answer-title"><header><h2 id="answer-title">What else can be done</h2></header>
    ${answer}
    ${
      resolver === 'review' && status === 'open' && isActor
        ? html`<p><a href=${`${reviewPath(spool.id)}?dispute=${id}`}>Ask for a review</a> that decides it.</p>`
        : null
    }
    <p class="quiet">Otherwise it ends with its deadline, and the receipt stays valid.</p>
  </section>`
}

export type DisputeForm = Readonly<
  Record<'detail' | 'failed' | 'named' | 'passed' | 'reason' | 'requested' | 'units', string>
>

type NewDisputeView = {
  readonly spool: SpoolView
  readonly until: string | null
  readonly form: DisputeForm
  readonly token: string
  readonly formId: string
  readonly refusal: Refusal | null
}

/** The fields of the form, by the members of the request that they make. */
const membersOf = {
  reason: ['reason'],
  detail: ['detail'],
  requested: ['requested'],
  named: ['named', 'condition_ids'],
  units: ['units'],
  passed: ['passed', 'proposed_outcomes'],
  failed: ['failed'],
} as const

/** The page that asks what is wrong with the latest receipt. */
export function newDisputeContent(view: NewDisputeView): ComponentChildren {
  const { spool, until, token, formId, refusal } = view
  const path = spoolPath(spool.id)
  const title = html`<bdi dir="auto">${spool.deliverable.title}</bdi>`
  const other = spool.parties.find((party) => !party.is_caller)?.display_name ?? 'The other party'
  const { dispute_policy: policy } = spool
  return [
    html`<p class="crumbs"><a href="/console/spools">Spools</a> / <a href=${path}>${title}</a> / Dispute</p>`,
    refusal === null ? null : refusalNote(refusal, problemField(refusal, membersOf)),
    ...confirmation({
      title: html`<span>Dispute the latest receipt of ${title}?</span>`,
      text: html`<span><bdi dir="auto">${other}</bdi> reads what you write. ${policy.holds_settlement ? 'Nothing is settled while the dispute is open. ' : 'The money is not held. '}It lasts ${policy.window_hours} hours${until === null ? '' : `, and can be opened until ${minuteText(until)}`}. ${decidedBy(policy.resolver)} Receipt <span class="mono small">${spool.latest_receipt_id ?? ''}</span>.</span>`,
      action: `${path}/dispute`,
      token,
      hidden: { form: formId, receipt: spool.latest_receipt_id ?? '' },
      fields: disputeFields(view),
      button: 'Open the dispute',
      keep: { href: path, text: 'Leave it as it is' },
    }),
  ]
}

function decidedBy(resolver: string): string {
  return isOneOf(disputeResolvers, resolver) ? `It is decided by ${resolverNames[resolver]}.` : ''
}

function disputeFields({ spool, form, refusal }: NewDisputeView): ComponentChildren {
  const wrong = problemField(refusal, membersOf)
  const at = (name: keyof DisputeForm) => ({
    name,
    error: wrong === name ? refusal?.message : undefined,
  })
  const numbers = (name: 'failed' | 'named' | 'passed' | 'units', label: string, hint: string) =>
    textField({
      ...{ ...at(name), label, hint, value: form[name], isOptional: true },
      maxLength: name === 'units' ? 4_000 : 400,
    })
  return [
    selectField({
      ...{ ...at('reason'), label: 'What is wrong', chosen: form.reason, options: reasonNames },
    }),
    areaField({
      ...{ ...at('detail'), label: 'In words', value: form.detail, rows: 5 },
      hint: 'Such as: rows 3 and 7 are the same company. At most 2,000 characters.',
    }),
    selectField({
      ...{ ...at('requested'), label: 'You ask to', chosen: form.requested, options: remedyNames },
    }),
    numbers('named', 'Conditions', 'Their numbers, such as 1, 3; empty for the whole receipt.'),
    spool.unitization === null
      ? null
      : numbers('units', 'Units', 'Their numbers, such as 3, 7; empty for all.'),
    numbers('passed', 'Conditions that passed', 'Only to correct the receipt: their numbers, such as 1.'),
    numbers('failed', 'Conditions that failed', 'Only to correct the receipt: their numbers, such as 2.'),
  ]
}
