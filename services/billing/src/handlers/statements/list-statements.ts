import type { listStatements } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { BillingDeps } from '../../deps.ts'
import { toStatementSummary } from '../../domain/statements/statement-summary.ts'
import { monthOf } from '../../domain/usage/calendar-month.ts'
import { openMonths } from '../../flows/statements/find-statement.ts'
import { openStatement } from '../../flows/statements/statement-of.ts'
import { listClosedStatements } from '../../store/statements/statement-store.ts'
import { readSnapshot } from '../../store/usage/read-snapshot.ts'

/** The open months, of which the current one is always among them, and the closed statements. */
export function handleListStatements({ db, terms }: BillingDeps): Handler<typeof listStatements> {
  return ({ accountId }, { now }) =>
    readSnapshot(db, async (tx) => {
      const closed = await listClosedStatements(tx, accountId)
      const statements = []
      for (const month of await openMonths(tx, now)) {
        if (closed.some((each) => each.month === month)) continue
        const { statement, isMoved } = await openStatement(tx, accountId, month, terms.prices.pricingVersion)
        if (isMoved || month === monthOf(now)) statements.push(statement)
      }
      return { statements: [...statements, ...closed].map(toStatementSummary) }
    })
}
