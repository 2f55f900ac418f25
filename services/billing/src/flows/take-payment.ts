import { absent, unavailable } from '@outturn/contracts'
import { failPoint } from '@outturn/service'
import type { BillingDeps } from '../deps.ts'
import type { Claim } from '../domain/payments/claim.ts'
import type { AcceptedPayment, Offer, PresentedPayment } from '../domain/payments/lane.ts'
import {
  extensionChanged,
  identifierMissing,
  paymentFailed,
  paymentRequired,
  paymentUnknown,
} from '../domain/payments/refusals.ts'
import { findClaim, readClaim } from '../store/payment-claims.ts'
import {
  assertSamePurpose,
  claimAnswered,
  claimPayment,
  findClaimOfPurpose,
  type Purpose,
} from './claim-payment.ts'
import { askChain, settleClaim, settleIfPaid } from './settle-claim.ts'

/** What one payment buys. */
export type Sale = {
  readonly purpose: Purpose
  /** What has to be paid, asked by a payer or, with null, by one that is not known yet. Refuses what cannot be sold. */
  offer(payer: Pick<Claim, 'authorization'> | null): Promise<Offer>
  /** Does what is paid for and withholds it. */
  work(claim: Claim): Promise<void>
}

/** What an authorization must be valid for yet when it is claimed, ms: time for the work and the settling. */
const minValidityMs = 20_000
/** What it may be valid for at most, ms: until then its claim may stay open. */
const maxValidityMs = 3_600_000
/** Blocks before its claim in which an authorization is looked for: it may be used while it is looked at, and nodes lag behind each other. */
const blocksBefore = 60n
/** How often a payment may end another claim of the same request before its own turn. */
const maxClaims = 3

/** A claim that answers a call; it is a repetition where its answer was there before, or is that of another payment. */
export type Taken = { readonly claim: Claim; readonly isRepetition: boolean }

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
 * work, and money is moved when the work is done; one that was claimed before goes on where it is. A command that has bought is
 * answered by what it bought, and the payment that comes with it stays unspent.
 */
export async function takePayment(
  deps: BillingDeps,
  sale: Sale,
  payment: PresentedPayment,
  until: number,
): Promise<Taken> {
  const { x402: lane } = deps
  const known = await findClaim(deps.pool, payment.authorization)
  if (known !== null) return goOn(deps, sale, payment, known, until)
  if (lane.requiresIdentifier && payment.identifier === null) throw identifierMissing()
  // Before anything is answered by a command of this payer: anyone may write down its address.
  if (!(await lane.isSigned(payment))) {
    throw paymentFailed(lane, await sale.offer(payment), payment, 'invalid_exact_evm_signature')
  }
  const bought = await takeAgain(deps, sale, until)
  if (bought !== null) return bought
  const offer = await sale.offer(payment)
  const changed = lane.changedExtension(payment, offer)
  if (changed !== null) throw extensionChanged(offer, changed)
  const accepted = lane.accept(payment, offer)
  if (accepted === null) throw paymentRequired(offer, 'The payment is for other terms than these.')
  if (payment.url !== null && payment.url !== offer.article.url) {
    throw paymentRequired(offer, 'The payment names another resource than this request.')
  }
  return takeNew(deps, sale, { payment, accepted, offer }, until)
}

/** What the command of a sale has bought before, or is buying; null where it has no command, or nothing was taken for it. */
export async function takeAgain(deps: BillingDeps, sale: Sale, until: number): Promise<Taken | null> {
  const bought = await findClaimOfPurpose(deps.pool, sale.purpose)
  if (bought === null) return null
  const claim = await finish(deps, sale, bought, until)
  return claim.state.name === 'refused' ? null : { claim, isRepetition: true }
}

type NewPayment = {
  readonly payment: PresentedPayment
  readonly accepted: AcceptedPayment
  readonly offer: Offer
}

/** Claims an authorization that was not used here, and takes it as far as it goes. */
async function takeNew(
  deps: BillingDeps,
  sale: Sale,
  { payment, accepted, offer }: NewPayment,
  until: number,
): Promise<Taken> {
  for (let round = 0; round < maxClaims; round += 1) {
    const usable = await usableFrom(deps, payment, accepted, offer)
    // A repetition that was quicker may have used it: then it is that payment, and not a failed one.
    const used = 'refusal' in usable ? await findClaim(deps.pool, payment.authorization) : null
    if (used !== null) return goOn(deps, sale, payment, used, until)
    if ('refusal' in usable) throw usable.refusal
    const claim = await claimPayment(deps, payment, accepted, sale.purpose, usable.sinceBlock)
    if (claim === null) continue
    failPoint('billing.after-claim')
    if (claim.authorization.nonce === payment.authorization.nonce) {
      return goOn(deps, sale, payment, claim, until)
    }
    const ended = await finish(deps, sale, claim, until)
    if (ended.state.name === 'settled') {
      // What has paid already is not kept from paying for the same request once more.
      if (usable.isPaid && !isOfPurpose(ended, sale)) continue
      const own = usable.isPaid ? null : await claimAnswered(deps, payment, accepted, sale.purpose, ended)
      return own === null ? { claim: ended, isRepetition: true } : goOn(deps, sale, payment, own, until)
    }
    // What the payer began before cannot be paid any more: now its new authorization is used.
    if (ended.state.name !== 'refused') return { claim: ended, isRepetition: true }
  }
  throw unavailable('Other payments for the same request kept ending.')
}

/** Whether a claim is what the command of a sale, or the id of its payment, has bought. */
function isOfPurpose({ commandId, identifier, authorization }: Claim, { purpose }: Sale): boolean {
  const isOfCommand = commandId !== null && commandId === purpose.commandId
  const isNamed =
    identifier !== null &&
    identifier === purpose.identifier?.id &&
    authorization.payer === purpose.identifier.payer
  return isOfCommand || isNamed
}

type Usable = { readonly sinceBlock: bigint; readonly isPaid: boolean } | { readonly refusal: Error }

/**
 * The block since which an authorization can pay, or why it does not. One that has paid already, before it came with a call, counts as
 * any other: before a used authorization is refused the chain is asked what it was used for.
 */
async function usableFrom(
  deps: BillingDeps,
  payment: PresentedPayment,
  accepted: AcceptedPayment,
  offer: Offer,
): Promise<Usable> {
  const { x402: lane, clock } = deps
  const untimely = untimelyBy(payment, clock.now())
  const judgment = untimely === null ? await lane.verify(accepted) : null
  if (judgment?.isValid === true) {
    const latest = await lane.latestBlock()
    return { sinceBlock: latest > blocksBefore ? latest - blocksBefore : 0n, isPaid: false }
  }
  const { authorization, validBefore } = payment
  const { payTo, amountMicros } = accepted.requirement
  const question = { id: 'not claimed', authorization, payTo, amountMicros, validBefore, sinceBlock: 0n }
  const verdict = await askChain(deps, question)
  if (verdict.name === 'paid') return { sinceBlock: verdict.payment.block, isPaid: true }
  if (verdict.name === 'unclear') return { refusal: paymentUnknown() }
  if (verdict.name === 'dead' && verdict.reason !== 'expired') {
    return { refusal: paymentFailed(lane, offer, payment, verdict.reason) }
  }
  if (judgment === null) return { refusal: paymentRequired(offer, untimely ?? undefined) }
  // The facilitator may see it used in a block that our node does not have yet.
  if (judgment.reason === usedBefore) return { refusal: paymentUnknown() }
  return { refusal: paymentFailed(lane, offer, payment, judgment.reason) }
}

/** The facilitator's word for an authorization that the token takes no more. */
const usedBefore = 'invalid_exact_evm_nonce_already_used'

/** Goes on with the claim of a payment, which a repetition may have made: it must be for this sale. */
async function goOn(
  deps: BillingDeps,
  sale: Sale,
  payment: PresentedPayment,
  known: Claim,
  until: number,
): Promise<Taken> {
  assertSamePurpose(known, payment, sale.purpose)
  const claim = await finish(deps, sale, known, until)
  return { claim, isRepetition: known.state.name === 'settled' || claim.id !== known.id }
}

/** Why an authorization has not the time to be settled; null when it has. */
function untimelyBy({ validAfter, validBefore }: PresentedPayment, at: Date): string | null {
  const now = at.getTime()
  if (validAfter.getTime() > now) return 'The payment is not valid yet.'
  if (validBefore.getTime() < now + minValidityMs) return 'The payment is not valid for long enough.'
  if (validBefore.getTime() > now + maxValidityMs) return 'The payment is valid for more than an hour.'
  return null
}

/** Brings a claim as far as it goes within the time of the call: its work, then its money. */
async function finish(deps: BillingDeps, sale: Sale, claim: Claim, until: number): Promise<Claim> {
  if (claim.answeredBy !== null) return readClaim(deps.pool, claim.answeredBy)
  if (claim.state.name === 'refused') return settleIfPaid(deps, claim)
  if (claim.state.name === 'claimed') await sale.work(claim)
  return settleClaim(deps, claim.id, until)
}
