import type { readStatement } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { BillingDeps } from '../../deps.ts'
import { findStatementOf } from '../../flows/statements/find-statement.ts'
import { readSnapshot } from '../../store/usage/read-snapshot.ts'

export function handleReadStatement({ db, terms }: BillingDeps): Handler<typeof readStatement> {
  return ({ accountId, month }, { now }) =>
    readSnapshot(db, (tx) => findStatementOf(tx, { accountId, month }, terms.prices.pricingVersion, now))
}
