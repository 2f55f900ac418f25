import type { ActionName } from '@outturn/vocabulary'

/** What a person can do to a Spool in the console: the actions of its lifecycle, and what stands beside them. */
export const consoleActions = [
  'propose',
  'accept',
  'decline',
  'invite',
  'evidence',
  'confirm',
  'verify',
  'external-result',
  'commit',
  'onboard-provider',
  'quote',
  'amend',
  'cancel',
  'abandon',
] as const
export type ConsoleAction = (typeof consoleActions)[number]

type Words = {
  /** On the button or the link. */
  readonly verb: string
  readonly what: string
  /** How the page says that it was done. */
  readonly done: string
  /** A page of its own asks for fields, or before something ends. */
  readonly hasPage: boolean
  readonly isRisk?: boolean
}

export const actionWords: Readonly<Record<ConsoleAction, Words>> = {
  propose: {
    verb: 'Propose',
    what: 'Offers the agreement to the other party. It moves no money.',
    done: 'Proposed. The other party accepts or declines.',
    hasPage: false,
  },
  accept: {
    verb: 'Accept',
    what: 'Binds you to the conditions and the amount on this page. It moves no money.',
    done: 'Accepted. The work can begin.',
    hasPage: false,
  },
  decline: {
    verb: 'Decline',
    what: 'Refuses the proposal, or the request to cancel.',
    done: 'Declined.',
    hasPage: true,
    isRisk: true,
  },
  invite: {
    verb: 'Invite',
    what: 'Makes a grant with which the other party takes its seat. The share link gives no seat.',
    done: 'Invited.',
    hasPage: true,
  },
  evidence: {
    verb: 'Deliver',
    what: 'Adds a table, a text or a web address to what the next run judges. Nothing is charged.',
    done: 'Delivered. Verify the Spool to have it judged.',
    hasPage: true,
  },
  confirm: {
    verb: 'Confirm',
    what: 'Says whether a condition that people decide is met, about the evidence on this page.',
    done: 'Your confirmation is recorded.',
    hasPage: true,
  },
  verify: {
    verb: 'Verify',
    what: 'Judges everything that was delivered and issues a signed receipt. It charges one run, unless nothing has changed since the last.',
    done: 'The run has ended. Its verdict is on this page.',
    hasPage: false,
  },
  'external-result': {
    verb: 'Record a judge’s result',
    what: 'Records the signed result of the outside judge that a condition names.',
    done: 'The result of the judge is recorded. Verify the Spool to take it into account.',
    hasPage: true,
  },
  commit: {
    verb: 'Commit the money',
    what: 'Binds you to pay what the verdict earns, through this service.',
    done: 'Committed. The money of this Spool is on its tab.',
    hasPage: true,
  },
  'onboard-provider': {
    verb: 'Set up payouts',
    what: 'Opens the page on which the seller says where card payments go.',
    done: 'The set-up of payouts has begun.',
    hasPage: true,
  },
  quote: {
    verb: 'Ask for a quote',
    what: 'Fixes the most that this work can cost. The other party accepts the Spool and the quote together.',
    done: 'Quoted. The quote is part of what the other party accepts.',
    hasPage: false,
  },
  amend: {
    verb: 'Amend',
    what: 'Adds or removes conditions before the Spool is accepted.',
    done: 'Amended. The agreement has a new version.',
    hasPage: true,
  },
  cancel: {
    verb: 'Cancel',
    what: 'Ends a Spool on which nothing was delivered. Once money is committed it asks the other party.',
    done: 'Cancelled, or requested: the next step says which.',
    hasPage: true,
    isRisk: true,
  },
  abandon: {
    verb: 'Abandon',
    what: 'Ends the Spool for both parties at once. It cannot be undone.',
    done: 'Abandoned. Receipts that were issued stay valid.',
    hasPage: true,
    isRisk: true,
  },
}

/** The action of the lifecycle that decides whether one of the console is possible; null where another rule does. */
export function lifecycleActionOf(action: ConsoleAction): ActionName | null {
  if (action === 'invite') return null
  return action === 'confirm' ? 'evidence' : action
}
