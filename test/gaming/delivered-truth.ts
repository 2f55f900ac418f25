import type { Side } from '@outturn/vocabulary'

// What was really delivered and said, worked out from what each player sent and nothing else: no code of the product is used.

export type Row = Readonly<Record<string, string>>

/** A table that a player supplied; the last of one source is the one that counts. */
export interface SuppliedTable {
  /** Its place among all that were supplied: the same rows again are another delivery. */
  readonly number: number
  readonly supplier: Side
  /** The side that it was supplied for. */
  readonly named: Side
  readonly source: string
  readonly rows: readonly Row[]
}

/** What a player said of the delivery, and which delivery that was. */
export interface SpokenWord {
  readonly speaker: Side
  readonly outcome: 'passed' | 'failed' | 'waived'
  readonly delivery: string
}

/** Units that the provider side delivered, of `total`: never more than `atMost`, and from one source exactly that many. */
export interface DeliveredUnits {
  readonly atMost: number
  readonly isExact: boolean
}

/**
 * The tables that count as delivered, oldest first: of each source the last one. They are the provider's own; those that the
 * buyer handed in for it count only while it has handed in none.
 */
function countedTables(tables: readonly SuppliedTable[]): readonly SuppliedTable[] {
  const forProvider = tables.filter(({ named }) => named === 'provider')
  const own = forProvider.filter(({ supplier }) => supplier === 'provider')
  const counting = own.length > 0 ? own : forProvider
  return counting.filter(
    ({ source }, index) => !counting.slice(index + 1).some((later) => later.source === source),
  )
}

/** A name for the delivery as it counts now: two deliveries with one name are the same. */
export function nameOfDelivery(tables: readonly SuppliedTable[]): string {
  return JSON.stringify(countedTables(tables))
}

/** Unit i is the i-th row that names a company which no row before it names; it is delivered when it has an e-mail too. */
export function deliveredUnits(tables: readonly SuppliedTable[], total: number): DeliveredUnits {
  const counted = countedTables(tables)
  const rows = counted.flatMap((table) => table.rows)
  if (counted.length > 1) {
    const complete = new Set(rows.filter(isComplete).map(({ company }) => company))
    return { atMost: Math.min(total, complete.size), isExact: false }
  }
  const firstOfEach = rows.filter(
    ({ company = '' }, index) =>
      company !== '' && rows.findIndex((row) => row['company'] === company) === index,
  )
  return { atMost: firstOfEach.slice(0, total).filter(isComplete).length, isExact: true }
}

function isComplete({ company = '', email = '' }: Row): boolean {
  return company !== '' && email !== ''
}

/** How the condition stands that `speakers` have to confirm, by the last word of each on the delivery as it is now. */
export function confirmationOf(
  words: readonly SpokenWord[],
  speakers: readonly Side[],
  delivery: string,
): 'missing' | 'passed' | 'failed' {
  const outcomeOf = (side: Side) => {
    const last = words.findLast(({ speaker }) => speaker === side)
    return last?.delivery === delivery ? last.outcome : undefined
  }
  const outcomes = speakers.map(outcomeOf)
  // A waiver of the buyer leaves nothing to wait for, but a no outweighs it.
  const isSaid = outcomes[0] === 'waived' || !outcomes.includes(undefined)
  if (!isSaid) return 'missing'
  return outcomes.includes('failed') ? 'failed' : 'passed'
}
