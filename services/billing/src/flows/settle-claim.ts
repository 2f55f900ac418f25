import { type ChainVerdict, chainVerdict } from '@outturn/evm-token'
import { setTimeout as pause } from 'node:timers/promises'
import { failPoint } from '@outturn/service'
import type { BillingDeps } from '../deps.ts'
import { type Claim, isOpen } from '../domain/payments/claim.ts'
import type { ChainQuestion } from '../domain/payments/lane.ts'
import { endClaimLease, leaseClaim, readClaim } from '../store/payment-claims.ts'
import { changeClaim } from './change-claim.ts'

type SettleDeps = Pick<BillingDeps, 'db' | 'pool' | 'clock' | 'memory' | 'x402' | 'log' | 'countPayment'>

/** How long one process settles undisturbed; longer than the facilitator and the chain take to answer, ms. */
export const settleLeaseMs = 15_000
const shortestPauseMs = 150
const longestPauseMs = 2_000

/**
 * Moves the money of a claim whose work is done, until the chain says how that ended or `until` has passed; answers the claim as
 * it is then. `settling` is committed before the facilitator is asked, so a process that ends here leaves a claim that says money
 * may have moved. Asking again is harmless: a token takes an authorization once.
 */
export async function settleClaim(deps: SettleDeps, id: string, until: number): Promise<Claim> {
  for (let turn = 0; ; turn += 1) {
    const now = deps.clock.now()
    let claim = await readClaim(deps.pool, id)
    if (!isOpen(claim.state)) return claim
    const leaseUntil = new Date(now.getTime() + settleLeaseMs)
    if (turn > 0 || (await leaseClaim(deps.pool, id, now, leaseUntil))) {
      claim = await settleOnce(deps, claim, leaseUntil)
      if (!isOpen(claim.state)) return claim
    } else {
      // Another process settles it; this one looks again from the start.
      turn = -1
    }
    const pauseMs = Math.min(longestPauseMs, shortestPauseMs * 2 ** Math.max(0, turn))
    if (deps.clock.now().getTime() + pauseMs >= until) {
      if (turn >= 0) await endClaimLease(deps.pool, id, deps.clock.now())
      return claim
    }
    await pause(pauseMs)
  }
}

/** Asks once for the money, unless the chain has its answer already, and records what the chain says. */
async function settleOnce(deps: SettleDeps, claim: Claim, leaseUntil: Date): Promise<Claim> {
  const { x402: lane } = deps
  if (claim.state.name === 'settling' || claim.validBefore <= deps.clock.now()) {
    const verdict = await askChain(deps, claim)
    if (verdict.name !== 'unspent') return conclude(deps, claim, verdict, leaseUntil)
  }
  const settling = await changeClaim(deps, claim.id, { type: 'settlement_begun' }, leaseUntil)
  failPoint('billing.before-settle')
  const { signed } = settling
  if (settling.state.name !== 'settling' || signed === null) return settling
  const answer = await lane.settle(signed)
  failPoint('billing.after-settle')
  const verdict = await askChain(deps, settling)
  // The facilitator alone ends nothing: it may refuse what it has settled before, in a block that our node does not have yet.
  if (answer.name !== 'refused' || verdict.name !== 'unspent' || verdict.isFunded)
    return conclude(deps, settling, verdict, leaseUntil)
  return changeClaim(deps, claim.id, { type: 'facilitator_refused', reason: answer.reason })
}

/** Records what the chain says; what it does not say yet leaves the claim as it is. */
async function conclude(
  deps: SettleDeps,
  claim: Claim,
  verdict: ChainVerdict,
  leaseUntil: Date,
): Promise<Claim> {
  switch (verdict.name) {
    case 'paid':
      // An authorization that was used without our asking is settled by the same steps.
      if (claim.state.name === 'worked') {
        await changeClaim(deps, claim.id, { type: 'settlement_begun' }, leaseUntil)
      }
      return recordPayment(deps, claim, verdict)
    case 'dead':
      return changeClaim(deps, claim.id, { type: 'authorization_dead', reason: verdict.reason })
    case 'unclear':
    case 'unspent':
      return claim
    default:
      return verdict satisfies never
  }
}

/** Settles a claim by the transfer that the chain has. */
async function recordPayment(
  deps: SettleDeps,
  claim: Claim,
  { payment }: ChainVerdict & { name: 'paid' },
): Promise<Claim> {
  const response = deps.x402.response(claim, payment).header
  const settled = await changeClaim(deps, claim.id, { type: 'payment_found', payment, response })
  failPoint('billing.after-settled')
  return settled
}

/** What the chain has of the authorization of a claim; `unclear` while it cannot be asked. */
export async function askChain(
  { x402, log }: Pick<BillingDeps, 'x402' | 'log'>,
  claim: ChainQuestion & Pick<Claim, 'id' | 'validBefore'>,
): Promise<ChainVerdict> {
  try {
    return chainVerdict(await x402.facts(claim), claim.validBefore)
  } catch (error) {
    log.error({ err: error, paymentId: claim.id }, 'the chain could not be asked about a payment')
    return { name: 'unclear' }
  }
}

/** Looks whether a refused claim whose work was done was paid after all: then it is settled, and delivered. */
export async function settleIfPaid(deps: SettleDeps, claim: Claim): Promise<Claim> {
  if (claim.state.name !== 'refused' || !claim.state.hasWork) return claim
  const verdict = await askChain(deps, claim)
  return verdict.name === 'paid' ? recordPayment(deps, claim, verdict) : claim
}
