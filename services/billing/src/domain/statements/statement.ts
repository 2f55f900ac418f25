import { maxListedGroups, type Statement } from '@outturn/contracts'
import { periodOf } from '../usage/calendar-month.ts'
import { chargedMicros, sumBy, sumFigures, type UsageFigures, type UsageGroup } from '../usage/usage-group.ts'
import { type CreditMovement, movementKind, signedMicros, toShownMovement } from './credit-movement.ts'

/** A month takes charges until its end, and its statements are made from this long after it, ms. */
export const closingDelayMs = 2 * 60 * 60 * 1_000

/** What the statement of an account for a month is made of. */
export type MonthOfAccount = {
  readonly accountId: string
  readonly month: string
  readonly openingMicros: bigint
  readonly groups: readonly UsageGroup[]
  readonly movements: readonly CreditMovement[]
  /** Number of ledger entries. */
  readonly entries: number
}

export function closesAt(month: string): Date {
  return new Date(periodOf(month).end.getTime() + closingDelayMs)
}

/** Whether anything happened in the month that a statement has a line for. */
export function hasMovement({ groups, movements }: Pick<MonthOfAccount, 'groups' | 'movements'>): boolean {
  return groups.length > 0 || movements.length > 0
}

/** What the balance of the account grew by. */
export function netMicros({ groups, movements }: Pick<MonthOfAccount, 'groups' | 'movements'>): bigint {
  return movements.reduce((sum, each) => sum + signedMicros(each), -chargedMicros(sumFigures(groups)))
}

/** The statement of a month as it stands. Closed, it gets its digest. */
export function toStatement(account: MonthOfAccount, pricingVersion: string): Statement {
  const { accountId, month, openingMicros, groups, movements, entries } = account
  const total = sumFigures(groups)
  const moved = (kind: ReturnType<typeof movementKind>) =>
    movements.reduce((sum, each) => (movementKind(each) === kind ? sum + each.micros : sum), 0n)
  return {
    month,
    number: `stm_${month.replace('-', '_')}_${accountId.slice(4, 12)}`,
    state: 'open',
    closesAt: closesAt(month).toISOString(),
    digest: null,
    openingMicros: String(openingMicros),
    boughtMicros: String(moved('bought')),
    grantedMicros: String(moved('granted')),
    chargedMicros: String(chargedMicros(total)),
    expiredMicros: String(moved('expired')),
    refundedMicros: String(moved('refunded')),
    closingMicros: String(openingMicros + netMicros(account)),
    pricingVersion,
    charges: chargesOf(groups, total),
    keys: keysOf(groups),
    useCases: useCasesOf(groups),
    movements: movements.map(toShownMovement),
    unchargedRuns: Number(total.uncharged),
    paidRuns: Number(total.paid),
    paidMicros: String(total.paidMicros),
    entries,
  }
}

function chargesOf(groups: readonly UsageGroup[], total: UsageFigures): Statement['charges'] {
  const verifications = {
    kind: 'verification' as const,
    quantity: Number(total.included + total.charged),
    included: Number(total.included),
    charged: Number(total.charged),
    unitMicros: unitPrice(groups.filter(({ useCase }) => useCase !== null)),
    amountMicros: String(total.runMicros),
  }
  const compilations = {
    kind: 'compilation' as const,
    quantity: Number(total.compilations),
    included: Number(total.includedCompilations),
    charged: Number(total.chargedCompilations),
    unitMicros: unitPrice(groups.filter(({ useCase }) => useCase === null)),
    amountMicros: String(total.compilationMicros),
  }
  return [verifications, compilations].filter(({ quantity }) => quantity > 0)
}

/** The price of one, where it was the same for all that were charged. */
function unitPrice(groups: readonly UsageGroup[]): string | null {
  const prices = new Set(
    groups
      .flatMap(({ leastMicros, mostMicros }) => [leastMicros, mostMicros])
      .filter((micros) => micros > 0n),
  )
  const [only] = prices
  return prices.size === 1 ? String(only) : null
}

function keysOf(groups: readonly UsageGroup[]): Statement['keys'] {
  const { listed, rest } = sumBy(groups, ({ keyId }) => keyId, chargedMicros, maxListedGroups)
  const line = (keyId: string | null, isRest: boolean, figures: UsageFigures) => ({
    keyId,
    isRest,
    runs: Number(figures.included + figures.charged),
    compilations: Number(figures.compilations),
    amountMicros: String(chargedMicros(figures)),
  })
  return [
    ...listed.map(({ of, figures }) => line(of, false, figures)),
    ...(rest === null ? [] : [line(null, true, rest)]),
  ].filter(({ runs, compilations }) => runs + compilations > 0)
}

function useCasesOf(groups: readonly UsageGroup[]): Statement['useCases'] {
  const verified = groups.filter(({ useCase }) => useCase !== null)
  const { listed, rest } = sumBy(
    verified,
    ({ useCase }) => useCase,
    ({ runMicros }) => runMicros,
    maxListedGroups,
  )
  const line = (useCase: string | null, figures: UsageFigures) => ({
    useCase,
    runs: Number(figures.included + figures.charged),
    amountMicros: String(figures.runMicros),
  })
  return [
    ...listed.map(({ of, figures }) => line(of, figures)),
    ...(rest === null ? [] : [line(null, rest)]),
  ].filter(({ runs }) => runs > 0)
}
