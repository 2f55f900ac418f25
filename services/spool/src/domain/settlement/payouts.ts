import type { Decision } from '../model/decision.ts'
import type { Spool } from '../model/spool.ts'
import { payeesOf } from '../model/payees.ts'

/** The Spool once its history says that its provider can be paid by card, or no longer; null where another one is paid. */
export function payoutsEntry(
  spool: Spool,
  { payeeId, isReady }: { payeeId: string; isReady: boolean },
  at: string,
): Decision | null {
  if (!payeesOf(spool).includes(payeeId)) return null
  const data = { ready: isReady }
  return {
    spool: { ...spool, state: { ...spool.state, payouts: { ...spool.state.payouts, [payeeId]: isReady } } },
    entries: [{ type: 'provider.payouts_changed', at, actor: { party_id: null, kind: 'service' }, data }],
  }
}
