import { type CommandOutput, readLostTime } from '@outturn/contracts'
import type { Bus } from '@outturn/messaging'
import { type Clock, type Ids, NotReady } from '@outturn/service'

export type LostTime = NonNullable<CommandOutput<typeof readLostTime>['lost']>

/** What the service says of a restore to an earlier time, as this process knows it. */
export type LostTimeWatch = {
  /** The time whose records are lost; null where none is, or the restore is long ago. */
  current(): LostTime | null
  /** Number of decisions after a restore. */
  recoveryEpoch(): number
  /** Whether the database has what was erased before it was restored: nothing that it holds is shown meanwhile. */
  lacksErasures(): boolean
  /** Whether the signing service has answered since the start. */
  isKnown(): boolean
  /** Asks the signing service. Keeps what is known where it does not answer. */
  refresh(): Promise<LostTime | null>
  /** Begins to ask, which takes longer while the services start. */
  begin(): void
}

type WatchDeps = { readonly bus: Pick<Bus, 'request'>; readonly clock: Clock; readonly ids: Ids }

const askMs = 2_000
const beginMs = 15_000

export function createLostTimeWatch({ bus, clock, ids }: WatchDeps): LostTimeWatch {
  let known: CommandOutput<typeof readLostTime> = { lost: null, isRestored: false, recoveryEpoch: 0 }
  let isKnown = false
  async function ask(waitMs: number): Promise<LostTime | null> {
    const principal = { kind: 'service', service: 'gateway' } as const
    const options = { deadline: clock.now().getTime() + waitMs, requestId: ids.newId('request') }
    const answer = await bus.request(readLostTime, {}, { ...options, principal }).catch(() => null)
    known = answer ?? known
    isKnown ||= answer !== null
    return known.lost
  }
  return {
    current: () => known.lost,
    recoveryEpoch: () => known.recoveryEpoch,
    lacksErasures: () => known.lacksErasures === true,
    isKnown: () => isKnown,
    refresh: () => ask(askMs),
    begin: () => void ask(beginMs),
  }
}

/** Rejects until it is known that the database holds nothing that was erased: a restored one may. */
export function assertErasuresKnown({ isKnown, lacksErasures }: LostTimeWatch): void {
  if (isKnown() && !lacksErasures()) return
  throw new NotReady(
    isKnown()
      ? 'The restored database has what was erased, which is erased again now.'
      : 'The signing service, which keeps the list of erasures, has not answered yet.',
    'See /readyz of the signing service.',
  )
}
