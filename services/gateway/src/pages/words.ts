/** Items as a sentence has them: `a, b and c`. */
export function listed(items: readonly (string | number)[]): string {
  const last = items.at(-1)
  if (last === undefined) return 'nothing'
  return items.length === 1 ? String(last) : `${items.slice(0, -1).join(', ')} and ${last}`
}

/** Cents as an amount with two decimals, exact for every safe integer. */
export function moneyText(cents: number): string {
  const digits = String(cents).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** A time to the minute, in UTC: `2026-02-06 17:00 UTC`. */
export function minuteText(time: string): string {
  const iso = new Date(time).toISOString()
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`
}
