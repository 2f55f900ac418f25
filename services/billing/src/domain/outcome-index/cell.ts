import type { Contribution } from './contribution.ts'

/** Contributions of one kind of work, judged in one way. Each contribution is in one cell. */
export type Cell = {
  readonly deliverableType: string
  readonly checkers: readonly string[]
  readonly contributions: readonly Contribution[]
}

/** Kinds of work that are shown by name; the others are `other`. */
const namedTypes = 20
export const otherType = 'other'

/** The contributions by cell, in the order of the table. */
export function cellsOf(contributions: readonly Contribution[]): Cell[] {
  const named = mostUsedTypes(contributions)
  const typeOf = ({ deliverableType }: Contribution) =>
    named.has(deliverableType) ? deliverableType : otherType
  const cells = Map.groupBy(contributions, (each) => JSON.stringify([typeOf(each), each.checkers]))
  return [...cells]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, inCell]) => {
      const [deliverableType, checkers] = JSON.parse(key) as [string, string[]]
      return { deliverableType, checkers, contributions: inCell }
    })
}

function mostUsedTypes(contributions: readonly Contribution[]): ReadonlySet<string> {
  const used = [...Map.groupBy(contributions, ({ deliverableType }) => deliverableType)]
  const byUse = used.toSorted(
    ([oneType, one], [otherType_, other]) => other.length - one.length || (oneType < otherType_ ? -1 : 1),
  )
  return new Set(byUse.slice(0, namedTypes).map(([type]) => type))
}

/** How many contributions, of how many accounts, a cell needs to be shown. */
export type CellRules = { readonly minCell: number; readonly minAccounts: number }
export const cellRules: CellRules = { minCell: 10, minAccounts: 3 }

/** No account makes up more than half of a cell, and no two more than 80 %. */
const [mostOfOne, mostOfTwo] = [
  { of: 2, atMost: 1 },
  { of: 5, atMost: 4 },
]

/** Why a cell is not shown; null when it is. `countsAsAccount` leaves out accounts that are too young. */
export function whySuppressed(
  { contributions }: Cell,
  { minCell, minAccounts }: CellRules,
  countsAsAccount: (accountId: string) => boolean,
): 'accounts' | 'one_account' | 'runs' | 'two_accounts' | null {
  const total = contributions.length
  const accounts = [...Map.groupBy(contributions, ({ accountId }) => accountId)]
  const [largest = 0, second = 0] = accounts.map(([, of]) => of.length).toSorted((one, other) => other - one)
  if (total < minCell) return 'runs'
  if (accounts.filter(([id]) => countsAsAccount(id)).length < minAccounts) return 'accounts'
  if (largest * mostOfOne.of > total * mostOfOne.atMost) return 'one_account'
  if ((largest + second) * mostOfTwo.of > total * mostOfTwo.atMost) return 'two_accounts'
  return null
}
