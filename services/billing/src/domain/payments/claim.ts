import type { FoundPayment } from '@outturn/evm-token'

/** What an authorization to pay can be spent on here. */
export const purchases = ['verification', 'pack'] as const
export type Purchase = (typeof purchases)[number]

/**
 * One authorization to pay, claimed for one request. A token contract takes an authorization once, and it is known by its
 * network, token, payer and nonce; so one row for these four is at most one payment.
 */
export type Claim = {
  readonly id: string
  readonly authorization: AuthorizationName
  readonly purchase: Purchase
  /** Account of the key that was presented with the request; null without one. */
  readonly ownerId: string | null
  /** Account that is credited with a pack, or that a verification belongs to: of the key that came with it, else of the wallet. */
  readonly accountId: string
  /** Command that buys once, by whatever authorizations it is repeated with; null where only the payment names what it buys. */
  readonly commandId: string | null
  /** Id that the payer gave its payment: it buys once, by whatever authorizations that carry it; null where it gave none. */
  readonly identifier: string | null
  /** Digest of what was asked, the same for every order and spacing of the body. */
  readonly bodyDigest: string
  /** Digest of the signature that came with the authorization. */
  readonly signatureDigest: string
  readonly amountMicros: bigint
  readonly payTo: string
  readonly validBefore: Date
  /** Block after which the payment can be found. */
  readonly sinceBlock: bigint
  readonly state: ClaimState
  /** The payment and what it had to match, for the facilitator; null once the claim has ended. */
  readonly signed: SignedPayment | null
  /**
   * Claim of the same request that answered the call of this authorization: it is refused, so that no slower repetition of the
   * call spends it, and it gets that answer. Null for every other.
   */
  readonly answeredBy: string | null
  /** Run that the payment pays for, once it is reserved. */
  readonly runId: string | null
  readonly createdAt: Date
  /** Time of the last change of its state. */
  readonly changedAt: Date
}

/** How a token contract knows an authorization; addresses and nonce in lower case. */
export type AuthorizationName = {
  readonly network: string
  readonly asset: string
  readonly payer: string
  readonly nonce: string
}

/** A payment as it was signed, with the advertised requirement that it matches; both as JSON text. */
export type SignedPayment = { readonly payload: string; readonly requirements: string }

/**
 * `claimed`: recorded before any work. `worked`: what is paid for is done and withheld. `settling`: committed before the
 * facilitator is asked to move the money, so that it may have moved from here on. `settled`: the chain has the payment. `refused`:
 * nothing is delivered for this authorization.
 */
export type ClaimState =
  | { readonly name: 'claimed' | 'worked' | 'settling' }
  | { readonly name: 'settled'; readonly payment: FoundPayment; readonly response: string }
  | { readonly name: 'refused'; readonly reason: string; readonly hasWork: boolean }

export type ClaimFact =
  | { readonly type: 'work_done' }
  | { readonly type: 'work_refused'; readonly reason: string }
  | { readonly type: 'settlement_begun' }
  | { readonly type: 'payment_found'; readonly payment: FoundPayment; readonly response: string }
  /** The authorization cannot be used any more, and was not used to pay for this. */
  | { readonly type: 'authorization_dead'; readonly reason: string }
  /** The facilitator does not settle the payment, and by the chain it was not made and the wallet cannot make it. */
  | { readonly type: 'facilitator_refused'; readonly reason: string }

/** The work of a claim that ended without a result that may be charged: its payment is not made. */
export const workNotCharged = { type: 'work_refused', reason: 'not_charged' } as const satisfies ClaimFact

/**
 * The state after a fact; null when the fact cannot follow. A refused claim whose work was done is settled after all when the
 * chain has the payment: what is paid for is delivered.
 */
export function nextState(state: ClaimState, fact: ClaimFact): ClaimState | null {
  switch (fact.type) {
    case 'work_done':
      return state.name === 'claimed' ? { name: 'worked' } : null
    case 'work_refused':
      return state.name === 'claimed' ? { name: 'refused', reason: fact.reason, hasWork: false } : null
    case 'settlement_begun':
      return state.name === 'worked' || state.name === 'settling' ? { name: 'settling' } : null
    case 'payment_found':
      return state.name === 'settling' || (state.name === 'refused' && state.hasWork)
        ? { name: 'settled', payment: fact.payment, response: fact.response }
        : null
    case 'authorization_dead':
      if (state.name === 'settled' || state.name === 'refused') return null
      return { name: 'refused', reason: fact.reason, hasWork: state.name !== 'claimed' }
    case 'facilitator_refused':
      return state.name === 'settling' ? { name: 'refused', reason: fact.reason, hasWork: true } : null
    default:
      return fact satisfies never
  }
}

/** Whether money may still move, or work be delivered, by what holds the claim. */
export function isOpen({ name }: ClaimState): boolean {
  return name !== 'settled' && name !== 'refused'
}
