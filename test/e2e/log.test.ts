import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OneCallResponse, OutcomeReceiptBody } from '@outturn/contracts'
import { parseKeyDocument, verifyOutcomeReceipt } from '@outturn/receipt-verifier'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { auditLog } from '../system/audit.ts'
import { type Account, connectOperator, type Operator } from '../system/operator.ts'
import { openSession, readSystem, sendTo, verified } from './api.ts'

const system = readSystem(inject('system'))
const send = sendTo(system)
const folder = mkdtempSync(join(tmpdir(), 'outturn-log-'))
const file = (name: string) => join(folder, name)
let operator: Operator
let account: Account

beforeAll(async () => {
  operator = await connectOperator(system)
  account = await operator.openAccount({ included: 10 })
  writeFileSync(file('keys.json'), (await send(new URL(system.keys_url).pathname)).text)
})
afterAll(async () => {
  await operator.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The public receipt once it carries its proof. */
async function loggedReceipt({ receipt }: OneCallResponse): Promise<OutcomeReceiptBody> {
  return vi.waitFor(
    async () => {
      const { json } = await send<OutcomeReceiptBody>(`/r/${receipt?.id}/receipt.json`)
      expect(json.log_proof).toMatch(/^c2sp\.org\/tlog-proof@v1\n/)
      return json
    },
    { timeout: 60_000, interval: 100 },
  )
}

describe.each(['production', 'demo'] as const)('a receipt of %s', (environment) => {
  let receipt: OutcomeReceiptBody
  beforeAll(async () => {
    const key = environment === 'production' ? account.apiKey : (await openSession(send)).token
    receipt = await loggedReceipt(await verified(send, key))
    writeFileSync(file('receipt.json'), JSON.stringify(receipt))
  })

  test('is proved to be in the log of its environment, offline', async () => {
    const trustSet = parseKeyDocument(JSON.parse(readFileSync(file('keys.json'), 'utf8')))
    const verdict = verifyOutcomeReceipt(receipt, { trustSet, environment })
    expect(verdict).toMatchObject({ valid: true, log_inclusion: 'included' })
  })

  test('is a leaf of the log that the audit command finds whole, and follows from then on', async () => {
    const pinned = ['--environment', environment, '--keys', file('keys.json')]
    pinned.push('--checkpoint', file(`${environment}.txt`), '--save')
    const first = await auditLog(system.base_url, ...pinned, '--receipt', file('receipt.json'))
    expect(first).toMatchObject({
      code: 0,
      findings: [],
      receipt: { id: receipt.id, leaf: expect.any(Number) },
    })
    const key = environment === 'production' ? account.apiKey : (await openSession(send)).token
    await loggedReceipt(await verified(send, key))
    const second = await auditLog(system.base_url, ...pinned)
    expect(second).toMatchObject({ code: 0, findings: [] })
    expect(second.size).toBeGreaterThan(first.size ?? 0)
  })
})

test('the receipt of a party and its bundle carry the same proof', async () => {
  const answer = await verified(send, account.apiKey)
  const { log_proof: proof } = await loggedReceipt(answer)
  const path = `/api/v1/receipts/${answer.receipt?.id}`
  for (const url of [path, `${path}/bundle`]) {
    const { json } = await send<{ receipt: OutcomeReceiptBody }>(url, { key: account.apiKey })
    expect(json.receipt.log_proof).toBe(proof)
  }
})

test('a tile is kept permanently and the checkpoint for moments', async () => {
  const checkpoint = await send('/log/checkpoint')
  expect(checkpoint.headers.get('cache-control')).toBe('public, max-age=2')
  const size = Number(checkpoint.text.split('\n')[1])
  const width = size < 256 ? `.p/${size}` : ''
  for (const tile of ['0', 'entries']) {
    const { status, headers } = await send(`/log/tile/${tile}/000${width}`)
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  }
  expect((await send('/log/tile/0/999')).status).toBe(404)
})
