import { digestOf } from '@outturn/canonical'
import { signedReceiptText } from '../receipt/receipt-body.ts'
import { receiptLeafText } from '../log/log-entry.ts'
import { checkpointText, proofText, signedNote } from '../log/log.fixture.ts'
import type { VerifierKey } from '../log/verifier-key.ts'
import type { OutcomeReceipt } from '../receipt/outcome-receipt.ts'
import { logKey, logOrigin, signers, slug } from './issuers.ts'

/** What stands around the leaf of a receipt, and who vouches for it. */
export interface LogTraits {
  readonly leaves?: readonly string[]
  readonly index?: number
  readonly origin?: string
  readonly key?: VerifierKey
  readonly signer?: (typeof signers)['log']
}

export function leafOfReceipt(receipt: OutcomeReceipt): string {
  return receiptLeafText(slug, {
    receiptId: receipt.id,
    receiptDigest: digestOf(signedReceiptText(receipt)),
  })
}

/** The proof that a receipt is in the sample log, by default as the second of five leaves. */
export function loggedProof(receipt: OutcomeReceipt, traits: LogTraits = {}): string {
  const leaves = traits.leaves ?? ['a', leafOfReceipt(receipt), 'c', 'd', 'e']
  const note = signedNote(
    checkpointText(leaves, traits.origin ?? logOrigin),
    traits.key ?? logKey,
    traits.signer ?? signers.log,
  )
  return proofText(leaves, traits.index ?? 1, note)
}
