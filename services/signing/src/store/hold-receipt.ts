import { absent } from '@outturn/contracts'
import { inside, type Tx } from '@outturn/postgres'
import type { ReceiptStanding } from '../domain/receipts/receipt-status.ts'
import { holdSettlement } from './consumption-store.ts'
import { findReceiptFacts } from './receipt-store.ts'
import { findStanding } from './status-store.ts'
import type { Tables } from './tables.ts'

export type HeldReceipt = ReceiptStanding & {
  readonly spoolId: string
  /** Settled of its Spool, decimal text. */
  readonly settled: string
}

/**
 * What is recorded of a receipt, held until the transaction ends: nobody settles or changes a status of its Spool
 * meanwhile. Refuses an id that names no receipt.
 */
export async function holdReceipt(tx: Tx<Tables>, receiptId: string): Promise<HeldReceipt> {
  const facts = await findReceiptFacts(inside(tx), receiptId)
  if (facts === null) throw absent('There is no such receipt.')
  const settled = await holdSettlement(tx, facts.spoolId)
  const standing = await findStanding(inside(tx), receiptId)
  if (standing === null) throw absent('There is no such receipt.')
  return { ...standing, spoolId: facts.spoolId, settled }
}
