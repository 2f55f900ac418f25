import { minuteText } from '@outturn/pages'
import { buyerRoles } from '@outturn/vocabulary'
import type { NextStep, SharedSpool } from '@outturn/contracts'

export type Summary = { readonly tone: 'good' | 'bad' | 'unknown'; readonly text: string }

const verdicts = {
  pass: { tone: 'good', text: 'Verified: the work meets what was agreed.' },
  partial: { tone: 'unknown', text: 'Partly verified: some of the work meets what was agreed.' },
  fail: { tone: 'bad', text: 'Not verified: the work does not meet what was agreed.' },
  uncertain: { tone: 'unknown', text: 'Undecided: the evidence so far does not decide it.' },
} as const satisfies Record<string, Summary>

const cancelled: Readonly<Record<string, string>> = {
  declined: 'Declined: there is no agreement.',
  abandoned: 'Abandoned: a party has left it.',
}

/** The state of a Spool in one sentence. */
export function summaryOf({ status, status_reason: reason }: SharedSpool): Summary {
  const { agreement, verification, fulfillment, outcome } = status
  if (outcome === 'cancelled') return { tone: 'bad', text: cancelled[reason ?? ''] ?? 'Cancelled.' }
  if (outcome === 'expired') return { tone: 'bad', text: 'Expired: it was not accepted in time.' }
  if (verification !== 'pending' && verification !== 'awaiting_confirmation') return verdicts[verification]
  if (agreement === 'draft') return { tone: 'unknown', text: 'A draft: it has not been proposed yet.' }
  if (agreement === 'proposed') return { tone: 'unknown', text: 'Proposed: it waits to be accepted.' }
  if (agreement === 'declined') return { tone: 'bad', text: 'Declined: it can be proposed again.' }
  if (verification === 'awaiting_confirmation') {
    return { tone: 'unknown', text: 'Accepted: it waits for a confirmation.' }
  }
  return fulfillment === 'evidence_submitted'
    ? { tone: 'unknown', text: 'Accepted: evidence was submitted and waits to be verified.' }
    : { tone: 'unknown', text: 'Accepted: the work is under way.' }
}

/** Who acts, by the role that the agreement gives the party of that side. */
function actorWords(actor: NextStep['actor'], parties: SharedSpool['parties']): string {
  switch (actor) {
    case 'buyer':
    case 'provider': {
      const isOfBuyer = (role: string) => buyerRoles.some((one) => one === role)
      const party = parties.find(({ role }) => isOfBuyer(role) === (actor === 'buyer'))
      return `The ${party?.role ?? actor}`
    }
    case 'verifier':
      return 'The verifier'
    case 'none':
      return 'No party'
    default:
      return actor satisfies never
  }
}

const steps: Record<NextStep['type'], (actor: string) => string> = {
  settle: (actor) => `${actor} can pay what was earned.`,
  submit_evidence: (actor) => `${actor} delivers and submits evidence.`,
  rerun_allowed: () => 'The work can be verified now.',
  await_confirmation: (actor) => `${actor} still has to confirm.`,
  sign_settlement: (actor) => `${actor} signs the settlement.`,
  terminal: () => 'Nothing more: this Spool is finished.',
  new_spool: () => 'Nothing more here: going on takes a new Spool.',
}

const paidInAdvance =
  'The amount is held on a card, and only what is earned is taken from it. A payment shows here some seconds after it was made.'

/** Who does what next, and why. */
export function nextWords({ next_step: step, economics, status, terminal, parties }: SharedSpool): string[] {
  const { expiry } = economics
  const actor = actorWords(step.actor, parties)
  if (status.agreement === 'proposed' && step.type === 'await_confirmation') {
    return [
      `${actor} accepts or declines.`,
      ...(expiry === undefined ? [] : [`It can be accepted until ${minuteText(expiry)}.`]),
    ]
  }
  if (step.type === 'settle' && step.actor === 'none') return [step.reason]
  // By card, before the verdict: the address of the page to pay on is for the buyer alone.
  if (step.type === 'settle' && !terminal) return [`${actor} pays before the work is judged.`, paidInAdvance]
  // Its reason says the same in other words.
  if (step.type === 'new_spool') return [steps.new_spool(actor)]
  return [steps[step.type](actor), ...(step.reason === '' ? [] : [step.reason])]
}
