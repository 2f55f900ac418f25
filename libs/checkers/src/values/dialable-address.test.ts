import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isDialable, isSameAddress, parseAddressBlocks } from './dialable-address.ts'

const refused = [
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '10.255.255.255',
  '100.64.0.1',
  '100.100.100.200',
  '127.0.0.1',
  '127.255.255.254',
  '168.63.129.16',
  '169.254.169.254',
  '169.254.170.2',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.0.192',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.7',
  '203.0.113.9',
  '224.0.0.1',
  '239.255.255.250',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::7f00:1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:169.254.169.254',
  '::ffff:168.63.129.16',
  '::ffff:0:127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b:1::7f00:1',
  '100::1',
  '2001::1',
  '2001:2::1',
  '2001:db8::1',
  '2001:10::1',
  '2001:20::1',
  '2002:7f00:1::',
  '2002:a9fe:a9fe::1',
  '3fff::1',
  '4000::1',
  '5f00::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  '',
  'localhost',
  '127.1.example',
]

const dialled = [
  '1.1.1.1',
  '8.8.8.8',
  '93.184.215.14',
  '2606:4700:4700::1111',
  '::ffff:8.8.8.8',
  '2a00:1450::1',
]

describe('dialable addresses', () => {
  test.each(refused)('%s is refused', (address) => {
    expect(isDialable(address)).toBe(false)
  })

  test.each(dialled)('%s is public and may be dialled', (address) => {
    expect(isDialable(address)).toBe(true)
  })

  test('an exception admits its own block and nothing beside it', () => {
    const exceptions = parseAddressBlocks(['127.0.0.2/32'])
    expect(isDialable('127.0.0.2', exceptions)).toBe(true)
    expect(isDialable('::ffff:127.0.0.2', exceptions)).toBe(true)
    expect(isDialable('127.0.0.1', exceptions)).toBe(false)
    expect(isDialable('::1', exceptions)).toBe(false)
  })

  test('no text makes the judgment throw', () => {
    fc.assert(fc.property(fc.string(), (text) => typeof isDialable(text) === 'boolean'))
  })

  test('an IPv4 address mapped into IPv6 is judged as the address that it reaches', () => {
    fc.assert(fc.property(fc.ipV4(), (address) => isDialable(address) === isDialable(`::ffff:${address}`)))
  })
})

test('two spellings of one address are the same address', () => {
  expect(isSameAddress('::ffff:10.0.0.1', '10.0.0.1')).toBe(true)
  expect(isSameAddress('2001:DB8::0:1', '2001:db8::1')).toBe(true)
  expect(isSameAddress('10.0.0.1', '10.0.0.2')).toBe(false)
  expect(isSameAddress('', '10.0.0.2')).toBe(false)
})
