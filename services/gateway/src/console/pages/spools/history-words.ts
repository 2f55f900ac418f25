import { byPerson, type SpoolEventView, type SpoolView } from '@outturn/contracts'
import { html } from '@outturn/pages'
import type { SpoolEventType } from '@outturn/vocabulary'
import type { ComponentChildren } from 'preact'
import { resultWords } from '../../../pages/result-words.ts'

type HistoryReader = {
  readonly spool: Pick<SpoolView, 'conditions' | 'parties'>
  /** Address of the person of one's own account behind an entry, by the id of the entry. */
  readonly people: ReadonlyMap<string, string>
  /** Name of the account of the reader. */
  readonly accountName: string
}

const actorNames = { operator: 'An operator', reviewer: 'A reviewer', service: 'The service' } as const

/** Who made an entry: a person of one's own account by the address, one of the other party without it. */
function actorOf(event: SpoolEventView, { spool, people, accountName }: HistoryReader): ComponentChildren {
  const { actor, data } = event
  if (actor.kind !== 'party') return actorNames[actor.kind]
  const party = spool.parties.find(({ party_id: id }) => id === actor.party_id)
  if (party === undefined) return 'A party'
  const isPerson = data['by'] === byPerson.by
  if (!party.is_caller) {
    const name = html`<bdi dir="auto">${party.display_name}</bdi>`
    return isPerson ? html`<span>A person of ${name}</span>` : name
  }
  if (!isPerson) return 'You'
  const address = people.get(event.id)
  return address === undefined
    ? html`<span>A person of <bdi dir="auto">${accountName}</bdi></span>`
    : html`<span>You, by <bdi>${address}</bdi></span>`
}

type Sentence = (who: ComponentChildren, event: SpoolEventView, reader: HistoryReader) => ComponentChildren

const did =
  (words: string): Sentence =>
  (who) => [who, ` ${words}`]
const happened =
  (words: string): Sentence =>
  () =>
    words

const sentences: Readonly<Record<SpoolEventType, Sentence>> = {
  'spool.created': did('created the Spool'),
  'spool.proposed': did('proposed the Spool'),
  'spool.accepted': did('accepted'),
  'spool.declined': did('declined'),
  'spool.amended': did('amended the conditions'),
  'quote.created': did('fixed a quote'),
  'quote.superseded': happened('A new quote replaced the one before'),
  'spool.cancelled': did('cancelled the Spool'),
  'spool.cancel_requested': did('asked to cancel'),
  'spool.cancel_declined': did('ended the request to cancel'),
  'spool.abandoned': did('abandoned the Spool'),
  'spool.expired': happened('The proposal expired'),
  'spool.completed': happened('The Spool was completed'),
  'counterparty.invited': did('invited the other party'),
  'counterparty.assigned': did('took its seat'),
  'evidence.submitted': did('delivered'),
  'evidence.withdrawn': happened('The content of an evidence item was deleted'),
  'confirmation.recorded': (who, event, reader) => [
    who,
    ` ${confirmed(event.data['outcome'])} ${conditionName(event, reader)}`,
  ],
  'confirmation.voided': (_, event, reader) =>
    `A confirmation of ${conditionName(event, reader)} became void: what was delivered has changed`,
  'external_result.recorded': did('recorded the result of the outside judge'),
  'verification.requested': did('asked for a verification'),
  'verification.awaiting_confirmation': happened('The verification waits for confirmations'),
  'verification.completed': (_, { data }) => `A run ended: ${resultOf(data['result'])}`,
  'verification.failed': happened('A run ended without a verdict; nothing was charged'),
  'verification.finalized': happened('The verdict is final'),
  'receipt.issued': (_, { data }) => [
    'A receipt was issued: ',
    html`<a class="mono small" href=${`/r/${text(data['receipt_id'])}`}>${text(data['receipt_id'])}</a>`,
  ],
  'receipt.superseded': did('replaced the receipt'),
  'receipt.revoked': happened('The receipt was revoked'),
  'settlement.committed': did('committed to pay'),
  'settlement.released': happened('What was earned was released for payment'),
  'settlement.signature_requested': happened('The buyer was asked to sign the transfers'),
  'settlement.signed': happened('The buyer signed the transfers'),
  'settlement.leg_paid': happened('A transfer was paid'),
  'settlement.payment_dropped': happened('The chain dropped a payment or replaced it'),
  'settlement.blocked': happened('The settlement cannot go on'),
  'settlement.checkout_opened': happened('The page for the card of the buyer was opened'),
  'settlement.checkout_ended': happened('The page for the card ended without an authorization'),
  'settlement.hold_expiring': happened('The hold on the card ends soon'),
  'settlement.hold_lapsed': happened('The hold on the card ended before it was captured'),
  'settlement.settled': happened('Everything that is due was paid'),
  'settlement.failed': happened('The settlement failed'),
  'settlement.voided': happened('The settlement ended; nothing is due'),
  'source.bound': did('bound a source of facts to this Spool'),
  'claims.recorded': (who, { data }) => [who, ` recorded ${String(data['count'])} claims`],
  'claims.matched': (who, { data }) => [who, ` matched the claims with the facts${countsOf(data['counts'])}`],
  'dispute.opened': (who, { data }) => [
    who,
    ' opened ',
    html`<a href=${`/console/disputes/${text(data['dispute_id'])}`}>a dispute</a>`,
  ],
  'dispute.answered': (who, { data }) => [
    who,
    answerWords[text(data['answer'])] ?? ' answered ',
    html`<a href=${`/console/disputes/${text(data['dispute_id'])}`}>a dispute</a>`,
  ],
  'dispute.under_review': (_, { data }) => [
    html`<a href=${`/console/disputes/${text(data['dispute_id'])}`}>A dispute</a>`,
    ' is under review',
  ],
  'dispute.hold_ended': (_, { data }) => [
    html`<a href=${`/console/disputes/${text(data['dispute_id'])}`}>A dispute</a>`,
    ' no longer holds the money, and is still open',
  ],
  'dispute.resolved': (_, { data }) => [
    html`<a href=${`/console/disputes/${text(data['dispute_id'])}`}>A dispute</a>`,
    endWords[text(data['status'])] ?? ' ended with its deadline; the receipt stays valid',
  ],
  'discrepancy.opened': (who, { data }) => [
    who,
    data['severity'] === 'block' ? ' blocked the money by ' : ' opened ',
    discrepancyLink(data, 'a discrepancy'),
  ],
  'discrepancy.proposed': (who, { data }) => [
    who,
    ' proposed how to close ',
    discrepancyLink(data, 'a discrepancy'),
  ],
  'discrepancy.resolved': (who, { data }) => [who, ' resolved ', discrepancyLink(data, 'a discrepancy')],
  'discrepancy.dismissed': (who, { data }) => [who, ' dismissed ', discrepancyLink(data, 'a discrepancy')],
  'discrepancy.lapsed': (_, { data }) => [
    discrepancyLink(data, 'A discrepancy'),
    ' no longer blocks the money, and is still open',
  ],
  'review.requested': did('asked a person to review the receipt'),
  'review.consented': did('agreed to the reviewer'),
  'review.upheld': happened('A reviewer upheld the receipt'),
  'review.overturned': (_, { data }) => [
    'A reviewer overturned the receipt',
    data['effect'] === 'none' ? '; the decision is advisory, so the receipt stays valid' : '',
  ],
  'review.needs_evidence': happened('A reviewer could not decide without further evidence'),
  'review.expired': happened('A review ended without a decision; the receipt stays valid'),
  'review.withdrawn': happened('A review was withdrawn'),
  'provider.onboarding_started': did('began to set up payouts'),
  'provider.payouts_changed': happened('The payouts of the seller changed'),
}

function discrepancyLink(data: SpoolEventView['data'], words: string): ComponentChildren {
  return html`<a href=${`/console/discrepancies/${text(data['discrepancy_id'])}`}>${words}</a>`
}

/** What an entry of the history says. One of a later version is shown by its type. */
export function eventWords(event: SpoolEventView, reader: HistoryReader): ComponentChildren {
  const sentence = new Map<string, Sentence>(Object.entries(sentences)).get(event.type)
  const who = actorOf(event, reader)
  return sentence === undefined
    ? [who, `: ${event.type.replaceAll(/[._]/g, ' ')}`]
    : sentence(who, event, reader)
}

/** How the timeline marks an entry. */
export function toneOfEvent({ type, data }: SpoolEventView): 'pass' | 'partial' | undefined {
  if (type === 'verification.completed') return data['result'] === 'pass' ? 'pass' : 'partial'
  return type === 'spool.accepted' || type === 'spool.completed' ? 'pass' : undefined
}

function confirmed(outcome: unknown): string {
  if (outcome === 'failed') return 'said no to'
  return outcome === 'waived' ? 'waived' : 'confirmed'
}

function conditionName({ data }: SpoolEventView, { spool }: HistoryReader): string {
  const index = spool.conditions.findIndex(({ id }) => id === data['condition_id'])
  return index < 0 ? 'a condition' : `condition ${index + 1}`
}

function resultOf(result: unknown): string {
  return (resultWords[text(result)] ?? text(result)).toLowerCase()
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

const countWords = {
  matched: 'matched',
  mismatched: 'different',
  unmatched_claims: 'claims without a fact',
  unmatched_facts: 'facts without a claim',
  ambiguous: 'ambiguous',
} as const

/** What a match counted, without what it counted none of. */
function countsOf(counts: unknown): string {
  if (typeof counts !== 'object' || counts === null) return ''
  const found = Object.entries(countWords).flatMap(([name, words]) => {
    const count: unknown = (counts as Readonly<Record<string, unknown>>)[name]
    return typeof count === 'number' && count > 0 ? [`${count} ${words}`] : []
  })
  return found.length === 0 ? ': there was nothing to match' : `: ${found.join(', ')}`
}

const answerWords: Readonly<Record<string, string>> = {
  accepted: ' accepted ',
  outcomes_proposed: ' proposed other outcomes in ',
  rejected: ' rejected ',
  statement: ' added a statement to ',
}

const endWords: Readonly<Record<string, string>> = {
  withdrawn: ' was withdrawn',
  resolved_upheld: ' was decided; the receipt stays valid',
  resolved_corrected: ' was decided; a new receipt replaced the old one',
}
