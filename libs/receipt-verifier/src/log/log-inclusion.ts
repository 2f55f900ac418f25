import { type CryptoSuite, digestOf, verifyMerkleInclusion } from '@outturn/canonical'
import { signedReceiptText } from '../receipt/receipt-body.ts'
import type { TrustedLog } from '../keys/trust-set.ts'
import type { OutcomeReceipt } from '../receipt/outcome-receipt.ts'
import type { Checkpoint } from './checkpoint.ts'
import { readLogProof } from './log-proof.ts'
import { receiptLeafText } from './log-entry.ts'
import { isSignedBy } from './signed-note.ts'

/** Whether a receipt was shown to be in the log: `not_checked` where the keys name no log to check by. */
export type LogInclusion = 'included' | 'absent' | 'invalid' | 'not_checked'

/** Judges the proof that a receipt carries by the log of its environment. */
export function findLogInclusion(
  receipt: OutcomeReceipt,
  slug: string,
  log: TrustedLog | null,
  suite: CryptoSuite,
): LogInclusion {
  if (log === null) return 'not_checked'
  if (receipt.log_proof === undefined) return 'absent'
  const receiptDigest = digestOf(signedReceiptText(receipt), suite.sha256)
  const leaf = receiptLeafText(slug, { receiptId: receipt.id, receiptDigest }, suite.sha256)
  return isLeafIncluded(leaf, receipt.log_proof, log, suite) ? 'included' : 'invalid'
}

/** Whether the text of a proof shows that the leaf is in that log. */
export function isLeafIncluded(leaf: string, proof: string, log: TrustedLog, suite: CryptoSuite): boolean {
  const read = readLogProof(proof)
  if (read === undefined || !counts(log, read.checkpoint, suite)) return false
  const { index, hashes, checkpoint } = read
  const { size, root } = checkpoint
  return verifyMerkleInclusion({ leaf, index, size, proof: hashes, root }, suite.sha256)
}

/** A checkpoint of the log counts, or one of a log that came before, of a size that was given out before that ended. */
function counts(log: TrustedLog, checkpoint: Checkpoint, suite: CryptoSuite): boolean {
  return [log, ...(log.ended ?? [])].some((each) => isCheckpointOf(each, checkpoint, suite))
}

/** Whether a key of the log signed the checkpoint, under the log's own name. */
export function isCheckpointOf(log: TrustedLog, checkpoint: Checkpoint, suite: CryptoSuite): boolean {
  return (
    checkpoint.origin === log.origin &&
    checkpoint.size <= (log.lastSize ?? checkpoint.size) &&
    log.keys.some((key) => isSignedBy(checkpoint.note, key, suite.verifySignature))
  )
}
