/** What the processor says of a hold. */
export type HoldFacts =
  /** The buyer has not paid yet; the page is where it does. */
  | { readonly name: 'open'; readonly intentId: string | null; readonly url: string | null }
  | { readonly name: 'held'; readonly intentId: string; readonly captureBefore: Date | null }
  | { readonly name: 'captured'; readonly intentId: string; readonly cents: bigint }
  /** It holds nothing and never will: not paid in time, declined, released, or its time is over. */
  | { readonly name: 'ended'; readonly intentId: string | null; readonly isDeclined: boolean }

/** What identifies a hold at the processor. */
export type HoldReference = { readonly sessionId: string | null; readonly intentId: string | null }

/** The money that a hold is asked for, and where it goes. */
export type HoldRequest = {
  /** Marks what is made, so that it is found when its answer was lost. */
  readonly mark: string
  readonly spoolId: string
  readonly destination: string
  readonly cents: bigint
  readonly feeCents: bigint
  readonly description: string
  readonly returnUrl: string
}

/** Why a call to the processor brought nothing to go by. */
export class ProcessorFailure extends Error {
  /**
   * `lost`: no answer; the same key may be sent again. `remembered`: an error that the key gets from now on, with or without the
   * effect. `too_small`: under what the processor takes. `refused`: not in this state, or not with these parameters.
   */
  readonly kind: 'lost' | 'remembered' | 'too_small' | 'refused'

  constructor(kind: ProcessorFailure['kind'], cause: unknown) {
    super(`the processor of cards did not do it (${kind})`, { cause })
    this.kind = kind
  }
}

/** The processor of cards. Every call but a read takes an idempotency key; rejects with `ProcessorFailure` only. */
export type CardProcessor = {
  /** Asks for something that every deployment may read: rejects while the processor does not answer it. */
  probe(): Promise<void>
  createAccount(payeeId: string, key: string): Promise<string>
  /** Whether an account can be paid, by the word of the processor alone. */
  isReady(accountId: string): Promise<boolean>
  createLink(
    accountId: string,
    urls: { refreshUrl: string; returnUrl: string },
  ): Promise<{ url: string; expiresAt: Date }>
  openCheckout(request: HoldRequest, key: string): Promise<{ sessionId: string; facts: HoldFacts }>
  /** Holds the amount on a card; a card that declines is an ended hold. */
  authorize(request: HoldRequest, paymentMethod: string, key: string): Promise<HoldFacts>
  /** What was made under a mark without our knowing; null where there is nothing. */
  find(mark: string): Promise<HoldFacts | null>
  read(hold: HoldReference): Promise<HoldFacts>
  capture(intentId: string, amount: { cents: bigint; feeCents: bigint }, key: string): Promise<HoldFacts>
  cancel(intentId: string, key: string): Promise<HoldFacts>
  /** Ends a page that no one has paid on. */
  expireCheckout(sessionId: string, key: string): Promise<HoldFacts>
}
