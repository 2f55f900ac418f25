import { type ReceiptStatusV1, readReceiptStatus } from '@outturn/contracts'
import { on } from '@outturn/messaging'
import { testDatabase, testNats } from '@outturn/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from '../../testing/http-client.ts'
import { type OpenGateway, openGateway } from '../../testing/open-gateway.ts'

const receiptId = 'ocr_000000000000000000000001'
const at = '2026-01-02T03:04:05.000Z'
const status: ReceiptStatusV1 = {
  receipt_id: receiptId,
  status: 'active',
  state: 'current',
  advisories: [],
  checked_at: at,
  status_proof: {
    schema: 'outturn/status@1',
    receipt_id: receiptId,
    status: 'active',
    issued_at: at,
    expires_at: '2026-01-03T03:04:05.000Z',
    signing_key_id: '0'.repeat(64),
    signature: 's',
  },
}

let gateway: OpenGateway
beforeAll(async () => {
  gateway = await openGateway({ testDatabase, testNats })
  await gateway.answerAs('signing', 'production', [on(readReceiptStatus, async () => status)])
})
afterAll(() => gateway?.close())

test('both status routes have the signed statement, which a verifier with pinned keys asks for', async () => {
  const versioned = await ask(gateway.baseUrl, 'GET', `/api/v1/receipts/${receiptId}/status`)
  expect(versioned.body).toEqual(status)
  const plain = await ask(gateway.baseUrl, 'GET', `/api/receipts/${receiptId}/status`)
  const { state: _, ...expected } = status
  expect(plain.body).toEqual(expected)
})
