import type { AccountFunds } from './account-funds.ts'
import { type AllowanceCount, type AllowanceUse, remainingAllowance, useInMonthOf } from './allowance.ts'
import { type CreditGrantPart, isExpired, type OpenCreditGrant } from './credit-grant.ts'
import type { PriceList, Work } from '../tariff/price-list.ts'

/** What this deployment charges, what it includes, and when it asks after a run. */
export type BillingTerms = {
  readonly prices: PriceList
  /** Runs and compiles of a calendar month for an account that has no allowance of its own. */
  readonly includedByDefault: AllowanceCount
  /** How long a reservation is held before the outcome of its run is asked for. */
  readonly checkAfterMs: number
}

/** What work costs this account beyond its allowance, and what of the allowance it uses. */
export function chargeFor(
  funds: AccountFunds,
  { verifications, compiles }: Work,
  { prices, includedByDefault }: BillingTerms,
  now: Date,
): { used: AllowanceUse; taken: AllowanceCount; verificationMicros: bigint; compileMicros: bigint } {
  const used = useInMonthOf(now, funds.used)
  const left = remainingAllowance(funds.included ?? includedByDefault, used)
  const taken = {
    verifications: Math.min(verifications, left.verifications),
    compiles: Math.min(compiles, left.compiles),
  }
  return {
    used,
    taken,
    verificationMicros: prices.verificationMicros * BigInt(verifications - taken.verifications),
    compileMicros: prices.compileMicros * BigInt(compiles - taken.compiles),
  }
}

/** Takes an amount from the grants in their order, expired ones left out; what they do not cover is short. */
export function spend(
  grants: readonly OpenCreditGrant[],
  micros: bigint,
  now: Date,
): { grants: readonly OpenCreditGrant[]; parts: readonly CreditGrantPart[]; shortMicros: bigint } {
  let shortMicros = micros
  const parts: CreditGrantPart[] = []
  const left: OpenCreditGrant[] = []
  for (const grant of grants) {
    const { remainingMicros, ...terms } = grant
    const taken = isExpired(grant, now) || shortMicros === 0n ? 0n : lesser(remainingMicros, shortMicros)
    if (taken > 0n) parts.push({ grant: terms, micros: taken })
    if (taken < remainingMicros) left.push({ ...grant, remainingMicros: remainingMicros - taken })
    shortMicros -= taken
  }
  return { grants: left, parts, shortMicros }
}

function lesser(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}
