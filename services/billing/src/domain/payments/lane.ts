import type { ChainFacts, FoundPayment } from '@outturn/evm-token'
import type { PaymentLaneState } from '@outturn/contracts'
import type { AuthorizationName, Claim, Purchase, SignedPayment } from './claim.ts'

/** A way to pay for one call: everything that is particular to its protocol and its chain. */
export type PaymentLane = {
  /** Whether it takes payments now. */
  state(): PaymentLaneState
  /** Whether each payment must carry an id that its payer gave it. */
  readonly requiresIdentifier: boolean
  /** Looks again whether it can take payments; never rejects. */
  check(): Promise<void>
  /** What has to be paid for something, in the form that a payer signs. */
  offer(article: Article): Promise<Offer>
  /** Reads the header of a payment; refuses one that is none. */
  read(header: string): Promise<PresentedPayment>
  /** Whether the payer signed a payment; rejects when the chain would have to say so and cannot be asked. */
  isSigned(payment: PresentedPayment): Promise<boolean>
  /** Name of an extension of the offer that the payment does not send back as it came; null where each is as it was. */
  changedExtension(payment: PresentedPayment, offer: Offer): string | null
  /** The payment as it pays for the offer; null when it is for another one. */
  accept(payment: PresentedPayment, offer: Offer): AcceptedPayment | null
  /** Asks the facilitator whether a payment could be settled now; rejects when it does not answer. */
  verify(payment: AcceptedPayment): Promise<Judgment>
  /** Asks the facilitator to move the money. Whatever it answers, the chain says whether it has. */
  settle(signed: SignedPayment): Promise<SettleAnswer>
  /** Number of the latest block. */
  latestBlock(): Promise<bigint>
  /** What the chain has of the authorization of a claim. */
  facts(claim: ChainQuestion): Promise<ChainFacts>
  /** What a settled payment is answered with: the header, and its members for the body. */
  response(claim: Pick<Claim, 'authorization' | 'amountMicros'>, payment: FoundPayment): SettledResponse
  /** The header of a settled payment with the signed receipt for what it paid for, where that can be signed now. */
  receipted(claim: Claim, url: string): Promise<string>
  /** The header of a payment that was refused for good. */
  refusal(claim: Pick<Claim, 'authorization'>, reason: string): string
}

/** What is for sale: its price, and the address and description that the challenge names. */
export type Article = {
  readonly purchase: Purchase
  readonly amountMicros: bigint
  readonly url: string
  readonly description: string
}

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
  /** As tokens take it where it is that of a plain key; else whatever text was sent. */
  readonly signature: string
  /** The signature is that of the payer's own key; what a contract signs with only the chain can judge. */
  readonly isSignedByKey: boolean
  /** The id by which its payer knows the payment, however often it is signed anew; null where it has none. */
  readonly identifier: string | null
  /** The extensions that it carries, as JSON text; null where it carries none. */
  readonly extensionsText: string | null
  /** The address of the resource that it says it is for; null when it names none. */
  readonly url: string | null
  /** The digest that its payer signs; null where the token knows no such transfer. */
  readonly digest: string | null
  /** The requirement that it says it is for, and its signed transfer, each as JSON text. */
  readonly acceptedText: string
  readonly transferText: string
}

/** A payment of an offer: the requirement that it is for, and the payment in the form in which it is settled. */
export type AcceptedPayment = {
  readonly requirement: Requirement
  readonly signed: SignedPayment
  readonly isSignedByKey: boolean
}

export type Judgment = { readonly isValid: true } | { readonly isValid: false; readonly reason: string }

/** What the facilitator says of a settlement; `unknown` is everything but its word. */
export type SettleAnswer =
  | { readonly name: 'accepted' | 'unknown' }
  | { readonly name: 'refused'; readonly reason: string }

export type ChainQuestion = Pick<Claim, 'authorization' | 'payTo' | 'amountMicros' | 'sinceBlock'>

export type SettledResponse = { readonly header: string; readonly members: Readonly<Record<string, string>> }
