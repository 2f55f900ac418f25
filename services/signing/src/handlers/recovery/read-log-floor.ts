import type { readLogFloor } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { onPool } from '@outturn/postgres'
import type { SigningDeps } from '../../deps.ts'
import { adviceOnRestored, describeRestored } from '../../flows/floor/restored.ts'
import { readLogState } from '../../store/log-store.ts'
import { openRecoveryRequests, readRecovery } from '../../store/recovery-store.ts'

export function handleReadLogFloor({ pool, floor, environment }: SigningDeps): Handler<typeof readLogFloor> {
  return async (_, { now }) => {
    const state = await floor.check()
    const runner = onPool(pool)
    const [log, recovery, requests] = await Promise.all([
      readLogState(runner),
      readRecovery(runner),
      openRecoveryRequests(runner, now),
    ])
    const problem =
      state.kind === 'restored'
        ? { message: describeRestored(state), remediation: adviceOnRestored(environment, state) }
        : null
    const found = state.floor
    return {
      state: state.kind,
      problem,
      stored: { origin: log.origin, size: log.size, checkpointSize: log.checkpoint?.size ?? 0 },
      floor:
        found === null
          ? null
          : {
              origin: found.origin,
              size: found.size,
              root: found.root,
              recoveryEpoch: found.recoveryEpoch,
            },
      recoveryEpoch: recovery.epoch,
      requests: requests.map(({ checkpoint: _checkpoint, ...request }) => request),
    }
  }
}
