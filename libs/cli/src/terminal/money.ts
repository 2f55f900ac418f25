import { UnusableInput } from '../output.ts'

/** Cents of an amount in dollars as it was typed: 5, 2.5 or 2.50. */
export function centsOf(text: string, option: string): number {
  const [, whole, part = ''] = /^\$?(\d{1,11})(?:\.(\d{1,2}))?$/.exec(text) ?? []
  const cents = whole === undefined ? 0 : Number(whole) * 100 + Number(part.padEnd(2, '0'))
  if (cents < 1) {
    throw new UnusableInput(
      `${option} ${text} is not an amount of dollars of at least 0.01, such as 5 or 2.50.`,
    )
  }
  return cents
}

/** Cents as dollars: 2.50 USD. */
export function dollars(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')} USD`
}

/** Millionths of a dollar as dollars, without a digit lost: 0.10 USD. */
export function dollarsOfMicros(micros: string): string {
  const value = BigInt(micros)
  const size = value < 0n ? -value : value
  const part = String(size % 1_000_000n)
    .padStart(6, '0')
    .replace(/0{1,4}$/, '')
  return `${value < 0n ? '-' : ''}${size / 1_000_000n}.${part} USD`
}
