import { type CommandOutput, readLostTime } from '@outturn/contracts'
import type { Bus, RequestOptions } from '@outturn/messaging'

export type LostTime = NonNullable<CommandOutput<typeof readLostTime>['lost']>

/** What the service says of a restore to an earlier time, as this process knows it. */
export type LostTimeWatch = {
  /** The time whose records are lost; null where none is, or the restore is long ago. */
  current(): LostTime | null
  /** Number of decisions after a restore. */
  recoveryEpoch(): number
  /** Asks the signing service. Keeps what is known where it does not answer. */
  refresh(options: Pick<RequestOptions, 'deadline' | 'requestId'>): Promise<LostTime | null>
}

export function createLostTimeWatch(bus: Pick<Bus, 'request'>): LostTimeWatch {
  let known: CommandOutput<typeof readLostTime> = { lost: null, isRestored: false, recoveryEpoch: 0 }
  return {
    current: () => known.lost,
    recoveryEpoch: () => known.recoveryEpoch,
    async refresh(options) {
      const principal = { kind: 'service', service: 'gateway' } as const
      known = await bus.request(readLostTime, {}, { ...options, principal }).catch(() => known)
      return known.lost
    },
  }
}
