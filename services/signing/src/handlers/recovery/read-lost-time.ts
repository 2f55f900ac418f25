import type { readLostTime } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { onPool } from '@outturn/postgres'
import type { SigningDeps } from '../../deps.ts'
import { readRecovery } from '../../store/recovery-store.ts'

/** How long after a decision callers are told of the time that was lost. */
const toldForMs = 24 * 60 * 60 * 1_000

/** While a restore waits for its decision the lost time ends when it was noticed. */
export function handleReadLostTime({
  pool,
  floor,
  erasures,
  isOff,
}: SigningDeps): Handler<typeof readLostTime> {
  return async (_, { now }) => {
    const isRestored = !isOff && floor.last()?.kind === 'restored'
    const { epoch, lastDecision, lostFrom, noticedAt } = await readRecovery(onPool(pool))
    const isRecent = lastDecision !== null && now.getTime() < lastDecision.decidedAt.getTime() + toldForMs
    const [from, to] = isRestored
      ? [lostFrom, noticedAt]
      : isRecent
        ? [lastDecision.lostFrom, lastDecision.lostTo]
        : [null, null]
    const lost = from === null || to === null ? null : { from: from.toISOString(), to: to.toISOString() }
    return { lost, isRestored, recoveryEpoch: epoch, lacksErasures: erasures.missing() !== null }
  }
}
