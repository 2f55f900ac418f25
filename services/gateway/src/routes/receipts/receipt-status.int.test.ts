import {
  absent,
  type ReceiptStatusV1,
  readLostTime,
  readReceiptFile,
  readReceiptStatus,
} from '@outturn/contracts'
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

const lost = { from: '2026-01-02T03:00:00.000Z', to: '2026-01-02T03:02:00.000Z' }
const unknown = async () => {
  throw absent('There is no such receipt.')
}
let gateway: OpenGateway
beforeAll(async () => {
  gateway = await openGateway({ testDatabase, testNats })
  await gateway.answerAs('signing', 'production', [
    on(readReceiptStatus, async () => status),
    on(readReceiptFile, unknown),
    on(readLostTime, async () => ({ lost, isRestored: false, recoveryEpoch: 1 })),
  ])
  await gateway.answerAs('signing', 'demo', [on(readReceiptFile, unknown)])
})
afterAll(() => gateway?.close())

test('both status routes have the signed statement, which a verifier with pinned keys asks for', async () => {
  const versioned = await ask(gateway.baseUrl, 'GET', `/api/v1/receipts/${receiptId}/status`)
  expect(versioned.body).toEqual(status)
  const plain = await ask(gateway.baseUrl, 'GET', `/api/receipts/${receiptId}/status`)
  const { state: _, ...expected } = status
  expect(plain.body).toEqual(expected)
})

test('after a restore every answer says from when to when records are lost, and an unknown id may be of that time', async () => {
  await gateway.instances.production?.sweepers?.find(({ name }) => name === 'lost-time')?.sweep(new Date())
  const header = 'from=2026-01-02T03:00:00.000Z; to=2026-01-02T03:02:00.000Z'
  const known = await ask(gateway.baseUrl, 'GET', `/api/v1/receipts/${receiptId}/status`)
  expect([known.status, known.headers.get('outturn-restored')]).toEqual([200, header])
  const ready = await ask(gateway.baseUrl, 'GET', '/api/ready')
  expect(ready.headers.get('outturn-restored')).toBe(header)
  const missing = await ask(gateway.baseUrl, 'GET', `/r/${receiptId}/receipt.json`)
  expect([missing.status, missing.headers.get('outturn-restored')]).toEqual([404, header])
  expect(missing.body).toMatchObject({ code: 'not_found', reason: 'lost_by_restore' })
})
