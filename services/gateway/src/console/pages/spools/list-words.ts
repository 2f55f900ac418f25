import type { ListedSpool, SpoolListState } from '@outturn/contracts'
import { badge, type Tone, usdText } from '@outturn/pages'
import type { VNode } from 'preact'

/** What each state is called, and how its badge looks. */
const states: Readonly<Record<SpoolListState, readonly [text: string, tone: Tone]>> = {
  disputed: ['In dispute', 'fail'],
  passed: ['Passed', 'pass'],
  partial: ['Partly passed', 'partial'],
  failed: ['Failed', 'fail'],
  undecided: ['Undecided', 'uncertain'],
  in_progress: ['In progress', 'info'],
  proposed: ['Proposed', 'neutral'],
  draft: ['Draft', 'neutral'],
  declined: ['Declined', 'neutral'],
  cancelled: ['Cancelled', 'neutral'],
  expired: ['Expired', 'neutral'],
}

export const stateNames = Object.fromEntries(
  Object.entries(states).map(([state, [text]]) => [state, text]),
) as Readonly<Record<SpoolListState, string>>

export function stateBadge({ state, isWaitingForMe }: Pick<ListedSpool, 'isWaitingForMe' | 'state'>): VNode {
  const [text, tone] = states[state]
  // A verdict or a dispute says more than that it is the reader's turn.
  const isOpen = state === 'in_progress' || state === 'proposed' || state === 'draft'
  return isOpen && isWaitingForMe ? badge('info', 'Waiting for you') : badge(tone, text)
}

export function centsText(cents: number): string {
  return usdText(BigInt(cents) * 10_000n)
}

/** Subject and verb: `You accept`, `LeadBot accepts`. */
function does(who: string, verb: string, rest = ''): string {
  const verbs =
    who === 'You'
      ? verb
      : verb.replaceAll(/\b(?:accept|confirm|decline|deliver|sign|settle|propose)\b/g, '$&s')
  return `${who} ${verbs}${rest}`
}

/** Who does what next, in a few words. */
export function nextText({
  nextStep,
  side,
  buyer,
  provider,
  state,
  earnedCents,
  receiptId,
}: ListedSpool): string {
  const { type, actor } = nextStep
  const party = actor === 'buyer' ? buyer : provider
  const who = actor === side ? 'You' : party.name
  switch (type) {
    case 'submit_evidence':
      return does(who, 'deliver', earnedCents === null ? '' : ' again')
    case 'await_confirmation':
      return state === 'proposed' ? does(who, 'accept or decline') : does(who, 'confirm')
    case 'rerun_allowed':
      return nextStep.reason.startsWith('A verification is under way')
        ? 'Being verified'
        : 'Either party verifies'
    case 'sign_settlement':
      return does(who, 'sign', ' the payment')
    case 'settle':
      return actor === 'none' ? 'Nothing to do: it is being settled' : does(who, 'settle')
    case 'new_spool':
      return state === 'draft' ? does(actor === side ? 'You' : party.name, 'propose') : 'Ended'
    case 'terminal':
      return receiptId === null ? 'Done' : 'Done; receipt issued'
    default:
      return type satisfies never
  }
}
