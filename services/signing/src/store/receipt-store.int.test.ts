import { runtimeRole, schemaName } from '@outturn/contracts'
import { createPool, type Pool } from '@outturn/postgres'
import { patientPool, planWorkOf, takesInOrder, type TestDatabase, testDatabase } from '@outturn/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { IssuedReceipt } from '../domain/receipts/issue-receipt.ts'
import { createReceiptRecorder, findReceipt } from './receipt-store.ts'

const anyDatabase = () => ({ epoch: 0, size: 0 })
const keys = { receipt: 'a'.repeat(64), attestation: 'b'.repeat(64) }

let database: TestDatabase
let pool: Pool

beforeAll(async () => {
  database = await testDatabase(['signing'])
  pool = createPool({
    connectionString: database.urlOf(runtimeRole('signing', 'production')),
    schema: schemaName('signing', 'production'),
    applicationName: 'test',
    ...patientPool,
  })
  for (const [purpose, keyId] of Object.entries(keys)) {
    await pool.query(
      `insert into signing_key (key_id, purpose, public_key, status, not_before, signs_from, registered_at)
       values ($1, $2, $1, 'active', now(), now(), now())`,
      [keyId, purpose],
    )
  }
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

type Text = Pick<IssuedReceipt, 'receipt' | 'packedUnitResults'>

function receiptOf(number: number, { receipt, packedUnitResults }: Text): IssuedReceipt {
  const id = String(number).padStart(24, '0')
  return {
    receiptId: `ocr_${id}`,
    runId: `vr_${id}`,
    spoolId: `spl_${id}`,
    visibleTo: [],
    payerAccountId: null,
    replaces: null,
    signingKeyId: keys.receipt,
    attestationKeyId: keys.attestation,
    earned: '1.00',
    committed: '1.00',
    verdict: 'pass',
    receipt,
    packedUnitResults,
    attestation: '{}',
    issuedAt: '2026-01-02T03:04:05.000Z',
    logEntry: '{}',
  }
}

test('no receipt waits for the statement of one with megabytes of unit results, which is stored as it is', async () => {
  const packedUnitResults = { file: Buffer.alloc(100_000, 0xff), bytes: 2_000_000 }
  const large = receiptOf(1, { receipt: '{"ü":1}', packedUnitResults })
  const small = receiptOf(2, { receipt: '{}', packedUnitResults: null })
  const record = createReceiptRecorder(pool, anyDatabase)
  const holder = await pool.connect()
  await holder.query('begin')
  // Another transaction that has recorded the receipt, and does not end.
  await holder.query(
    `insert into receipt (receipt_id, run_id, spool_id, visible_to, signing_key_id, earned, receipt, attestation, issued_at)
     values ($1, $2, $3, '{}', $4, 1, '{}', '{}', now())`,
    [large.receiptId, large.runId, large.spoolId, large.signingKeyId],
  )
  const recorded = record(large)
  try {
    await expect.poll(() => record.counters.batches).toBe(1)
    expect(await record(small)).toEqual(small)
  } finally {
    await holder.query('rollback')
    holder.release()
  }
  expect(await recorded).toEqual(large)
  const text = { receipt: large.receipt, packedUnitResults }
  const bytes = 2_000_008
  expect(await findReceipt(pool, large.receiptId)).toMatchObject({ text, bytes })
  expect(await findReceipt(pool, large.receiptId, bytes)).toMatchObject({ text, bytes })
  expect(await findReceipt(pool, large.receiptId, bytes - 1)).toMatchObject({ text: null, bytes })
  expect(await record({ ...large, receipt: '{}', packedUnitResults: null })).toMatchObject(text)
})

test('a receipt that was stored whole before unit results were packed is read as it is', async () => {
  const receipt = `{"unit_results":["${'ü\\"'.repeat(1_000_000)}"]}`
  const old = receiptOf(3, { receipt, packedUnitResults: null })
  expect(await createReceiptRecorder(pool, anyDatabase)(old)).toEqual(old)
  const bytes = Buffer.byteLength(receipt)
  const text = { receipt, packedUnitResults: null }
  expect(await findReceipt(pool, old.receiptId)).toMatchObject({ text, bytes })
  expect(await findReceipt(pool, old.receiptId, bytes - 1)).toMatchObject({ text: null, bytes })
})

test('a batch of receipts is recorded in the order of their runs, as others do that have some of them too', async () => {
  const [one, two] = [901, 902].map((number) =>
    receiptOf(number, { receipt: '{}', packedUnitResults: null }),
  ) as [IssuedReceipt, IssuedReceipt]
  const row = (receipt: IssuedReceipt) => ({
    text: `insert into receipt (receipt_id, run_id, spool_id, visible_to, signing_key_id, earned, receipt, attestation, issued_at)
      values ($1, $2, $3, '{}', $4, 1, '{}', '{}', now())`,
    values: [receipt.receiptId, receipt.runId, receipt.spoolId, receipt.signingKeyId],
  })
  const record = createReceiptRecorder(pool, anyDatabase)
  const both = () => Promise.all([record(two), record(one)])
  expect(await takesInOrder(pool, { first: row(one), second: row(two) }, both)).toMatchObject([
    { receiptId: two.receiptId },
    { receiptId: one.receiptId },
  ])
})

test('the receipts of one statement are held against the active keys, and not against each other', async () => {
  const receipts = Array.from({ length: 40 }, (_, n) =>
    receiptOf(1_000 + n, { receipt: '{}', packedUnitResults: null }),
  )
  const works = await planWorkOf(pool, (explaining) => {
    const record = createReceiptRecorder(explaining, anyDatabase)
    return Promise.allSettled(receipts.map((receipt) => record(receipt)))
  })
  expect(works[0]?.pairsInVain).toBeLessThanOrEqual(receipts.length * Object.keys(keys).length)
})
