import { canonicalJson, isStrictPoint, signingKeyIdOf, toBase64Url, toUtf8 } from '@outturn/canonical'
import { nodeSha256 } from '@outturn/canonical/node'
import { type EdgeCase, makeEdgeCases } from '@outturn/canonical/testing'
import { freezeReceiptBody } from '../../receipt/freeze-receipt.ts'
import type { OutcomeReceipt } from '../../receipt/outcome-receipt.ts'
import { withDigests } from '../issue-receipt.ts'
import { published, bareKeys } from '../issuers.ts'
import { smallReceipt } from '../sample-receipt.ts'
import { SeededRandom } from '../seeded-random.ts'
import { type CorpusCase, unusableCase, verdictCase } from './corpus-case.ts'

const draft = smallReceipt('signatures', {
  environment: 'production',
  units: 0,
  result: 'pass',
})
const body = withDigests(draft.body, null)

/** Receipts signed at the edge of what Ed25519 implementations accept: the nonce is tried until the edge is met. */
export function signatureCases(): CorpusCase[] {
  return makeEdgeCases(signedTextFor)
    .filter(({ name }) => name !== 'another message')
    .map(signatureCase)
}

function signedTextFor(name: string, attempt: number): Uint8Array {
  const nonce = new SeededRandom(`signature, ${name} ${attempt}`).id('n_')
  return toUtf8(freezeReceiptBody({ ...body, nonce }, nodeSha256).signedText)
}

function signatureCase({ name, message, public_key, signature, valid }: EdgeCase): CorpusCase {
  const publicKey = Uint8Array.from(Buffer.from(public_key, 'hex'))
  const keyId = signingKeyIdOf(publicKey, nodeSha256)
  const signed = JSON.parse(Buffer.from(message, 'hex').toString()) as OutcomeReceipt
  const receipt = {
    ...signed,
    signing_key_id: keyId,
    signature: Buffer.from(signature, 'hex').toString('base64url'),
  }
  if (canonicalJson(signed) !== Buffer.from(message, 'hex').toString())
    throw new Error(`${name} is not canonical.`)
  const keys = bareKeys(published({ keyId, publicKey }))
  const title = `signature: ${name} (${toBase64Url(publicKey).slice(0, 6)})`
  return publicKey.length === 32 && isStrictPoint(publicKey)
    ? verdictCase(title, { receipt, keys }, { reasons: valid ? [] : ['invalid_signature'] })
    : unusableCase(title, { receipt, keys }, { unusable: 'keys' })
}
