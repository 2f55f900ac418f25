import { absent, type readRunInput } from '@outturn/contracts'
import { type Handler, rawReply } from '@outturn/messaging'
import { bundledBytes, bundledHistoryBytes, bundledRunInput } from '../../domain/runs/bundled-run-input.ts'
import { partyOf } from '../../domain/lifecycle/viewer.ts'
import { type FrozenRunDeps, loadFrozenRun } from '../../flows/load-frozen-run.ts'
import type { SpoolHashes } from '../../flows/hashes.ts'
import { historyTextsUpTo } from '../../store/spool-pages.ts'
import { findProcess } from '../../store/process-store.ts'

/** Someone else's run is answered exactly like one that does not exist. The private salt stays here. */
export function handleReadRunInput(
  deps: FrozenRunDeps & { hashes: SpoolHashes },
): Handler<typeof readRunInput> {
  return async ({ runId }, { principal }) => {
    const process = await findProcess(deps.pool, runId)
    const frozen =
      process === null
        ? null
        : await loadFrozenRun(deps, process, { each: bundledBytes, total: bundledBytes })
    if (frozen === null || partyOf(frozen.spool, principal) === null) {
      throw absent('There is no such run.')
    }
    const { spool, evidence, contents } = frozen
    const { seq } = frozen.process.history
    const mayList = principal.kind !== 'account' || principal.scope === 'full'
    const events = mayList ? await historyTextsUpTo(deps.pool, spool.id, seq, bundledHistoryBytes) : null
    return rawReply(
      bundledRunInput(
        { spool, evidence, contents, evaluatedAt: frozen.process.requestedAt, events },
        deps.hashes.preimages(spool.id, spool.agreement),
      ),
    )
  }
}
