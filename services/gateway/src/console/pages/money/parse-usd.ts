import { maxSpendingMicros } from '@outturn/contracts'

/** An amount as a person types it, in whole cents: `25`, `25.00`, `1,000.50`, `$25`. Null for anything else, and above the largest amount. */
export function parseUsd(text: string): bigint | null {
  const found = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,12})(?:\.(\d{1,2}))?\s*(?:USD)?$/i.exec(text.trim())
  if (found === null) return null
  const [, whole = '', cents = ''] = found
  const micros = BigInt(whole.replaceAll(',', '')) * 1_000_000n + BigInt(cents.padEnd(2, '0')) * 10_000n
  return micros <= maxSpendingMicros ? micros : null
}

/** What a form says of an amount that is none. */
export const usdProblem = 'Enter an amount in dollars, such as 25.00.'
