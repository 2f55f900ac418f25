import { absent, unavailable } from '@outturn/contracts'
import { failPoint } from '@outturn/service'
import type { BillingDeps } from '../deps.ts'
import type { Claim } from '../domain/payments/claim.ts'
import type { Offer, PresentedPayment } from '../domain/payments/lane.ts'
import { paymentFailed, paymentRequired } from '../domain/payments/refusals.ts'
import { findClaim, readClaim } from '../store/payment-claims.ts'
import {
  assertSamePurpose,
  claimAnswered,
  claimPayment,
  findClaimOfPurpose,
  type Purpose,
} from './claim-payment.ts'
import { settleClaim, settleIfPaid } from './settle-claim.ts'

/** What one payment buys. */
export type Sale = {
  readonly purpose: Purpose
  /** What has to be paid, asked by a payer or, with null, by one that is not known yet. Refuses what cannot be sold. */
  offer(payer: Pick<Claim, 'authorization'> | null): Promise<Offer>
  /** Does what is paid for and withholds it. */
  work(claim: Claim): Promise<void>
}

/** What an authorization must be valid for yet when it is claimed: time for the work and the settling, s. */
const leastValidityMs = 20_000
/** What it may be valid for at most: until then its claim may stay open. */
const longestValidityMs = 3_600_000
/** Blocks before its claim in which an authorization is looked for: it may be used while it is looked at, and nodes lag behind each other. */
const blocksBefore = 60n
/** How often a payment may end another claim of the same request before its own turn. */
const mostClaims = 3

/** Refuses while the lane takes no payments; `remediation` says what to do where it never does. */
export function assertLaneOpen({ x402 }: Pick<BillingDeps, 'x402'>, remediation: string): void {
  const state = x402.state()
  if (state === 'open') return
  if (state === 'unreachable') {
    throw unavailable('Payments cannot be taken now.', { reason: 'payment_lane_unreachable' })
  }
  throw absent('This deployment takes no payments by x402.', { reason: 'payment_lane_off', remediation })
}

/**
 * Takes the payment of a sale as far as it goes until `until`, and answers its claim. The authorization is claimed before any
 * work, and money is moved when the work is done; one that was claimed before goes on where it is.
 */
export async function takePayment(
  deps: BillingDeps,
  sale: Sale,
  payment: PresentedPayment,
  until: number,
): Promise<Claim> {
  const { x402: lane } = deps
  const known = await findClaim(deps.pool, payment.authorization)
  if (known !== null) return goOn(deps, sale, payment, known, until)
  const bought = await findClaimOfPurpose(deps.pool, sale.purpose)
  if (bought !== null) {
    const ended = await finish(deps, sale, bought, until)
    if (ended.state.name !== 'refused') return ended
  }
  const offer = await sale.offer(payment)
  const requirement = acceptable(deps, payment, offer)
  const signed = { payload: payment.text, requirements: requirement.text }
  for (let round = 0; round < mostClaims; round += 1) {
    const judgment = await lane.verify(signed)
    if (!judgment.isValid) {
      // A repetition that was quicker may have used it: then it is that payment, and not a failed one.
      const used = await findClaim(deps.pool, payment.authorization)
      if (used !== null) return goOn(deps, sale, payment, used, until)
      throw paymentFailed(lane, offer, payment, judgment.reason)
    }
    const latest = await lane.latestBlock()
    const sinceBlock = latest > blocksBefore ? latest - blocksBefore : 0n
    const claim = await claimPayment(deps, payment, requirement, sale.purpose, sinceBlock)
    if (claim === null) continue
    failPoint('billing.after-claim')
    if (claim.authorization.nonce === payment.authorization.nonce) {
      return goOn(deps, sale, payment, claim, until)
    }
    const ended = await finish(deps, sale, claim, until)
    if (ended.state.name === 'settled') {
      const own = await claimAnswered(deps, payment, requirement, sale.purpose, ended)
      return own === null ? ended : goOn(deps, sale, payment, own, until)
    }
    // What the payer began before cannot be paid any more: now its new authorization is used.
    if (ended.state.name !== 'refused') return ended
  }
  throw unavailable('Other payments for the same request kept ending.')
}

/** Goes on with the claim of a payment, which a repetition may have made: it must be for this sale. */
async function goOn(
  deps: BillingDeps,
  sale: Sale,
  payment: PresentedPayment,
  claim: Claim,
  until: number,
): Promise<Claim> {
  assertSamePurpose(claim, payment, sale.purpose)
  return finish(deps, sale, claim, until)
}

/** The requirement that a payment is for; refuses one that pays for something else or has not the time to be settled. */
function acceptable({ x402: lane, clock }: BillingDeps, payment: PresentedPayment, offer: Offer) {
  const requirement = lane.requirementOf(payment, offer)
  if (requirement === null) throw paymentRequired(offer, 'The payment is for other terms than these.')
  if (payment.url !== null && payment.url !== offer.article.url) {
    throw paymentRequired(offer, 'The payment names another resource than this request.')
  }
  const now = clock.now().getTime()
  if (payment.validAfter.getTime() > now) {
    throw paymentRequired(offer, 'The payment is not valid yet.')
  }
  if (payment.validBefore.getTime() < now + leastValidityMs) {
    throw paymentRequired(offer, 'The payment is not valid for long enough.')
  }
  if (payment.validBefore.getTime() > now + longestValidityMs) {
    throw paymentRequired(offer, 'The payment is valid for more than an hour.')
  }
  return requirement
}

/** Brings a claim as far as it goes within the time of the call: its work, then its money. */
async function finish(deps: BillingDeps, sale: Sale, claim: Claim, until: number): Promise<Claim> {
  if (claim.answeredBy !== null) return readClaim(deps.pool, claim.answeredBy)
  if (claim.state.name === 'refused') return settleIfPaid(deps, claim)
  if (claim.state.name === 'claimed') await sale.work(claim)
  return settleClaim(deps, claim.id, until)
}
