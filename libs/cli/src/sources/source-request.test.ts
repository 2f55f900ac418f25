import { expect, test } from 'vitest'
import { sourceRequest } from './source-request.ts'

const unfinished = ['subject=/ticket/id', 'value=/amount']
const map = [...unfinished, 'spool=/deal']

test('options become the request that registers a source of deliveries', () => {
  expect(
    sourceRequest({ name: 'Desk', map: unfinished, const: ['predicate=sold', 'quantity=2'], spool: 'spl_1' }),
  ).toEqual({
    name: 'Desk',
    kind: 'webhook',
    spool_id: 'spl_1',
    signing: { scheme: 'hmac_sha256' },
    mapping: {
      subject: '/ticket/id',
      value: '/amount',
      predicate: { const: 'sold' },
      quantity: { const: 2 },
    },
  })
  expect(sourceRequest({ name: 'Desk', map: [...map, 'predicate=/p'], publicKey: 'whpk_A' }).signing).toEqual(
    {
      scheme: 'ed25519',
      public_key: 'whpk_A',
    },
  )
})

test('with an address they become the one of a source that is fetched', () => {
  const pull = {
    pull: 'https://shop.example/o',
    every: '600',
    header: ['Authorization: Bearer a:b'],
    items: '/orders',
    cursor: 'after=/next',
  }
  const { signing, ...request } = sourceRequest({ name: 'Shop', map: [...map, 'predicate=/p'], ...pull })
  expect(signing).toBeUndefined()
  expect(request).toMatchObject({
    kind: 'pull_http',
    pull: {
      url: 'https://shop.example/o',
      interval_seconds: 600,
      headers: { Authorization: 'Bearer a:b' },
      items: '/orders',
      cursor: { parameter: 'after', pointer: '/next' },
    },
  })
})

test.each([
  [{ map: unfinished }, /found: predicate, spool\. Give\n.*--map predicate=\/path.*\n.*--spool ID/],
  [{ map: [...map, 'when=/t'] }, /when is no member of a fact/],
  [{ map: ['subject'] }, /write NAME=\/pointer/],
  [{ map: [...map, 'predicate=/p'], every: '60' }, /--every needs --pull/],
  [{ map: [...map, 'predicate=/p'], pull: 'https://a.example', every: 'daily' }, /not a number of seconds/],
  [{ map: [...map, 'predicate=/p'], pull: 'https://a.example', publicKey: 'x' }, /leave it out/],
  [{ map: [...map, 'predicate=/p'], pull: 'https://a.example', header: ['Bearer'] }, /"Name: value"/],
])('%j is refused before it is sent', (options, message) => {
  expect(() => sourceRequest({ name: 'Desk', ...options })).toThrow(message)
})
