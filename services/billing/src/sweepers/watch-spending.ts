import { appendOutbox, onPool } from '@outturn/postgres'
import { inside, inTransaction } from '@outturn/postgres/typed'
import type { BillingDeps } from '../deps.ts'
import { capsToNote } from '../domain/spending/key-cap.ts'
import { balanceFell, capNeared } from '../events.ts'
import { lockFunds, saveFunds } from '../store/account-books.ts'
import { readBooks } from '../store/reserve-runs.ts'
import { accountsWithCaps, changedAlerts, switchAlert } from '../store/spending/spending-alerts.ts'

const batch = 500

/** Announces balances that fell below their threshold and caps that are nearly used, each once; returns how many were announced. */
export async function watchSpending(deps: BillingDeps, now: Date): Promise<number> {
  return (await watchBalances(deps, now)) + (await watchCaps(deps, now))
}

async function watchBalances(deps: BillingDeps, now: Date): Promise<number> {
  let announced = 0
  for (const alert of await changedAlerts(deps.pool, deps.lowBalanceMicros, batch)) {
    await inTransaction(deps.db, async (tx) => {
      if (!(await switchAlert(tx, alert.accountId, !alert.isArmed)) || !alert.isArmed) return
      await appendOutbox(inside(tx), [balanceFell(deps, alert, now)])
      announced += 1
    })
  }
  return announced
}

async function watchCaps(deps: BillingDeps, now: Date): Promise<number> {
  let announced = 0
  for (let after = ''; ; ) {
    const accountIds = await accountsWithCaps(deps.pool, after, batch)
    const { funds } = await readBooks(onPool(deps.pool), accountIds, [])
    for (const [accountId, { funds: seen }] of funds) {
      if (capsToNote(seen.caps, deps.terms.prices.verificationMicros, now).length > 0) {
        announced += await noteCaps(deps, accountId, now)
      }
    }
    if (accountIds.length < batch) return announced
    after = accountIds.at(-1) as string
  }
}

/** Announces what is due of the caps of an account, and keeps that it was. */
async function noteCaps(deps: BillingDeps, accountId: string, now: Date): Promise<number> {
  const { db, memory, terms } = deps
  const announced = await inTransaction(db, async (tx) => {
    const { version, funds } = await lockFunds(tx, accountId, now)
    const due = capsToNote(funds.caps, terms.prices.verificationMicros, now)
    const caps = funds.caps.map((cap) => {
      const noted = due.find((each) => each.cap.keyId === cap.keyId)
      return noted === undefined ? cap : { ...cap, notedPercent: noted.percent }
    })
    await saveFunds(tx, version, { ...funds, caps })
    await appendOutbox(
      inside(tx),
      due.map(({ cap, percent }) => capNeared(deps, accountId, cap, percent, now)),
    )
    return due.length
  })
  memory.forget(accountId)
  return announced
}
