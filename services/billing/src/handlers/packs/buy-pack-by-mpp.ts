import { setTimeout as delay } from 'node:timers/promises'
import {
  absent,
  type buyPackByMpp,
  type CommandOutput,
  conflict,
  Refusal,
  readBalance,
  unavailable,
} from '@outturn/contracts'
import type { CommandContext, Handler } from '@outturn/messaging'
import { derivedId } from '@outturn/service'
import type { BillingDeps, PackLane } from '../../deps.ts'
import {
  type ChallengeReason,
  judgePayment,
  type PackWish,
  type PresentedPayment,
} from '../../domain/packs/judge-payment.ts'
import { claimPurchase, isFinished, type Purchase } from '../../domain/packs/purchase.ts'
import { chargePurchase } from '../../flows/charge-purchase.ts'
import { findPurchases, readPurchase, recordClaim } from '../../store/packs/credit-purchases.ts'

type Reply = CommandOutput<typeof buyPackByMpp>

/** Kept of the caller's time for its answer to arrive. */
const answerMs = 1_000
const lookAgainMs = 200
const retryAfterSeconds = 5

/** Sells a pack: a challenge to who has not paid, credits to who has, each payment once. */
export function handleBuyPackByMpp(deps: BillingDeps): Handler<typeof buyPackByMpp> {
  return async ({ accountId, request, credential }, context) => {
    const { mpp } = deps
    if (mpp === null) {
      throw absent('This deployment does not sell credits by MPP.', { reason: 'payment_lane_off' })
    }
    const wish = { accountId, packCents: request.pack_cents, commandId: context.commandId }
    const payment = credential === null ? 'none' : mpp.protocol.read(credential)
    const purchase = await purchaseFor(deps, mpp, wish, payment, context.now)
    const ended = await endOf(deps, mpp, purchase, context)
    switch (ended.state) {
      case 'granted':
        return accepted(mpp, ended, isFinished(purchase) || isOfAnother(payment, purchase))
      case 'refused':
        throw await paymentRequired(mpp, wish, 'payment_declined', ended.declined, context.now)
      default:
        throw unresolved()
    }
  }
}

/** Whether a request is answered by what another payment bought. */
function isOfAnother(payment: PresentedPayment | 'none' | 'malformed', { challengeId }: Purchase): boolean {
  return typeof payment !== 'string' && payment.challengeId !== challengeId
}

/** The purchase that this request is: one that was claimed before, or a new claim. Refuses what is neither. */
async function purchaseFor(
  { db, countPayment }: BillingDeps,
  mpp: PackLane,
  wish: PackWish,
  payment: PresentedPayment | 'none' | 'malformed',
  now: Date,
): Promise<Purchase> {
  const challengeId = typeof payment === 'string' ? null : payment.challengeId
  for (;;) {
    const known = await findPurchases(db, { commandId: wish.commandId, challengeId })
    const judgment = judgePayment(wish, payment, known, now)
    switch (judgment.kind) {
      case 'resume':
        return judgment.purchase
      case 'claim': {
        const { offer: _, ...paid } = judgment.payment
        const id = derivedId('purchase', `mpp:${paid.challengeId}`)
        const claim = claimPurchase({ ...wish, ...paid, id, rail: 'mpp', isCheckout: false }, now)
        if (await recordClaim(db, claim)) {
          countPayment('mpp', claim.state)
          return claim
        }
        // Another request claimed it at the same time; what it claimed decides.
        break
      }
      case 'challenge':
        throw await paymentRequired(mpp, wish, judgment.reason, null, now)
      case 'conflict':
        throw conflict(conflictWords[judgment.reason], { reason: judgment.reason })
      default:
        return judgment satisfies never
    }
  }
}

/** The purchase as it ended, charged by this process or by another; as it is when the caller's time is over. */
async function endOf(
  deps: BillingDeps,
  mpp: PackLane,
  purchase: Purchase,
  { deadline, now }: CommandContext,
): Promise<Purchase> {
  if (isFinished(purchase)) return purchase
  const charged = await chargePurchase(deps, mpp, purchase.id, now)
  if (charged !== null) return charged
  let latest = await readPurchase(deps.db, purchase.id)
  while (!isFinished(latest) && Date.now() < deadline - answerMs) {
    await delay(lookAgainMs)
    latest = await readPurchase(deps.db, purchase.id)
  }
  return latest
}

function accepted({ protocol }: PackLane, purchase: Purchase, isReplayed: boolean): Reply {
  return {
    accepted: {
      status: 'payment_accepted',
      purchase_id: purchase.id,
      pack_cents: purchase.packCents as Reply['accepted']['pack_cents'],
      balance_url: readBalance.http.path,
    },
    paymentReceipt: protocol.receipt(purchase),
    isReplayed,
  }
}

const conflictWords = {
  payment_bound:
    'This payment was made for another request: another pack, account or credential used its challenge. Nothing was charged now.',
  idempotency_key_reused: 'This idempotency key bought a pack of another size.',
} as const

const problems: Record<ChallengeReason, readonly [type: string, title: string, words: string]> = {
  payment_missing: ['payment-required', 'Payment required', 'A credit pack is paid for by card with MPP.'],
  credential_malformed: [
    'malformed-credential',
    'Malformed credential',
    'The payment credential cannot be read.',
  ],
  challenge_unknown: [
    'invalid-challenge',
    'Unknown challenge',
    'The payment answers a challenge that was not issued here.',
  ],
  challenge_expired: [
    'payment-expired',
    'Challenge expired',
    'The challenge that the payment answers has expired.',
  ],
  payment_declined: ['verification-failed', 'Payment declined', 'The processor declined the payment'],
}

/** The 402 with a fresh challenge; said only where nothing was taken, because clients pay a fresh challenge at once. */
async function paymentRequired(
  { protocol, challengeTtlMs, newNonce }: PackLane,
  wish: PackWish,
  reason: ChallengeReason,
  declined: string | null,
  now: Date,
): Promise<Refusal> {
  const expiresAt = new Date(now.getTime() + challengeTtlMs)
  const { id, header, view } = await protocol.challenge(wish, expiresAt, newNonce())
  const [type, title, words] = problems[reason]
  const message = declined === null ? words : `${words}: ${declined}.`
  return new Refusal('payment_required_mpp', message, {
    reason,
    headers: { 'www-authenticate': header },
    details: {
      type: `https://paymentauth.org/problems/${type}`,
      title,
      status: 402,
      detail: message,
      challengeId: id,
      challenge: view,
    },
  })
}

/** No challenge goes with it, and it is no 402: a client that pays again by itself would pay twice. */
function unresolved(): Refusal {
  return unavailable('Whether the processor took the payment is not known yet.', {
    reason: 'payment_unresolved',
    retryAfterSeconds,
    remediation:
      'Send the same request with the same credential after the seconds in Retry-After, and do not pay again: a payment that was made becomes credits by itself.',
  })
}
