import type { OutcomeReceiptBody } from '@outturn/contracts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { connectOperator, type Operator } from '../system/operator.ts'
import { readSystem, sendTo, verified } from './api.ts'
import { type OfflineVerifier, openOfflineVerifier } from './offline-verifier.ts'

const system = readSystem(inject('system'))
const send = sendTo(system)
let operator: Operator
let desk: OfflineVerifier
let receipt: OutcomeReceiptBody

beforeAll(async () => {
  operator = await connectOperator(system)
  const { apiKey } = await operator.openAccount({ included: 10 })
  receipt = (await verified(send, apiKey)).receipt as OutcomeReceiptBody
  desk = await openOfflineVerifier(send, system)
})
afterAll(async () => {
  await operator.close()
  desk.close()
})

test('a receipt of the running system holds with nothing but its key document', async () => {
  expect(await desk.checkAlone(JSON.stringify(receipt))).toEqual({ code: 0, reasons: [] })
})

/** One byte of each, in the text of the receipt. */
const changes: [string, (text: string) => string][] = [
  ['unknown_schema', (text) => text.replace('outcome-receipt@1', 'outcome-receipt@2')],
  ['invalid_signature', (text) => text.replace(/"signature":"./, (found) => changedLast(found))],
  ['invalid_evidence_root', (text) => text.replace(/"evidence_root":"./, (found) => changedLast(found))],
  ['earned_exceeds_committed', (text) => text.replace('"earned":"5.00"', '"earned":"9.00"')],
  ['earned_amount_mismatch', (text) => text.replace('"earned":"5.00"', '"earned":"4.00"')],
  ['untrusted_signing_key', (text) => text.replace(/"signing_key_id":"./, (found) => changedLast(found))],
  ['receipt_id_mismatch', (text) => text.replace(/"id":"ocr_./, (found) => changedLast(found))],
  [
    'aggregation_inconsistent',
    (text) => text.replace('"result":"pass","schema"', '"result":"fail","schema"'),
  ],
]

/** Another character of the same alphabets: base64url, hexadecimal. */
function changedLast(text: string): string {
  return text.slice(0, -1) + (text.endsWith('a') ? 'b' : 'a')
}

test.each(changes)('one change and it is %s, with exit status 1', (reason, change) => {
  const text = JSON.stringify(receipt)
  const altered = change(text)
  expect(altered).not.toBe(text)
  const { code, reasons } = desk.check(altered)
  expect(code).toBe(1)
  expect(reasons).toContain(reason)
})

test('what is no receipt at all is not judged, with exit status 2', async () => {
  expect(await desk.checkAlone('{')).toEqual({ code: 2, reasons: [] })
})
