import type { findRequiredSources } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { onPool, type Pool } from '@outturn/postgres'
import { findSources } from '../../store/sources/source-queries.ts'

/** The sources that an agreement may require evidence of. */
export function handleFindRequiredSources(pool: Pool): Handler<typeof findRequiredSources> {
  return async ({ sourceIds }) => {
    const found = await findSources(onPool(pool), sourceIds)
    const usable = found.filter(({ status }) => status !== 'revoked')
    return {
      sources: usable.map(({ id, accountId, spoolId, scheme }) => ({
        sourceId: id,
        accountId,
        spoolId,
        scheme,
      })),
    }
  }
}
