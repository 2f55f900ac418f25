import { absent, type signBundle, unavailable } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { onPool } from '@outturn/postgres'
import { schemaId, signedManifestText } from '@outturn/receipt-verifier/issuing'
import { mayReadReceipt } from '../../domain/receipts/may-read-receipt.ts'
import type { SigningDeps } from '../../deps.ts'
import { findReceiptFacts } from '../../store/receipt-store.ts'

/** Signs what one bundle is made of, with the key for statuses: the bundle holds a status as of the same time. */
export function handleSignBundle({ pool, slug, signers }: SigningDeps): Handler<typeof signBundle> {
  return async ({ receiptId, members }, { principal, now }) => {
    const found = await findReceiptFacts(onPool(pool), receiptId)
    if (found === null || !mayReadReceipt(principal, found)) throw absent('There is no such receipt.')
    const signer = signers.status
    if (signer === null) throw unavailable('No key for statuses is active, which signs bundles.')
    const unsigned = {
      schema: schemaId(slug, 'bundle-manifest'),
      receipt_id: receiptId,
      made_at: now.toISOString(),
      members,
      signing_key_id: signer.keyId,
    }
    return { manifest: { ...unsigned, signature: await signer.sign(signedManifestText(unsigned)) } }
  }
}
