import {
  type CryptoSuite,
  canonicalJson,
  fromBase64Url,
  isStrictPoint,
  portableSuite,
  signingKeyIdOf,
} from '@outturn/canonical'
import { type Environment, type KeyStatus, keyStatuses } from '@outturn/vocabulary'
import { slugOfSchemaId } from '../preimages/schema-id.ts'
import { type VerifierKey, readVerifierKey } from '../log/verifier-key.ts'
import {
  type Shaped,
  exactObject,
  hex64,
  integer,
  listOf,
  oneOf,
  openObject,
  orNull,
  text,
  time,
} from '../shape.ts'

export interface TrustedKey {
  readonly keyId: string
  /** 32 raw bytes. */
  readonly publicKey: Uint8Array
  readonly status: KeyStatus
  readonly notBefore: Date
  /** Last moment for which a signature counts; null while that is open. */
  readonly notAfter: Date | null
}

/** Keys for one kind of record, by environment. */
export type KeyRing = Readonly<Record<Environment, readonly TrustedKey[]>>

/** The keys a verifier trusts, and the name of the service that they speak for. */
export interface TrustSet {
  readonly slug: string
  /** Address of the issuer, as the document names it. */
  readonly issuer: string | null
  /** When the document was what the service published; null for one that does not say. */
  readonly asOf: Date | null
  readonly receipts: KeyRing
  readonly attestations: KeyRing
  readonly status: KeyRing
  /** The transparency log that receipts of an environment are entered in; null when it has none. */
  readonly logs: Readonly<Record<Environment, TrustedLog | null>>
}

/** A transparency log, known by its origin and the keys that its checkpoints count under. */
export interface TrustedLog {
  readonly origin: string
  readonly keys: readonly VerifierKey[]
  /** Number of leaves up to which its checkpoints count: what a log gave out before it ended; without a bound where left out. */
  readonly lastSize?: number | undefined
  /** Logs that came before it and ended by declaration, oldest first: what was proved in them still counts. */
  readonly ended?: readonly TrustedLog[]
}

/** A key document that cannot be used; the message names the member. */
export class KeyDocumentError extends Error {
  override readonly name = 'KeyDocumentError'
}

const keyShape = openObject(
  {
    key_id: hex64(),
    algorithm: oneOf('Ed25519'),
    public_key: text(),
    status: oneOf(...keyStatuses),
    not_before: time(),
    not_after: orNull(time()),
  },
  { retired_at: orNull(time()) },
)
/** `previous_vkeys` are keys of before that still count. */
const endedShape = openObject(
  { origin: text(), vkey: text(), last_size: integer(0) },
  { previous_vkeys: listOf(text()) },
)
const logShape = orNull(
  openObject({ origin: text(), vkey: text() }, { previous_vkeys: listOf(text()), ended: listOf(endedShape) }),
)
const ringShape = exactObject({ production: listOf(keyShape), demo: listOf(keyShape) })
const documentShape = openObject(
  { schema: text(), receipts: ringShape },
  {
    attestations: ringShape,
    status: ringShape,
    log: logShape,
    demo_log: logShape,
    issuer: text(),
    updated_at: time(),
    as_of: time(),
    root_signature: openObject({ key_id: hex64(), signature: text() }),
  },
)
/** `last_size` and `ended` are of logs that ended and of the one that is written to. */
type DocumentLog = NonNullable<Shaped<typeof logShape>> & { readonly last_size?: number }
type DocumentKey = Shaped<typeof keyShape>
type DocumentRing = Shaped<typeof ringShape>
const EMPTY_RING: DocumentRing = { production: [], demo: [] }

export interface KeyDocumentOptions {
  /** 32 raw bytes of a root key: the document counts only with its signature. By default none is asked for. */
  readonly rootKey?: Uint8Array
  /** By default the portable one. */
  readonly suite?: CryptoSuite
}

/**
 * Reads a service's published key document. Throws {@link KeyDocumentError} when any key in it is unusable, and where a root
 * key is given when that has not signed it.
 */
export function parseKeyDocument(
  value: unknown,
  { rootKey, suite = portableSuite }: KeyDocumentOptions = {},
): TrustSet {
  const problem = documentShape(value, '')
  if (problem !== undefined) throw new KeyDocumentError(`${problem}.`)
  const document = value as Shaped<typeof documentShape>
  const slug = slugOfSchemaId(document.schema, 'key-document')
  if (slug === undefined) throw new KeyDocumentError(`The schema ${document.schema} is not a key document.`)
  if (rootKey !== undefined && !isSignedByRoot(document, rootKey, suite)) {
    throw new KeyDocumentError('The document has no signature of the root key that holds.')
  }
  const { issuer = null, as_of: asOf = document.updated_at } = document
  return {
    slug,
    issuer,
    asOf: asOf === undefined ? null : new Date(asOf),
    receipts: readRing(document.receipts, 'receipts'),
    attestations: readRing(document.attestations ?? EMPTY_RING, 'attestations'),
    status: readRing(document.status ?? EMPTY_RING, 'status'),
    logs: { production: readLog(document.log, 'log'), demo: readLog(document.demo_log, 'demo_log') },
  }
}

/** The text that a root key signs: the canonical document without the signature. */
export function rootSignedText({
  root_signature: _,
  ...document
}: Readonly<Record<string, unknown>>): string {
  return canonicalJson(document)
}

function isSignedByRoot(
  document: Shaped<typeof documentShape>,
  rootKey: Uint8Array,
  { sha256, verifySignature }: CryptoSuite,
): boolean {
  const { key_id: keyId, signature = '' } = document.root_signature ?? {}
  const bytes = fromBase64Url(signature)
  return (
    keyId === signingKeyIdOf(rootKey, sha256) &&
    bytes !== undefined &&
    verifySignature(rootSignedText({ ...document }), bytes, rootKey)
  )
}

function readLog(log: DocumentLog | null | undefined, path: string): TrustedLog | null {
  if (!log) return null
  const keys = [log.vkey, ...(log.previous_vkeys ?? [])].map((vkey) => readVerifierKey(vkey))
  const known = keys.filter((key) => key !== undefined)
  if (known.length < keys.length) throw new KeyDocumentError(`${path} names a key that is no verifier key.`)
  const ended = (log.ended ?? []).map((each) => readLog(each, path) as TrustedLog)
  return { origin: log.origin, keys: known, lastSize: log.last_size, ended }
}

function readRing(ring: DocumentRing, path: string): KeyRing {
  return {
    production: readKeys(ring.production, `${path}.production`),
    demo: readKeys(ring.demo, `${path}.demo`),
  }
}

function readKeys(keys: readonly DocumentKey[], path: string): TrustedKey[] {
  const read = keys.map((key, index) => readKey(key, `${path}[${index}]`))
  if (new Set(read.map(({ keyId }) => keyId)).size < read.length) {
    throw new KeyDocumentError(`${path} names one key twice.`)
  }
  return read
}

function readKey(key: DocumentKey, path: string): TrustedKey {
  const publicKey = fromBase64Url(key.public_key)
  if (publicKey?.length !== 32 || !isStrictPoint(publicKey)) {
    throw new KeyDocumentError(`${path}.public_key is not an Ed25519 public key.`)
  }
  const notAfter = key.not_after ?? key.retired_at ?? null
  if (key.status === 'retired' && notAfter === null) {
    throw new KeyDocumentError(`${path} is retired and must say when it was.`)
  }
  return {
    keyId: key.key_id,
    publicKey,
    status: key.status,
    notBefore: new Date(key.not_before),
    notAfter: notAfter === null ? null : new Date(notAfter),
  }
}
