import { readFileSync } from 'node:fs'
import {
  readKeyDocument,
  readObservations,
  readReceipt,
  readRunInput,
  Refusal,
  signBundle,
} from '@outturn/contracts'
import { type CommandContext, on, rawReply } from '@outturn/messaging'
import { readReplayBundle } from '@outturn/receipt-verifier'
import { testDatabase, testNats } from '@outturn/testkit'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ask } from '../../testing/http-client.ts'
import { type OpenGateway, openGateway } from '../../testing/open-gateway.ts'

const golden = JSON.parse(
  readFileSync(new URL('../../../../../test/vectors/bundle/golden.json', import.meta.url), 'utf8'),
)
const { receipt, keys, schema: _, observations: __, manifest: ___, ...runInput } = golden
const runInputText = JSON.stringify(runInput)
const receiptId: string = receipt.id
const runId: string = receipt.verification.run_id
const status = {
  receipt_id: receiptId,
  status: 'active',
  state: 'current',
  advisories: [],
  checked_at: '2026-01-01T00:00:03.000Z',
}

let gateway: OpenGateway
let owner: { apiKey: string; accountId: string }
let asked: [command: string, account: string | undefined][] = []

function note(command: string, { principal }: CommandContext): string | undefined {
  const account = principal.kind === 'account' ? principal.accountId : undefined
  asked.push([command, account])
  return account
}

beforeAll(async () => {
  gateway = await openGateway({ testDatabase, testNats }, { SERVICE_SLUG: 'example', RATE_QUOTA: '100000' })
  owner = await gateway.issueKey()
  for (const environment of ['production', 'demo'] as const) {
    await gateway.answerAs('signing', environment, [
      on(readReceipt, async (input, context) => {
        const account = note('read-receipt', context)
        if (account !== owner.accountId || input.receiptId !== receiptId) throw new Refusal('not_found', 'x')
        return rawReply(JSON.stringify({ receipt, status }))
      }),
      on(signBundle, async ({ members }, context) => {
        note('sign-bundle', context)
        return { manifest: { ...golden.manifest, members } }
      }),
      on(readKeyDocument, async () => ({
        ...keys,
        issuer: 'https://example.com',
        version: 1,
        updated_at: '2026-01-01T00:00:00.000Z',
        prev_document_hash: null,
      })),
    ])
  }
  await gateway.answerAs('spool', 'production', [
    on(readRunInput, async (input, context) => {
      note(`read-run-input ${input.runId}`, context)
      return rawReply(runInputText)
    }),
  ])
  await gateway.answerAs('verification', 'production', [
    on(readObservations, async (input, context) => {
      note(`read-observations ${input.runId}`, context)
      return { observations: [] }
    }),
  ])
})
afterAll(() => gateway?.close())
beforeEach(() => {
  asked = []
})

const path = `/api/v1/receipts/${receiptId}/bundle`

test('a party gets one file with all parts, and the evidence exactly as the Spool gave it', async () => {
  const {
    status: code,
    headers,
    text,
    body,
  } = await ask(gateway.baseUrl, 'GET', path, { token: owner.apiKey })
  expect(code).toBe(200)
  expect(headers.get('content-disposition')).toBe(`attachment; filename="${receiptId}.bundle.json"`)
  expect(text).toContain(runInputText.slice(1, -1))
  expect(readReplayBundle(body)).toHaveProperty('slug', 'example')
  const { keys: merged, status: online, manifest, ...rest } = body
  const { keys: ____, manifest: own, ...expected } = golden
  // What is not the fake's own has the digests that the golden bundle has of it.
  const { keys: _keys, status: _status, ...digests } = (manifest as typeof own).members
  expect({ ...digests, keys: own.members.keys }).toEqual(own.members)
  expect([rest, online]).toEqual([expected, status])
  expect((merged as typeof keys).receipts).toEqual(keys.receipts)
})

test('every service is asked as the caller, for the run of the receipt', async () => {
  await ask(gateway.baseUrl, 'GET', path, { token: owner.apiKey })
  expect(new Map(asked)).toEqual(
    new Map([
      ['read-receipt', owner.accountId],
      [`read-run-input ${runId}`, owner.accountId],
      [`read-observations ${runId}`, owner.accountId],
      ['sign-bundle', owner.accountId],
    ]),
  )
})

test('another account is told that there is no such receipt, and nothing of the run is asked for', async () => {
  const stranger = await gateway.issueKey({ scope: 'verify' })
  const refused = await ask(gateway.baseUrl, 'GET', path, { token: stranger.apiKey })
  expect([refused.status, refused.body['code']]).toEqual([404, 'not_found'])
  expect(asked).toEqual([['read-receipt', stranger.accountId]])
})

test.each([
  ['a receipt that is not there', '/api/v1/receipts/ocr_0000000000000000000000ff/bundle'],
  ['what is no id of a receipt', '/api/v1/receipts/ocr_x/bundle'],
])('%s is 404, and nothing of a run is asked for', async (_name, of) => {
  const refused = await ask(gateway.baseUrl, 'GET', of, { token: owner.apiKey })
  expect([refused.status, refused.body['code']]).toEqual([404, 'not_found'])
  expect(asked.filter(([command]) => command !== 'read-receipt')).toEqual([])
})

test('no one gets it without a key', async () => {
  const refused = await ask(gateway.baseUrl, 'GET', path)
  expect([refused.status, refused.body['code']]).toEqual([401, 'unauthenticated'])
  expect(asked).toEqual([])
})
