import { type Sha256, canonicalJson, digestOf } from '@outturn/canonical'
import type { Environment, SigningPurpose } from '@outturn/vocabulary'
import type { KeyDocument, PublishedKey } from '@outturn/contracts'
import { schemaId } from '@outturn/receipt-verifier/issuing'
import type { RegisteredKey } from './key-ring.ts'
import { type NamedLog, publishedLog } from './published-log.ts'

/** A published state of the ring: the exact text, and the hash that the next version names as its predecessor. */
export type PublishedDocument = { readonly version: number; readonly text: string; readonly hash: string }

export type DocumentFacts = {
  readonly slug: string
  readonly issuer: string
  readonly environment: Environment
  /** The environment's transparency logs, of which the last is written to. */
  readonly logs: readonly NamedLog[]
  readonly now: Date
}

/** The next version of the key document, or null when the latest one already says the same. */
export function nextKeyDocument(
  latest: PublishedDocument | null,
  ring: readonly RegisteredKey[],
  facts: DocumentFacts,
  sha256: Sha256,
): PublishedDocument | null {
  const content = {
    schema: schemaId(facts.slug, 'key-document'),
    issuer: facts.issuer,
    receipts: ofEnvironment(facts.environment, ring, 'receipt'),
    attestations: ofEnvironment(facts.environment, ring, 'attestation'),
    status: ofEnvironment(facts.environment, ring, 'status'),
    exports: ofEnvironment(facts.environment, ring, 'export'),
    payments: ofEnvironment(facts.environment, ring, 'payment'),
    log: facts.environment === 'production' ? publishedLog(ring, facts.logs) : null,
    demo_log: facts.environment === 'demo' ? publishedLog(ring, facts.logs) : null,
  }
  if (latest !== null && saysTheSame(latest, content)) return null
  const version = (latest?.version ?? 0) + 1
  const document: KeyDocument = {
    ...content,
    version,
    updated_at: facts.now.toISOString(),
    prev_document_hash: latest?.hash ?? null,
  }
  const text = canonicalJson(document)
  return { version, text, hash: digestOf(text, sha256) }
}

type Content = Omit<KeyDocument, 'version' | 'updated_at' | 'prev_document_hash'>

function saysTheSame(latest: PublishedDocument, content: Content): boolean {
  const {
    version: _v,
    updated_at: _u,
    prev_document_hash: _p,
    ...before
  } = JSON.parse(latest.text) as KeyDocument
  return canonicalJson(before) === canonicalJson(content)
}

function ofEnvironment(environment: Environment, ring: readonly RegisteredKey[], purpose: SigningPurpose) {
  const keys = ring.filter((key) => key.purpose === purpose).map(toPublishedKey)
  return { production: [], demo: [], [environment]: keys }
}

function toPublishedKey(key: RegisteredKey): PublishedKey {
  return {
    key_id: key.keyId,
    algorithm: 'Ed25519',
    public_key: key.publicKey,
    status: key.status,
    not_before: key.notBefore,
    not_after: key.notAfter,
    retired_at: key.retiredAt,
  }
}
