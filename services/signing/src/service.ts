import {
  type Environment,
  issueReceipt,
  readKeyDocument,
  readPublicReceipt,
  readReceipt,
  readReceiptStatus,
  verifyAttestation,
} from '@outturn/contracts'
import { on } from '@outturn/messaging'
import type { Coalesced, Pool } from '@outturn/postgres'
import type { BuildContext, ServiceInstance } from '@outturn/service'
import { loadKeyFiles } from './adapters/key-files.ts'
import type { signingConfig } from './config.ts'
import type { IssuedReceipt } from './domain/issue-receipt.ts'
import type { Purpose } from './domain/purpose.ts'
import type { Signer } from './domain/signer.ts'
import { handleIssueReceipt } from './handlers/issue-receipt.ts'
import { handleReadKeyDocument } from './handlers/read-key-document.ts'
import { handleReadPublicReceipt } from './handlers/read-public-receipt.ts'
import { handleReadReceipt } from './handlers/read-receipt.ts'
import { handleReadReceiptStatus } from './handlers/read-receipt-status.ts'
import { handleVerifyAttestation } from './handlers/verify-attestation.ts'
import { registerLoadedKeys } from './key-ring.ts'
import { createReceiptRecorder, type StoredReceipt } from './store/receipt-store.ts'

/** What the handlers of one environment work with. */
export type SigningDeps = {
  readonly environment: Environment
  readonly slug: string
  readonly publicUrl: string
  readonly pool: Pool
  readonly attestationTtlMs: number
  /** The loaded key of each purpose; what has none is not signed. */
  readonly signers: Readonly<Record<Purpose, Signer | null>>
  readonly recordReceipt: Coalesced<IssuedReceipt, StoredReceipt>
}

export async function buildSigning({
  environment,
  config,
  pool,
  clock,
  log,
}: BuildContext<typeof signingConfig.shape>): Promise<ServiceInstance> {
  const loaded = await loadKeyFiles(config.OUTTURN_SIGNING_KEYS_DIR, environment)
  const signers = {
    receipt: loaded.receipt?.signer ?? null,
    attestation: loaded.attestation?.signer ?? null,
    status: loaded.status?.signer ?? null,
  }
  const deps: SigningDeps = {
    environment,
    slug: config.SERVICE_SLUG,
    publicUrl: config.OUTTURN_PUBLIC_URL,
    pool,
    attestationTtlMs: config.OUTTURN_ATTESTATION_TTL_SECONDS * 1_000,
    signers,
    recordReceipt: createReceiptRecorder(pool),
  }
  return {
    commands: [
      on(issueReceipt, handleIssueReceipt(deps)),
      on(readReceipt, handleReadReceipt(deps)),
      on(readPublicReceipt, handleReadPublicReceipt(deps)),
      on(readReceiptStatus, handleReadReceiptStatus(deps)),
      on(verifyAttestation, handleVerifyAttestation(deps)),
      on(readKeyDocument, handleReadKeyDocument(deps)),
    ],
    readiness: { signing_keys: async () => requireSigners(signers) },
    async start() {
      const facts = {
        slug: deps.slug,
        issuer: deps.publicUrl,
        environment,
        now: clock.now(),
      }
      await registerLoadedKeys(pool, loaded, facts)
      const missing = missingPurposes(signers)
      if (missing.length > 0)
        log.error({ environment, missing }, 'keys are missing: what they sign is refused')
    },
  }
}

function missingPurposes(signers: SigningDeps['signers']): string[] {
  return Object.entries(signers).flatMap(([purpose, signer]) => (signer === null ? [purpose] : []))
}

function requireSigners(signers: SigningDeps['signers']): void {
  const missing = missingPurposes(signers)
  if (missing.length > 0) throw new Error(`there is no key for ${missing.join(', ')}`)
}
