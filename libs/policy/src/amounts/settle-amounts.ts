import type { Unitization } from '@outturn/agreement'
import { centsText } from '@outturn/evaluation'
import type { PolicyAmount } from './amount-forms.ts'

/** What all amounts of a text come to. */
export interface SettledAmounts {
  readonly valueCents: number | null
  readonly unitization: Unitization | null
  /** Positions of the amounts that do not agree with what was settled, and why. */
  readonly open: ReadonlyMap<number, OpenAmount>
}

/** An amount that needs an answer: it contradicts another, or does not say how many units there are. */
export type OpenAmount =
  | { readonly why: 'contradicts'; readonly other: string }
  | { readonly why: 'units_unknown'; readonly unitCents: number; readonly noun: string }

/** Settles on the unitization the caller sent, else on the first amount in order; the others must agree with it. */
export function settleAmounts(
  amounts: readonly PolicyAmount[],
  declared: Unitization | null,
): SettledAmounts {
  const stated = amounts.find((amount) => amount.kind === 'units')
  const firstWhole = amounts.find((amount) => amount.kind !== 'unit_price')
  const valueCents = declared === null ? wholeCents(firstWhole) : unitsCents(declared)
  const agreeing = stated !== undefined && wholeCents(stated) === valueCents ? unitizationOf(stated) : null
  const unitization = declared ?? agreeing
  const open = new Map<number, OpenAmount>()
  for (const [index, amount] of amounts.entries()) {
    const problem = openAmount(amount, valueCents, unitization)
    if (problem !== null) open.set(index, problem)
  }
  return { valueCents, unitization, open }
}

/** Units and what each earns, as they are told to people. */
export function unitsText({ total_units, unit_amount_cents }: Unitization): string {
  return `${total_units} units at $${centsText(unit_amount_cents)} each`
}

function openAmount(
  amount: PolicyAmount,
  valueCents: number | null,
  unitization: Unitization | null,
): OpenAmount | null {
  const settled = unitization === null ? `$${centsText(valueCents ?? 0)}` : unitsText(unitization)
  if (amount.kind === 'unit_price') {
    const { unitCents, noun } = amount
    if (unitization === null) return { why: 'units_unknown', unitCents, noun }
    return unitization.unit_amount_cents === unitCents ? null : { why: 'contradicts', other: settled }
  }
  const agrees =
    amount.kind === 'units' && unitization !== null
      ? amount.units === unitization.total_units && amount.unitCents === unitization.unit_amount_cents
      : wholeCents(amount) === valueCents
  return agrees ? null : { why: 'contradicts', other: settled }
}

function unitizationOf({ units, unitCents }: Extract<PolicyAmount, { kind: 'units' }>): Unitization {
  return { total_units: units, unit_amount_cents: unitCents }
}

function unitsCents({ total_units, unit_amount_cents }: Unitization): number {
  return total_units * unit_amount_cents
}

function wholeCents(amount: PolicyAmount | undefined): number | null {
  if (amount === undefined || amount.kind === 'unit_price') return null
  return amount.kind === 'total' ? amount.cents : amount.units * amount.unitCents
}
