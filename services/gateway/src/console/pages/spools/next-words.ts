import type { SpoolView } from '@outturn/contracts'
import { minuteText } from '@outturn/pages'
import { partyName } from './spool-view.ts'

type Next = { readonly headline: string; readonly reason: string; readonly isYours: boolean }

/** Whose step comes next and which, in one line, with the reason that the service gives. */
export function nextHeadline(
  spool: Pick<
    SpoolView,
    | 'agreement'
    | 'conditions'
    | 'economics'
    | 'next_step'
    | 'open_disputes'
    | 'open_discrepancies'
    | 'parties'
    | 'status'
  >,
): Next {
  const { type, actor, reason: written } = spool.next_step
  const reason = forPeople(written)
  const who = actor === 'buyer' || actor === 'provider' ? partyName(spool, actor) : ''
  const isYours = who === 'You'
  const is = isYours ? 'You are next' : `${who} is next`
  const line = (headline: string, why = reason): Next => ({ headline, reason: why, isYours })
  switch (type) {
    case 'await_confirmation': {
      if (spool.status.agreement !== 'proposed') {
        return line(`${is}: confirm what was delivered.`, awaitedText(spool) ?? reason)
      }
      const { expiry } = spool.economics
      const until = expiry === undefined ? '' : ` until ${minuteText(expiry)}`
      return line(`${is}: accept or decline${until}.`, isYours ? '' : reason)
    }
    case 'submit_evidence':
      return line(`${is}: deliver.`)
    case 'rerun_allowed':
      return reason.startsWith('A verification is under way')
        ? line('A verification is under way.', 'Open this page again in some seconds.')
        : {
            ...line('The Spool can be verified now.', 'What was delivered has not been judged yet.'),
            isYours: true,
          }
    case 'sign_settlement':
      return line(
        `${is}: sign the payment.`,
        `${reason} A program signs it with the wallet: the guide on settlement says how.`,
      )
    case 'settle':
      if (actor === 'none') {
        const waits = spool.open_disputes.length + spool.open_discrepancies > 0
        return line(waits ? 'The money waits.' : 'The money is on its way.')
      }
      if (spool.agreement.mode === 'bilateral' && isSettledHere(written)) return line(`${is}: settle.`)
      return line(
        `${spool.status.outcome === 'completed' ? 'The Spool is completed. ' : ''}${is}: pay what was earned.`,
        `${reason} ${spool.agreement.mode === 'bilateral' ? paidByReceipt : paidElsewhere}`,
      )
    case 'new_spool':
      return spool.status.agreement === 'draft'
        ? line(`${is}: propose the draft.`)
        : line('This Spool has ended.')
    case 'terminal':
      return line('This Spool is finished.')
    default:
      return type satisfies never
  }
}

/** Whether the step is one in which this service moves the money. */
function isSettledHere(reason: string): boolean {
  return /\bCommit\b|payouts|how to close it/.test(reason)
}

const paidByReceipt =
  'No money moves here: pay outside this service, by the receipt. A program records the payment as a settlement of the receipt.'
const paidElsewhere =
  'One party set this agreement alone, so no money moves here: pay outside this service, by the receipt.'

/** Calls of the interface that a text names for programs; a person has buttons for them. */
const calls: readonly (readonly [RegExp, string])[] = [
  [/then call evidence and verify again/g, 'deliver again, and verify'],
  [
    /(?:, )?with evidence of type confirmation or with verify, then call verify again/g,
    ', confirm it, and verify again',
  ],
  [/then call verify again/g, 'then verify again'],
  [/ Call verify: either party may[^.]*\./g, ''],
  [/ (?:with|:)? ?(?:POST|GET) \/api\/[^\s,.;]+/g, ''],
]

export function forPeople(reason: string): string {
  const dated = reason.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (time) => minuteText(time))
  return calls.reduce((text, [call, words]) => text.replaceAll(call, words), dated)
}

/** The first condition that still waits for an answer of people. */
function awaitedText({ conditions }: Pick<SpoolView, 'conditions'>): string | null {
  const index = conditions.findIndex(
    ({ confirmation, confirmation_method: method }) =>
      confirmation !== undefined &&
      confirmation.given.filter(({ outcome }) => outcome !== null).length <
        (method === 'both_confirm' ? 2 : 1),
  )
  const condition = conditions[index]
  return condition === undefined
    ? null
    : `Condition ${index + 1} waits for an answer: ${condition.description}`
}
