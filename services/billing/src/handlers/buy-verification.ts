import { hash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import {
  accountOf,
  buyVerification,
  type CommandInput,
  type CommandOutput,
  errorCodes,
  type OneCallRequest,
  pathTo,
  type Principal,
  Refusal,
} from '@outturn/contracts'
import type { CommandContext, Handler } from '@outturn/messaging'
import { failPoint } from '@outturn/service'
import type { Buyer } from '../adapters/spool.ts'
import type { BillingDeps } from '../deps.ts'
import { type Claim, workNotCharged } from '../domain/payments/claim.ts'
import type { Offer, PresentedPayment } from '../domain/payments/lane.ts'
import { paymentFailed, paymentRequired, paymentUnknown } from '../domain/payments/refusals.ts'
import { listPriceMicros, runWork } from '../domain/tariff/price-list.ts'
import { changeClaim } from '../flows/change-claim.ts'
import { accountOfWallet, nameOf, type Purpose } from '../flows/claim-payment.ts'
import { assertLaneOpen, type Sale, takeAgain, type Taken, takePayment } from '../flows/take-payment.ts'
import { readClaim } from '../store/payment-claims.ts'

type Delivered = CommandOutput<typeof buyVerification>

/** Kept back of the time for an answer, ms: the answer has to be sent. */
const answerMs = 1_500
const workMs = 12_000
/** Time between two looks at a claim whose work another call does, ms. */
const workPollMs = 150

/**
 * One-call verification that is paid for by itself. The request is read and priced before an authorization is looked at, the
 * authorization is claimed before any work, the work is withheld until the chain has the payment.
 */
export function handleBuyVerification(deps: BillingDeps): Handler<typeof buyVerification> {
  const { x402: lane } = deps
  return async ({ payment: header, ...input }, context) => {
    assertLaneOpen(deps, 'Use an API key and its credits: POST /api/v1/verify.')
    const payment = header === null ? null : await lane.read(header)
    const call: Call = {
      request: input.request,
      purpose: purposeOf(input, context.principal, payment),
      context,
    }
    const until = context.deadline - answerMs
    const sale: Sale = {
      purpose: call.purpose,
      offer: (payer) => offerFor(deps, call, payer),
      work: (claim) => work(deps, call, claim),
    }
    const taken =
      payment === null ? await takeAgain(deps, sale, until) : await takePayment(deps, sale, payment, until)
    if (taken === null) throw paymentRequired(await sale.offer(null))
    return delivered(deps, call, taken)
  }
}

type Call = { request: OneCallRequest; purpose: Purpose; context: CommandContext }
type Input = Omit<CommandInput<typeof buyVerification>, 'payment'>

/** An idempotency key is one of the caller's account or, without an API key, of the payer. */
function purposeOf(
  { bodyDigest, idempotencyKey }: Input,
  principal: Principal,
  payment: PresentedPayment | null,
): Purpose {
  const ownerId = accountOf(principal)
  const scope = ownerId ?? payment?.authorization.payer ?? null
  const commandId =
    idempotencyKey === null || scope === null
      ? null
      : `paid_${hash('sha256', JSON.stringify([scope, idempotencyKey]))}`
  const booked = ownerId === null ? {} : { accountId: ownerId }
  const identifier = nameOf(payment)
  return { purchase: 'verification', ownerId, bodyDigest, commandId, identifier, ...booked }
}

const unknownWallet: Buyer = {
  kind: 'wallet',
  accountId: accountOfWallet({ network: 'none', payer: 'none' }),
  accountName: 'Wallet',
}

type Payer = Pick<Claim, 'authorization'> & { readonly accountId?: string }

/** For whom a call is answered: the account whose key came with it, else the wallet that pays. A claim stays with the account it has. */
function buyerOf({ principal }: CommandContext, payer: Payer | null): Buyer {
  if (principal.kind === 'account' && (payer?.accountId ?? principal.accountId) === principal.accountId) {
    return principal
  }
  if (payer === null) return unknownWallet
  const { authorization } = payer
  return { kind: 'wallet', accountId: accountOfWallet(authorization), accountName: authorization.payer }
}

/** Reads and prices a request; refuses one that could not be verified, before anything of a payment is used. */
async function offerFor(deps: BillingDeps, call: Call, payer: Payer | null): Promise<Offer> {
  const { request, purpose, context } = call
  const { freeTextCompiles } = await deps.deliveries.appraise(request, buyerOf(context, payer), context)
  return deps.x402.offer({
    purchase: 'verification',
    amountMicros: listPriceMicros(deps.terms.prices, runWork({ freeTextCompiles })),
    url: urlOf(deps, purpose),
    description: 'One verification of delivered work, with its signed receipt',
  })
}

/** The address of what is sold: one for each body. */
function urlOf({ reload }: BillingDeps, { bodyDigest: digest }: Purpose): string {
  return reload.publicUrl + pathTo(buyVerification.http, {}, { digest })
}

/** Has the work of a claim done; a refusal that repeating does not change ends the claim, with its authorization unspent. */
async function work(deps: BillingDeps, call: Call, claim: Claim): Promise<void> {
  try {
    const answer = await answerOf(deps, call, claim)
    if (isUncharged(answer)) {
      await changeClaim(deps, claim.id, workNotCharged)
      throw notLookedAt()
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.code === 'store_conflict' && (await isWorkedByAnother(deps, call, claim))) return
    if (!errorCodes[error.code].retryable) {
      await changeClaim(deps, claim.id, { type: 'work_refused', reason: error.code })
    }
    throw error
  }
  failPoint('billing.after-work')
  await changeClaim(deps, claim.id, { type: 'work_done' })
}

/** Whether the run behind an answer is not charged: the service could not look at what its verdict needs. */
function isUncharged(answer: string): boolean {
  return (JSON.parse(answer) as { charged?: boolean }).charged === false
}

function notLookedAt(): Refusal {
  return new Refusal(
    'checker_error',
    'The service could not look at what the verification needs, so its verdict is uncertain. The payment is not made.',
    { remediation: 'Wait until the service can look, sign the requirement anew and send the request again.' },
  )
}

/** Waits for another call of the same payment to do the work; false when the time of this one is over before. */
async function isWorkedByAnother(
  { pool, clock }: BillingDeps,
  { context }: Call,
  { id }: Claim,
): Promise<boolean> {
  for (;;) {
    const { state } = await readClaim(pool, id)
    if (state.name !== 'claimed') return true
    if (clock.now().getTime() + workPollMs >= context.deadline - answerMs) return false
    await pause(workPollMs)
  }
}

/** The answer of the verification: the same text whenever it is asked for again. */
function answerOf({ deliveries }: BillingDeps, { request, context }: Call, claim: Claim): Promise<string> {
  const { deadline, requestId } = context
  const hop = { requestId, deadline: Math.min(deadline - answerMs, context.now.getTime() + workMs) }
  return deliveries.verify(
    { request, paymentId: claim.id, bodyDigest: claim.bodyDigest },
    buyerOf(context, claim),
    hop,
  )
}

/** The answer to a claim as it is: what was paid for, or why it is withheld. */
async function delivered(deps: BillingDeps, call: Call, { claim, isRepetition }: Taken): Promise<Delivered> {
  const { state } = claim
  if (state.name === 'refused') {
    const offer = await offerFor(deps, call, claim)
    throw paymentFailed(deps.x402, offer, claim, state.reason)
  }
  if (state.name !== 'settled') throw paymentUnknown()
  const answer = await answerOf(deps, { ...call, context: { ...call.context, now: deps.clock.now() } }, claim)
  const { members } = deps.x402.response(claim, state.payment)
  const paymentResponse = await deps.x402.receipted(claim, urlOf(deps, call.purpose))
  return { body: withPayment(answer, members), paymentResponse, isReplayed: isRepetition }
}

/** The answer with its payment as the last member; what was signed in it stays as it is, byte for byte. */
function withPayment(answer: string, payment: Readonly<Record<string, string>>): string {
  return `${answer.trimEnd().replace(/\}$/, '')},"payment":${JSON.stringify(payment)}}`
}
