import { type Environment, environments } from '@outturn/vocabulary'
import { createHash } from 'node:crypto'
import { canonicalJson } from '@outturn/canonical'
import {
  absent,
  type CommandOutput,
  KeyDocument,
  readKeyDocument,
  readKeys,
  readRootSignature,
  Refusal,
  defineEndpoint,
  openAccess,
} from '@outturn/contracts'
import { isKnownTag } from '../../wire/spool-tag.ts'
import { type Answer, type Call, serve, json, type Route } from '../../http/route.ts'
import { type GatewayInstance, hostedInstances } from '../../deps.ts'
import { openInstance } from '../../http/admission.ts'
import { asPublic } from '../bus-call.ts'
import { headerOf } from '../spool-answer.ts'

/** How long a part is served without asking again: a revoked key must not be published for longer. */
const freshMs = 5_000
/** How long it is served while its environment does not answer; readers may hold it as long again. */
const usableMs = 300_000
const cached = { 'cache-control': 'public, max-age=300' }
const immutable = { 'cache-control': 'public, max-age=31536000, immutable' }

/** What the signing service of one environment published, with the hash of its exact text. */
export type KeyPart = { readonly document: KeyDocument; readonly hash: string }
type Parts = Readonly<Partial<Record<Environment, KeyPart>>>

/** Reads the trust anchors of every hosted environment as one document. */
export type ReadKeys = (call: Call) => Promise<KeyDocument>

/** Keeps what each environment last published, for as long as it may be relied on. */
export function createKeyReader(): ReadKeys {
  const withRootSignature = createRootReader()
  const parts = new Map<Environment, KeyPart & { readAt: number }>()

  async function partOf(instance: GatewayInstance, call: Call): Promise<KeyPart> {
    const known = parts.get(instance.environment)
    const age = known === undefined ? Number.POSITIVE_INFINITY : call.now.getTime() - known.readAt
    if (known !== undefined && age < freshMs) return known
    try {
      const part = partIn(await readAsPublic(instance, call))
      parts.set(instance.environment, { ...part, readAt: call.now.getTime() })
      return part
    } catch (error) {
      // A missing part would say that its keys are not trusted, so it is the last one, or nothing.
      if (known !== undefined && age < usableMs && error instanceof Refusal) return known
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
    return withRootSignature(mergedKeyDocument(Object.fromEntries(read) as Parts), call)
  }
}

type RootSigned = CommandOutput<typeof readRootSignature>['signed']

/** Attaches what a root key said last of the document as it is; a document that changed since is served without. */
function createRootReader(): (document: KeyDocument, call: Call) => Promise<KeyDocument> {
  let known: { documentHash: string; signed: RootSigned; readAt: number } | undefined

  async function signedOf(documentHash: string, call: Call): Promise<RootSigned> {
    const last = known?.documentHash === documentHash ? known : undefined
    const readAt = call.now.getTime()
    if (last !== undefined && readAt - last.readAt < freshMs) return last.signed
    const { bus } = openInstance(call.instances)
    try {
      const { signed } = await bus.request(readRootSignature, { documentHash }, asPublic(call))
      known = { documentHash, signed, readAt }
      return signed
    } catch (error) {
      // A root signature never ends, so the one of before is as good as it was.
      if (error instanceof Refusal) return last?.signed ?? null
      throw error
    }
  }

  return async (document, call) => {
    const signed = await signedOf(sha256(canonicalJson(document)), call)
    return signed === null
      ? document
      : { ...document, as_of: signed.asOf, root_signature: signed.rootSignature }
  }
}

export function keyDocumentRoutes(slug: string, readAll: ReadKeys): readonly Route[] {
  return [
    serve(readKeys(slug), async (call) => {
      const text = JSON.stringify(await readAll(call))
      return tagged(call, text, sha256(text), cached)
    }),
    serve(
      defineEndpoint({
        operationId: 'read-key-version',
        path: `/.well-known/${slug}-keys/:environment/:version`,
        access: openAccess,
        summary: 'Read a version of the key document of one environment, byte for byte as it was published',
        params: {
          environment: {
            pattern: `^(?:${environments.join('|')})$`,
            description: 'Environment of the keys.',
          },
          version: { pattern: '^[1-9][0-9]{0,8}$', description: 'Version of its document, from 1.' },
        },
        isRevalidated: true,
        success: {
          status: 200,
          description: 'The document; its SHA-256 is the `prev_document_hash` of the next version.',
          content: KeyDocument,
        },
        refuses: ['configuration_unavailable', 'not_found'],
      }),
      readVersion,
    ),
  ]
}

async function readVersion(call: Call): Promise<Answer> {
  const { environment, version = '' } = call.params
  const instance = hostedInstances(call.instances).find((each) => each.environment === environment)
  if (instance === undefined || !/^[1-9]\d{0,8}$/.test(version)) {
    throw absent('There is no such version of a key document.', {
      remediation: 'Read /.well-known/outturn-keys.json for the current version and those before it.',
    })
  }
  const bytes = await readAsPublic(instance, call, Number(version))
  return tagged(call, bytes, sha256(bytes), immutable)
}

async function readAsPublic({ bus }: GatewayInstance, call: Call, version?: number): Promise<Uint8Array> {
  const input = version === undefined ? {} : { version }
  return (await bus.requestBytes(readKeyDocument, input, asPublic(call))).bytes
}

function partIn(bytes: Uint8Array): KeyPart {
  return { document: JSON.parse(Buffer.from(bytes).toString()) as KeyDocument, hash: sha256(bytes) }
}

function tagged(
  call: Call,
  body: Uint8Array | string,
  hash: string,
  caching: Record<string, string>,
): Answer {
  const tag = `"${hash}"`
  const headers = { etag: tag, ...caching }
  return isKnownTag(headerOf(call, 'if-none-match'), tag) ? json(304, '', headers) : json(200, body, headers)
}

function sha256(input: Uint8Array | string): string {
  return createHash('sha256').update(input).digest('hex')
}

/**
 * One document of the parts that each environment's signing service publishes. Of each part only the lists of its own
 * environment count: demo signing cannot put a key among those of production. Each part is chained by its own signing
 * service; this document names the link of each chain that it was put together from, and is chained itself only where it
 * is made of one part.
 */
export function mergedKeyDocument(parts: Parts): KeyDocument {
  const all = Object.values(parts).map(({ document }) => document)
  const [first] = all
  if (first === undefined) throw new Error('no environment is hosted')
  const { production, demo } = parts
  const lists = (purpose: 'receipts' | 'attestations' | 'status' | 'exports') => ({
    production: production?.document[purpose]?.production ?? [],
    demo: demo?.document[purpose]?.demo ?? [],
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
    exports: lists('exports'),
    log: production?.document.log ?? null,
    demo_log: demo?.document.demo_log ?? null,
    prev_document_hash: all.length === 1 ? first.prev_document_hash : null,
    parts: {
      ...(production !== undefined && { production: linkOf(production) }),
      ...(demo !== undefined && { demo: linkOf(demo) }),
    },
  }
}

function linkOf({ document: { version, prev_document_hash }, hash }: KeyPart) {
  return { version, document_hash: hash, prev_document_hash }
}
