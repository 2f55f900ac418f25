import type { CommandOutput, listStatements, Statement } from '@outturn/contracts'

type Summary = CommandOutput<typeof listStatements>['statements'][number]

/** What a list shows of a statement. */
export function toStatementSummary(statement: Statement): Summary {
  const { month, number, state, closesAt, digest } = statement
  const { openingMicros, boughtMicros, grantedMicros, chargedMicros } = statement
  const { expiredMicros, refundedMicros, closingMicros } = statement
  return {
    month,
    number,
    state,
    closesAt,
    digest,
    openingMicros,
    boughtMicros,
    grantedMicros,
    chargedMicros,
    expiredMicros,
    refundedMicros,
    closingMicros,
  }
}
