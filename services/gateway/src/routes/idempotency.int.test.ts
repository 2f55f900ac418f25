import { Refusal, unavailable, verifyDelivery } from '@outturn/contracts'
import { type CommandContext, on, rawReply } from '@outturn/messaging'
import { testDatabase, testNats } from '@outturn/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask, type HttpRequest, oneCall } from '../testing/http-client.ts'
import { type OpenGateway, openGateway } from '../testing/open-gateway.ts'

let gateway: OpenGateway
const contexts: CommandContext[] = []
let isReplayed = false
let failure: Refusal | null = null

beforeAll(async () => {
  gateway = await openGateway({ testDatabase, testNats })
  const served = on(verifyDelivery, async (_input, context) => {
    // The digest is read from the message on first use.
    contexts.push({ ...context, bodyDigest: context.bodyDigest })
    if (failure !== null) throw failure
    return rawReply('{}', { isReplayed })
  })
  await gateway.answerAs('spool', 'production', [served])
})
afterAll(() => gateway?.close())

/** Sends a one-call verification and returns which command it became. */
async function commandOf(token: string, request: HttpRequest = {}) {
  const answered = await ask(gateway.baseUrl, 'POST', '/api/v1/verify', { token, body: oneCall, ...request })
  expect(answered.status).toBe(201)
  const context = contexts.at(-1)
  if (context === undefined) throw new Error('no command arrived')
  return { commandId: context.commandId, bodyDigest: context.bodyDigest, answered, context }
}

test('one key and body is one command, from the header or the body, in any order and spacing', async () => {
  const { apiKey } = await gateway.issueKey()
  const first = await commandOf(apiKey, { headers: { 'idempotency-key': 'k1' } })
  const { evidence, ...rest } = oneCall
  const again = await commandOf(apiKey, {
    body: JSON.stringify({ evidence, idempotency_key: 'k1', ...rest }, null, 4),
  })
  expect([again.commandId, again.bodyDigest]).toEqual([first.commandId, first.bodyDigest])
})

test('a path that is written in another way is the same request', async () => {
  const { apiKey } = await gateway.issueKey()
  const request = { token: apiKey, body: oneCall, headers: { 'idempotency-key': 'k1' } }
  const first = await commandOf(apiKey, request)
  for (const path of ['/api/v1/%76erify', '/api/v1/verify?', '/api/v1/verify?dry_run=false']) {
    expect((await ask(gateway.baseUrl, 'POST', path, request)).status).toBe(201)
    expect(contexts.at(-1)?.commandId).toBe(first.commandId)
  }
})

test('another body under the same key is the same command with another digest', async () => {
  const { apiKey } = await gateway.issueKey()
  const headers = { 'idempotency-key': 'k1' }
  const first = await commandOf(apiKey, { headers })
  const other = await commandOf(apiKey, { headers, body: { ...oneCall, max_amount_cents: 501 } })
  expect(other.commandId).toBe(first.commandId)
  expect(other.bodyDigest).not.toBe(first.bodyDigest)
})

test('the same key of another account is another command, another key of the same account the same one', async () => {
  const { apiKey, accountId } = await gateway.issueKey()
  const headers = { 'idempotency-key': 'k1' }
  const mine = await commandOf(apiKey, { headers })
  const theirs = await commandOf((await gateway.issueKey()).apiKey, { headers })
  expect(theirs.commandId).not.toBe(mine.commandId)
  expect(mine.context.principal).toMatchObject({
    kind: 'account',
    accountId,
    accountName: 'Acme',
    via: { kind: 'key', scope: 'full' },
  })
})

test('without a key every request is a command of its own', async () => {
  const { apiKey } = await gateway.issueKey()
  const [one, two] = [await commandOf(apiKey), await commandOf(apiKey)]
  expect(one.commandId).not.toBe(two.commandId)
})

describe('a request whose work may have been begun', () => {
  const refused = async (token: string, refusal: Refusal, headers: Record<string, string> = {}) => {
    failure = refusal
    const answer = await ask(gateway.baseUrl, 'POST', '/api/v1/verify', { token, body: oneCall, headers })
    failure = null
    return { ...answer, commandId: contexts.at(-1)?.commandId }
  }
  const unfinished = unavailable('The verification has not finished yet.', { reason: 'verification_pending' })

  test('is told the key that was drawn for it, and is the same command under that key', async () => {
    const { apiKey } = await gateway.issueKey()
    const { body, headers, commandId } = await refused(apiKey, unfinished)
    const key = String(body['idempotency_key'])
    expect(headers.get('idempotency-key')).toBe(key)
    const inHeader = await commandOf(apiKey, { headers: { 'idempotency-key': key } })
    const inBody = await commandOf(apiKey, { body: { ...oneCall, idempotency_key: key } })
    expect([inHeader.commandId, inBody.commandId]).toEqual([commandId, commandId])
    expect(inBody.bodyDigest).toBe(inHeader.bodyDigest)
  })

  test('is told its own key', async () => {
    const { apiKey } = await gateway.issueKey()
    const { body } = await refused(apiKey, unfinished, { 'idempotency-key': 'mine' })
    expect(body['idempotency_key']).toBe('mine')
  })

  test('is told none where nothing was begun', async () => {
    const { apiKey } = await gateway.issueKey()
    const { body, headers } = await refused(apiKey, new Refusal('validation_failed', 'x'))
    expect([body['idempotency_key'], headers.get('idempotency-key')]).toEqual([undefined, null])
  })
})

test('a replayed reply says so', async () => {
  const { apiKey } = await gateway.issueKey()
  isReplayed = true
  const replayed = await commandOf(apiKey, { headers: { 'idempotency-key': 'k1' } })
  isReplayed = false
  expect(replayed.answered.headers.get('idempotent-replayed')).toBe('true')
  expect((await commandOf(apiKey)).answered.headers.get('idempotent-replayed')).toBeNull()
})

test.each([
  [{ 'idempotency-key': 'x'.repeat(256) }, undefined],
  [{ 'idempotency-key': 'a' }, 'b'],
])('a key that is too long, or two that differ, are refused with 400', async (headers, inBody) => {
  const { apiKey } = await gateway.issueKey()
  const body = inBody === undefined ? oneCall : { ...oneCall, idempotency_key: inBody }
  const refused = await ask(gateway.baseUrl, 'POST', '/api/v1/verify', { token: apiKey, body, headers })
  expect([refused.status, refused.body['code']]).toEqual([400, 'validation_failed'])
})

test('the request id is the same for the caller and for the services', async () => {
  const { apiKey } = await gateway.issueKey()
  const { answered, context } = await commandOf(apiKey)
  expect(context.requestId).toBe(answered.headers.get('request-id'))
})
