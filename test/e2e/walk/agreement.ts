import type { PartyInput } from '@outturn/contracts'
import { type Agreement, agreement } from '../agreement.ts'
import type { Laboratory } from '../outside-judge.ts'
import type { Choices } from './random.ts'

/** Units that come to the agreed value; an amendment changes from one to another. */
export const unitizations = [
  { total_units: 4, unit_amount_cents: 250 },
  { total_units: 5, unit_amount_cents: 200 },
] as const

/** How the other party comes to act: by its account, by an invitation, or not at all. */
export type Binding = 'account' | 'invitation' | 'none'

export type WalkAgreement = { request: Agreement; binding: Binding }

type ConditionOf = Agreement['conditions'][number]

function conditionKinds({ condition }: Laboratory): ConditionOf[] {
  return [
    {
      description: 'Every company has a name.',
      required: true,
      verification_method: 'deterministic',
      deterministic_check: { checker: 'completeness', required_fields: ['name'] },
    },
    {
      description: 'The brief of the buyer has names.',
      required: true,
      verification_method: 'deterministic',
      deterministic_check: { checker: 'completeness', required_fields: ['name'] },
      evidence_requirements: [{ expected_type: 'dataset', source_ref: 'export', supplier: 'buyer' }],
    },
    { description: 'The buyer likes it.', required: true, verification_method: 'human_confirmed' },
    {
      description: 'Both have looked at it.',
      required: true,
      verification_method: 'human_confirmed',
      confirmation_method: 'both_confirm',
    },
    {
      description: 'The report recommends the purchase.',
      required: false,
      verification_method: 'ai_assisted',
      claim_cited: { claim: 'We recommend the purchase.' },
    },
    condition,
  ]
}

/** Whether the one party of a unilateral Spool decides a condition without the word of the other, who is not there. */
function isDecidedAlone(
  { verification_method: method, confirmation_method: form }: ConditionOf,
  isByBuyer: boolean,
): boolean {
  return method !== 'human_confirmed' || (form !== 'both_confirm' && isByBuyer)
}

/** One of the agreements that can be made: who made it, in which mode, on what, judged how and for how long. */
export function walkAgreement(
  choices: Choices,
  accounts: { creator: string; other: string },
  laboratory: Laboratory,
): WalkAgreement {
  const isBilateral = choices.below(6) > 0
  const binding = isBilateral ? choices.pick(['account', 'invitation'] as const) : 'none'
  const parties: PartyInput[] = [
    { role: 'buyer', kind: 'org', display_name: 'Acme Sales', account_id: accounts.creator },
    {
      role: 'seller',
      kind: 'agent',
      display_name: 'LeadBot',
      ...(binding === 'account' && { account_id: accounts.other }),
    },
  ]
  const [buyer, seller] = parties as [PartyInput, PartyInput]
  const isByBuyer = choices.below(3) > 0
  const kinds = conditionKinds(laboratory).filter((kind) => isBilateral || isDecidedAlone(kind, isByBuyer))
  const first = choices.below(kinds.length)
  const chosen = [0, 1, 2].slice(0, 1 + choices.below(3)).map((step) => kinds[(first + step) % kinds.length])
  const request = agreement({
    type: isBilateral ? choices.pick(['service', 'digital', 'agent_task'] as const) : 'service',
    parties: isByBuyer
      ? parties
      : [
          { ...seller, role: 'buyer' },
          { ...buyer, role: 'seller' },
        ],
    value: { amount_cents: 1_000, currency: 'USD' },
    conditions: chosen as ConditionOf[],
    unitization: unitizations[0],
    agreement: {
      mode: isBilateral ? 'bilateral' : 'unilateral',
      reopen_on_decline: isBilateral && choices.below(2) === 0,
    },
    finality: choices.pick([
      { mode: 'open' },
      { mode: 'open', max_runs: 2 },
      { mode: 'first_verdict' },
      { mode: 'until', closes_at: '2100-01-01T00:00:00Z' },
    ] as const),
  })
  return { request, binding }
}
