import type { chargeCompile, CommandOutput } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { inside, inTransaction } from '@outturn/postgres/typed'
import type { BillingDeps } from '../deps.ts'
import { chargeFor } from '../domain/ledger/charge.ts'
import { type CompileCharge, chargeCompile as decideCharge } from '../domain/prices/charge-compile.ts'
import { creditsRequired } from '../domain/prices/credits-required.ts'
import { compileWork, listPriceMicros } from '../domain/prices/price-list.ts'
import { keyCapReached } from '../domain/spending/cap-reached.ts'
import { findCap, isWithinCap } from '../domain/spending/key-cap.ts'
import { countThisMonth } from '../flows/count-this-month.ts'
import { appendTransfers, lockFunds, saveFunds } from '../store/account-books.ts'
import { findCompileCharge, recordCompileCharge } from '../store/compile-charges.ts'

/** Charges a compile once, however often and by how many it is asked for: its account is locked, then its charge looked up. */
export function handleChargeCompile(deps: BillingDeps): Handler<typeof chargeCompile> {
  const { db, memory, terms, reload } = deps
  return async ({ compileId, accountId, keyId }, { now }) => {
    if (listPriceMicros(terms.prices, compileWork) === 0n) return { coveredBy: 'free', amountMicros: '0' }
    const charge = await inTransaction(db, async (tx) => {
      const { version, funds } = await lockFunds(tx, accountId, now)
      const known = await findCompileCharge(tx, compileId)
      if (known !== null) return known
      const counted = await countThisMonth(inside(tx), funds, [keyId], now)
      const { compileMicros } = chargeFor(counted, compileWork, terms, now)
      const cap = findCap(counted.caps, keyId)
      if (cap !== null && !isWithinCap(counted.caps, keyId, compileMicros)) {
        throw keyCapReached(cap, compileMicros, reload.publicUrl, now)
      }
      const charged = decideCharge(counted, { compileId, keyId }, terms, now)
      if (charged === null) throw creditsRequired(funds, compileWork, terms, reload, now)
      await saveFunds(tx, version, charged.funds)
      await appendTransfers(tx, charged.transfers)
      await recordCompileCharge(tx, charged.charge)
      return charged.charge
    })
    memory.forget(accountId)
    return toReply(charge, accountId)
  }
}

function toReply(charge: CompileCharge, accountId: string): CommandOutput<typeof chargeCompile> {
  if (charge.accountId !== accountId) throw new Error(`compile ${charge.compileId} is of another account`)
  return { coveredBy: charge.coveredBy, amountMicros: String(charge.amountMicros) }
}
