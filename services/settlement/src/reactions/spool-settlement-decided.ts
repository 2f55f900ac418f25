import { type EventPayload, spoolSettlementDecided } from '@outturn/contracts'
import type { Reaction } from '@outturn/messaging'
import { derivedId } from '@outturn/service'
import type { SettlementDeps } from '../deps.ts'
import { determined } from '../domain/books.ts'
import type { Due } from '../domain/settlement.ts'
import { decideCardSettlement } from '../flows/card/decide-card-settlement.ts'
import { mayBePaidUnseen } from '../flows/advance-granted.ts'
import { advanceSoon } from '../flows/advance-settlement.ts'
import { changeSettlement } from '../flows/change-settlement.ts'
import { settledByReceipt } from '../domain/settled-by-receipt.ts'
import { isUnderWay } from '../store/slot-store.ts'

type Decided = EventPayload<typeof spoolSettlementDecided>

/**
 * Records what is due of a committed settlement, by the signed attestation alone, or ends it; then goes on with it. One whose parties
 * settled by the receipt instead is closed.
 */
export function onSpoolSettlementDecided(deps: SettlementDeps): Reaction<typeof spoolSettlementDecided> {
  return {
    event: spoolSettlementDecided,
    concurrency: 4,
    async handle({ spoolId, due: decided }, { id: eventId }) {
      const due = decided === null ? null : await attestedDue(deps, spoolId, decided)
      if (await decideCardSettlement(deps, { spoolId, due, eventId })) return
      const id = derivedId('settlement', spoolId)
      // What the chain has by now is paid, and was not settled by the parties.
      if (due === null) await advanceSoon(deps, id)
      const isUnseen = due === null && (await mayBePaidUnseen(deps, id))
      await changeSettlement(
        deps,
        { spoolId },
        async ({ settlement: current, legs }, tx) => {
          if (current.isVoid) return null
          if (current.due !== null) {
            if (due !== null) return null
            return settledByReceipt(current, legs, isUnseen || (await isUnderWay(tx, id)))
          }
          return {
            settlement: { ...current, due, isVoid: due === null },
            legs: [],
            transfers: due === null ? [] : determined(current.id, due),
          }
        },
        eventId,
      )
      await advanceSoon(deps, id)
    },
  }
}

async function attestedDue(
  deps: SettlementDeps,
  spoolId: string,
  { receiptId, earnedCents, feeCents }: NonNullable<Decided['due']>,
): Promise<Due> {
  const attested = await deps.readAttested(receiptId)
  if (attested.spoolId !== spoolId || attested.earnedCents !== BigInt(earnedCents)) {
    throw new Error(
      `the attestation of receipt ${receiptId} is not of ${earnedCents} cents on Spool ${spoolId}`,
    )
  }
  return { receiptId, earnedCents: attested.earnedCents, feeCents: BigInt(feeCents) }
}
