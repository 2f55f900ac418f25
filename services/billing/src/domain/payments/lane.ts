import type { ChainFacts, FoundPayment } from '@outturn/evm-token'
import type { PaymentLaneState } from '@outturn/contracts'
import type { AuthorizationName, Claim, SignedPayment } from './claim.ts'

/** A way to pay for one call: everything that is particular to its protocol and its chain. */
export type PaymentLane = {
  /** Whether it takes payments now. */
  state(): PaymentLaneState
  /** Looks again whether it can take payments; never rejects. */
  check(): Promise<void>
  /** What has to be paid for something, in the form that a payer signs. */
  offer(article: Article): Promise<Offer>
  /** Reads the header of a payment; refuses one that is none. */
  read(header: string): PresentedPayment
  /** The requirement of the offer that a payment is made for; null when it is for another one. */
  requirementOf(payment: PresentedPayment, offer: Offer): Requirement | null
  /** Asks the facilitator whether a payment could be settled now; rejects when it cannot be asked. */
  verify(signed: SignedPayment): Promise<Judgment>
  /** Asks the facilitator to move the money. Whatever it answers, the chain says whether it has. */
  settle(signed: SignedPayment): Promise<SettleAnswer>
  /** Number of the latest block. */
  latestBlock(): Promise<bigint>
  /** What the chain has of the authorization of a claim. */
  facts(claim: ChainQuestion): Promise<ChainFacts>
  /** What a settled payment is answered with: the header, and its members for the body. */
  response(claim: Pick<Claim, 'authorization' | 'amountMicros'>, payment: FoundPayment): SettledResponse
  /** The header of a payment that was refused for good. */
  refusal(claim: Pick<Claim, 'authorization'>, reason: string): string
}

/** What is for sale: its price, and the address and description that the challenge names. */
export type Article = { readonly amountMicros: bigint; readonly url: string; readonly description: string }

export type Offer = {
  readonly article: Article
  readonly requirements: readonly Requirement[]
  /** The challenge as a header, and as members of the error body. */
  readonly header: string
  readonly members: Readonly<Record<string, unknown>>
}

/** One way to pay an offer; `text` is its JSON. */
export type Requirement = {
  readonly text: string
  readonly asset: string
  readonly network: string
  readonly payTo: string
  readonly amountMicros: bigint
}

/** A payment as it was presented; its addresses and nonce are in lower case. */
export type PresentedPayment = {
  readonly authorization: AuthorizationName
  /** Whom and how much the authorization pays. */
  readonly payTo: string
  readonly amountMicros: bigint
  readonly validAfter: Date
  readonly validBefore: Date
  readonly signature: string
  /** The address of the resource that it says it is for; null when it names none. */
  readonly url: string | null
  /** Its JSON text. */
  readonly text: string
}

export type Judgment = { readonly isValid: true } | { readonly isValid: false; readonly reason: string }

/** What the facilitator says of a settlement; `unknown` is everything but its word. */
export type SettleAnswer =
  | { readonly name: 'accepted' | 'unknown' }
  | { readonly name: 'refused'; readonly reason: string }

export type ChainQuestion = Pick<Claim, 'authorization' | 'payTo' | 'amountMicros' | 'sinceBlock'>

export type SettledResponse = { readonly header: string; readonly members: Readonly<Record<string, string>> }
