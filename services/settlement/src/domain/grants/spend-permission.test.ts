import { expect, test } from 'vitest'
import { differingField, grantSalt, offeredPermission, permissionHash } from './spend-permission.ts'

const manager = '0xe7f1725e7734ce288f8367e1bb143e90bb3f0512'
const place = { chainId: 42_431, manager, settler: `0x${'5'.repeat(40)}` }
const permission = {
  account: '0x3200E7B44a8148c73634148a11cA61bb6fc1FdC8',
  spender: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  token: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
  allowance: '43260000',
  period: '604800',
  start: '1800000000',
  end: '1800604800',
  salt: '7',
  extraData: '0x',
}

test('a permission has the digest by which the published manager knows it', () => {
  expect(permissionHash(place, permission)).toBe(
    '0xdc8ff22132b05b164b37774ae841836fe15e6d615daa6f914cc5fa1cb0a19206',
  )
  for (const change of [{ salt: '8' }, { extraData: '0x00' }, { end: '1800604801' }]) {
    expect(permissionHash(place, { ...permission, ...change })).not.toBe(permissionHash(place, permission))
  }
  expect(permissionHash({ ...place, chainId: 1 }, permission)).not.toBe(permissionHash(place, permission))
})

const terms = {
  spoolId: 'spl_000000000000000000000001',
  quoteDigest: `sha256:${'1'.repeat(64)}`,
  agreementHash: '2'.repeat(64),
  expiresAt: null as string | null,
}
const parties = { account: '0xa', spender: '0xb', token: '0xc', allowance: 5n }
const times = { at: 1_800_000_000, ttlSeconds: 1_000, graceSeconds: 100 }

test.each([
  ['without an expiry, the longest time', null, 1_001_000],
  ['with a late expiry, the longest time', '2027-02-01T00:00:00.000Z', 1_001_000],
  ['with a near one, the grace after it', '2027-01-15T08:01:40.000Z', 1_000_200],
  ['with one that is over, the grace from now', '2026-01-01T00:00:00.000Z', 1_000_100],
])('a grant counts %s, in one period that is its whole life', (_, expiresAt, end) => {
  const offered = offeredPermission({ ...terms, expiresAt }, parties, 1, times)
  const ends = 1_799_000_000 + end
  expect([offered.start, offered.end]).toEqual(['1799999940', String(ends)])
  expect(offered.period).toBe(String(ends - 1_799_999_940))
  expect(offered.extraData).toBe(`0x${terms.agreementHash}`)
})

test('the salt follows from the Spool, its quote and the generation', () => {
  const salts = [
    grantSalt(terms, 1),
    grantSalt(terms, 2),
    grantSalt({ ...terms, spoolId: 'spl_000000000000000000000002' }, 1),
    grantSalt({ ...terms, quoteDigest: `sha256:${'3'.repeat(64)}` }, 1),
  ]
  expect(new Set(salts).size).toBe(4)
  expect(grantSalt(terms, 1)).toBe(salts[0])
})

test('a permission is compared by what its fields say, and an address whose checksum is wrong is another', () => {
  const lower = { ...permission, account: permission.account.toLowerCase() }
  expect(differingField(permission, lower)).toBeNull()
  expect(differingField(lower, permission)).toBeNull()
  const mistyped = { ...permission, token: permission.token.replace('FbDB', 'fbdb') }
  expect(differingField(mistyped, permission)).toBe('token')
  expect(differingField({ ...permission, extraData: '0x00' }, permission)).toBe('extraData')
})
