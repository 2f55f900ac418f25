import { expect, test } from 'vitest'
import { clientAddress, parseTrustedProxies } from './client-address.ts'

const none = parseTrustedProxies('')
const one = parseTrustedProxies('1')
const lan = parseTrustedProxies('10.0.0.0/8, fd00::/8')

test('without trusted proxies the peer is the client, whatever it claims', () => {
  expect(clientAddress('203.0.113.9', '198.51.100.1', none)).toBe('203.0.113.9')
  expect(clientAddress('203.0.113.9', undefined, none)).toBe('203.0.113.9')
})

test('one trusted hop takes the last entry; what the caller put before it means nothing', () => {
  expect(clientAddress('10.0.0.1', '1.1.1.1, 198.51.100.7', one)).toBe('198.51.100.7')
  expect(clientAddress('10.0.0.1', '198.51.100.7', one)).toBe('198.51.100.7')
  expect(clientAddress('10.0.0.1', undefined, one)).toBe('10.0.0.1')
})

test('trusted networks are walked from the end until a stranger', () => {
  expect(clientAddress('10.0.0.1', '1.1.1.1, 198.51.100.7, 10.2.0.4', lan)).toBe('198.51.100.7')
  expect(clientAddress('203.0.113.9', '198.51.100.7', lan)).toBe('203.0.113.9')
})

test('an entry that is no address ends the walk at the proxy that wrote it', () => {
  expect(clientAddress('10.0.0.1', 'unknown', lan)).toBe('10.0.0.1')
  expect(clientAddress('10.0.0.1', '198.51.100.7, <script>', lan)).toBe('10.0.0.1')
})

test('mapped, bracketed and ported spellings are one address', () => {
  expect(clientAddress('::ffff:203.0.113.9', undefined, none)).toBe('203.0.113.9')
  expect(clientAddress('10.0.0.1', '198.51.100.7:4711', one)).toBe('198.51.100.7')
  expect(clientAddress('10.0.0.1', '[2001:db8:1:2::3]:443', one)).toBe('2001:db8:1:2::/64')
})

test('IPv6 callers are told apart by their /64', () => {
  expect(clientAddress('2001:db8::1', undefined, none)).toBe('2001:db8:0:0::/64')
  expect(clientAddress('2001:db8:0:0:ffff::1', undefined, none)).toBe('2001:db8:0:0::/64')
  expect(clientAddress('2001:db8:0:1::1', undefined, none)).toBe('2001:db8:0:1::/64')
})

test.each(['x', '10.0.0.0/33', '300.1.1.1', '10.0.0.0/a', '::/129', '1,,2'])(
  '%s is no list of proxies',
  (text) => {
    expect(() => parseTrustedProxies(text)).toThrow('neither an address nor a network')
  },
)

test('an address is read the same again, whatever was read before it', () => {
  const read = (peer: string, forwarded?: string) => clientAddress(peer, forwarded, lan)
  const chains = [
    ['10.0.0.1', '198.51.100.7'],
    ['198.51.100.7', '10.0.0.1'],
    ['::ffff:10.0.0.1', '2001:db8::1, [fd00::1]:80'],
    ['10.0.0.1', 'x'.repeat(100)],
    ['not an address'],
  ] as const
  const first = chains.map(([peer, forwarded]) => read(peer, forwarded))
  expect(first).toEqual(['198.51.100.7', '198.51.100.7', '2001:db8:0:0::/64', '10.0.0.1', 'unknown'])
  expect(chains.map(([peer, forwarded]) => read(peer, forwarded))).toEqual(first)
})
