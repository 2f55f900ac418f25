/** One transfer by authorization that is looked for: addresses and nonce in hex, amount in units of the token. */
export type AuthorizedTransfer = {
  readonly payer: string
  readonly nonce: string
  readonly payTo: string
  readonly units: bigint
  /** Block after which it can be found. */
  readonly sinceBlock: bigint
}

/** Where the chain has a payment. */
export type FoundPayment = { readonly transaction: string; readonly block: bigint }

/** The same with the hash of its block, by which a reorganisation is noticed that takes the payment back. */
export type PaymentInBlock = FoundPayment & { readonly blockHash: string }

/** What a chain says of one authorization, read at one block. */
export type ChainFacts = {
  /** Time of that block. */
  readonly at: Date
  /** Whether the token contract takes the authorization no more. */
  readonly isUsed: boolean
  /** The transfer to the payee that used it; null when none was found. */
  readonly payment: PaymentInBlock | null
  /** Whether it was canceled by its payer. */
  readonly isCanceled: boolean
  /** Whether it was used for a transfer of another amount or to another payee. */
  readonly isSpentElsewhere: boolean
  /** Of one that can be used yet: whether its payer holds the amount. */
  readonly isFunded: boolean
}

export type ChainVerdict =
  | { readonly name: 'paid'; readonly payment: PaymentInBlock }
  /** It was not used and still can be, as soon as its payer holds the amount. */
  | { readonly name: 'unspent'; readonly isFunded: boolean }
  /** It never pays for this. */
  | { readonly name: 'dead'; readonly reason: 'canceled' | 'expired' | 'spent_elsewhere' }
  /** It is used, and what for is not to be seen yet. */
  | { readonly name: 'unclear' }

/** What became of an authorization that is valid before an instant. */
export function chainVerdict(
  { at, isUsed, payment, isCanceled, isSpentElsewhere, isFunded }: ChainFacts,
  validBefore: Date,
): ChainVerdict {
  if (payment !== null) return { name: 'paid', payment }
  if (isCanceled) return { name: 'dead', reason: 'canceled' }
  if (isSpentElsewhere) return { name: 'dead', reason: 'spent_elsewhere' }
  if (isUsed) return { name: 'unclear' }
  return at >= validBefore ? { name: 'dead', reason: 'expired' } : { name: 'unspent', isFunded }
}
