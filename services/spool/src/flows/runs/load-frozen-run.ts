import type { SpoolDeps } from '../../deps.ts'
import { bytesOfContents, type ContentRoom, contentsWithin } from '../../store/run-contents.ts'
import { findSpool } from '../../store/spool-store.ts'
import type { RunProcess } from '../../store/run-process.ts'
import { type FrozenRun, type HeldSpool, judgedEvidence, judgedKeys } from './frozen-run.ts'

/** What is asked about a run before its contents are loaded. */
export type UnloadedRun = Omit<FrozenRun, 'contents'> & {
  /** How many bytes there are to load. */
  contentBytes(): Promise<number>
  load(): Promise<FrozenRun>
}

export type FrozenRunDeps = Pick<SpoolDeps, 'pool' | 'environment'>

/** The input of a recorded run, with the contents that there is room for, read from the rows that were committed before any work. */
export async function loadFrozenRun(
  deps: FrozenRunDeps,
  process: RunProcess,
  room: ContentRoom,
): Promise<FrozenRun> {
  return (await findFrozenRun(deps, process, room)).load()
}

/** The same without the contents, which are loaded when they are asked for. */
export async function findFrozenRun(
  deps: FrozenRunDeps,
  process: RunProcess,
  room: ContentRoom,
): Promise<UnloadedRun> {
  const current = await loadHeldSpool(deps, process.spoolId)
  const evidence = judgedEvidence(current, process)
  const keys = judgedKeys(current.spool, evidence)
  const found = { ...current, evidence, process }
  return {
    ...found,
    contentBytes: () => bytesOfContents(deps.pool, process.spoolId, keys, room),
    load: async () => ({
      ...found,
      contents: await contentsWithin(deps.pool, process.spoolId, keys, room),
    }),
  }
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
