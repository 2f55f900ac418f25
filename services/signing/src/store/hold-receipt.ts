import { absent } from '@outturn/contracts'
import { inside, type Tx } from '@outturn/postgres/typed'
import type { ReceiptState } from '../domain/receipts/receipt-status.ts'
import { holdSettlement } from './consumption-store.ts'
import { findReceiptFacts } from './receipt-store.ts'
import { findReceiptState } from './status-store.ts'
import type { Tables } from './tables.ts'

export type HeldReceipt = ReceiptState & {
  readonly spoolId: string
  /** Settled of its Spool, decimal text. */
  readonly settled: string
}

/**
 * What is recorded of a receipt, held until the transaction ends: no one settles or changes a status of its Spool
 * meanwhile. Refuses an id that names no receipt.
 */
export async function holdReceipt(tx: Tx<Tables>, receiptId: string): Promise<HeldReceipt> {
  const facts = await findReceiptFacts(inside(tx), receiptId)
  if (facts === null) throw absent('There is no such receipt.')
  const { settled } = await holdSettlement(tx, facts.spoolId)
  const receiptState = await findReceiptState(inside(tx), receiptId)
  if (receiptState === null) throw absent('There is no such receipt.')
  return { ...receiptState, spoolId: facts.spoolId, settled }
}
