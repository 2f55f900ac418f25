import type { listFacts } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { onPool } from '@outturn/postgres'
import { toFactView } from '../../domain/facts/fact-view.ts'
import type { SourceDeps } from '../../flows/sources/source-deps.ts'
import { listFacts as findPage } from '../../store/facts/fact-queries.ts'

/** Facts of a Spool for its parties; for every other caller the Spool does not exist. */
export function handleListFacts({
  pool,
  sides,
}: Pick<SourceDeps, 'pool' | 'sides'>): Handler<typeof listFacts> {
  return async ({ spoolId, limit, after, sourceId, subject, current }, context) => {
    await sides.ownSide(spoolId, context)
    const found = await findPage(onPool(pool), {
      spoolId,
      sourceId: sourceId ?? null,
      subject: subject ?? null,
      isCurrent: current,
      after: after ?? null,
      limit: limit + 1,
    })
    const page = found.slice(0, limit)
    const hasMore = found.length > limit
    return {
      data: page.map(toFactView),
      has_more: hasMore,
      next_cursor: hasMore ? (page.at(-1)?.id ?? null) : null,
    }
  }
}
