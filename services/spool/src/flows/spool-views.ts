import type { Principal, SpoolView } from '@outturn/contracts'
import { asOf } from '../domain/lifecycle/as-of.ts'
import type { Spool } from '../domain/model/spool.ts'
import { toSpoolView } from '../domain/views/spool-view.ts'
import { evidenceBySpool } from '../store/spool-store.ts'
import type { ReadDeps } from './current-spool.ts'

/** Several Spools as one of their parties sees them now. */
export async function viewsOf(
  deps: ReadDeps,
  spools: readonly Spool[],
  principal: Principal,
): Promise<SpoolView[]> {
  const now = deps.clock.now()
  const evidence = await evidenceBySpool(
    deps.pool,
    spools.map(({ id }) => id),
  )
  return spools.map((spool) =>
    toSpoolView(asOf(spool, now, deps.hashes).spool, evidence.get(spool.id) ?? [], principal, now),
  )
}
