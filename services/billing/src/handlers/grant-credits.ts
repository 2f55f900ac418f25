import { grantCredits } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { centsToMicros } from '@outturn/money'
import { inTransaction, remembered } from '@outturn/postgres/typed'
import { derivedId } from '@outturn/service'
import type { BillingDeps } from '../deps.ts'
import { spendableMicros } from '../domain/ledger/account-funds.ts'
import { creditGrantPriority } from '../domain/ledger/credit-grant.ts'
import { issueCreditGrant } from '../domain/ledger/issue-credit-grant.ts'
import { appendTransfers, lockFunds, saveFunds } from '../store/account-books.ts'
import { recordCreditGrant } from '../store/credit-grants.ts'

/** Credits an account, once for each command id however long ago the first time was. */
export function handleGrantCredits({ db, memory }: BillingDeps): Handler<typeof grantCredits> {
  return async ({ accountId, amountCents, source, expiresAt, note }, { commandId, bodyDigest, now }) => {
    const identity = { commandId, bodyDigest, command: grantCredits.name, keep: true }
    const grant = {
      id: derivedId('grant', commandId),
      source,
      priority: creditGrantPriority[source],
      expiresAt: expiresAt === null ? null : new Date(expiresAt),
      createdAt: now,
    }
    const micros = centsToMicros(BigInt(amountCents))
    const reply = await inTransaction(db, (tx) =>
      remembered(tx, identity, async () => {
        const { version, funds } = await lockFunds(tx, accountId, now)
        const issued = issueCreditGrant(funds, grant, micros, now)
        await recordCreditGrant(tx, accountId, grant, micros, note)
        await saveFunds(tx, version, issued.funds)
        await appendTransfers(tx, [issued.transfer])
        return {
          grantId: grant.id,
          amountMicros: String(micros),
          availableMicros: String(spendableMicros(issued.funds, now)),
        }
      }),
    )
    memory.forget(accountId)
    return reply
  }
}
