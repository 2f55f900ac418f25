import { absentDiscrepancy, type Principal } from '@outturn/contracts'
import type { Discrepancy } from '../../domain/model/casework/discrepancy.ts'
import { partyOf } from '../../domain/model/viewer.ts'
import { findDiscrepancy } from '../../store/casework/discrepancy-store.ts'
import { type CurrentSpool, currentSpool, type ReadDeps } from '../current-spool.ts'

/** A discrepancy with its Spool as of now. For every caller but the parties of its Spool it does not exist. */
export async function visibleDiscrepancy(
  deps: ReadDeps,
  id: string,
  principal: Principal,
): Promise<CurrentSpool & { discrepancy: Discrepancy }> {
  const found = await findDiscrepancy(deps.pool, id)
  const current = found === null ? null : await currentSpool(deps, found.spoolId, principal)
  if (found === null || current === null || partyOf(current.spool, principal) === null) {
    throw absentDiscrepancy()
  }
  // Read after its Spool: a block that closed in between would else look as if it had lapsed.
  const { discrepancy } = (await findDiscrepancy(deps.pool, id)) ?? found
  return { ...current, discrepancy }
}
