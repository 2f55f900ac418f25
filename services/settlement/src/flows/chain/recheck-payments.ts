import { chainVerdict } from '@outturn/evm-token'
import type { PaymentInBlock } from '@outturn/evm-token'
import type { SettlementDeps } from '../../deps.ts'
import { afterDoubt, droppedAnomaly } from '../../domain/reorganisations/dropped-payments.ts'
import type { Leg } from '../../domain/leg.ts'
import type { Settlement } from '../../domain/settlement.ts'
import type { WalletChain } from '../../domain/wallet-chain.ts'
import { recordAnomalies } from '../../store/anomaly-store.ts'
import { readSettlement } from '../../store/settlement-store.ts'
import { grantedPaymentOf } from '../advance-granted.ts'
import { changeSettlement } from '../change-settlement.ts'

/**
 * Looks for the payments of a settlement again whose block the chain no longer has. One that is in another block counts as before. Of one that is gone
 * the leg is open again and the books owe it again, in one step; the stored bytes of its transaction are sent again by then.
 */
export async function recheckPayments(deps: SettlementDeps, chain: WalletChain, id: string): Promise<void> {
  const { settlement, legs } = await readSettlement(deps.pool, id)
  const doubted = legs.filter(({ block }) => block?.state === 'doubted')
  const found = new Map<string, PaymentInBlock | null>()
  for (const leg of doubted) {
    const payment = await paymentOf(deps, chain, settlement, leg)
    if (payment !== 'unclear') found.set(leg.nonce, payment)
  }
  const gone = doubted.filter(({ nonce }) => found.get(nonce) === null)
  if (gone.length > 0) {
    deps.log.error(
      { settlement: id, legs: gone.map(({ kind }) => kind) },
      'a reorganisation of the chain dropped payments; their legs are open again',
    )
    // Kept before the legs are open again: after that it would not be noticed again.
    const anomalies = gone.map((leg) => droppedAnomaly(id, leg))
    await recordAnomalies(deps.db, anomalies, deps.clock.now())
  }
  if (found.size === 0) return
  await changeSettlement(deps, { id }, (current) => afterDoubt(current.settlement, current.legs, found))
}

/** The payment of a leg as the chain has it now; null where it has none. */
async function paymentOf(
  deps: SettlementDeps,
  chain: WalletChain,
  settlement: Settlement,
  leg: Leg,
): Promise<PaymentInBlock | null | 'unclear'> {
  if (settlement.mode === 'unattended_outcome_settlement') return grantedPaymentOf(deps, settlement, leg)
  const { nonce, to, units, sinceBlock, validBefore } = leg
  const facts = await chain.facts({ payer: settlement.payer, nonce, payTo: to, units, sinceBlock })
  const verdict = chainVerdict(facts, new Date(validBefore * 1_000))
  if (verdict.name === 'paid') return verdict.payment
  return verdict.name === 'unclear' ? 'unclear' : null
}
