import {
  absent,
  accountOf,
  buyVerification,
  errorCodes,
  type OneCallRequest,
  pathTo,
  type Principal,
  Refusal,
  unavailable,
} from '@outturn/contracts'
import type { CommandContext, Handler } from '@outturn/messaging'
import { failPoint } from '@outturn/service'
import type { Wallet } from '../adapters/spool.ts'
import type { BillingDeps } from '../deps.ts'
import type { Claim } from '../domain/payments/claim.ts'
import type { Offer, PresentedPayment } from '../domain/payments/lane.ts'
import { paymentFailed, paymentRequired, paymentUnknown } from '../domain/payments/refusals.ts'
import { listPriceMicros, runWork } from '../domain/prices/price-list.ts'
import { changeClaim } from '../flows/change-claim.ts'
import { accountOfWallet, assertSamePurpose, claimPayment, type Purpose } from '../flows/claim-payment.ts'
import { settleClaim, settleIfPaid } from '../flows/settle-claim.ts'
import { findClaim } from '../store/payment-claims.ts'

type Delivered = { body: string; paymentResponse: string }

/** Of the time for an answer, what is kept back for sending it, ms. */
const answerMs = 1_500
const workMs = 12_000
/** What an authorization must be valid for yet when it is claimed: time for the work and the settling, s. */
const leastValidityMs = 20_000
/** What it may be valid for at most: until then its claim may stay open. */
const longestValidityMs = 3_600_000
/** How often a payment may end another claim of the same request before its own turn. */
const mostClaims = 3

/**
 * One-call verification that is paid for by itself. The request is read and priced before an authorization is looked at, the
 * authorization is claimed before any work, the work is withheld until the chain has the payment.
 */
export function handleBuyVerification(deps: BillingDeps): Handler<typeof buyVerification> {
  const { x402: lane } = deps
  return async ({ request, bodyDigest, payment: header }, context) => {
    assertOpen(deps)
    const purpose: Purpose = { purchase: 'verification', ownerId: ownerOf(context.principal), bodyDigest }
    const call: Call = { request, purpose, context }
    if (header === null) throw paymentRequired(await offerFor(deps, call, unknownWallet))
    const payment = lane.read(header)
    const known = await findClaim(deps.pool, payment.authorization)
    if (known !== null) return goOn(deps, call, payment, known)
    const offer = await offerFor(deps, call, walletOf(payment))
    const requirement = acceptable(deps, payment, offer)
    const signed = { payload: payment.text, requirements: requirement.text }
    for (let round = 0; round < mostClaims; round += 1) {
      const judgment = await lane.verify(signed)
      if (!judgment.isValid) {
        // A repetition that was quicker may have used it: then it is that payment, and not a failed one.
        const used = await findClaim(deps.pool, payment.authorization)
        if (used !== null) return goOn(deps, call, payment, used)
        throw paymentFailed(lane, offer, payment, judgment.reason)
      }
      const claim = await claimPayment(deps, payment, requirement, purpose, await lane.latestBlock())
      if (claim === null) continue
      failPoint('billing.after-claim')
      if (claim.authorization.nonce === payment.authorization.nonce) return goOn(deps, call, payment, claim)
      const ended = await finish(deps, call, claim)
      // What the payer began before cannot be paid any more: now its new authorization is used.
      if (ended.state.name !== 'refused') return delivered(deps, call, ended)
    }
    throw unavailable('Other payments for the same request kept ending.')
  }
}

/** Goes on with the claim of a payment, which a repetition may have made: it must be for this request. */
async function goOn(
  deps: BillingDeps,
  call: Call,
  payment: PresentedPayment,
  claim: Claim,
): Promise<Delivered> {
  assertSamePurpose(claim, payment, call.purpose)
  return delivered(deps, call, await finish(deps, call, claim))
}

type Call = { request: OneCallRequest; purpose: Purpose; context: CommandContext }

function assertOpen({ x402 }: Pick<BillingDeps, 'x402'>): void {
  const state = x402.state()
  if (state === 'open') return
  if (state === 'unreachable') {
    throw unavailable('Payments cannot be taken now.', { reason: 'payment_lane_unreachable' })
  }
  throw absent('This deployment takes no payments for single calls.', {
    remediation: 'Use an API key and its credits: POST /api/v1/verify.',
  })
}

function ownerOf(principal: Principal): string | null {
  return accountOf(principal)
}

const unknownWallet: Wallet = {
  kind: 'wallet',
  accountId: accountOfWallet({ network: 'none', payer: 'none' }),
  accountName: 'Wallet',
}

function walletOf({ authorization }: Pick<Claim, 'authorization'>): Wallet {
  return {
    kind: 'wallet',
    accountId: accountOfWallet(authorization),
    accountName: authorization.payer,
  }
}

/** Reads and prices a request; refuses one that could not be verified, before anything of a payment is used. */
async function offerFor(deps: BillingDeps, call: Call, wallet: Wallet): Promise<Offer> {
  const { request, purpose, context } = call
  const { freeTextCompiles } = await deps.deliveries.appraise(request, wallet, context)
  return deps.x402.offer({
    amountMicros: listPriceMicros(deps.terms.prices, runWork({ freeTextCompiles })),
    url: deps.reload.publicUrl + pathTo(buyVerification.http, {}, { digest: purpose.bodyDigest }),
    description: 'One verification of delivered work, with its signed receipt',
  })
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
async function finish(deps: BillingDeps, call: Call, claim: Claim): Promise<Claim> {
  const until = call.context.deadline - answerMs
  if (claim.state.name === 'refused') return settleIfPaid(deps, claim)
  if (claim.state.name === 'claimed') await work(deps, call, claim)
  return settleClaim(deps, claim.id, until)
}

/** Has the work of a claim done; a refusal that repeating does not change ends the claim, with its authorization unspent. */
async function work(deps: BillingDeps, call: Call, claim: Claim): Promise<void> {
  try {
    await answerOf(deps, call, claim)
  } catch (error) {
    if (error instanceof Refusal && !errorCodes[error.code].retryable) {
      await changeClaim(deps, claim.id, { type: 'work_refused', reason: error.code })
    }
    throw error
  }
  failPoint('billing.after-work')
  await changeClaim(deps, claim.id, { type: 'work_done' })
}

/** The answer of the verification: the same text whenever it is asked for again. */
function answerOf({ deliveries }: BillingDeps, { request, context }: Call, claim: Claim): Promise<string> {
  const { deadline, requestId } = context
  const hop = { requestId, deadline: Math.min(deadline - answerMs, context.now.getTime() + workMs) }
  return deliveries.verify(
    { request, paymentId: claim.id, bodyDigest: claim.bodyDigest },
    walletOf(claim),
    hop,
  )
}

/** The answer to a claim as it is: what was paid for, or why it is withheld. */
async function delivered(deps: BillingDeps, call: Call, claim: Claim): Promise<Delivered> {
  const { state } = claim
  if (state.name === 'refused') {
    const offer = await offerFor(deps, call, walletOf(claim))
    throw paymentFailed(deps.x402, offer, claim, state.reason)
  }
  if (state.name !== 'settled') throw paymentUnknown()
  const answer = await answerOf(deps, { ...call, context: { ...call.context, now: deps.clock.now() } }, claim)
  const { members } = deps.x402.response(claim, state.payment)
  return { body: withPayment(answer, members), paymentResponse: state.response }
}

/** The answer with its payment as the last member; what was signed in it stays as it is, byte for byte. */
function withPayment(answer: string, payment: Readonly<Record<string, string>>): string {
  return `${answer.trimEnd().replace(/\}$/, '')},"payment":${JSON.stringify(payment)}}`
}
