import type { SettlementDeps } from '../deps.ts'
import { ProcessorFailure } from '../domain/card/card-processor.ts'
import { notePayouts } from '../flows/card/note-payouts.ts'
import { takePayoutsToLookAt } from '../store/card/payout-store.ts'

const atOnce = 20

/**
 * Asks the processor about payees that have begun to set up their payouts and had not ended: they end on its pages, and it tells no one.
 * Returns how many were asked about.
 */
export async function watchPayouts(deps: SettlementDeps, now: Date): Promise<number> {
  const { cards, log, pool } = deps
  if (cards === null) return 0
  const due = await takePayoutsToLookAt(pool, now, atOnce)
  await Promise.all(
    due.map(async ({ payeeId, accountId }) => {
      try {
        await notePayouts(deps, payeeId, await cards.isReady(accountId))
      } catch (error) {
        if (!(error instanceof ProcessorFailure)) throw error
        log.warn({ err: error.cause, payee: payeeId }, 'the payouts of a payee could not be looked at')
      }
    }),
  )
  return due.length
}
