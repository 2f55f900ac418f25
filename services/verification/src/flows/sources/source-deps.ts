import { absentSource, invalidState, unavailable } from '@outturn/contracts'
import { onPool, type Pool, type Runner } from '@outturn/postgres'
import type { Database } from '@outturn/postgres/typed'
import type { Clock, Ids } from '@outturn/service'
import type { SourceSecrets } from '../../adapters/source-secrets.ts'
import type { SpoolSides } from '../../adapters/spool-sides.ts'
import type { SourceParts } from '../../domain/sources/source-view.ts'
import { lockOwnSource } from '../../store/sources/source-changes.ts'
import { findOwnSource } from '../../store/sources/source-parts.ts'
import type { Tables } from '../../store/tables.ts'

/** What the handlers of sources work with. */
export type SourceDeps = {
  readonly clock: Clock
  readonly ids: Ids
  readonly pool: Pool
  readonly db: Database<Tables>
  /** Null where the deployment has no key for them. */
  readonly secrets: SourceSecrets | null
  readonly sides: SpoolSides
  readonly publicUrl: string
}

type Owned = { readonly sourceId: string; readonly accountId: string }

/** A source of this account; for every other account it does not exist. */
export async function ownSource({ pool, clock }: SourceDeps, owned: Owned): Promise<SourceParts> {
  return existing(await findOwnSource(onPool(pool), owned, clock.now()))
}

/** The same within a transaction, which keeps it as it is; refuses one that is revoked. */
export async function ownLiveSource(run: Runner, owned: Owned, now: Date): Promise<SourceParts> {
  if (!(await lockOwnSource(run, owned.sourceId, owned.accountId))) throw absentSource()
  const parts = existing(await findOwnSource(run, owned, now))
  if (parts.source.status === 'revoked') {
    throw invalidState('The source is revoked.', {
      reason: 'source_revoked',
      remediation: 'Register another source.',
    })
  }
  return parts
}

/** The secrets of this deployment; refuses while it has no key for them. */
export function presentSecrets({ secrets }: Pick<SourceDeps, 'secrets'>): SourceSecrets {
  if (secrets !== null) return secrets
  throw unavailable('This deployment has no key for the secrets of sources.', {
    remediation: 'Ask the operator of this service to set OUTTURN_SOURCE_KEY.',
  })
}

function existing(parts: SourceParts | null): SourceParts {
  if (parts === null) throw absentSource()
  return parts
}
