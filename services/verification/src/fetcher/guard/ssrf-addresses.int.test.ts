import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type GuardLab, startGuardLab } from '../../testing/guard-lab.ts'
import { inside, outside, scriptedResolver } from '../../testing/loopback-lab.ts'
import { parseAddressBlocks } from '@outturn/checkers'
import type { ResolveAddresses } from './resolver.ts'

let lab: GuardLab
let seenBefore = 0

beforeAll(async () => {
  lab = await startGuardLab()
})
afterAll(() => lab.stop())
beforeEach(() => {
  seenBefore = lab.requests.length
})

describe('positive control', () => {
  test('what is allowed answers with its status and its final URL', async () => {
    expect(await lab.observe({ url: lab.url(outside, '/status/204') })).toEqual({
      finalUrl: lab.url(outside, '/status/204'),
      status: 204,
    })
  })

  test('the canary counts a connection when the rules let it through', async () => {
    const before = lab.canaryHits()
    const open = { rules: { exceptions: parseAddressBlocks(['127.0.0.0/8']) } }
    expect(await lab.observe({ url: lab.url(inside) }, open)).toMatchObject({ status: 200 })
    expect(lab.canaryHits()).toBe(before + 1)
  })

  test('a name is dialled at its checked address and keeps its own Host', async () => {
    const { resolve } = scriptedResolver({ 'shop.example': [[outside]] })
    expect(await lab.observe({ url: lab.url('shop.example', '/a?b=c#d') }, { resolve })).toEqual({
      finalUrl: lab.url('shop.example', '/a?b=c'),
      status: 200,
    })
    expect(lab.requests.at(-1)?.headers.host).toBe(`shop.example:${lab.port}`)
  })

  test('an address that does not answer gives way to the next checked one', async () => {
    const { resolve } = scriptedResolver({ 'two.example': [['127.0.0.9', outside]] })
    const rules = { exceptions: parseAddressBlocks([`${outside}/32`, '127.0.0.9/32']) }
    expect(await lab.observe({ url: lab.url('two.example') }, { resolve, rules })).toMatchObject({
      status: 200,
    })
  })
})

/** Spellings of hosts that reach this machine or a private network. `PORT` is where the canary listens. */
const privateSpellings = [
  'http://127.0.0.1:PORT/',
  'http://127.0.0.3:PORT/',
  'http://127.1:PORT/',
  'http://127.0.1:PORT/',
  'http://127.000.000.001:PORT/',
  'http://2130706433:PORT/',
  'http://017700000001:PORT/',
  'http://0x7f000001:PORT/',
  'http://0X7F000001:PORT/',
  'http://0x7f.0.0.1:PORT/',
  'http://0x7f.0x0.0x0.0x1:PORT/',
  'http://0177.0.0.1:PORT/',
  'http://0177.0.0.01:PORT/',
  'http://00000177.0.0.1:PORT/',
  'http://127.0.0.1.:PORT/',
  'http://0:PORT/',
  'http://0.0.0.0:PORT/',
  'http://0.0:PORT/',
  'http://①②⑦.⓪.⓪.①:PORT/',
  'http://127。0。0。1:PORT/',
  'http://127.0.0.1:PORT/',
  'http://%31%32%37.%30.%30.%31:PORT/',
  'http://127.0.0.%31:PORT/',
  'http:\\\\127.0.0.1:PORT\\',
  'http:/127.0.0.1:PORT/',
  'http:127.0.0.1:PORT/',
  ' http://127.0.0.1:PORT/ ',
  'h\nttp://127.0.0.1:PORT/',
  'http://127.0\t.0.1:PORT/',
  'HTTP://127.0.0.1:PORT/',
  'http:////127.0.0.1:PORT/',
  'http://[::1]:PORT/',
  'http://[0:0:0:0:0:0:0:1]:PORT/',
  'http://[0000:0000:0000:0000:0000:0000:0000:0001]:PORT/',
  'http://[::]:PORT/',
  'http://[::ffff:127.0.0.1]:PORT/',
  'http://[::ffff:7f00:1]:PORT/',
  'http://[0:0:0:0:0:ffff:127.0.0.1]:PORT/',
  'http://[::127.0.0.1]:PORT/',
  'http://[::7f00:1]:PORT/',
  'http://[::ffff:0:127.0.0.1]:PORT/',
  'http://[64:ff9b::127.0.0.1]:PORT/',
  'http://[64:ff9b:1::7f00:1]:PORT/',
  'http://[2002:7f00:1::]:PORT/',
  'http://[2001:0:7f00:1::]:PORT/',
  'http://[fe80::1]:PORT/',
  'http://[fec0::1]:PORT/',
  'http://[fc00::1]:PORT/',
  'http://[fd00:ec2::254]:PORT/',
  'http://[ff02::1]:PORT/',
  'http://[2001:db8::1]:PORT/',
  'http://169.254.169.254/latest/meta-data/',
  'http://169.254.170.2/v2/credentials',
  'http://0xa9fea9fe/latest/meta-data/',
  'http://2852039166/latest/meta-data/',
  'http://[::ffff:169.254.169.254]/latest/meta-data/',
  'http://[::ffff:a9fe:a9fe]/latest/meta-data/',
  'http://168.63.129.16/metadata/instance',
  'http://[::ffff:168.63.129.16]/',
  'http://100.100.100.200/latest/meta-data/',
  'http://192.0.0.192/opc/v2/instance/',
  'http://192.88.99.1/',
  'http://10.0.0.1/',
  'http://10.1:PORT/',
  'http://172.16.0.1/',
  'http://172.31.255.254/',
  'http://192.168.0.1/',
  'http://192.168.257/',
  'http://100.64.0.1/',
  'http://198.18.0.1/',
  'http://224.0.0.1/',
  'http://240.0.0.1/',
  'http://255.255.255.255/',
]

describe('literal addresses', () => {
  test.each(privateSpellings)('%j is refused without a connection', async (spelling) => {
    const before = lab.canaryHits()
    expect(await lab.observe({ url: spelling.replace('PORT', String(lab.port)) })).toEqual({
      failure: 'blocked_address',
    })
    expect(lab.canaryHits()).toBe(before)
  })
})

/** What a caller can write beside an address. */
const refusedTargets = [
  ['ftp://127.0.0.2/', 'blocked_address'],
  ['file:///etc/passwd', 'blocked_address'],
  ['gopher://127.0.0.2:70/_x', 'blocked_address'],
  ['data:text/plain,ok', 'blocked_address'],
  ['javascript:1', 'blocked_address'],
  ['ws://127.0.0.2/', 'blocked_address'],
  ['blob:http://127.0.0.2/x', 'blocked_address'],
  ['nats://127.0.0.2:4222', 'blocked_address'],
  ['postgres://127.0.0.2:5432', 'blocked_address'],
  ['http://user@127.0.0.2:PORT/', 'blocked_address'],
  ['http://user:secret@127.0.0.2:PORT/', 'blocked_address'],
  ['http://127.0.0.2:PORT@127.0.0.1:PORT/', 'blocked_address'],
  ['http://127.0.0.2%3APORT@127.0.0.1:PORT/', 'blocked_address'],
  ['http://:@127.0.0.1:PORT/', 'blocked_address'],
  ['http://127.0.0.2:22/', 'blocked_address'],
  ['http://127.0.0.2:4222/', 'blocked_address'],
  ['http://127.0.0.2:5432/', 'blocked_address'],
  ['http://127.0.0.2:6379/', 'blocked_address'],
  ['http://127.0.0.2:65535/', 'blocked_address'],
  ['http://127.0.0.2:0/', 'blocked_address'],
  ['http://127.0.0.2:65536/', 'unreachable'],
  ['http://', 'unreachable'],
  ['//127.0.0.1/', 'unreachable'],
  ['127.0.0.1', 'unreachable'],
  ['', 'unreachable'],
  ['http://[::1', 'unreachable'],
  ['http://[fe80::1%25eth0]/', 'unreachable'],
  ['http://127.0.0.1.2:PORT/', 'unreachable'],
  ['http://256.256.256.256/', 'unreachable'],
  [`http://127.0.0.2/${'a'.repeat(2_100)}`, 'unreachable'],
] as const

describe('schemes, ports, user information and malformed text', () => {
  test.each(refusedTargets)('%j is %s without a connection', async (text, failure) => {
    const before = lab.canaryHits()
    expect(await lab.observe({ url: text.replaceAll('PORT', String(lab.port)) })).toEqual({ failure })
    expect(lab.canaryHits()).toBe(before)
    expect(lab.requests.length).toBe(seenBefore)
  })
})

/** Names by what a name server says of them. */
const refusedAnswers: readonly (readonly string[])[] = [
  [inside],
  ['::1'],
  ['::ffff:127.0.0.1'],
  ['::127.0.0.1'],
  ['0.0.0.0'],
  ['::'],
  ['10.0.0.5'],
  ['172.20.0.1'],
  ['192.168.1.1'],
  ['169.254.169.254'],
  ['168.63.129.16'],
  ['100.64.0.1'],
  ['fd00:ec2::254'],
  ['fe80::1'],
  ['64:ff9b::7f00:1'],
  ['2002:7f00:1::'],
  [outside, inside],
  [inside, outside],
  [outside, '::1'],
  [outside, '10.0.0.1'],
  ['93.184.215.14', inside],
  ['not an address'],
  ['127.0.0.1%lo'],
]

describe('names', () => {
  test.each(refusedAnswers.map((answers) => [answers]))(
    'a name that resolves to %j is refused',
    async (answers) => {
      const before = lab.canaryHits()
      const { resolve } = scriptedResolver({ 'trap.example': [answers] })
      expect(await lab.observe({ url: lab.url('trap.example') }, { resolve })).toEqual({
        failure: 'blocked_address',
      })
      expect(lab.canaryHits()).toBe(before)
      expect(lab.requests.length).toBe(seenBefore)
    },
  )

  test('a name without addresses is unreachable', async () => {
    expect(await lab.observe({ url: lab.url('absent.example') })).toEqual({ failure: 'unreachable' })
  })

  test('a name server that fails makes the name unreachable', async () => {
    const failing: ResolveAddresses = async () => Promise.reject(new Error('SERVFAIL'))
    expect(await lab.observe({ url: lab.url('broken.example') }, { resolve: failing })).toEqual({
      failure: 'unreachable',
    })
  })
})

describe('rebinding', () => {
  test('a name is asked once for a hop, so a second answer cannot be dialled', async () => {
    const before = lab.canaryHits()
    const { resolve, questions } = scriptedResolver({ 'rebind.example': [[outside], [inside]] })
    expect(await lab.observe({ url: lab.url('rebind.example') }, { resolve })).toMatchObject({ status: 200 })
    expect(questions).toEqual(['rebind.example'])
    expect(lab.canaryHits()).toBe(before)
  })

  test.each([405, 501])('the second request after HEAD got %i is checked afresh', async (status) => {
    const before = lab.canaryHits()
    const { resolve } = scriptedResolver({ 'rebind.example': [[outside], [inside]] })
    const url = lab.url('rebind.example', `/no-head/${status}`)
    expect(await lab.observe({ url }, { resolve })).toEqual({ failure: 'blocked_address' })
    expect(lab.canaryHits()).toBe(before)
  })

  test('a redirect to the same name is checked afresh', async () => {
    const before = lab.canaryHits()
    const { resolve } = scriptedResolver({ 'rebind.example': [[outside], [inside]] })
    const url = lab.url('rebind.example', `/to?${encodeURIComponent('302,/again')}`)
    expect(await lab.observe({ url }, { resolve })).toEqual({ failure: 'blocked_address' })
    expect(lab.canaryHits()).toBe(before)
  })
})
