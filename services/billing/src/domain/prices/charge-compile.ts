import type { AuditKind } from '@outturn/vocabulary'
import type { AccountFunds } from '../ledger/account-funds.ts'
import { type AllowanceUse, addUse } from '../ledger/allowance.ts'
import { type BillingTerms, chargeFor, spend } from '../ledger/charge.ts'
import type { CreditGrantPart } from '../ledger/credit-grant.ts'
import { countSpending } from '../spending/key-cap.ts'
import { auditWork, compileWork, type Work } from '../tariff/price-list.ts'
import { customerAccounts, type Transfer } from '../ledger/transfer.ts'

/** Work that is charged at once, without a reservation. */
export type ChargedWork = 'compile' | 'audit' | 'replay'

export const workCharged: Readonly<Record<ChargedWork, Work>> = {
  compile: compileWork,
  audit: auditWork,
  replay: auditWork,
}

/** The work of each kind of audit. */
export const workOfAudit = {
  invoice_audit: 'audit',
  promise_replay: 'replay',
} as const satisfies Record<AuditKind, ChargedWork>

/** The cost of one compile from free text, audit or replay, and who paid. */
export type CompileCharge = {
  /** Id of the policy or of the audit. */
  readonly compileId: string
  readonly work: ChargedWork
  readonly accountId: string
  readonly keyId: string | null
  readonly coveredBy: 'allowance' | 'credits'
  readonly amountMicros: bigint
  /** What it used of the allowance of a month. */
  readonly allowance: AllowanceUse
  readonly at: Date
}

/** A change to one account: its funds afterwards, and what is recorded with it. */
export type ChargedCompile = {
  readonly funds: AccountFunds
  readonly charge: CompileCharge
  readonly transfers: readonly Transfer[]
}

/**
 * Charges one compile or audit at once: allowance of the month first, then grants in spending order. Null when the funds do not
 * cover it; the cap of the key is counted, and not enforced. The credits pass through what is held, so that the charge is one transfer with the compile as its key.
 */
export function chargeCompile(
  funds: AccountFunds,
  { compileId, keyId, work }: Pick<CompileCharge, 'compileId' | 'keyId' | 'work'>,
  terms: BillingTerms,
  now: Date,
): ChargedCompile | null {
  const { used, taken, verificationMicros, compileMicros } = chargeFor(funds, workCharged[work], terms, now)
  const amountMicros = verificationMicros + compileMicros
  const { grants, parts, shortMicros } = spend(funds.grants, amountMicros, now)
  if (shortMicros > 0n) return null
  const { accountId } = funds
  const charge: CompileCharge = {
    compileId,
    accountId,
    keyId,
    work,
    coveredBy: amountMicros === 0n ? 'allowance' : 'credits',
    amountMicros,
    allowance: { month: used.month, ...taken },
    at: now,
  }
  return {
    funds: {
      ...funds,
      grants,
      used: addUse(used, taken),
      caps: countSpending(funds.caps, keyId, amountMicros),
    },
    charge,
    transfers: amountMicros === 0n ? [] : chargeTransfers(charge, parts),
  }
}

function chargeTransfers(
  { compileId, accountId, keyId, work, amountMicros, at }: CompileCharge,
  parts: readonly CreditGrantPart[],
): Transfer[] {
  const { available, held } = customerAccounts(accountId)
  const holds: Transfer[] = parts.map(({ grant, micros }) => ({
    kind: 'hold',
    idempotencyKey: `${compileId}/1/${grant.id}`,
    debitAccount: available,
    creditAccount: held,
    amountMicros: micros,
    reference: compileId,
    grantId: grant.id,
    keyId,
    at,
  }))
  const post: Transfer = {
    kind: work === 'compile' ? 'post_compile' : 'post_verification',
    idempotencyKey: compileId,
    debitAccount: held,
    creditAccount: work === 'compile' ? 'revenue:compile' : 'revenue:verification',
    amountMicros,
    reference: compileId,
    grantId: null,
    keyId,
    at,
  }
  return [...holds, post]
}
