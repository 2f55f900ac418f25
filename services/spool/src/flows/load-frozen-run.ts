import type { SpoolDeps } from '../deps.ts'
import { type ContentRoom, contentsWithin } from '../store/run-contents.ts'
import { findSpool } from '../store/spool-store.ts'
import type { RunProcess } from '../store/run-process.ts'
import { type FrozenRun, type HeldSpool, judgedEvidence, judgedKeys } from './frozen-run.ts'

export type FrozenRunDeps = Pick<SpoolDeps, 'pool' | 'environment'>

/** The input of a recorded run, with the contents that there is room for, read from the rows that were committed before any work. */
export async function loadFrozenRun(
  deps: FrozenRunDeps,
  process: RunProcess,
  room: ContentRoom,
): Promise<FrozenRun> {
  const current = await loadHeldSpool(deps, process.spoolId)
  const evidence = judgedEvidence(current, process)
  const keys = judgedKeys(current.spool, evidence)
  const contents = await contentsWithin(deps.pool, process.spoolId, keys, room)
  return { ...current, evidence, contents, process }
}

/** A Spool as it is stored, with the evidence that it holds at its version. */
export async function loadHeldSpool(
  deps: FrozenRunDeps,
  spoolId: string,
): Promise<HeldSpool & { salt: Uint8Array }> {
  const found = await findSpool(deps.pool, spoolId, deps.environment)
  if (found === null) throw new Error(`Spool ${spoolId} has a process and is gone`)
  const { spool, salt, evidence } = found
  return { spool, salt, held: evidence }
}
