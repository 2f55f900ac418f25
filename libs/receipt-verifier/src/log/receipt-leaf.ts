import { canonicalJson } from '@outturn/canonical'
import { schemaId } from '../preimages/schema-id.ts'

/** What the log holds of a receipt: which text was signed, by which key. */
export interface LoggedReceipt {
  readonly receiptId: string
  /** SHA-256 of the signed text, 64 hexadecimal digits. */
  readonly receiptDigest: string
  readonly signingKeyId: string
}

/** The leaf of a receipt in its log: ids and a digest, nothing of what the receipt says. */
export function receiptLeafText(slug: string, logged: LoggedReceipt): string {
  return canonicalJson({
    schema: schemaId(slug, 'log-leaf'),
    kind: 'receipt',
    receipt_id: logged.receiptId,
    receipt_digest: logged.receiptDigest,
    signing_key_id: logged.signingKeyId,
  })
}
