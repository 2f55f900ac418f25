import { type EventPayload, receiptStatusChanged } from '@outturn/contracts'
import { type OutboxRow, outboxRow } from '@outturn/postgres'
import { parseAmount } from '@outturn/receipt-verifier'
import type { Ids } from '@outturn/service'
import type { Environment } from '@outturn/vocabulary'

export type ReceiptChange = Omit<EventPayload<typeof receiptStatusChanged>, 'settledCents'> & {
  /** Settled of the Spool, decimal text. */
  settled: string
}

/** The event that the status of a receipt changed, or that more of its Spool is settled. */
export function receiptChanged(
  { environment, ids }: { readonly environment: Environment; readonly ids: Ids },
  { settled, ...receipt }: ReceiptChange,
): OutboxRow {
  const payload = { ...receipt, settledCents: Number(parseAmount(settled, 2)) }
  const stamp = { id: ids.newUuid(), now: new Date(receipt.at) }
  return outboxRow({ environment, event: receiptStatusChanged, payload }, stamp)
}
