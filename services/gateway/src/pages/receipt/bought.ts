import type { OutcomeReceiptBody } from '@outturn/contracts'
import { html } from '@outturn/pages'
import type { ComponentChildren } from 'preact'
import { claim } from './claim.ts'

const nouns: Readonly<Record<string, string>> = {
  dataset: 'Dataset',
  text: 'Text',
  file: 'File',
  photo: 'Photo',
  url: 'Web page',
}

/** What the work is called, by the types of its evidence: a receipt has no title of it. */
export function workNoun({ evidence }: OutcomeReceiptBody): string {
  const known = new Set(
    evidence.flatMap(({ type }) => (Object.hasOwn(nouns, type) ? [nouns[type] ?? ''] : [])),
  )
  const [first = 'Work', ...others] = known
  return others.length === 0 ? first : 'Work'
}

/** What one unit is called: a dataset is counted by its rows. */
export function unitNoun(receipt: OutcomeReceiptBody, count: number): string {
  const noun = workNoun(receipt) === 'Dataset' ? 'row' : 'unit'
  return count === 1 ? noun : `${noun}s`
}

const outcomes: Readonly<Record<string, string>> = {
  pass: 'accepted',
  partial: 'partly accepted',
  fail: 'not accepted',
  uncertain: 'undecided',
}

/** `Dataset of 4 rows, 3 accepted`. */
export function headline(receipt: OutcomeReceiptBody): ComponentChildren {
  const { units, result } = receipt
  if (units === null) return `${workNoun(receipt)}, ${outcomes[result] ?? result}`
  const total = claim('units.total', units.total)
  const accepted = claim('units.accepted', units.accepted)
  return html`${workNoun(receipt)} of ${total} ${unitNoun(receipt, units.total)}, ${accepted} accepted`
}

/** `Dataset, 4 rows at 2.50 USD each`. */
export function bought(receipt: OutcomeReceiptBody): ComponentChildren {
  const { units, amounts } = receipt
  if (units === null) return `${workNoun(receipt)}, earned as a whole or not at all`
  const each = claim('units.earning_rule.unit_amount', units.earning_rule.unit_amount, 'amount')
  return [
    `${workNoun(receipt)}, ${units.total} ${unitNoun(receipt, units.total)} at `,
    each,
    ` ${amounts.asset} each`,
  ]
}

const kinds: Readonly<Record<string, readonly [name: string, article: string]>> = {
  human: ['Person', 'a person'],
  agent: ['Agent', 'an agent'],
  org: ['Organization', 'an organization'],
  service: ['Service', 'a service'],
}

export function kindName(kind: string): string {
  return kinds[kind]?.[0] ?? 'Party'
}

/** Who ordered from whom, and how the work was judged, in one sentence. */
export function introduction({ actors, agreement }: OutcomeReceiptBody, issuer: string): string {
  const article = (kind: string) => kinds[kind]?.[1] ?? 'a party'
  const buyer = article(actors.payer.kind)
  const terms =
    agreement.acceptance.mode === 'bilateral' ? 'what they had agreed' : 'the conditions that were set for it'
  return `${buyer.charAt(0).toUpperCase()}${buyer.slice(1)} ordered this work from ${article(actors.provider.kind)}. ${issuer} checked what was delivered against ${terms} and signed the result.`
}
