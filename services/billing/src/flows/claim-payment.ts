import { inTransaction } from '@outturn/postgres/typed'
import { conflict } from '@outturn/contracts'
import { derivedId } from '@outturn/service'
import { hash } from 'node:crypto'
import type { BillingDeps } from '../deps.ts'
import type { AuthorizationName, Claim, Purchase } from '../domain/payments/claim.ts'
import type { PresentedPayment, Requirement } from '../domain/payments/lane.ts'
import { findClaim, findOpenClaim, recordClaim } from '../store/payment-claims.ts'

/** What a payment is used for: the same request by the same caller is the same purpose. */
export type Purpose = {
  readonly purchase: Purchase
  readonly ownerId: string | null
  readonly bodyDigest: string
  /** Account that is credited; without one it is that of the wallet. */
  readonly accountId?: string
}

/** The account that the work of a wallet is booked for. No key belongs to it. */
export function accountOfWallet({ network, payer }: Pick<AuthorizationName, 'network' | 'payer'>): string {
  return derivedId('account', `wallet:${network}:${payer}`)
}

/**
 * Claims an authorization for a purpose, before any work, and answers the claim to go on with: where the payer has begun to pay
 * for the same request by another authorization, that one, and the new authorization stays unspent.
 */
export async function claimPayment(
  { db, pool, clock }: Pick<BillingDeps, 'db' | 'pool' | 'clock'>,
  payment: PresentedPayment,
  requirement: Requirement,
  purpose: Purpose,
  sinceBlock: bigint,
): Promise<Claim | null> {
  const { authorization } = payment
  const { network, asset, payer, nonce } = authorization
  const claim: Claim = {
    id: derivedId('payment', [network, asset, payer, nonce].join('|')),
    authorization,
    ...purpose,
    accountId: purpose.accountId ?? accountOfWallet(authorization),
    signatureDigest: digestOf(payment.signature),
    amountMicros: requirement.amountMicros,
    payTo: requirement.payTo,
    validBefore: payment.validBefore,
    sinceBlock,
    state: { name: 'claimed' },
    signed: { payload: payment.text, requirements: requirement.text },
    runId: null,
    createdAt: clock.now(),
  }
  if (await inTransaction(db, (tx) => recordClaim(tx, claim))) return claim
  return (await findClaim(pool, authorization)) ?? findOpenClaim(pool, claim)
}

/** Refuses an authorization that was used for something else: it pays for one request of one caller, with one signature. */
export function assertSamePurpose(claim: Claim, payment: PresentedPayment, purpose: Purpose): void {
  const isSame =
    claim.purchase === purpose.purchase &&
    claim.ownerId === purpose.ownerId &&
    claim.bodyDigest === purpose.bodyDigest &&
    claim.signatureDigest === digestOf(payment.signature)
  if (isSame) return
  throw conflict('This payment authorization belongs to another request.', {
    reason: 'payment_reused',
    field: 'PAYMENT-SIGNATURE',
    remediation:
      'Repeat the request that the authorization was first sent with, or sign a new authorization for this one.',
  })
}

function digestOf(signature: string): string {
  return hash('sha256', signature.toLowerCase())
}
