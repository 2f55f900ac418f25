import { type CallerScope, isOneOf, type PartyRole, partyRoles, type Side } from '@outturn/vocabulary'
import {
  absentSpool,
  callerScope,
  forbidden,
  type Principal,
  Refusal,
  unprocessable,
} from '@outturn/contracts'
import type { Entry } from './history.ts'
import { openDisputes } from './casework/dispute.ts'
import type { Review } from './casework/review.ts'
import { windowEnd } from './hold.ts'
import type { Party, Spool } from './spool.ts'

/** The side that a role is on. */
export function sideOf(role: PartyRole): Side {
  return role === 'buyer' || role === 'client' ? 'buyer' : 'provider'
}

export function otherSide(side: Side): Side {
  return side === 'buyer' ? 'provider' : 'buyer'
}

/** Who reads a Spool: a party through a key of some scope, or a reader without one. */
export type Viewer = {
  party: Party | null
  isCreator: boolean
  scope: CallerScope | 'none'
  /** Whether what this caller does may move the money of its party. */
  mayMoveMoney: boolean
  /** The sides that this caller speaks for; both, when it also speaks for a party that has no account. */
  sides: readonly Side[]
}

/** The sides by the account that acts for them, as far as they have one. */
export function sidesOfAccounts(parties: readonly Party[]): ReadonlyMap<string, Side> {
  return new Map(
    parties.flatMap(({ accountId, role }) =>
      accountId === null ? [] : [[accountId, sideOf(role)] as const],
    ),
  )
}

/** The party on one side. */
export function partyOn(spool: Spool, side: Side): Party {
  return spool.agreement.parties.find(({ role }) => sideOf(role) === side) as Party
}

/** The party that made the Spool: the creator's account is always bound to it. */
export function creatorOf(spool: Spool): Party {
  return spool.agreement.parties.find(({ accountId }) => accountId === spool.accountId) as Party
}

/** The party that did not make the Spool. */
export function counterpartyOf(spool: Spool): Party {
  return spool.agreement.parties.find(({ accountId }) => accountId !== spool.accountId) as Party
}

/** The party that a caller acts for, or null when the caller is none of them. */
export function partyOf(spool: Spool, principal: Principal): Party | null {
  if (principal.kind !== 'account' && principal.kind !== 'sandbox') return null
  const party = spool.agreement.parties.find(({ accountId }) => accountId === principal.accountId) ?? null
  const isElsewhere = principal.spoolId !== undefined && principal.spoolId !== spool.id
  const isAnother = principal.partyId !== undefined && principal.partyId !== party?.partyId
  return isElsewhere || isAnother ? null : party
}

/** A sandbox session has one person, who also speaks for the other party until an account is assigned to it. */
export function viewerOf(spool: Spool, principal: Principal): Viewer {
  const party = partyOf(spool, principal)
  if (party === null) return { party, isCreator: false, scope: 'none', mayMoveMoney: false, sides: [] }
  const isCreator = party.accountId === spool.accountId
  if (principal.kind === 'account') {
    const { mayMoveMoney = false } = principal
    return { party, isCreator, scope: callerScope(principal), mayMoveMoney, sides: [sideOf(party.role)] }
  }
  const isAlone = isCreator && counterpartyOf(spool).accountId === null
  const isInvited = principal.kind === 'sandbox' && principal.spoolId !== undefined
  // The money of the sandbox is none.
  const viewer = { scope: isInvited ? 'counterparty' : 'full', mayMoveMoney: true } as const
  const actsAs = principal.kind === 'sandbox' ? principal.actsAs : undefined
  if (actsAs === undefined && isAlone) {
    return { ...viewer, party, isCreator, sides: ['buyer', 'provider'] }
  }
  const acting = (isAlone && actsAs !== undefined ? partyNamed(spool, actsAs) : null) ?? party
  return { ...viewer, party: acting, isCreator: acting === creatorOf(spool), sides: [sideOf(acting.role)] }
}

/** The party of this role or id, or null. */
function partyNamed(spool: Spool, named: string): Party | null {
  if (isOneOf(partyRoles, named)) return partyOn(spool, sideOf(named))
  return spool.agreement.parties.find(({ partyId }) => partyId === named) ?? null
}

/** Refuses a sandbox session that says it acts as a party which the Spool does not have, or another session plays. */
function assertPlays(spool: Spool, own: Party, actsAs: string): void {
  const named = partyNamed(spool, actsAs)
  if (named === null) {
    throw unprocessable('act_as_party', `No party of this Spool is "${actsAs}".`, {
      remediation: 'Send "buyer", "client", "seller" or "provider", or the id of a party of this Spool.',
    })
  }
  if (named === own || named.accountId === null) return
  throw forbidden(`Another session plays ${named.displayName} in this Spool.`, {
    field: 'act_as_party',
    reason: 'party_only',
    remediation: 'Leave this to that session, or leave act_as_party out to act as your own party.',
  })
}

/** A party as the history names who acted. */
export function partyActor({ party }: Viewer): Entry['actor'] {
  return { party_id: party?.partyId ?? null, kind: 'party' }
}

/** The party that takes an action of one side: the caller's own, or the one on that side where the caller plays both. */
export function actorOf(spool: Spool, { party, sides }: Viewer, side: Side): Party | null {
  return party !== null && sides.length > 1 ? partyOn(spool, side) : party
}

/** Refuses a caller that is no party: what it may not see does not exist. */
export function assertParty(spool: Spool | null, principal: Principal): { spool: Spool; party: Party } {
  const party = spool === null ? null : partyOf(spool, principal)
  if (spool === null || party === null) throw absentSpool()
  if (principal.kind === 'sandbox' && principal.actsAs !== undefined) {
    assertPlays(spool, party, principal.actsAs)
  }
  return { spool, party }
}

/** Whether a caller reads the list of Spools of its account and their history: with a full key, or as a person who reads. */
export function mayList(principal: Principal): boolean {
  return principal.kind !== 'account' || isOneOf(['full', 'read'], callerScope(principal))
}

/**
 * When the keys that are bound to a Spool end, null while it is active. Until its dispute window is over, and every open case of it, their
 * holders read how it ended and what was signed, and act in its cases.
 */
export function boundKeysEndAt(spool: Spool): string | null {
  const { state, updatedAt } = spool
  if (state.status.outcome === 'active') return null
  const ends = [
    windowEnd(spool, state.closedAt ?? updatedAt),
    ...(state.latestReceiptAt === null ? [] : [windowEnd(spool, state.latestReceiptAt)]),
    ...openDisputes(state).map(({ deadline }) => deadline),
    ...state.holds.map(({ until }) => until),
  ]
  const end = ends.toSorted().at(-1) ?? null
  return end === null ? null : state.reviews.toSorted(byRequest).reduce(lengthened, end)
}

const byRequest = (one: Review, other: Review) => (one.requestedAt < other.requestedAt ? -1 : 1)

/** The end with a review that was asked for before it; one that is asked for later brings no ended key back. */
function lengthened(end: string, { status, requestedAt, closedAt, expiresAt }: Review): string {
  const until = status === 'requested' ? expiresAt : (closedAt ?? '')
  return requestedAt < end && until > end ? until : end
}

/** Refuses a key that is bound to a Spool whose dispute window and open cases are over: the key has ended with them. */
export function assertKeyIsActive(spool: Spool, principal: Principal, now: Date): void {
  const isBound = principal.kind === 'account' && callerScope(principal) === 'counterparty'
  const end = isBound ? boundKeysEndAt(spool) : null
  if (end === null || now.toISOString() < end) return
  throw new Refusal('unauthenticated', 'This key is for a Spool that is closed.', { reason: 'spool_closed' })
}
