import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningStripe, startStripe } from './stripe.ts'

let stripe: RunningStripe
beforeAll(async () => {
  stripe = await startStripe()
})
afterAll(() => stripe.stop())

type Intent = { id: string; status: string; error?: { type: string; code?: string } }

async function ask(method: string, path: string, { body = '', key = '', secret = stripe.secretKey } = {}) {
  const response = await fetch(`${stripe.url}/v1/${path}`, {
    method,
    headers: { authorization: `Bearer ${secret}`, ...(key !== '' && { 'idempotency-key': key }) },
    ...(method === 'POST' && { body }),
  })
  const isReplayed = response.headers.get('idempotent-replayed') === 'true'
  return { status: response.status, json: (await response.json()) as Intent, isReplayed }
}

function charge(token: string, amount = 500): string {
  return `amount=${amount}&currency=usd&confirm=true&metadata[order]=${token}&shared_payment_granted_token=${token}`
}

test('a repeated charge is the first one, and a key takes no other parameters', async () => {
  const body = charge(stripe.grantToken({ amountCents: 500 }))
  const first = await ask('POST', 'payment_intents', { body, key: 'once' })
  const second = await ask('POST', 'payment_intents', { body, key: 'once' })
  expect([first.json.status, first.isReplayed, second.isReplayed]).toEqual(['succeeded', false, true])
  expect(second.json).toEqual(first.json)
  const other = await ask('POST', 'payment_intents', { body: `${body}&metadata[more]=1`, key: 'once' })
  expect([other.status, other.json.error?.type]).toEqual([400, 'idempotency_error'])
})

test('a token pays once, up to its amount, and a card may decline or ask', async () => {
  const token = stripe.grantToken({ amountCents: 500 })
  expect((await ask('POST', 'payment_intents', { body: charge(token, 501) })).status).toBe(400)
  expect((await ask('POST', 'payment_intents', { body: charge(token) })).status).toBe(200)
  expect((await ask('POST', 'payment_intents', { body: charge(token) })).json.error?.code).toBe(
    'token_already_used',
  )
  const [declined, asking] = ['pm_card_chargeDeclined', 'pm_card_authenticationRequired'].map(
    (paymentMethod) => stripe.grantToken({ amountCents: 500, paymentMethod }),
  )
  const refused = await ask('POST', 'payment_intents', { body: charge(declined ?? '') })
  expect([refused.status, refused.json.error?.code]).toEqual([402, 'card_declined'])
  const held = await ask('POST', 'payment_intents', { body: charge(asking ?? '') })
  expect(held.json.status).toBe('requires_action')
  expect((await ask('POST', `payment_intents/${held.json.id}/cancel`)).json.status).toBe('canceled')
})

test('an error after a charge is repeated as an error, and the charge is found by its metadata', async () => {
  const token = stripe.grantToken({ amountCents: 500 })
  stripe.failNext('error_after')
  for (const isReplayed of [false, true]) {
    const answer = await ask('POST', 'payment_intents', { body: charge(token), key: 'lost' })
    expect([answer.status, answer.isReplayed]).toEqual([500, isReplayed])
  }
  const query = encodeURIComponent(`metadata['order']:'${token}'`)
  const { json } = await ask('GET', `payment_intents/search?query=${query}`)
  expect(json).toMatchObject({ data: [{ status: 'succeeded', amount_received: 500 }] })
})

test('without its key it answers nothing', async () => {
  expect((await ask('GET', 'payment_intents/pi_1', { secret: 'sk_test_other' })).status).toBe(401)
})

test('intents are listed by their time in pages, and a file keeps them for the next server, which has its address', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'outturn-intents-'))
  const stateFile = join(folder, 'intents.json')
  const first = await startStripe({ stateFile })
  const send = (server: RunningStripe, path: string, body?: string) =>
    fetch(`${server.url}/v1/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      // A connection that is kept would be that to the server before.
      headers: { authorization: `Bearer ${server.secretKey}`, connection: 'close' },
      ...(body !== undefined && { body }),
    }).then((response) => response.json() as Promise<{ data: Intent[]; has_more: boolean }>)
  for (let charges = 0; charges < 3; charges += 1) {
    await send(first, 'payment_intents', charge(first.grantToken({ amountCents: 500 })))
  }
  await first.stop()
  const second = await startStripe({ stateFile })
  expect(second.url).toBe(first.url)
  const page = await send(second, 'payment_intents?limit=2&created[gte]=1')
  expect([page.data.length, page.has_more]).toEqual([2, true])
  const rest = await send(second, `payment_intents?limit=2&starting_after=${page.data[1]?.id}`)
  expect([rest.data.length, rest.has_more]).toEqual([1, false])
  expect((await send(second, 'payment_intents?created[lte]=1')).data).toEqual([])
  await second.stop()
  rmSync(folder, { recursive: true })
})
