import type { CommandOutput, readLostTime } from '@outturn/contracts'
import { inTransaction } from '@outturn/postgres/typed'
import type { SettlementDeps } from '../deps.ts'
import { isPausedBy, markOf } from '../domain/operator/restore-mark.ts'
import { readSwitch, recordAction, setSwitch } from '../store/operator-store.ts'

type Lost = CommandOutput<typeof readLostTime>

/** Pauses what is sent when the database was restored: the chain and the processor are ahead of the records then. */
export type RestorePause = {
  /** Asks the signing service, and pauses once for each restore. False while it does not answer: then nothing is to be sent. */
  check(now: Date): Promise<boolean>
  /** Runs a sweep once it is known that nothing was restored, or sending was paused for it. */
  guard<Found>(sweep: (now: Date) => Promise<Found>): (now: Date) => Promise<Found | number>
}

export function createRestorePause(
  deps: Pick<SettlementDeps, 'db' | 'log' | 'ids'>,
  readLost: (now: Date) => Promise<Lost>,
): RestorePause {
  let isKnown = false

  async function check(now: Date): Promise<boolean> {
    try {
      await pauseFor(deps, await readLost(now), now)
      isKnown = true
    } catch (error) {
      deps.log.warn({ err: error }, 'whether the database was restored is not known yet')
    }
    return isKnown
  }
  return {
    check,
    guard: (sweep) => async (now) => (isKnown || (await check(now)) ? sweep(now) : 0),
  }
}

/** Operators resume when they have compared all that is not final: `settlement resume`. */
async function pauseFor(
  { db, log, ids }: Pick<SettlementDeps, 'db' | 'log' | 'ids'>,
  lost: Lost,
  now: Date,
): Promise<void> {
  const mark = markOf(lost)
  if ((await readSwitch(db, 'restore_seen')) >= mark) return
  await inTransaction(db, async (tx) => {
    const seen = await readSwitch(tx, 'restore_seen')
    if (seen >= mark) return
    await setSwitch(tx, 'restore_seen', mark, now)
    if (!isPausedBy(seen, mark)) return
    await setSwitch(tx, 'sending_paused', 1n, now)
    const reason = 'the database was restored to an earlier time: recheck all that is not final, then resume'
    const action = { kind: 'pause', subject: null, reason, evidence: null, doneBy: 'settlement' } as const
    await recordAction(tx, { ...action, id: ids.newUuid(), at: now })
    log.error({ lost }, 'sending is paused: the database was restored to an earlier time')
  })
}
