import {
  parseKeyDocument,
  type ReceiptVerdict,
  type TrustSet,
  type VerifyReceiptOptions,
  verifyOutcomeReceipt,
} from '@outturn/receipt-verifier'
import type { ApiOperations, ReceiptsOperations } from '../generated/resources.ts'
import type { KeyDocument } from '../generated/types.ts'

export interface OfflineCheck extends Omit<VerifyReceiptOptions, 'trustSet'> {
  /** Pinned keys: the document of `keys.read()`, or what `parseKeyDocument` made of it. */
  readonly trustSet: TrustSet | KeyDocument
}

/** Operations on receipts, and the check without the service. */
export interface Receipts extends ReceiptsOperations {
  /**
   * Checks a receipt offline against pinned keys: that it is signed, intact, and adds up. Sends nothing and throws for no receipt; give
   * the answer of `receipts.status` as `status` to learn of a correction or revocation.
   */
  verify(receipt: unknown, options: OfflineCheck): ReceiptVerdict
}

export function createReceipts({ receipts }: ApiOperations): Receipts {
  return {
    ...receipts,
    verify: (receipt, { trustSet, ...options }) =>
      verifyOutcomeReceipt(receipt, {
        ...options,
        trustSet: isParsed(trustSet) ? trustSet : parseKeyDocument(trustSet),
      }),
  }
}

function isParsed(trustSet: TrustSet | KeyDocument): trustSet is TrustSet {
  return !('schema' in trustSet)
}
