import type { Purchase } from './purchase.ts'

/** What is wanted: a pack for an account, by a command that its repetitions share. */
export type PackWish = { readonly accountId: string; readonly packCents: number; readonly commandId: string }

/** A payment as it was presented. */
export type PresentedPayment = {
  readonly challengeId: string
  readonly credentialDigest: string
  readonly token: string
  /** What the challenge offered, when it is one of ours; null for one that we never issued. */
  readonly offer: Offer | null
}
export type Offer = { readonly accountId: string; readonly packCents: number; readonly expiresAt: Date }

/** Why a challenge is answered, and no purchase. */
export type ChallengeReason =
  | 'payment_missing'
  | 'credential_malformed'
  | 'challenge_unknown'
  | 'challenge_expired'
  | 'payment_declined'

export type Judgment =
  | { kind: 'claim'; payment: PresentedPayment }
  /** The purchase that this payment or this command made before; it goes on, or is answered as it ended. */
  | { kind: 'resume'; purchase: Purchase }
  | { kind: 'challenge'; reason: ChallengeReason }
  | { kind: 'conflict'; reason: 'payment_bound' | 'idempotency_key_reused' }

export type Known = {
  /** The purchase that this command claimed and that was not refused. */
  readonly byCommand: Purchase | null
  /** The purchase that used the challenge of the presented payment. */
  readonly byChallenge: Purchase | null
}

/**
 * What becomes of a request for a pack. What was claimed before decides first, so that a payment that was made is never
 * answered with a fresh challenge, which clients pay again: not when its challenge has expired since, and not when the same
 * command comes with another payment, which then stays unspent.
 */
export function judgePayment(
  wish: PackWish,
  payment: PresentedPayment | 'none' | 'malformed',
  { byCommand, byChallenge }: Known,
  now: Date,
): Judgment {
  if (byCommand !== null) {
    return byCommand.packCents === wish.packCents
      ? { kind: 'resume', purchase: byCommand }
      : { kind: 'conflict', reason: 'idempotency_key_reused' }
  }
  if (payment === 'none') return { kind: 'challenge', reason: 'payment_missing' }
  if (payment === 'malformed') return { kind: 'challenge', reason: 'credential_malformed' }
  if (byChallenge !== null) return judgeClaimed(wish, payment, byChallenge)
  const { offer } = payment
  if (offer === null) return { kind: 'challenge', reason: 'challenge_unknown' }
  if (!isFor(offer, wish)) return { kind: 'conflict', reason: 'payment_bound' }
  return offer.expiresAt <= now
    ? { kind: 'challenge', reason: 'challenge_expired' }
    : { kind: 'claim', payment }
}

function judgeClaimed(wish: PackWish, payment: PresentedPayment, purchase: Purchase): Judgment {
  if (!isFor(purchase, wish) || purchase.credentialDigest !== payment.credentialDigest) {
    return { kind: 'conflict', reason: 'payment_bound' }
  }
  return purchase.state === 'refused'
    ? { kind: 'challenge', reason: 'payment_declined' }
    : { kind: 'resume', purchase }
}

function isFor(of: Pick<PackWish, 'accountId' | 'packCents'>, wish: PackWish): boolean {
  return of.accountId === wish.accountId && of.packCents === wish.packCents
}
