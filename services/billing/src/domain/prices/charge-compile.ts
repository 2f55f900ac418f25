import type { AccountFunds } from '../ledger/account-funds.ts'
import { type AllowanceUse, addUse } from '../ledger/allowance.ts'
import { type BillingTerms, chargeFor, spend } from '../ledger/charge.ts'
import type { CreditGrantPart } from '../ledger/credit-grant.ts'
import { countSpending } from '../spending/key-cap.ts'
import { compileWork } from './price-list.ts'
import { customerAccounts, type Transfer } from '../ledger/transfer.ts'

/** What one compile from free text cost, and who paid. */
export type CompileCharge = {
  readonly compileId: string
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
 * Charges one compile at once: allowance of the month first, then grants in spending order. Null when the funds do not
 * cover it; the cap of the key is counted, and not enforced. The credits pass through what is held, so that the charge is one transfer with the compile as its key.
 */
export function chargeCompile(
  funds: AccountFunds,
  { compileId, keyId }: Pick<CompileCharge, 'compileId' | 'keyId'>,
  terms: BillingTerms,
  now: Date,
): ChargedCompile | null {
  const { used, taken, compileMicros } = chargeFor(funds, compileWork, terms, now)
  const { grants, parts, shortMicros } = spend(funds.grants, compileMicros, now)
  if (shortMicros > 0n) return null
  const { accountId } = funds
  const charge: CompileCharge = {
    compileId,
    accountId,
    keyId,
    coveredBy: compileMicros === 0n ? 'allowance' : 'credits',
    amountMicros: compileMicros,
    allowance: { month: used.month, ...taken },
    at: now,
  }
  return {
    funds: {
      ...funds,
      grants,
      used: addUse(used, taken),
      caps: countSpending(funds.caps, keyId, compileMicros),
    },
    charge,
    transfers: compileMicros === 0n ? [] : chargeTransfers(charge, parts),
  }
}

function chargeTransfers(
  { compileId, accountId, keyId, amountMicros, at }: CompileCharge,
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
    kind: 'post_compile',
    idempotencyKey: compileId,
    debitAccount: held,
    creditAccount: 'revenue:compile',
    amountMicros,
    reference: compileId,
    grantId: null,
    keyId,
    at,
  }
  return [...holds, post]
}
