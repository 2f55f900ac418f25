import { newSpoolName } from '@outturn/contracts'
import { derivedId } from '@outturn/service'
import type { RunProcess } from '../store/run-process.ts'

/** Whether a run was opened in this epoch: its id is derived from the command and the epoch. */
export function isRunOfEpoch(
  { runId, commandId }: Pick<RunProcess, 'runId' | 'commandId'>,
  epoch: number,
): boolean {
  return runId === derivedId('run', newSpoolName(commandId, epoch))
}
