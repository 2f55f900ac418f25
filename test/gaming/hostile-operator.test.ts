import { readFileSync } from 'node:fs'
import type { OneCallResponse, SpoolEventView } from '@outturn/contracts'
import { FIRST_PREV_HASH, spoolEventHash } from '@outturn/receipt-verifier/issuing'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { readSystem, sendTo, verified } from '../e2e/api.ts'
import { bundleOf, type OfflineVerifier, openOfflineVerifier } from '../e2e/offline-verifier.ts'
import { type Account, connectOperator, type Operator } from '../system/operator.ts'

// The operator of the service owns the database. What it changes there shows to everyone who holds a receipt.

const system = readSystem(inject('system'))
const send = sendTo(system)
const database = new Client({ connectionString: readFileSync(system.database_url_file, 'utf8').trim() })
let operator: Operator
let account: Account
let desk: OfflineVerifier
let answer: OneCallResponse

beforeAll(async () => {
  operator = await connectOperator(system)
  account = await operator.openAccount({ included: 100 })
  desk = await openOfflineVerifier(send, system)
  await database.connect()
})
afterAll(async () => {
  await database.end()
  await operator.close()
  desk.close()
})
beforeEach(async () => {
  answer = await verified(send, account.apiKey)
})

/** Whether the events of the Spool are whole and lead to the one that the receipt names. */
async function isHistoryTrue(): Promise<boolean> {
  const { json: events } = await send<SpoolEventView[]>(`/api/v1/spools/${answer.spool_id}/events`, {
    key: account.apiKey,
  })
  let previous = FIRST_PREV_HASH
  for (const event of events) {
    if (event.prev_hash !== previous) return false
    previous = spoolEventHash(event as Parameters<typeof spoolEventHash>[0])
    if (previous !== event.hash) return false
  }
  const { seq, hash } = answer.receipt?.history ?? { seq: 0, hash: '' }
  return events[seq - 1]?.hash === hash
}

const change = (sql: string, ...values: unknown[]) => database.query(sql, values)

describe('an operator who changes what is stored is found out:', () => {
  test('evidence that was judged', async () => {
    const told = await change(
      `update spool.evidence_content set content = replace(content, 'Aurora', 'Borealis')
       where spool_id = $1`,
      answer.spool_id,
    )
    expect(told.rowCount).toBe(1)
    const { code, report } = await desk.replay(await bundleOf(send, answer.receipt?.id, account.apiKey))
    expect([code, report.agrees]).toEqual([1, false])
  })

  test('an entry of the history', async () => {
    expect(await isHistoryTrue()).toBe(true)
    const told = await change(
      `update spool.spool_history set body = replace(body, 'evidence.submitted', 'evidence.withdrawn')
       where spool_id = $1 and body like '%evidence.submitted%'`,
      answer.spool_id,
    )
    expect([told.rowCount, await isHistoryTrue()]).toEqual([1, false])
  })

  test('a receipt', async () => {
    const { id = '' } = answer.receipt ?? {}
    await change(
      `update signing.receipt set receipt = replace(receipt, '"earned":"5.00"', '"earned":"4.00"')
       where receipt_id = $1`,
      id,
    )
    const served = await send<{ receipt: object }>(`/api/v1/receipts/${id}`, { key: account.apiKey })
    const { code, reasons } = desk.check(JSON.stringify(served.json.receipt))
    expect(code).toBe(1)
    expect(reasons).toContain('invalid_signature')
  })
})
