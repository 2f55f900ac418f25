import { digestOf, fromBase64Url, merkleInclusionProof, merkleRoot, toBase64 } from '@outturn/canonical'
import { createEd25519Signer, nodeSha256 } from '@outturn/canonical/node'
import { signedReceiptText } from '../receipt/receipt-body.ts'
import type { OutcomeReceipt } from '../receipt/outcome-receipt.ts'
import { LOG_PROOF_HEADER } from './log-proof.ts'
import { receiptLeafText } from './log-entry.ts'
import { type VerifierKey, verifierKeyOf } from './verifier-key.ts'

export const logOrigin = 'log.example.com'
export const logSigner = createEd25519Signer(new Uint8Array(32).fill(7))
export const logKey = verifierKeyOf(logOrigin, logSigner.publicKey)

/** The note over a text, signed by the key of the log under any name. */
export function signedNote(text: string, { name, id }: VerifierKey = logKey, signer = logSigner): string {
  const signature = fromBase64Url(signer.sign(text)) ?? new Uint8Array()
  return `${text}\n— ${name} ${toBase64(Uint8Array.of(...Buffer.from(id, 'hex'), ...signature))}\n`
}

export function checkpointText(leaves: readonly string[], origin = logOrigin): string {
  return `${origin}\n${leaves.length}\n${toBase64(merkleRoot(leaves, nodeSha256))}\n`
}

/** The leaf of a receipt of the golden service. */
export function leafOf(receipt: OutcomeReceipt): string {
  return receiptLeafText('example', {
    receiptId: receipt.id,
    receiptDigest: digestOf(signedReceiptText(receipt)),
  })
}

/** The proof of one leaf among others, under any note. */
export function proofText(
  leaves: readonly string[],
  index: number,
  note = signedNote(checkpointText(leaves)),
): string {
  const hashes = merkleInclusionProof(leaves, index, nodeSha256).map(toBase64)
  return [LOG_PROOF_HEADER, `index ${index}`, ...hashes, '', note].join('\n')
}
