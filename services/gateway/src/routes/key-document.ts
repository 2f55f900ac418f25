import { type Environment, KeyDocument, Refusal, readKeyDocument } from '@outturn/contracts'
import { type Call, defineRoute, json, type Route } from '../http/route.ts'
import { type GatewayInstance, hostedInstances } from '../instance.ts'
import { asCaller } from './bus-call.ts'

/** How long a part is served without asking again. */
const freshMs = 60_000
/** How long it is served while its environment does not answer; readers may hold it as long again. */
const usableMs = 300_000

type Part = { document: KeyDocument; readAt: number }
type Parts = Readonly<Partial<Record<Environment, KeyDocument>>>

/** Reads the trust anchors of every hosted environment as one document. */
export type ReadKeys = (call: Call) => Promise<KeyDocument>

/** Keeps what each environment last published, for as long as it may be relied on. */
export function createKeyReader(): ReadKeys {
  const parts = new Map<Environment, Part>()

  async function partOf(instance: GatewayInstance, call: Call): Promise<KeyDocument> {
    const known = parts.get(instance.environment)
    const age = known === undefined ? Number.POSITIVE_INFINITY : call.now.getTime() - known.readAt
    if (known !== undefined && age < freshMs) return known.document
    try {
      const options = { ...asCaller(call), principal: { kind: 'public' } as const }
      const document = await instance.bus.request(readKeyDocument, {}, options)
      parts.set(instance.environment, { document, readAt: call.now.getTime() })
      return document
    } catch (error) {
      // A missing part would say that its keys are not trusted, so it is the last one, or nothing.
      if (known !== undefined && age < usableMs && error instanceof Refusal) return known.document
      throw error
    }
  }

  return async (call) => {
    const read = await Promise.all(
      hostedInstances(call.instances).map(async (instance) => [
        instance.environment,
        await partOf(instance, call),
      ]),
    )
    return mergedKeyDocument(Object.fromEntries(read) as Parts)
  }
}

export function keyDocumentRoute(slug: string, readKeys: ReadKeys): Route {
  return defineRoute({
    method: 'GET',
    path: `/.well-known/${slug}-keys.json`,
    operation: 'read-keys',
    summary: 'Read the public keys that receipts, attestations and statuses are signed with',
    isRateLimited: false,
    query: 'ignored',
    success: { status: 200, description: 'The keys by purpose and environment.', content: KeyDocument },
    refuses: ['configuration_unavailable'],
    async answer(call) {
      return json(200, await readKeys(call), { 'cache-control': 'public, max-age=300' })
    },
  })
}

/**
 * One document of the parts that each environment's signing service publishes. Of each part only the lists of its own
 * environment count: demo signing cannot put a key among those of production.
 */
export function mergedKeyDocument(parts: Parts): KeyDocument {
  const all = Object.values(parts)
  const [first] = all
  if (first === undefined) throw new Error('no environment is hosted')
  const lists = (purpose: 'receipts' | 'attestations' | 'status') => ({
    production: parts.production?.[purpose].production ?? [],
    demo: parts.demo?.[purpose].demo ?? [],
  })
  return {
    schema: first.schema,
    issuer: first.issuer,
    // Each part counts its own changes upwards, so the sum does too.
    version: all.reduce((sum, { version }) => sum + version, 0),
    updated_at:
      all
        .map(({ updated_at }) => updated_at)
        .toSorted()
        .at(-1) ?? first.updated_at,
    receipts: lists('receipts'),
    attestations: lists('attestations'),
    status: lists('status'),
    log: parts.production?.log ?? null,
    demo_log: parts.demo?.demo_log ?? null,
    // Each part is chained by its own signing service; the union of two chains has no one predecessor.
    prev_document_hash: all.length === 1 ? first.prev_document_hash : null,
  }
}
