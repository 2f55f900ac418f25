import { type Finding, failed, ok } from '../finding.ts'
import { formatAmount, parseAmount } from '../decimal-amount.ts'
import type { Inspection } from '../inspection.ts'
import type { OutcomeReceipt } from '../outcome-receipt.ts'

export function checkEarnedWithinCommitted({ receipt }: Inspection): Finding {
  const { earned, committed, asset } = receipt.amounts
  return minorUnits(receipt, earned) <= minorUnits(receipt, committed)
    ? ok(`Earned ${earned} of ${committed} ${asset} committed.`)
    : failed(`Earned ${earned} is more than the ${committed} committed.`)
}

/** Earned and committed follow from the units; without units it is all or nothing by the result. */
export function checkEarnedAmount({ receipt }: Inspection): Finding {
  const { units, amounts } = receipt
  const unitAmount = units && minorUnits(receipt, units.earning_rule.unit_amount)
  const committed = minorUnits(receipt, amounts.committed)
  const dueCommitted = unitAmount === null ? committed : BigInt(units?.total ?? 0) * unitAmount
  const whole = receipt.result === 'pass' ? committed : 0n
  const dueEarned = unitAmount === null ? whole : BigInt(units?.accepted ?? 0) * unitAmount
  const due = (amount: bigint) => formatAmount(amount, amounts.decimals)

  if (committed !== dueCommitted) return failed(`The units come to ${due(dueCommitted)} committed.`)
  if (minorUnits(receipt, amounts.earned) !== dueEarned) return failed(`The result earns ${due(dueEarned)}.`)
  return ok(units ? `${units.accepted} accepted × ${units.earning_rule.unit_amount}.` : 'All or nothing.')
}

// The form of every amount was checked before; see readOutcomeReceipt.
function minorUnits({ amounts }: OutcomeReceipt, amount: string): bigint {
  const parsed = parseAmount(amount, amounts.decimals)
  if (parsed === undefined) throw new TypeError(`The amount ${amount} was not checked.`)
  return parsed
}
