import { UnusableInput } from '../output.ts'

const mostDigits = 6

/** Micros of a dollar in an amount such as 1 or 0.25. */
export function limitMicros(dollars: string): bigint {
  const [, whole, part = ''] = new RegExp(`^(\\d{1,${mostDigits}})(?:\\.(\\d{1,6}))?$`).exec(dollars) ?? []
  if (whole === undefined) {
    throw new UnusableInput(`--limit ${dollars} is not an amount of dollars, such as 1 or 0.25.`)
  }
  return BigInt(whole) * 1_000_000n + BigInt(part.padEnd(6, '0'))
}

/** An amount of micros as clients of payments read it: 0.25. */
export function dollarsOf(micros: bigint): string {
  const part = String(micros % 1_000_000n)
    .padStart(6, '0')
    .replace(/0{0,4}$/, '')
  return `${micros / 1_000_000n}.${part}`
}
