import { absentSpool, type Principal } from '@outturn/contracts'
import { asOf } from '../domain/lifecycle/as-of.ts'
import type { NextVersion } from '../domain/model/decision.ts'
import type { Evidence } from '../domain/model/spool.ts'
import { assertKeyIsActive, assertParty } from '../domain/model/viewer.ts'
import type { SpoolDeps } from '../deps.ts'
import { findSpool } from '../store/spool-store.ts'

export type ReadDeps = Pick<SpoolDeps, 'clock' | 'environment' | 'hashes' | 'pool'>

/** What a list is read with. */
export type ListDeps = ReadDeps & Pick<SpoolDeps, 'pageMutex'>

export type CurrentSpool = NextVersion & { evidence: Evidence[]; now: Date }

/** A Spool as of now, with what its timers did unwritten; null when there is none. Refuses a key that has ended. */
export async function currentSpool(
  deps: ReadDeps,
  id: string,
  principal: Principal,
): Promise<CurrentSpool | null> {
  const found = await findSpool(deps.pool, id, deps.environment)
  if (found === null) return null
  const now = deps.clock.now()
  const current = asOf(found.spool, now, deps.hashes)
  if (isBoundTo(principal, current.spool.id)) assertKeyIsActive(current.spool, principal, now)
  return { ...current, evidence: found.evidence, now }
}

/** The same for a party; for every other caller the Spool does not exist. */
export async function currentSpoolOfParty(
  deps: ReadDeps,
  id: string,
  principal: Principal,
): Promise<CurrentSpool> {
  const current = await currentSpool(deps, id, principal)
  assertParty(current?.spool ?? null, principal)
  if (current === null) throw absentSpool()
  return current
}

function isBoundTo(principal: Principal, spoolId: string): boolean {
  return principal.kind === 'account' && principal.spoolId === spoolId
}
