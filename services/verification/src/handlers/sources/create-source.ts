import { conflict, type createSource, type SourceRequest, type SourceView } from '@outturn/contracts'
import type { CommandContext, Handler } from '@outturn/messaging'
import type { Runner } from '@outturn/postgres'
import { inside, inTransaction, readRememberedReply, remembered } from '@outturn/postgres/typed'
import { derivedId } from '@outturn/service'
import type { SourceSecrets } from '../../adapters/source-secrets.ts'
import type { Mapping } from '../../domain/payloads/mapping.ts'
import type { Source } from '../../domain/sources/source.ts'
import { assertUsableSource } from '../../domain/sources/source-rules.ts'
import { toSourceView } from '../../domain/sources/source-view.ts'
import { newKey, withSecret } from '../../flows/sources/new-key.ts'
import { presentSecrets, type SourceDeps } from '../../flows/sources/source-deps.ts'
import { countSources, recordSource } from '../../store/sources/source-changes.ts'
import { recordKey } from '../../store/sources/source-keys-store.ts'
import { findOwnSource } from '../../store/sources/source-parts.ts'

const maxSources = 100

/** Registers a source. Its secret is derived from the command, so that a repetition shows the same one and no reply is kept with it. */
export function handleCreateSource(deps: SourceDeps): Handler<typeof createSource> {
  return async ({ accountId, request }, context) => {
    const { commandId, bodyDigest } = context
    const now = deps.clock.now()
    const secrets = presentSecrets(deps)
    const identity = { commandId, bodyDigest, command: 'verification.create-source' }
    const known = await readRememberedReply(deps.db, identity)
    if (known !== null) return withSecret(known, secrets, context)
    assertUsableSource(request, now)
    if (request.spool_id !== undefined) await deps.sides.ownSide(request.spool_id, context)
    const source = newSource(derivedId('source', commandId), accountId, request, now)
    const reply = await inTransaction(deps.db, (tx) =>
      remembered(tx, identity, () => register(deps, inside(tx), source, request, { secrets, context, now })),
    )
    return withSecret(reply, secrets, context)
  }
}

async function register(
  { publicUrl, sides }: SourceDeps,
  run: Runner,
  source: Source,
  request: SourceRequest,
  { secrets, context, now }: { secrets: SourceSecrets; context: CommandContext; now: Date },
): Promise<SourceView> {
  if ((await countSources(run, source.accountId)) >= maxSources) {
    throw conflict(`The account has ${maxSources} sources, the most there may be.`, {
      reason: 'source_limit_reached',
      remediation: 'Revoke a source that is no longer used.',
    })
  }
  const headers = request.pull?.headers
  const sealedHeaders =
    headers === undefined ? null : secrets.seal(source.id, Buffer.from(JSON.stringify(headers)))
  const nextSyncAt = source.kind === 'pull_http' ? now : null
  if (!(await recordSource(run, source, { sealedHeaders, nextSyncAt }))) {
    throw conflict('Another source of the account has this name.', {
      field: 'name',
      reason: 'name_taken',
      remediation: 'Choose another name, or revoke the source that has it.',
    })
  }
  const { signing } = request
  if (signing !== undefined) {
    const publicKey = signing.scheme === 'ed25519' ? signing.public_key : null
    const { commandId } = context
    await recordKey(run, source.id, newKey(secrets, source.id, publicKey, { commandId, now }))
  }
  // Before it exists, so that every source of a Spool stands in its history; a repetition binds the same one.
  if (source.spoolId !== null) {
    await sides.bind({ sourceId: source.id, spoolId: source.spoolId, scheme: source.scheme }, context)
  }
  const parts = await findOwnSource(run, { sourceId: source.id, accountId: source.accountId }, now)
  if (parts === null) throw new Error(`source ${source.id} was not registered`)
  return toSourceView(parts, publicUrl)
}

function newSource(id: string, accountId: string, request: SourceRequest, now: Date): Source {
  const { name, kind, spool_id, signing, mapping, pull } = request
  const at = now.toISOString()
  return {
    id,
    accountId,
    name,
    kind,
    status: 'active',
    spoolId: spool_id ?? null,
    scheme: signing?.scheme ?? null,
    mapping: mapping as Mapping,
    pull:
      pull === undefined
        ? null
        : {
            url: pull.url,
            interval_seconds: pull.interval_seconds,
            ...(pull.items !== undefined && { items: pull.items }),
            ...(pull.cursor !== undefined && { cursor: pull.cursor }),
          },
    createdAt: at,
    updatedAt: at,
    lastReceivedAt: null,
    factCount: 0,
    failure: null,
    rejections: [],
    deliveriesFullAt: null,
  }
}
