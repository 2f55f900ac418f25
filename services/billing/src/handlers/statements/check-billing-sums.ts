import type { checkBillingSums } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { BillingDeps } from '../../deps.ts'
import { checkSums } from '../../flows/statements/check-sums.ts'
import { readLedgerSums } from '../../store/statements/ledger-sums.ts'
import { accountsAfter } from '../../store/statements/statement-months.ts'
import { readSnapshot } from '../../store/usage/read-snapshot.ts'

/** Accounts that are checked in one request. */
const batch = 50

export function handleCheckBillingSums({ db }: BillingDeps): Handler<typeof checkBillingSums> {
  return ({ accountId, after }) =>
    readSnapshot(db, async (tx) => {
      const accountIds = accountId === null ? await accountsAfter(tx, after ?? '', batch) : [accountId]
      const ledger = new Map((await readLedgerSums(tx, accountIds)).map((sums) => [sums.accountId, sums]))
      const checked = []
      for (const each of accountIds) checked.push(await checkSums(tx, each, ledger.get(each)))
      return {
        accounts: accountIds.length,
        statements: checked.reduce((sum, { statements }) => sum + statements, 0),
        differences: checked.flatMap(({ differences }) => differences),
        next: accountIds.length < batch ? null : (accountIds.at(-1) ?? null),
      }
    })
}
