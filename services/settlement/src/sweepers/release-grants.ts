import type { SettlementDeps } from '../deps.ts'
import { openGrantChain } from '../flows/known-grants.ts'
import { releaseGrant } from '../flows/release-grant.ts'
import { takeUnusedGrants } from '../store/grant-store.ts'

const atOnce = 20
/** When a grant is looked at again whose turn did not end it, ms. */
const lookAgainMs = 5_000

/** Gives back on the chain the grants under which nothing will be paid. Returns how many were looked at. */
export async function releaseGrants(deps: SettlementDeps, now: Date): Promise<number> {
  const open = openGrantChain(deps)
  const { chain, pool } = deps
  if (chain === null || open === null) return 0
  const again = new Date(now.getTime() + lookAgainMs)
  const unused = await takeUnusedGrants(pool, open.place, { now, again, limit: atOnce })
  const failures: unknown[] = []
  // One after the other: each takes the next place among the transactions of one key.
  for (const grant of unused) {
    await releaseGrant(deps, chain, open, grant).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) {
    throw new AggregateError(failures, `${failures.length} of ${unused.length} grants were not looked at`)
  }
  return unused.length
}
