import { canonicalJson, type CryptoSuite, digestOf, fromBase64Url, signingKeyIdOf } from '@outturn/canonical'
import { type KeyDocument, type RootSignature, unprocessable } from '@outturn/contracts'
import { rootSignedText } from '@outturn/receipt-verifier/issuing'

/** That a root key vouched for a key document at a time. */
export type RootSigned = {
  /** Of the canonical document as it is served without a root signature. */
  readonly documentHash: string
  /** RFC 3339 in UTC. */
  readonly asOf: string
  readonly rootSignature: RootSignature
}

/** Reads what an operator brings from the machine of the root key; refuses a document whose signature is not that key's. */
export function rootSignedOf(
  document: KeyDocument,
  publicKey: string,
  { sha256, verifySignature }: CryptoSuite,
): RootSigned {
  const { as_of: asOf, root_signature: rootSignature, ...served } = document
  const key = fromBase64Url(publicKey)
  const signature = fromBase64Url(rootSignature?.signature ?? '')
  const isSigned =
    key?.length === 32 &&
    signature !== undefined &&
    rootSignature?.key_id === signingKeyIdOf(key, sha256) &&
    verifySignature(rootSignedText({ ...document }), signature, key)
  if (!isSigned || asOf === undefined || rootSignature === undefined) {
    throw unprocessable('document', 'The document has no signature of this root key that holds.', {
      reason: 'invalid_root_signature',
      remediation:
        'Sign the served document again with `keys sign-document`, and publish the file that it writes as it is.',
    })
  }
  return { documentHash: digestOf(canonicalJson(served), sha256), asOf, rootSignature }
}
