import type { SpoolDeps } from '../service.ts'
import { evidenceContents, evidenceOf, findSpool } from '../store/spool-store.ts'
import type { VerificationProcess } from '../store/verification-process-row.ts'
import type { FrozenRun } from './frozen-run.ts'

export type FrozenRunDeps = Pick<SpoolDeps, 'pool' | 'environment'>

/** The input of a recorded run, read from the rows that were committed before any work was done for it. */
export async function loadFrozenRun(deps: FrozenRunDeps, process: VerificationProcess): Promise<FrozenRun> {
  const found = await findSpool(deps.pool, process.spoolId, deps.environment)
  if (found === null) throw new Error(`process ${process.runId} has no Spool`)
  const [evidence, contents] = await Promise.all([
    evidenceOf(deps.pool, process.spoolId),
    evidenceContents(deps.pool, process.spoolId),
  ])
  return { spool: found.spool, salt: found.salt, evidence, contents, process }
}
