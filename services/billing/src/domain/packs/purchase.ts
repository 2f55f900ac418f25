import type { PackRail } from '@outturn/vocabulary'

/**
 * `claimed`: the payment is recorded and nothing was asked of the processor. `charging`: it may have been asked, so what it did
 * is not known. `granted`: it took the money and the credits are in the ledger. `refused`: it took nothing.
 */
export type PurchaseState = 'claimed' | 'charging' | 'granted' | 'refused'

/** One credit pack that somebody pays for, from the payment to the credits. */
export type Purchase = {
  readonly id: string
  readonly accountId: string
  readonly rail: PackRail
  readonly packCents: number
  /** Whether a person pays it on a page of the processor, and not a program by a token. */
  readonly isCheckout: boolean
  /** What is paid; it is used once. */
  readonly challengeId: string
  /** Digest of the payment, so that another one for the same challenge is told apart when its token is gone. */
  readonly credentialDigest: string
  /** The command that claimed it; its repetitions are this purchase. */
  readonly commandId: string
  readonly state: PurchaseState
  /** What the processor is paid with; forgotten when the purchase ends. */
  readonly token: string | null
  /** The payment as the processor names it, once that is known; of a checkout, its session until it is paid. */
  readonly paymentId: string | null
  /** The processor's word for why it took nothing. */
  readonly declined: string | null
  readonly attempts: number
  readonly createdAt: Date
  /** When it is looked after again, should its caller not ask. */
  readonly checkAt: Date
  /** Until when one process alone charges it. */
  readonly leasedUntil: Date
  readonly finishedAt: Date | null
}

/** What the processor says of a charge. `unknown` is everything that is not its word: it may have taken the money. */
export type Charge =
  | { status: 'succeeded'; paymentId: string; amountCents: number; currency: string }
  | { status: 'declined'; paymentId: string | null; reason: string }
  | { status: 'unknown'; paymentId: string | null }

/** Longer than a call of the processor may take, so that two processes never charge at once. */
const leaseMs = 20_000
const firstCheckMs = 5_000
const longestCheckMs = 3_600_000
/** The processor answers a repeated charge with its first answer for a day; past this it is only searched for. */
const repeatableMs = 23 * 3_600_000
/** How long a person may pay on the page of the processor, which takes no less than half an hour for it. */
export const checkoutMs = 2 * 3_600_000
/** Pages that wait for the people of one account at most. */
export const maxOpenCheckouts = 10
/** The longest time until a checkout is looked at again, whose person may have paid and gone. */
const longestCheckoutCheckMs = 300_000

export type NewPurchase = Pick<
  Purchase,
  'id' | 'accountId' | 'rail' | 'packCents' | 'isCheckout' | 'challengeId' | 'credentialDigest' | 'commandId'
> & { readonly token: string }

/** A purchase of which nothing is known but that it was paid for. */
export function claimPurchase(purchase: NewPurchase, now: Date): Purchase {
  return {
    ...purchase,
    state: 'claimed',
    paymentId: null,
    declined: null,
    attempts: 0,
    createdAt: now,
    checkAt: later(now, firstCheckMs),
    leasedUntil: now,
    finishedAt: null,
  }
}

/** The purchase as it must be recorded before the processor is asked; null when it has ended or another process asks. */
export function beginCharge(purchase: Purchase, now: Date): Purchase | null {
  if (isFinished(purchase) || purchase.leasedUntil > now) return null
  const leasedUntil = later(now, leaseMs)
  return {
    ...purchase,
    state: 'charging',
    attempts: purchase.attempts + 1,
    leasedUntil,
    checkAt: leasedUntil,
  }
}

/**
 * The purchase after the processor's answer. What has ended stays as it ended, however late another answer comes. Throws when
 * the processor took something else than the price: that is for people to look at, and nothing is granted meanwhile.
 */
export function concludeCharge(purchase: Purchase, charge: Charge, now: Date): Purchase {
  if (isFinished(purchase)) return purchase
  if (purchase.state !== 'charging')
    throw new Error(`purchase ${purchase.id} was charged before it was begun`)
  switch (charge.status) {
    case 'succeeded':
      assertPrice(purchase, charge)
      return { ...finish(purchase, 'granted', now), paymentId: charge.paymentId }
    case 'declined':
      return {
        ...finish(purchase, 'refused', now),
        paymentId: charge.paymentId ?? purchase.paymentId,
        declined: charge.reason,
      }
    case 'unknown':
      return {
        ...purchase,
        paymentId: charge.paymentId ?? purchase.paymentId,
        leasedUntil: now,
        checkAt: later(now, Math.min(firstCheckMs * 2 ** (purchase.attempts - 1), longestCheckOf(purchase))),
      }
    default:
      return charge satisfies never
  }
}

/** Whether the processor may be asked to charge; later it is asked only whether it did. */
export function mayCharge({ createdAt }: Pick<Purchase, 'createdAt'>, now: Date): boolean {
  return now.getTime() - createdAt.getTime() < repeatableMs
}

export function isFinished({ finishedAt }: Pick<Purchase, 'finishedAt'>): boolean {
  return finishedAt !== null
}

function finish(purchase: Purchase, state: 'granted' | 'refused', now: Date): Purchase {
  return { ...purchase, state, token: null, leasedUntil: now, checkAt: now, finishedAt: now }
}

function longestCheckOf({ isCheckout }: Purchase): number {
  return isCheckout ? longestCheckoutCheckMs : longestCheckMs
}

function assertPrice(
  { id, packCents }: Purchase,
  { amountCents, currency, paymentId }: Charge & { status: 'succeeded' },
): void {
  if (amountCents === packCents && currency === 'usd') return
  throw new Error(
    `payment ${paymentId} of purchase ${id} is ${amountCents} ${currency}, and its price is ${packCents} usd`,
  )
}

function later(now: Date, ms: number): Date {
  return new Date(now.getTime() + ms)
}
