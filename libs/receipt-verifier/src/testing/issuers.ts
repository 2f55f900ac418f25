import { toBase64Url } from '@outturn/canonical'
import { type Ed25519Signer, createEd25519Signer, nodeSha256 } from '@outturn/canonical/node'
import type { Environment, KeyStatus } from '@outturn/vocabulary'
import { formatVerifierKey, verifierKeyOf } from '../log/verifier-key.ts'

export const slug = 'sample'
export const logOrigin = 'log.sample.example'

/** A signer whose seed is derived from its public name, so it is worth nothing. */
export function signerNamed(name: string): Ed25519Signer {
  return createEd25519Signer(nodeSha256(`receipt corpus, key of ${name}`))
}

/** One issuer per kind of record and environment, a second trusted one for receipts, and someone no one trusts. */
export const signers = {
  production: signerNamed('production receipts'),
  second: signerNamed('production receipts, second'),
  demo: signerNamed('demo receipts'),
  attestationProduction: signerNamed('production attestations'),
  attestationDemo: signerNamed('demo attestations'),
  statusProduction: signerNamed('production status'),
  statusDemo: signerNamed('demo status'),
  log: signerNamed('log'),
  stranger: signerNamed('a stranger'),
} as const

export const logKey = verifierKeyOf(logOrigin, signers.log.publicKey)

export interface PublishedKey {
  readonly key_id: string
  readonly algorithm: 'Ed25519'
  readonly public_key: string
  readonly status: KeyStatus
  readonly not_before: string
  readonly not_after: string | null
  readonly retired_at: string | null
}

type Ring = Readonly<Record<Environment, readonly PublishedKey[]>>

export interface PublishedKeys {
  readonly schema: string
  readonly issuer: string
  readonly version: number
  readonly updated_at: string
  readonly receipts: Ring
  readonly attestations: Ring
  readonly status: Ring
  readonly log: unknown
  readonly demo_log?: unknown
}

export function published(
  { keyId, publicKey }: Pick<Ed25519Signer, 'keyId' | 'publicKey'>,
  change: Partial<PublishedKey> = {},
): PublishedKey {
  return {
    key_id: keyId,
    algorithm: 'Ed25519',
    public_key: toBase64Url(publicKey),
    status: 'active',
    not_before: '2025-01-01T00:00:00.000Z',
    not_after: null,
    retired_at: null,
    ...change,
  }
}

/** The key document of the sample service, with members replaced. */
export function keyDocument(change: Partial<PublishedKeys> = {}): PublishedKeys {
  return {
    schema: `${slug}/key-document@1`,
    issuer: 'https://sample.example',
    version: 1,
    updated_at: '2026-01-01T00:00:00.000Z',
    receipts: {
      production: [published(signers.production), published(signers.second)],
      demo: [published(signers.demo)],
    },
    attestations: {
      production: [published(signers.attestationProduction)],
      demo: [published(signers.attestationDemo)],
    },
    status: {
      production: [published(signers.statusProduction)],
      demo: [published(signers.statusDemo)],
    },
    log: null,
    ...change,
  }
}

/** The document with other keys for production receipts. */
export function withReceiptKeys(...production: readonly PublishedKey[]): PublishedKeys {
  return keyDocument({ receipts: { production, demo: [published(signers.demo)] } })
}

/** A small key document: production keys for receipts and for their status. */
export function bareKeys(
  ...production: readonly PublishedKey[]
): Pick<PublishedKeys, 'schema' | 'updated_at' | 'receipts' | 'status'> {
  const updated_at = '2026-01-01T00:00:00.000Z'
  const status = { production: [published(signers.statusProduction)], demo: [] }
  return { schema: `${slug}/key-document@1`, updated_at, receipts: { production, demo: [] }, status }
}

const { production, second } = signers
const misnamed = { ...second, keyId: production.keyId }

/** The key documents that cases name. */
export const keyDocuments = {
  main: keyDocument(),
  revoked: withReceiptKeys(published(production, { status: 'revoked' }), published(second)),
  misnamed: withReceiptKeys(published(misnamed)),
  misnamed_and_revoked: withReceiptKeys(published(misnamed, { status: 'revoked' })),
  logged: keyDocument({
    log: { origin: logOrigin, vkey: formatVerifierKey(logKey) },
    demo_log: { origin: logOrigin, vkey: formatVerifierKey(logKey) },
  }),
} as const satisfies Record<string, PublishedKeys>

export type KeyDocumentName = keyof typeof keyDocuments
