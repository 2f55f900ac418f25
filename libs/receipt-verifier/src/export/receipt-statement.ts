import { type Sha256, canonicalJson, portableSha256, toBase64, toUtf8 } from '@outturn/canonical'
import { slugOfSchemaId } from '../preimages/schema-id.ts'
import type { OutcomeReceipt } from '../receipt/outcome-receipt.ts'
import { type ExportDraft, type ExportIssuer, signatureBytes } from './export-draft.ts'
import { exportedReceipt } from './exported-receipt.ts'

const PAYLOAD_TYPE = 'application/vnd.in-toto+json'

/**
 * A receipt as an in-toto Statement v1 in a DSSE envelope. Its subjects are the receipt and every content that was judged,
 * by their SHA-256; its predicate is the receipt. What is signed are the payload and its type in the pre-authentication encoding of DSSE 1.
 */
export function draftStatement(
  receipt: OutcomeReceipt,
  { keyId }: Pick<ExportIssuer, 'keyId'>,
  sha256: Sha256 = portableSha256,
): ExportDraft {
  const { text, digest } = exportedReceipt(receipt, sha256)
  const statement = {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name: receipt.id, digest: { sha256: digest } }, ...judgedContents(receipt)],
    predicateType: predicateTypeOf(receipt),
    predicate: { receipt: JSON.parse(text) as object },
  }
  const payload = toUtf8(canonicalJson(statement))
  return {
    signedBytes: preAuthEncoding(payload),
    withSignature: (signature) =>
      canonicalJson({
        payloadType: PAYLOAD_TYPE,
        payload: toBase64(payload),
        signatures: [{ keyid: keyId, sig: toBase64(signatureBytes(signature)) }],
      }),
  }
}

/** Names are unique in a statement, and evidence that serves several conditions has a row for each. */
function judgedContents({ evidence }: OutcomeReceipt) {
  const contents = new Map<string, string>()
  for (const { evidence_id: id, content_digest: digest } of evidence) {
    if (id !== null && digest !== null) contents.set(id, digest)
  }
  return [...contents].map(([name, digest]) => ({ name, digest: { sha256: digest } }))
}

function predicateTypeOf({ schema }: OutcomeReceipt): string {
  const slug = slugOfSchemaId(schema, 'outcome-receipt')
  if (slug === undefined) throw new RangeError(`${schema} is not the schema of a receipt.`)
  return `urn:${slug}:outcome-receipt:1`
}

function preAuthEncoding(payload: Uint8Array): Uint8Array {
  const head = toUtf8(`DSSEv1 ${PAYLOAD_TYPE.length} ${PAYLOAD_TYPE} ${payload.length} `)
  const encoded = new Uint8Array(head.length + payload.length)
  encoded.set(head)
  encoded.set(payload, head.length)
  return encoded
}
