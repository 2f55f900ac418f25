import type { SpoolDeps } from '../../deps.ts'
import type { Decision } from '../../domain/model/decision.ts'
import { withoutFactValues } from '../../domain/retention/erase-texts.ts'
import { foundDiscrepancies } from '../../store/casework/discrepancy-store.ts'

/** The withdrawal with the discrepancies that have values of the deleted facts, without these: one commit does both. */
export async function withoutFactsInTexts<Made extends Decision>(
  { pool }: Pick<SpoolDeps, 'pool'>,
  spoolId: string,
  decision: Made,
): Promise<Made> {
  const facts = decision.withdrawal?.items.flatMap((item) => item.facts ?? []) ?? []
  if (facts.length === 0) return decision
  const found = await foundDiscrepancies(pool, spoolId)
  const discrepancies = found.flatMap((before) => {
    const after = withoutFactValues(before, facts)
    return after === before ? [] : [after]
  })
  return { ...decision, discrepancies }
}
