import { readOutcomeReceipt } from '../receipt/outcome-receipt.ts'
import type { UnitLeaf } from '../receipt/outcome-receipt.ts'
import type { ReceiptVerdict } from '../receipt/verify-outcome-receipt.ts'

/** The units that a receipt discloses one by one, where the receipt is valid: then each of them is proven. */
export function disclosedUnits(receipt: unknown, { valid }: ReceiptVerdict): readonly UnitLeaf[] {
  const reading = valid ? readOutcomeReceipt(receipt) : undefined
  if (reading === undefined || 'problem' in reading) return []
  return (reading.receipt.unit_disclosures ?? []).map(({ leaf }) => leaf)
}

/** One disclosed unit as a line for a person. */
export function unitLine({ unit, result, reasons, more_reasons: more = 0, identity }: UnitLeaf): string {
  const named = identity === undefined ? '' : ` (${identity.label ?? identity.id})`
  const why = reasons.map(({ code, field }) => (field === undefined ? code : `${code}:${field}`)).join(', ')
  const rest = more === 0 ? '' : ` and ${more} more`
  return `Proven: unit ${unit}${named} is ${result}${why === '' ? '' : `: ${why}${rest}`}.`
}
