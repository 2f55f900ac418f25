import { setTimeout as pause } from 'node:timers/promises'
import type { AttestationVerdict, ReceiptStatusV1, SpoolEventView } from '@outturn/contracts'
import { FIRST_PREV_HASH, spoolEventHash } from '@outturn/receipt-verifier/issuing'
import type { Game } from './game.ts'

/** Of all documents about one Spool the newest alone is live, and its history is whole; throws where that does not hold. */
export async function checkDocuments(game: Game): Promise<void> {
  await checkReceipts(game)
  await checkHistory(game)
}

async function checkReceipts({ send, issued, disputes }: Game): Promise<void> {
  for (const [index, { receipt, attestation }] of issued.entries()) {
    const isNewest = index === issued.length - 1
    const isDisputed = isNewest && disputes.length > 0
    const status = await statusOf(send, receipt.id, isDisputed)
    if (isNewest && status.advisories.some(({ code }) => code === 'disputed') !== isDisputed) {
      throw new Error(
        `receipt ${index + 1}, disputed: ${isDisputed}, has ${JSON.stringify(status.advisories)}`,
      )
    }
    if (status.status !== (isNewest ? 'active' : 'corrected')) {
      throw new Error(`receipt ${index + 1} of ${issued.length} is ${status.status}`)
    }
    const verdict = await send<AttestationVerdict>('/api/v1/attestations/verify', { body: attestation })
    if (verdict.json.valid !== isNewest) {
      throw new Error(`attestation ${index + 1} of ${issued.length} is answered ${verdict.text}`)
    }
  }
}

/** The status of a receipt, which is told of a dispute a moment after it was opened. */
async function statusOf(send: Game['send'], id: string, isDisputed: boolean): Promise<ReceiptStatusV1> {
  const endsAt = Date.now() + 30_000
  for (;;) {
    const { json } = await send<ReceiptStatusV1>(`/api/v1/receipts/${id}/status`)
    const isTold = json.advisories.some(({ code }) => code === 'disputed')
    if (isTold || !isDisputed || Date.now() > endsAt) return json
    await pause(100)
  }
}

async function checkHistory({ send, spool, players, issued }: Game): Promise<void> {
  const { key } = players[0] ?? {}
  const { json: events } = await send<SpoolEventView[]>(`/api/v1/spools/${spool.id}/events`, { key })
  let previous = FIRST_PREV_HASH
  for (const [index, event] of events.entries()) {
    const isNext = event.seq === index + 1 && event.prev_hash === previous
    if (!isNext || event.hash !== spoolEventHash(event as Parameters<typeof spoolEventHash>[0])) {
      throw new Error(`event ${index + 1} does not follow the one before`)
    }
    previous = event.hash
  }
  for (const [index, { receipt }] of issued.entries()) {
    if (events[receipt.history.seq - 1]?.hash !== receipt.history.hash) {
      throw new Error(`receipt ${index + 1} names an event that the history does not have`)
    }
  }
}
