import type { listSources } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { onPool } from '@outturn/postgres'
import { toSourceView } from '../../domain/sources/source-view.ts'
import type { SourceDeps } from '../../flows/sources/source-deps.ts'
import { completeSources } from '../../store/sources/source-parts.ts'
import { listSources as findPage } from '../../store/sources/source-queries.ts'

export function handleListSources({ pool, clock, publicUrl }: SourceDeps): Handler<typeof listSources> {
  return async ({ accountId, limit, after = null }) => {
    const run = onPool(pool)
    const found = await findPage(run, { accountId, after, limit: limit + 1 })
    const page = await completeSources(run, found.slice(0, limit), clock.now())
    const hasMore = found.length > limit
    return {
      data: page.map((parts) => toSourceView(parts, publicUrl)),
      has_more: hasMore,
      next_cursor: hasMore ? (page.at(-1)?.source.id ?? null) : null,
    }
  }
}
