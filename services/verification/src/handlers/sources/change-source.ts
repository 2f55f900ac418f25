import type { pauseSource } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { inside, inTransaction, remembered } from '@outturn/postgres/typed'
import { nextStatus, type SourceChange } from '../../domain/sources/source-status.ts'
import { toSourceView } from '../../domain/sources/source-view.ts'
import { ownLiveSource, ownSource, type SourceDeps } from '../../flows/sources/source-deps.ts'
import { changeStatus } from '../../store/sources/source-changes.ts'
import { destroyKeys } from '../../store/sources/source-keys-store.ts'
import { findOwnSource } from '../../store/sources/source-parts.ts'

/** Pauses, resumes or revokes a source. Revoked is the end: its secrets are destroyed. */
export function handleChangeSource(deps: SourceDeps, change: SourceChange): Handler<typeof pauseSource> {
  return async (owned, { commandId, bodyDigest }) => {
    const now = deps.clock.now()
    const identity = { commandId, bodyDigest, command: `verification.${change}-source` }
    return inTransaction(deps.db, (tx) =>
      remembered(tx, identity, async () => {
        const run = inside(tx)
        const known = await ownSource(deps, owned)
        if (change === 'revoke' && known.source.status === 'revoked')
          return toSourceView(known, deps.publicUrl)
        const { source } = await ownLiveSource(run, owned, now)
        const status = nextStatus(source.status, change)
        if (status !== source.status) await changeStatus(run, source.id, status, now)
        if (status === 'revoked') await destroyKeys(run, source.id)
        const parts = await findOwnSource(run, owned, now)
        if (parts === null) throw new Error(`source ${source.id} is gone`)
        return toSourceView(parts, deps.publicUrl)
      }),
    )
  }
}
