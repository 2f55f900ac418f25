import { receiptParams } from '@outturn/contracts'
import type { Call } from '../../http/route.ts'
import { pathParameter } from '../../wire/path-parameter.ts'

/** The id in the path; one that cannot be a receipt's is answered like a receipt that does not exist. */
export function receiptIdOf({ params }: Pick<Call, 'params'>): string {
  return pathParameter('receipt_id', receiptParams.receipt_id, params)
}
