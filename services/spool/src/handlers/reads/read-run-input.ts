import { absent, callerScope, type readRunInput } from '@outturn/contracts'
import { assertReplyFits, type Handler, rawReply } from '@outturn/messaging'
import { bundledBytes, bundledHistoryBytes, bundledRunInput } from '../../domain/runs/bundled-run-input.ts'
import { partyOf } from '../../domain/model/viewer.ts'
import { type FrozenRunDeps, findFrozenRun } from '../../flows/runs/load-frozen-run.ts'
import type { SpoolHashes } from '../../flows/hashes.ts'
import { historyTextsUpTo } from '../../store/spool-pages.ts'
import { findProcess } from '../../store/process-store.ts'

/** Someone else's run is answered exactly like one that does not exist. The private salt stays here. */
export function handleReadRunInput(
  deps: FrozenRunDeps & { hashes: SpoolHashes },
): Handler<typeof readRunInput> {
  return async ({ runId }, context) => {
    const { principal } = context
    const process = await findProcess(deps.pool, runId)
    const run =
      process === null
        ? null
        : await findFrozenRun(deps, process, { each: bundledBytes, total: bundledBytes })
    if (run === null || partyOf(run.spool, principal) === null) {
      throw absent('There is no such run.')
    }
    assertReplyFits(context, await run.contentBytes())
    const { spool, evidence, contents, process: frozen } = await run.load()
    const { seq } = frozen.history
    const mayList = principal.kind !== 'account' || callerScope(principal) === 'full'
    const events = mayList ? await historyTextsUpTo(deps.pool, spool.id, seq, bundledHistoryBytes) : null
    return rawReply(
      bundledRunInput(
        { spool, evidence, contents, evaluatedAt: frozen.requestedAt, events },
        deps.hashes.preimages(spool.id, spool.agreement),
      ),
    )
  }
}
