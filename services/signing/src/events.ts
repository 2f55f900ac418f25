import { type EventPayload, receiptStandingChanged } from '@outturn/contracts'
import { type OutboxRow, outboxRow, type Tx } from '@outturn/postgres'
import { parseAmount } from '@outturn/receipt-verifier'
import type { SigningDeps } from './service.ts'
import { recordEvent } from './store/outbox-store.ts'
import type { Tables } from './store/tables.ts'

type Announced = Omit<EventPayload<typeof receiptStandingChanged>, 'settledCents'> & {
  /** Settled of the Spool, decimal text. */
  settled: string
}

/**
 * Records, with the change itself, that a receipt stands otherwise or more is settled of its Spool. Answers with the event
 * for the relay, once the transaction is committed.
 */
export async function announceStanding(
  tx: Tx<Tables>,
  { environment, ids }: Pick<SigningDeps, 'environment' | 'ids'>,
  { settled, ...standing }: Announced,
): Promise<OutboxRow> {
  const payload = { ...standing, settledCents: Number(parseAmount(settled, 2)) }
  const row = outboxRow(
    { environment, event: receiptStandingChanged, payload },
    { id: ids.newUuid(), now: new Date(standing.at) },
  )
  await recordEvent(tx, row)
  return row
}
