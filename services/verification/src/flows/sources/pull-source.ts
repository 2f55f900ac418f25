import { parseSentJson, type SentJson, StrictJsonError } from '@outturn/canonical'
import { Refusal } from '@outturn/contracts'
import { onPool } from '@outturn/postgres'
import { inside, inTransaction } from '@outturn/postgres/typed'
import { failPoint } from '@outturn/service'
import type { FetchDocument } from '../../adapters/document-fetcher.ts'
import type { SourceSecrets } from '../../adapters/source-secrets.ts'
import { createFactIntake, reportsOf } from '../../domain/facts/fact-intake.ts'
import { type MappedPayload, mapPayload, maxElements } from '../../domain/payloads/map-payload.ts'
import { maxPages, nextCursor, nextSyncAt, pageUrl } from '../../domain/sources/pull-schedule.ts'
import { mappingOf, type PullTerms, type Source } from '../../domain/sources/source.ts'
import { withFailure, withRejections, withTaken } from '../../domain/sources/source-progress.ts'
import { findVersions, lockFactCounts, recordIntake } from '../../store/facts/intake-store.ts'
import { lockSources, recordProgress } from '../../store/sources/delivery-store.ts'
import { findSources } from '../../store/sources/source-queries.ts'
import { endSync, findPullSecrets, type LeasedSync, renewSync } from '../../store/sources/sync-store.ts'
import { type IntakeDeps, ownSpools, targetsOf } from './take-deliveries.ts'

export type PullDeps = IntakeDeps & {
  readonly secrets: SourceSecrets
  readonly fetchDocument: FetchDocument
  /** From 0 to 1, for the jitter of the schedule. */
  readonly random: () => number
}

/** How long a replica works on a page at most; another one goes on with the sync afterwards. */
export const leaseMs = 60_000
/** Most elements of a sync: the facts of an attempt come after those of the attempts before it, as its source said them later. */
const maxElementsOfSync = maxPages * maxElements
/** A sync that cannot be worked on for so long ends without a result, ms. */
const patienceMs = 600_000

/** What of a sync is known after its pages: the sync as it is leased now, and whether it failed. */
type Pulled = {
  readonly sync: LeasedSync
  readonly error: string | null
  readonly etag: string | null
  /** True where the fault is of this deployment, not of the source. */
  readonly isOwnFault?: boolean
}

/** Another replica has taken the sync over, and goes on with it. */
class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

/**
 * Fetches the pages of a sync and keeps their facts, page by page. A replica that takes the sync over begins with the first page again, whose
 * facts are the same ones then.
 */
export async function pullSource(deps: PullDeps, sync: LeasedSync): Promise<void> {
  const [source] = await findSources(onPool(deps.pool), [sync.sourceId])
  if (source === undefined || source.pull === null) return
  const pulled = await pullPages(deps, source, source.pull, sync).catch((error: unknown): Pulled | null => {
    const isOver = deps.clock.now().getTime() - sync.startedAt.getTime() > patienceMs
    if (error instanceof LeaseLost) return null
    // Also after a fault that was logged at each attempt before: a sync that nothing ends would be taken up without end.
    if (isOver) return { sync, error: 'service_unavailable', etag: null, isOwnFault: true }
    if (error instanceof Refusal) return null
    throw error
  })
  if (pulled === null) return
  failPoint('verification.before-sync-end')
  await conclude(deps, source.pull, pulled)
}

async function pullPages(
  deps: PullDeps,
  source: Source,
  terms: PullTerms,
  leased: LeasedSync,
): Promise<Pulled> {
  const kept = await findPullSecrets(onPool(deps.pool), source.id)
  const headers = openHeaders(deps.secrets, source.id, kept.sealedHeaders)
  if (headers === null) return { sync: leased, error: 'headers_unreadable', etag: null, isOwnFault: true }
  const seen = new Set<string>()
  let sync = leased
  let cursor: string | null = null
  let etag: string | null = null
  let index = (leased.attempts - 1) * maxElementsOfSync
  let fault: string | null = null
  let isAnyGood = false
  for (let page = 0; page < maxPages; page += 1) {
    const request = { accountId: source.accountId, url: pageUrl(terms, cursor), headers }
    // Facts of an attempt before may be newer than the document of the ETag.
    const known = page === 0 && leased.attempts === 1 ? kept.etag : null
    const fetched = await deps.fetchDocument({ ...request, etag: known }, sync.id)
    if ('isUnchanged' in fetched) return { sync, error: null, etag: kept.etag }
    if ('failure' in fetched) return { sync, error: fetched.failure, etag: null }
    const document = readDocument(fetched.body)
    if (document === null) return { sync, error: 'invalid_json', etag: null }
    const times = { now: deps.clock.now(), sentAt: sync.startedAt }
    const payload = mapPayload(mappingOf(source), source.spoolId, document, times)
    if (payload === null) return { sync, error: 'unmappable_value', etag: null }
    const stored = await keepPage(deps, sync, payload, index)
    if (stored === null) return { sync, error: 'source_paused', etag: null, isOwnFault: true }
    failPoint('verification.after-page')
    sync = stored.sync
    index += payload.mapped.length + payload.rejected.length
    fault ??= stored.fault
    isAnyGood ||= stored.fault === null
    etag = page === 0 ? fetched.etag : null
    cursor = nextCursor(terms, document)
    if (cursor === null || seen.has(cursor)) break
    seen.add(cursor)
  }
  return { sync, error: isAnyGood ? null : fault, etag }
}

type KeptPage = { readonly sync: LeasedSync; readonly fault: string | null }

/** Keeps the facts of a page and renews the lease, in one transaction; null when the source takes none any more. */
async function keepPage(
  deps: PullDeps,
  sync: LeasedSync,
  payload: MappedPayload,
  firstIndex: number,
): Promise<KeptPage | null> {
  const targets = await targetsOf(deps, [payload])
  return inTransaction(deps.db, async (tx) => {
    const run = inside(tx)
    const [source] = await lockSources(run, [sync.sourceId])
    if (source === undefined || source.status === 'paused' || source.status === 'revoked') return null
    const now = deps.clock.now()
    const known = await findVersions(run, reportsOf(source, payload))
    const counts = await lockFactCounts(run, ownSpools(targets, [source]))
    const intake = createFactIntake({ targets, known, counts }, () => deps.ids.newId('fact'))
    const { factIds, created, rejected } = intake.take(source, payload, {
      provenance: 'service_fetched',
      observedAt: now.toISOString(),
      webhookId: null,
      sent: { seconds: Math.floor(sync.startedAt.getTime() / 1_000), id: sync.id },
      firstIndex,
    })
    const leasedUntil = new Date(now.getTime() + leaseMs)
    if (!(await renewSync(run, sync, leasedUntil, created))) throw new LeaseLost()
    await recordIntake(run, intake.result())
    const at = now.toISOString()
    const taken = { ...source, lastReceivedAt: at, factCount: source.factCount + created }
    await recordProgress(run, [withRejections(taken, rejected, { at, id: sync.id })])
    const [first] = rejected
    return { sync: { ...sync, leasedUntil }, fault: factIds.length === 0 ? (first?.code ?? null) : null }
  })
}

/** Ends a sync: a source that fails waits longer for the next one, and is `failing` after five in a row. */
async function conclude(
  { db, clock, random }: PullDeps,
  terms: PullTerms,
  { sync, error, etag, isOwnFault = false }: Pulled,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const run = inside(tx)
    const [source] = await lockSources(run, [sync.sourceId])
    if (source === undefined) return
    const now = clock.now()
    const after = error === null || isOwnFault ? source : withFailure(source, error, now.toISOString())
    const next = error === null ? withTaken(after, source.lastReceivedAt ?? now.toISOString(), 0) : after
    const nextAt = nextSyncAt(terms, next.failure?.count ?? 0, random(), now)
    if (!(await endSync(run, sync, { at: now, error, etag, nextAt }))) return
    await recordProgress(run, [next])
  })
}

function readDocument(bytes: Uint8Array): SentJson | null {
  try {
    return parseSentJson(bytes)
  } catch (error) {
    if (error instanceof StrictJsonError) return null
    throw error
  }
}

/** Headers as they were registered; null when this deployment has another key than the one they were sealed under. */
function openHeaders(
  secrets: SourceSecrets,
  sourceId: string,
  sealed: string | null,
): Record<string, string> | null {
  if (sealed === null) return {}
  try {
    return JSON.parse(Buffer.from(secrets.open(sourceId, sealed)).toString('utf8')) as Record<string, string>
  } catch {
    return null
  }
}
