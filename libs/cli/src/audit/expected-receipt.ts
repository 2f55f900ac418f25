import { digestOf } from '@outturn/canonical'
import { nodeSha256, nodeSuite } from '@outturn/canonical/node'
import {
  type OutcomeReceipt,
  signedReceiptText,
  type TrustSet,
  verifyOutcomeReceipt,
} from '@outturn/receipt-verifier'
import { receiptLeafText, slugOfSchemaId } from '@outturn/receipt-verifier/issuing'
import type { ExpectedLeaf } from '@outturn/transparency-log'
import { UnusableInput } from '../output.ts'
import { readReceiptFile } from '../read-file.ts'

export type ExpectedReceipt = ExpectedLeaf & { readonly receiptId: string }

/**
 * The leaf that the receipt in a file must have. Throws UnusableInput for what is no receipt of that environment, and for one
 * that these keys did not sign: that no log has it says nothing of the log.
 */
export function expectedReceipt(
  file: string,
  environment: OutcomeReceipt['environment'],
  trustSet: TrustSet,
): ExpectedReceipt {
  const receipt = readReceiptFile(file)
  const slug = slugOfSchemaId(receipt.schema, 'outcome-receipt')
  if (slug === undefined)
    throw new UnusableInput(`${file} is not a receipt: its schema is ${receipt.schema}.`)
  if (receipt.environment !== environment) {
    throw new UnusableInput(
      `${file} is a receipt of ${receipt.environment}: audit that log with --environment ${receipt.environment}.`,
    )
  }
  const { reasons } = verifyOutcomeReceipt(receipt, { trustSet, environment, suite: nodeSuite })
  const forgery = reasons.filter((reason) => reason !== 'corrected' && reason !== 'revoked')
  if (forgery.length > 0) {
    throw new UnusableInput(
      `${file} is not a receipt that was issued: ${forgery.join(', ')}. The log is not asked for it.`,
    )
  }
  const leaf = receiptLeafText(slug, {
    receiptId: receipt.id,
    receiptDigest: digestOf(signedReceiptText(receipt), nodeSha256),
  })
  return { receiptId: receipt.id, leaf, proof: receipt.log_proof }
}
