import { inside, inTransaction } from '@outturn/postgres/typed'
import type { BillingDeps } from '../deps.ts'
import { chargeFor } from '../domain/ledger/charge.ts'
import {
  type CompileCharge,
  chargeCompile as decideCharge,
  workCharged,
} from '../domain/prices/charge-compile.ts'
import { creditsRequired } from '../domain/prices/credits-required.ts'
import { listPriceMicros } from '../domain/tariff/price-list.ts'
import { keyCapReached } from '../domain/spending/cap-reached.ts'
import { findCap, isWithinCap } from '../domain/spending/key-cap.ts'
import { countThisMonth } from './count-this-month.ts'
import { appendTransfers, lockFunds, saveFunds } from '../store/account-books.ts'
import { findCompileCharge, recordCompileCharge } from '../store/compile-charges.ts'

type ChargedOnce = Pick<CompileCharge, 'compileId' | 'accountId' | 'keyId' | 'work'>

export type ChargeReply = {
  readonly coveredBy: 'free' | CompileCharge['coveredBy']
  readonly amountMicros: string
}

/** Charges a compile or an audit once, however often and by how many it is asked for: its account is locked, then its charge looked up. */
export async function chargeAtOnce(
  { db, memory, terms, reload }: BillingDeps,
  { compileId, accountId, keyId, work }: ChargedOnce,
  now: Date,
): Promise<ChargeReply> {
  const price = workCharged[work]
  if (listPriceMicros(terms.prices, price) === 0n) return { coveredBy: 'free', amountMicros: '0' }
  const charge = await inTransaction(db, async (tx) => {
    const { version, funds } = await lockFunds(tx, accountId, now)
    const known = await findCompileCharge(tx, compileId)
    if (known !== null) return known
    const counted = await countThisMonth(inside(tx), funds, [keyId], now)
    const { verificationMicros, compileMicros } = chargeFor(counted, price, terms, now)
    const amountMicros = verificationMicros + compileMicros
    const cap = findCap(counted.caps, keyId)
    if (cap !== null && !isWithinCap(counted.caps, keyId, amountMicros)) {
      throw keyCapReached(cap, amountMicros, reload.publicUrl, now)
    }
    const charged = decideCharge(counted, { compileId, keyId, work }, terms, now)
    if (charged === null) throw creditsRequired(funds, price, terms, reload, now)
    await saveFunds(tx, version, charged.funds)
    await appendTransfers(tx, charged.transfers)
    await recordCompileCharge(tx, charged.charge)
    return charged.charge
  })
  memory.forget(accountId)
  if (charge.accountId !== accountId) throw new Error(`charge ${charge.compileId} is of another account`)
  return { coveredBy: charge.coveredBy, amountMicros: String(charge.amountMicros) }
}
