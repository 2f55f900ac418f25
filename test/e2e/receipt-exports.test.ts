import { fromBase64Url } from '@outturn/canonical'
import {
  type KeyDocument,
  type OutcomeReceiptBody,
  ReceiptCredential,
  ReceiptEnvelope,
  type ReceiptStatusV1,
} from '@outturn/contracts'
import { didKeyOf, parseKeyDocument, verifyOutcomeReceipt } from '@outturn/receipt-verifier'
import { isCredentialVerified, isEnvelopeVerified } from '@outturn/receipt-verifier/independent-verifiers'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Account, connectOperator, type Operator } from '../system/operator.ts'
import { openSession, readSystem, sendTo, verified } from './api.ts'

const system = readSystem(inject('system'))
const send = sendTo(system)
let operator: Operator
let account: Account
let keys: KeyDocument

beforeAll(async () => {
  operator = await connectOperator(system)
  account = await operator.openAccount({ included: 10 })
  keys = (await send<KeyDocument>(new URL(system.keys_url).pathname)).json
})
afterAll(() => operator.close())

/** As a credential asks for it: by the address that it names, with nothing but what that says. */
async function isStatusGood(statusUrl: string): Promise<boolean> {
  const { json } = await send<ReceiptStatusV1>(new URL(statusUrl).pathname)
  return json.status === 'active'
}

const good = { now: new Date(), isStatusGood }

describe.each(['production', 'demo'] as const)('a receipt of %s', (environment) => {
  let key: string
  let receiptId: string
  let published: string
  beforeAll(async () => {
    key = environment === 'production' ? account.apiKey : (await openSession(send)).token
    const answer = await verified(send, key)
    receiptId = answer.receipt?.id ?? ''
    published = keys.exports?.[environment].find(({ status }) => status === 'active')?.public_key ?? ''
  })

  test('is a credential that another implementation takes, by a key of the key document', async () => {
    const { status, json } = await send(`/api/v1/receipts/${receiptId}/credential`, { key })
    expect(status).toBe(200)
    const credential = ReceiptCredential.parse(json)
    expect(await isCredentialVerified(credential, good)).toBe(true)
    expect(credential.issuer).toBe(didKeyOf(fromBase64Url(published) ?? new Uint8Array()))
    const receipt: unknown = JSON.parse(credential.credentialSubject.receipt)
    expect(verifyOutcomeReceipt(receipt, { trustSet: parseKeyDocument(keys), environment })).toMatchObject({
      valid: true,
      receipt_id: receiptId,
    })
  })

  test('is a statement in an envelope that another implementation takes, by the same key', async () => {
    const { status, json } = await send(`/api/v1/receipts/${receiptId}/dsse`, { key })
    expect(status).toBe(200)
    const envelope = ReceiptEnvelope.parse(json)
    expect(isEnvelopeVerified(envelope, published)).toBe(true)
    const statement = JSON.parse(Buffer.from(envelope.payload, 'base64').toString()) as {
      subject: { name: string }[]
    }
    expect(statement.subject[0]?.name).toBe(receiptId)
  })

  test.each(['credential', 'dsse'])('has one %s, and no one else gets it', async (format) => {
    const path = `/api/v1/receipts/${receiptId}/${format}`
    const texts = await Promise.all([1, 2, 3].map(async () => (await send(path, { key })).text))
    expect(new Set(texts).size).toBe(1)
    const stranger = await operator.openAccount()
    const theirs = await send(path, { key: stranger.apiKey })
    const nothing = await send(path.replace(receiptId, `ocr_${'0'.repeat(24)}`), { key: stranger.apiKey })
    expect([theirs.status, theirs.json.code]).toEqual([404, 'not_found'])
    expect(theirs.json.error).toBe(nothing.json.error)
    expect((await send(path)).status).toBe(401)
  })
})

test('a receipt that was replaced is exported no more, and its credential of before is found out', async () => {
  const { receipt } = await verified(send, account.apiKey)
  const path = `/api/v1/receipts/${receipt?.id}`
  const key = account.apiKey
  const before = await send(`${path}/credential`, { key })
  const body = { reason: 'evidence_error', advisory: 'Row 2 was counted twice.' }
  const replaced = await send<{ receipt: OutcomeReceiptBody }>(`${path}/supersede`, { key, body })
  expect(replaced.status).toBe(201)
  expect(await isCredentialVerified(before.json, good)).toBe(false)
  for (const format of ['credential', 'dsse']) {
    const { status, json } = await send(`${path}/${format}`, { key })
    expect([status, json.code, json.reason]).toEqual([409, 'invalid_state', 'receipt_corrected'])
  }
  const next = await send(`/api/v1/receipts/${replaced.json.receipt.id}/credential`, { key })
  expect(await isCredentialVerified(next.json, good)).toBe(true)
})
