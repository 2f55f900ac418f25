import { digestOf } from '@outturn/canonical'
import { nodeSha256 } from '@outturn/canonical/node'
import { type OutcomeReceipt, signedReceiptText } from '@outturn/receipt-verifier'
import { receiptLeafText, slugOfSchemaId } from '@outturn/receipt-verifier/issuing'
import type { ExpectedLeaf } from '@outturn/transparency-log'
import { UnusableInput } from '../output.ts'
import { readReceiptFile } from '../read-file.ts'

export type ExpectedReceipt = ExpectedLeaf & { readonly receiptId: string }

/** The leaf that the receipt in a file must have. Throws UnusableInput for what is no receipt of that environment. */
export function expectedReceipt(file: string, environment: OutcomeReceipt['environment']): ExpectedReceipt {
  const receipt = readReceiptFile(file)
  const slug = slugOfSchemaId(receipt.schema, 'outcome-receipt')
  if (slug === undefined)
    throw new UnusableInput(`${file} is not a receipt: its schema is ${receipt.schema}.`)
  if (receipt.environment !== environment) {
    throw new UnusableInput(
      `${file} is a receipt of ${receipt.environment}: audit that log with --environment ${receipt.environment}.`,
    )
  }
  const leaf = receiptLeafText(slug, {
    receiptId: receipt.id,
    receiptDigest: digestOf(signedReceiptText(receipt), nodeSha256),
  })
  return { receiptId: receipt.id, leaf, proof: receipt.log_proof }
}
