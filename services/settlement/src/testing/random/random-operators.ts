import type { SettlementDeps } from '../../deps.ts'
import { handleCloseSettlement } from '../../handlers/operator/close-settlement.ts'
import { handleHoldSettlement } from '../../handlers/operator/hold-settlement.ts'
import { handleSwitchSending } from '../../handlers/operator/switch-sending.ts'
import { operate } from '../as-operator.ts'

const reason = 'random'

/** The operators of a random run, and what they know to have closed. */
export function randomOperators(deps: SettlementDeps) {
  const closed = new Set<string>()

  async function whileHeld(settlementId: string, work: () => Promise<unknown>): Promise<void> {
    const hold = (isHeld: boolean) =>
      operate(handleHoldSettlement(deps), { settlementId, isHeld, reason }).catch(() => undefined)
    await hold(true)
    await work()
    await hold(false)
  }

  async function whilePaused(work: () => Promise<unknown>): Promise<void> {
    await operate(handleSwitchSending(deps), { isPaused: true, reason })
    await work()
    await operate(handleSwitchSending(deps), { isPaused: false, reason })
  }

  /** Refused where nothing is due, where it has ended, and where it may still be paid. */
  async function close(settlementId: string): Promise<void> {
    const done = await operate(handleCloseSettlement(deps), {
      settlementId,
      reason,
      evidence: 'random',
    }).catch(() => null)
    if (done !== null) closed.add(settlementId)
  }

  return {
    /** The settlements that were closed as settled elsewhere. */
    closed: closed as ReadonlySet<string>,
    /** What operators do to a settlement at a random moment; `work` is what the lane does meanwhile. */
    mishaps: (settlementId: string, work: () => Promise<unknown>) => ({
      'an operator holds it': () => whileHeld(settlementId, work),
      'an operator pauses all sending': () => whilePaused(work),
      'an operator closes it': () => close(settlementId),
    }),
    close,
  }
}

export type RandomOperators = ReturnType<typeof randomOperators>
