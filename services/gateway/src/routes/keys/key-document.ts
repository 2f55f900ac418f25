import type { Environment } from '@outturn/vocabulary'
import { createHash } from 'node:crypto'
import { canonicalJson } from '@outturn/canonical'
import {
  absent,
  type CommandOutput,
  type KeyDocument,
  readKeyDocument,
  readKeys,
  readKeyVersion,
  readRootSignature,
  Refusal,
} from '@outturn/contracts'
import { type Answer, type Call, serve, type Route } from '../../http/route.ts'
import { type GatewayInstance, type Instances, openEnvironment, openInstance } from '../../deps.ts'
import { asPublic } from '../bus-call.ts'
import { tagged } from '../tagged-answer.ts'

/** How long a part is served without asking again: a revoked key must not be published for longer. */
const freshMs = 5_000
/** How long it is served while its environment does not answer; readers may hold it as long again. */
const usableMs = 300_000
const cached = { 'cache-control': 'public, max-age=300' }
/** What leaves an environment out is not kept: it is whole again as soon as that environment answers. */
const forMoments = { 'cache-control': 'public, max-age=5' }
const immutable = { 'cache-control': 'public, max-age=31536000, immutable' }

/** What the signing service of one environment published, with the hash of its exact text. */
export type KeyPart = { readonly document: KeyDocument; readonly hash: string }
type Parts = Readonly<Partial<Record<Environment, KeyPart | undefined>>>

/** Reads the trust anchors of every hosted environment as one document. */
export type ReadKeys = (call: Call) => Promise<KeyDocument>

/** Keeps what each environment last published, for as long as it may be relied on. */
export function createKeyReader(): ReadKeys {
  const withRootSignature = createRootReader()
  const parts = new Map<Environment, KeyPart & { readAt: number }>()

  async function partOf(environment: Environment, call: Call): Promise<KeyPart | undefined> {
    const known = parts.get(environment)
    const age = known === undefined ? Number.POSITIVE_INFINITY : call.now.getTime() - known.readAt
    if (known !== undefined && age < freshMs) return known
    try {
      const instance = call.instances.of(environment) as GatewayInstance
      const part = partIn(await readAsPublic(instance, call))
      parts.set(environment, { ...part, readAt: call.now.getTime() })
      return part
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (known !== undefined && age < usableMs) return known
      // A missing part says that its keys are not trusted, so production and the caller's own are there, or nothing is.
      // The sandbox may be missing: it must not keep anyone from verifying what production signed.
      if (isNeeded(environment, call)) throw error
      return undefined
    }
  }

  return async (call) => {
    const read = await Promise.all(
      call.instances.hosted.map(async (environment) => [environment, await partOf(environment, call)]),
    )
    return withRootSignature(mergedKeyDocument(Object.fromEntries(read) as Parts), call)
  }
}

function isNeeded(environment: Environment, { instances, identity }: Call): boolean {
  return environment === openEnvironment(instances) || environment === identity?.instance.environment
}

function isWhole({ parts = {} }: KeyDocument, { hosted }: Instances): boolean {
  return hosted.every((environment) => parts[environment] !== undefined)
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
      const document = await readAll(call)
      const text = JSON.stringify(document)
      return tagged(call, text, sha256(text), isWhole(document, call.instances) ? cached : forMoments)
    }),
    serve(readKeyVersion(slug), readVersion),
  ]
}

async function readVersion(call: Call): Promise<Answer> {
  const { environment, version = '' } = call.params
  const hosted = call.instances.hosted.find((each) => each === environment)
  const instance = hosted && call.instances.of(hosted)
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
  const { production, demo } = parts
  const all = [production, demo].flatMap((part) => part?.document ?? [])
  const [first] = all
  if (first === undefined) throw new Error('no environment is hosted')
  const lists = (purpose: 'receipts' | 'attestations' | 'status' | 'exports' | 'payments') => ({
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
    payments: lists('payments'),
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
