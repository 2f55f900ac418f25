import type { ReceiptVerdict } from '@outturn/receipt-verifier'
import { inWords } from '../result-words.ts'

/** What a receipt claims, in a line: `ocr_…, demo: Partly passed, 7.50 of 10.00 USD earned`. */
export function factsText({ receipt_id: id, environment, result, amounts }: ReceiptVerdict): string {
  if (result === null || amounts === null) return ''
  const money = `${inWords(amounts.earned, 'amount')} of ${inWords(amounts.committed, 'amount')} ${amounts.asset} earned`
  return `${id}, ${environment}: ${inWords(result, 'result')}, ${money}.`
}
