import type { SpoolDeps } from '../deps.ts'
import { leaseMs, mayBeWorking } from '../flows/lease.ts'
import { renewLeases } from '../store/process-store.ts'

/** Keeps the runs that are driven here with their drivers. */
export async function renewDriven(deps: Pick<SpoolDeps, 'pool' | 'driven'>, now: Date): Promise<void> {
  const held = [...deps.driven]
    .filter(([, beganAt]) => mayBeWorking(beganAt, now))
    .map(([process]) => process)
  if (held.length > 0) await renewLeases(deps.pool, held, new Date(now.getTime() + leaseMs))
}
