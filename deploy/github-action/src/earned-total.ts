import type { FileOutcome } from './check-receipts.ts'

/**
 * The sum of what receipts that meet the policy earned. A receipt in several files counts once; sums of several assets are none.
 */
export function earnedTotal(
  outcomes: readonly FileOutcome[],
): { readonly earned: string; readonly asset: string } | null {
  const byId = new Map(outcomes.filter(({ ok }) => ok).map((outcome) => [outcome.receipt_id, outcome]))
  const counted = [...byId.values()]
  const [asset, ...others] = new Set(counted.map((outcome) => outcome.asset))
  if (asset === undefined || asset === null || others.length > 0) return null
  return { earned: sumOf(counted.map(({ earned }) => earned ?? '0')), asset }
}

/** Exact, with as many decimals as the longest has. */
function sumOf(amounts: readonly string[]): string {
  const decimals = Math.max(...amounts.map((amount) => amount.split('.')[1]?.length ?? 0))
  const total = amounts.reduce((sum, amount) => {
    const [whole = '0', fraction = ''] = amount.split('.')
    return sum + BigInt(whole + fraction.padEnd(decimals, '0'))
  }, 0n)
  const digits = total.toString().padStart(decimals + 1, '0')
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}
