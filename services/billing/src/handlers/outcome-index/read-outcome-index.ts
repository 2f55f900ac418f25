import { absent, type readOutcomeIndex } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { BillingDeps } from '../../deps.ts'
import { cellRules } from '../../domain/outcome-index/cell.ts'
import { indexSchema } from '../../flows/outcome-index/publish-period.ts'
import { findPublication } from '../../store/outcome-index/publications.ts'

export function handleReadOutcomeIndex(deps: BillingDeps): Handler<typeof readOutcomeIndex> {
  return async ({ period }) => {
    const document = await findPublication(deps.db, period)
    if (document !== null) return document
    if (period !== undefined)
      throw absent(`No period ${period} was published.`, {
        field: 'period',
        remediation: 'Leave period out for the latest one. A month is published 3 days after its end.',
      })

    return {
      schema: indexSchema(deps),
      generated_at: null,
      window: null,
      min_cell: cellRules.minCell,
      rows: [],
      suppressed_cells: 0,
      dataset_digest: null,
    }
  }
}
