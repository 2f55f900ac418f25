import type { SourceView } from '@outturn/contracts'
import type { Source, SourceKey, SourceSync } from './source.ts'

export type SourceParts = {
  readonly source: Source
  /** Live keys, the newest first. */
  readonly keys: readonly SourceKey[]
  readonly lastSync: SourceSync | null
  readonly hasHeaders: boolean
}

/** A source as its account sees it. */
export function toSourceView(
  { source, keys, lastSync, hasHeaders }: SourceParts,
  publicUrl: string,
): SourceView {
  const { pull, kind, status, rejections, failure } = source
  return {
    id: source.id,
    name: source.name,
    kind,
    status,
    spool_id: source.spoolId,
    registered_by: { account_is_caller: true },
    signing: signingView(source, keys),
    mapping: source.mapping,
    pull: pull === null ? null : { ...pull, has_headers: hasHeaders },
    webhook_url: kind === 'webhook' ? `${publicUrl}/api/v1/sources/${source.id}/webhook` : null,
    created_at: source.createdAt,
    updated_at: source.updatedAt,
    last_received_at: source.lastReceivedAt,
    last_sync: lastSync === null ? null : syncView(lastSync),
    facts: source.factCount,
    rejections: rejections.map((rejection) => ({ ...rejection })),
    failure: failure === null ? null : { ...failure },
  }
}

function signingView({ scheme }: Source, keys: readonly SourceKey[]): SourceView['signing'] {
  if (scheme === null) return null
  if (scheme === 'hmac_sha256') {
    const secrets = keys.map(({ id, createdAt, expiresAt }) => ({
      id,
      created_at: createdAt,
      expires_at: expiresAt,
    }))
    return { scheme, secrets }
  }
  const publicKey = keys[0]?.publicKey ?? null
  return { scheme, ...(publicKey !== null && { public_key: publicKey }) }
}

function syncView(sync: SourceSync): NonNullable<SourceView['last_sync']> {
  return {
    sync_id: sync.id,
    status: sync.status,
    started_at: sync.startedAt,
    ended_at: sync.endedAt,
    facts_created: sync.factsCreated,
    ...(sync.error !== null && { error: sync.error }),
  }
}
