import { chainVerdict } from '@outturn/evm-token'
import type { BillingDeps } from '../deps.ts'
import { type Claim, workNotCharged } from '../domain/payments/claim.ts'
import { changeClaim } from '../flows/change-claim.ts'
import { settleClaim } from '../flows/settle-claim.ts'
import { dueClaims, leaseClaim } from '../store/payment-claims.ts'

const batch = 20
/** How long one turn works on one payment, ms. */
const turnMs = 4_000
/** How long a claim waits whose work has not ended, one that failed to end, and one that is paid and whose request did not come again, ms. */
const lookAgainMs = 60_000

/**
 * Ends payments that a process left: where money may have moved, the chain is asked until it says so; where an authorization has run
 * out, it is refused. Takes no money that was not being taken. Returns how many were looked at.
 */
export async function finishPayments(deps: BillingDeps, now: Date): Promise<number> {
  if (deps.x402.state() !== 'open') return 0
  const claims = await dueClaims(deps.pool, now, batch)
  const ended = await Promise.allSettled(
    claims.map((claim) =>
      finish(deps, claim, now).catch(async (error: unknown) => {
        // It lets the others go first.
        await lookAgainLater(deps, claim, now)
        throw error
      }),
    ),
  )
  const failures = ended.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  if (failures.length > 0) {
    throw new AggregateError(failures, `${failures.length} of ${claims.length} payments stay open`)
  }
  return claims.length
}

async function finish(deps: BillingDeps, claim: Claim, now: Date): Promise<void> {
  if (claim.state.name === 'claimed' && !(await endWork(deps, claim, now))) return
  await settleClaim(deps, claim.id, deps.clock.now().getTime() + turnMs)
}

/** Learns how the work of a claim ended whose authorization has run out; whether there is work to settle. */
async function endWork(deps: BillingDeps, claim: Claim, now: Date): Promise<boolean> {
  const found =
    claim.runId === null ? ({ outcome: 'unknown' } as const) : await deps.readOutcome(claim.runId, now)
  const { outcome } = found
  if (found.outcome === 'verified') {
    const isCharged = found.run.isUncharged !== true
    await changeClaim(deps, claim.id, isCharged ? { type: 'work_done' } : workNotCharged)
    return isCharged
  }
  const verdict = chainVerdict(await deps.x402.facts(claim), claim.validBefore)
  // What is paid already is delivered when the request comes again.
  if (outcome === 'open' || verdict.name !== 'dead') {
    await lookAgainLater(deps, claim, now)
    return false
  }
  await changeClaim(deps, claim.id, { type: 'authorization_dead', reason: verdict.reason })
  return false
}

async function lookAgainLater({ pool }: BillingDeps, { id }: Claim, now: Date): Promise<void> {
  await leaseClaim(pool, id, now, new Date(now.getTime() + lookAgainMs))
}
