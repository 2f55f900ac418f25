import {
  invalidState,
  operatorName,
  recoverLog as recoverLogCommand,
  unprocessable,
} from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { inTransaction, remembered } from '@outturn/postgres/typed'
import type { SigningDeps } from '../../deps.ts'
import { recoverLog, stageLeaves } from '../../flows/floor/recover-log.ts'
import { notRestored, type Restored } from '../../flows/floor/restored.ts'

/** Keeps leaves until all are there that lead to the floor; then they get their places in one transaction, and the log goes on. */
export function handleRecoverLog(deps: SigningDeps): Handler<typeof recoverLogCommand> {
  return async ({ index, entries, reason }, { principal, commandId, bodyDigest, now }) => {
    const state = await deps.floor.check()
    if (state.kind !== 'restored') throw notRestored()
    const floor = recoverableFloor(state)
    if (index < state.stored.size || index + entries.length > floor.size) {
      throw unprocessable(
        'index',
        `The database has ${state.stored.size} leaves and ${floor.size} were published.`,
        { remediation: `Send leaves from ${state.stored.size} to ${floor.size - 1}.` },
      )
    }
    const identity = { commandId, bodyDigest, command: recoverLogCommand.name }
    const missingFrom = await inTransaction(deps.db, (tx) => stageLeaves(tx, floor, index, entries))
    const by = operatorName(principal)
    const reply = await inTransaction(deps.db, (tx) =>
      remembered(tx, identity, async () => {
        if (missingFrom !== null) {
          const changes = { receiptIds: [], statuses: 0, keys: 0 }
          return { missingFrom, floorSize: floor.size, recoveryEpoch: floor.recoveryEpoch, changes }
        }
        const { recoveryEpoch, changes } = await recoverLog(tx, deps, floor, { by, reason, now })
        return { missingFrom: null, floorSize: floor.size, recoveryEpoch, changes }
      }),
    )
    await deps.floor.check()
    deps.transparencyLog.nudge()
    return reply
  }
}

function recoverableFloor({ floor, stored, cause }: Restored): NonNullable<Restored['floor']> {
  if (cause === 'behind' && floor !== null && floor.origin === stored.origin && floor.size > stored.size) {
    return floor
  }
  throw invalidState('No leaves can bring this log back to what was published.', {
    reason: 'not_restored',
    remediation: 'End the log with `log succeed`, or restore another backup.',
  })
}
