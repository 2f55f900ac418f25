import type { SettlementDeps } from '../../deps.ts'
import { handleCloseSettlement } from '../../handlers/operator/close-settlement.ts'
import { handleHoldSettlement } from '../../handlers/operator/hold-settlement.ts'
import { handleSwitchSending } from '../../handlers/operator/switch-sending.ts'
import { readSlotsOf } from '../../store/slot-store.ts'
import { operate } from '../as-operator.ts'
import { tellHold } from '../spool-hold.ts'

const reason = 'random'

type Holdable = { settlementId: string; spoolId: string }

/** The operators of a random run, and what they know to have closed. */
export function randomOperators(deps: SettlementDeps) {
  const closed = new Set<string>()
  let version = 0

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

  /** What is on its way when a hold begins may land; nothing is sent after that until its end. */
  async function whileHeldByCase(spool: Holdable, work: () => Promise<unknown>): Promise<void> {
    const about = { ...spool, receiptId: `ocr_${spool.spoolId.slice(4)}` }
    version += 2
    await tellHold(deps, about, version, true)
    const sent = async () =>
      (await readSlotsOf(deps.pool, spool.spoolId)).filter(({ purpose }) => purpose.for === 'leg').length
    const before = await sent()
    await work()
    const after = await sent()
    if (after !== before) throw new Error(`${spool.settlementId} was sent while it was held`)
    await tellHold(deps, about, version + 1, false)
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
    /** What operators and open cases do to a settlement at a random moment; `work` is what the lane does meanwhile. */
    mishaps: ({ settlementId, spoolId }: Holdable, work: () => Promise<unknown>) => ({
      'an open case holds it': () => whileHeldByCase({ settlementId, spoolId }, work),
      'an operator holds it': () => whileHeld(settlementId, work),
      'an operator pauses all sending': () => whilePaused(work),
      'an operator closes it': () => close(settlementId),
    }),
    close,
  }
}

export type RandomOperators = ReturnType<typeof randomOperators>
