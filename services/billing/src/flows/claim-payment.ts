import { inTransaction } from '@outturn/postgres/typed'
import { conflict } from '@outturn/contracts'
import { derivedId } from '@outturn/service'
import { hash } from 'node:crypto'
import type { BillingDeps } from '../deps.ts'
import type { AuthorizationName, Claim, Purchase } from '../domain/payments/claim.ts'
import type { AcceptedPayment, PresentedPayment } from '../domain/payments/lane.ts'
import {
  findClaim,
  findClaimOfCommand,
  findClaimOfIdentifier,
  findOpenClaim,
  recordClaim,
} from '../store/payment-claims.ts'

/** What a payment is used for: the same request by the same caller is the same purpose. */
export type Purpose = {
  readonly purchase: Purchase
  readonly ownerId: string | null
  readonly bodyDigest: string
  /** Null where the payment alone says what is a repetition. */
  readonly commandId: string | null
  /** Id that the payer gave its payment, which is a repetition wherever it comes again; null where it gave none. */
  readonly identifier: { readonly payer: string; readonly id: string } | null
  /** Account that is credited, or that the work belongs to; without one it is that of the wallet. */
  readonly accountId?: string
}

/** The id that its payer gave a payment, as one of that payer; null where it has none. */
export function nameOf(payment: PresentedPayment | null): Purpose['identifier'] {
  if (payment === null || payment.identifier === null) return null
  return { payer: payment.authorization.payer, id: payment.identifier }
}

/** The account that the work of a wallet is booked for. No key belongs to it. */
export function accountOfWallet({ network, payer }: Pick<AuthorizationName, 'network' | 'payer'>): string {
  return derivedId('account', `wallet:${network}:${payer}`)
}

/**
 * Claims an authorization for a purpose, before any work, and answers the claim to go on with: where the command has bought
 * by another authorization, or the payer has begun to pay for the same request by one, that one, and the new authorization stays unspent.
 */
export async function claimPayment(
  { db, pool, clock, countPayment }: Pick<BillingDeps, 'db' | 'pool' | 'clock' | 'countPayment'>,
  payment: PresentedPayment,
  accepted: AcceptedPayment,
  purpose: Purpose,
  sinceBlock: bigint,
): Promise<Claim | null> {
  const claim = newClaim(payment, accepted, purpose, sinceBlock, clock.now())
  if (await inTransaction(db, (tx) => recordClaim(tx, claim))) {
    countPayment('x402', 'claimed')
    return claim
  }
  return (
    (await findClaim(pool, payment.authorization)) ??
    (await findClaimOfPurpose(pool, purpose)) ??
    findOpenClaim(pool, claim)
  )
}

/**
 * Records that the call of an authorization is answered by another claim, so that it is never spent: a repetition that is slower
 * may be about to claim it. Answers the claim of the authorization, which is its own where that repetition was quicker.
 */
export async function claimAnswered(
  { db, pool, clock }: Pick<BillingDeps, 'db' | 'pool' | 'clock'>,
  payment: PresentedPayment,
  accepted: AcceptedPayment,
  purpose: Purpose,
  { id: answeredBy, sinceBlock }: Claim,
): Promise<Claim | null> {
  const claim: Claim = {
    ...newClaim(
      payment,
      accepted,
      { ...purpose, commandId: null, identifier: null },
      sinceBlock,
      clock.now(),
    ),
    state: { name: 'refused', reason: 'answered_by_another', hasWork: false },
    signed: null,
    answeredBy,
  }
  if (await inTransaction(db, (tx) => recordClaim(tx, claim))) return claim
  return findClaim(pool, payment.authorization)
}

function newClaim(
  payment: PresentedPayment,
  accepted: AcceptedPayment,
  purpose: Purpose,
  sinceBlock: bigint,
  now: Date,
): Claim {
  const { authorization } = payment
  const { network, asset, payer, nonce } = authorization
  const { identifier, ...ofPurpose } = purpose
  return {
    id: derivedId('payment', [network, asset, payer, nonce].join('|')),
    authorization,
    ...ofPurpose,
    identifier: identifier?.id ?? null,
    accountId: purpose.accountId ?? accountOfWallet(authorization),
    signatureDigest: digestOf(payment.signature),
    amountMicros: accepted.requirement.amountMicros,
    payTo: accepted.requirement.payTo,
    validBefore: payment.validBefore,
    sinceBlock,
    state: { name: 'claimed' },
    signed: accepted.signed,
    answeredBy: null,
    runId: null,
    createdAt: now,
    changedAt: now,
  }
}

/**
 * What was bought, or is being bought, by the command of a purpose or under the id that its payer gave it. Refuses either where it is
 * for something else now.
 */
export async function findClaimOfPurpose(pool: BillingDeps['pool'], purpose: Purpose): Promise<Claim | null> {
  const { commandId, identifier, bodyDigest } = purpose
  const ofCommand = await findClaimOfCommand(pool, commandId)
  if (ofCommand !== null && ofCommand.bodyDigest !== bodyDigest) throw keyReused()
  const named = identifier === null ? null : await findClaimOfIdentifier(pool, identifier)
  if (named !== null && !isNamedFor(named, purpose, ofCommand)) throw identifierReused()
  return ofCommand ?? named
}

/** Whether what was bought under an id is what a purpose asks for, and what its command has bought. */
function isNamedFor(named: Claim, purpose: Purpose, ofCommand: Claim | null): boolean {
  return (
    named.purchase === purpose.purchase &&
    named.ownerId === purpose.ownerId &&
    named.bodyDigest === purpose.bodyDigest &&
    (ofCommand === null || ofCommand.id === named.id)
  )
}

function keyReused() {
  return conflict('This idempotency key bought something else.', {
    reason: 'idempotency_key_reused',
    remediation: 'Send another purchase under an idempotency key of its own.',
  })
}

function identifierReused() {
  return conflict('The payment identifier of this payment bought something else.', {
    reason: 'payment_identifier_reused',
    field: 'PAYMENT-SIGNATURE',
    remediation:
      'Repeat the request that the identifier was first sent with, or give this payment an identifier of its own.',
  })
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
