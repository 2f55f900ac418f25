import type { SettlementDeps } from '../deps.ts'
import type { Leg } from '../domain/leg.ts'
import type { Anomaly } from '../domain/operator/anomaly.ts'
import { mostInVain, sendAgainAt } from '../domain/resending.ts'
import { recordAnomalies } from '../store/anomaly-store.ts'
import { postponeSettlement, type SettlementWithLegs } from '../store/settlement-store.ts'
import { readSpentTransactions } from '../store/slot-store.ts'

/** Leaves a settlement alone whose leg transactions were sent for in vain, and tells an operator; false where it may be sent now. */
export async function waitsToResend(
  { pool, db, clock }: Pick<SettlementDeps, 'clock' | 'db' | 'pool'>,
  { settlement }: Pick<SettlementWithLegs, 'settlement'>,
  leg: Pick<Leg, 'kind' | 'attempt' | 'nonce'>,
): Promise<boolean> {
  const now = clock.now()
  const inVain = await readSpentTransactions(pool, settlement.id, leg)
  if (inVain.count >= mostInVain) {
    const anomaly: Anomaly = {
      kind: 'sent_in_vain',
      subject: leg.nonce,
      settlementId: settlement.id,
      detail: `Blocks took ${mostInVain} transactions for the ${leg.kind} leg, and it is not paid.`,
    }
    await recordAnomalies(db, [anomaly], now)
  }
  const again = sendAgainAt(inVain)
  if (again === null || again <= now) return false
  await postponeSettlement(pool, settlement, again)
  return true
}
