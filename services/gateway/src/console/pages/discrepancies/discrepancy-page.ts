import type { DiscrepancyView, Refusal, SpoolView } from '@outturn/contracts'
import {
  areaField,
  card,
  type Entry,
  html,
  keyValues,
  minuteText,
  postForm,
  selectField,
} from '@outturn/pages'
import type { ComponentChildren, VNode } from 'preact'
import { subjectPath } from '../claims/claim-words.ts'
import { refusalNote } from '../spools/action-page.ts'
import { partyName, spoolPath } from '../spools/spool-view.ts'
import { discrepancyListPath, kindNames, outcomeNames, stateBadge } from './discrepancy-words.ts'

/** How a form says that a discrepancy is closed: an outcome, or `dismiss`. */
export type ClosingForm = { readonly closing: string; readonly note: string }

type PageView = {
  readonly discrepancy: DiscrepancyView
  readonly spool: SpoolView
  /** Null where the reader cannot close it. */
  readonly form: (ClosingForm & { readonly token: string; readonly formId: string }) | null
  readonly refusal: Refusal | null
}

/** One discrepancy: what differs, who says so, what it does to the money, and how it is closed. */
export function discrepancyContent({ discrepancy, spool, form, refusal }: PageView): ComponentChildren {
  const { id, status } = discrepancy
  return [
    html`<p class="crumbs"><a href=${discrepancyListPath}>Discrepancies</a> / <bdi dir="auto">${spool.deliverable.title}</bdi></p>`,
    refusal === null ? null : refusalNote(refusal),
    html`<div class="title"><div><h1>${kindNames[discrepancy.kind]}</h1><p><span class="mono small">${id}</span></p></div><a class="btn" href=${spoolPath(spool.id)}>Open the Spool</a></div>`,
    html`<div class=${`note ${status === 'open' ? 'warn' : 'info'}`}><p>${effectText(discrepancy, spool)}</p></div>`,
    html`<div class="cols main">
      ${saidCard(discrepancy, spool)}
      <aside class="stack side-note" aria-label="What happens next">
        ${proposalCard(discrepancy, spool)}
        ${form === null ? null : closingCard(discrepancy, spool, form)}
      </aside>
    </div>`,
  ]
}

function effectText({ status, severity, lapses_at: lapsesAt }: DiscrepancyView, spool: SpoolView): string {
  if (status !== 'open') return 'It is closed and holds nothing.'
  if (severity === 'block') {
    return `Nothing is settled until both parties close it in the same way, or until ${minuteText(lapsesAt ?? '')}. Then it becomes a warning.`
  }
  const lapsed = lapsesAt === null ? '' : ' It blocked the money before, and does so no longer.'
  const held = spool.dispute_policy.holds_settlement ? '' : ' By the agreement nothing holds the money.'
  return `It holds no money.${lapsed}${held}`
}

function saidCard(discrepancy: DiscrepancyView, spool: SpoolView): VNode {
  const { condition_id: conditionId, unit, field, expected, observed, resolution } = discrepancy
  const { claim_id: claim, fact_id: fact, subject } = discrepancy
  const number = spool.conditions.findIndex((each) => each.id === conditionId) + 1
  const idText = (id: string) =>
    subject === undefined
      ? html`<span class="mono small">${id}</span>`
      : html`<a class="mono small" href=${subjectPath(spool.id, subject, id)}>${id}</a>`
  const foreign = (text: string) => html`<bdi dir="auto">${text}</bdi>`
  const rows: Entry[] = [
    ['Opened by', foreign(openerOf(discrepancy, spool))],
    ['Opened at', html`<time dateTime=${discrepancy.opened_at}>${minuteText(discrepancy.opened_at)}</time>`],
    ['In words', html`<span class="prose">${foreign(discrepancy.description)}</span>`],
    ...(subject === undefined ? [] : [['About', aboutLink(discrepancy, spool, subject)] satisfies Entry]),
    ...(claim === undefined ? [] : [['Claim', idText(claim)] satisfies Entry]),
    ...(fact === undefined ? [] : [['Fact', idText(fact)] satisfies Entry]),
    ...(number > 0 ? [['Condition', String(number)] satisfies Entry] : []),
    ...(unit === undefined ? [] : [['Unit', String(unit)] satisfies Entry]),
    ...(field === undefined ? [] : [['Field', foreign(field)] satisfies Entry]),
    ...(expected === undefined ? [] : [['Expected', foreign(expected)] satisfies Entry]),
    ...(observed === undefined ? [] : [['Observed', foreign(observed)] satisfies Entry]),
    ...(discrepancy.opened_by === 'service'
      ? [['Latest match', discrepancy.still_found ? 'found it again' : 'no longer finds it'] satisfies Entry]
      : []),
    ...(resolution === null
      ? []
      : [
          [
            'Closed by',
            foreign(resolution.by === 'operator' ? 'Two operators' : partyName(spool, resolution.by)),
          ] satisfies Entry,
          [
            'Outcome',
            resolution.outcome === null ? 'There is no difference' : outcomeNames[resolution.outcome],
          ] satisfies Entry,
          ['Why', html`<span class="prose">${foreign(resolution.note)}</span>`] satisfies Entry,
        ]),
  ]
  return html`<section class="card" aria-labelledby="said-title">
    <header><h2 id="said-title">What differs</h2>${stateBadge(discrepancy.status, discrepancy.severity)}</header>
    ${keyValues('said', rows)}
  </section>`
}

/** What a difference that a match found is about, with everything that is claimed and reported of it. */
function aboutLink({ predicate }: DiscrepancyView, spool: SpoolView, subject: string): VNode {
  const said = predicate === undefined ? null : html`<bdi dir="auto">${predicate}</bdi> of `
  return html`<span>${said}<a href=${subjectPath(spool.id, subject)}><bdi dir="auto">${subject}</bdi></a></span>`
}

function openerOf({ opened_by: who }: DiscrepancyView, spool: SpoolView): string {
  return who === 'service' ? 'A match of claims with facts' : partyName(spool, who)
}

function proposalCard({ proposal, status }: DiscrepancyView, spool: SpoolView): VNode | null {
  if (proposal === null || status !== 'open') return null
  const how = proposal.outcome === null ? 'There is no difference' : outcomeNames[proposal.outcome]
  return card({ id: 'proposal', title: 'Proposed' }, [
    keyValues('proposal-list', [
      ['By', html`<bdi dir="auto">${partyName(spool, proposal.by)}</bdi>`],
      ['How', how],
      ['Why', html`<span class="prose"><bdi dir="auto">${proposal.note}</bdi></span>`],
      ['At', html`<time dateTime=${proposal.at}>${minuteText(proposal.at)}</time>`],
    ]),
  ])
}

function closingCard(
  { id, can, severity }: DiscrepancyView,
  spool: SpoolView,
  { closing, note, token, formId }: NonNullable<PageView['form']>,
): VNode {
  const other = spool.parties.find((party) => !party.is_caller)?.display_name ?? 'the other party'
  const options = {
    ...(can.includes('resolve') && outcomeNames),
    ...(can.includes('dismiss') && { dismiss: 'There is no difference: dismiss it' }),
  }
  const what =
    severity === 'block'
      ? html`<p>A block takes the word of both parties. If <bdi dir="auto">${other}</bdi> has proposed the same, this closes it and the money goes on. Otherwise it is your proposal, and the block stays until <bdi dir="auto">${other}</bdi> agrees or it lapses.</p>`
      : html`<p>This closes it at once. No verdict, receipt or amount changes.</p>`
  return card({ id: 'closing', title: 'Close it' }, [
    what,
    postForm({ action: `${discrepancyListPath}/${id}/close`, token, hidden: { form: formId } }, [
      selectField({ name: 'closing', label: 'How', chosen: closing, options }),
      areaField({
        ...{ name: 'note', label: 'Why', value: note, rows: 4 },
        hint: 'The other party reads it. At most 2,000 characters.',
      }),
      html`<p class="row"><button class="btn go" type="submit">${severity === 'block' ? 'Propose or agree' : 'Close it'}</button></p>`,
    ]),
  ])
}
