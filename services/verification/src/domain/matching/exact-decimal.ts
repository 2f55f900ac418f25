import type { ReportedValue } from '@outturn/agreement'

/** A number without rounding: its digits as one integer, `scale` of them behind the decimal point. */
export type ExactDecimal = { readonly digits: bigint; readonly scale: number }

const decimal = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/

/** The number that a value is: a number, or a text that is a plain decimal; null for every other value. */
export function exactDecimalOf(value: ReportedValue): ExactDecimal | null {
  if (typeof value === 'boolean') return null
  const text = typeof value === 'number' ? String(value) : value
  if (!decimal.test(text)) return null
  const point = text.indexOf('.')
  if (point === -1) return { digits: BigInt(text), scale: 0 }
  const fraction = text.slice(point + 1).replace(/0+$/, '')
  return { digits: BigInt(text.slice(0, point) + fraction), scale: fraction.length }
}

/** Whether a number differs from the observed one by at most so many hundredths of a percent of the observed one. */
export function isWithin(claimed: ExactDecimal, observed: ExactDecimal, toleranceBp: number): boolean {
  const scale = Math.max(claimed.scale, observed.scale)
  const c = scaled(claimed, scale)
  const f = scaled(observed, scale)
  if (toleranceBp === 0) return c === f
  return absolute(c - f) * 10_000n <= BigInt(toleranceBp) * absolute(f)
}

function scaled({ digits, scale }: ExactDecimal, to: number): bigint {
  return scale === to ? digits : digits * 10n ** BigInt(to - scale)
}

type Holder = { decimal: ExactDecimal | null }

/** Gives the numbers of these holders one scale, so that none is scaled again for each of the millions of pairs that it may be in. */
export function alignScales(...lists: readonly (readonly Holder[])[]): void {
  let most = 0
  for (const list of lists) for (const { decimal: each } of list) most = Math.max(most, each?.scale ?? 0)
  for (const list of lists) {
    for (const holder of list) {
      if (holder.decimal !== null) holder.decimal = { digits: scaled(holder.decimal, most), scale: most }
    }
  }
}

function absolute(number: bigint): bigint {
  return number < 0n ? -number : number
}
