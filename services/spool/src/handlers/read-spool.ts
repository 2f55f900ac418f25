import type { readSpool } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { toSpoolView } from '../domain/spool-view.ts'
import { refuseStrangers } from '../domain/viewer.ts'
import type { SpoolDeps } from '../service.ts'
import { evidenceOf, findSpool } from '../store/spool-store.ts'

export function handleReadSpool(deps: SpoolDeps): Handler<typeof readSpool> {
  return async ({ id }, { principal, now }) => {
    const found = await findSpool(deps.pool, id, deps.environment)
    const { spool } = refuseStrangers(found?.spool ?? null, principal)
    return toSpoolView(spool, await evidenceOf(deps.pool, spool.id), principal, now)
  }
}
