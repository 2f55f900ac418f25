import { join } from 'node:path'
import fc from 'fast-check'
import { installGrants, multicallAddress, type Payer, paymentHeader } from '@outturn/local-servers/payments'
import { encodeAbiParameters, type Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { type Signed, signedTransfer } from '../testing/authorizations.ts'
import { paidCalls, priceMicros } from '../testing/paid-calls.ts'
import { buy, openLane, refusalOf } from '../testing/payments.ts'

// Every spelling of what a wallet signs, and every form of its signature: what counts is taken, and what does not is the payer's fault.

const { open, rig, clock, deliveries, deps, prepared } = await paidCalls()

type Change = (payment: Signed) => void

/** A payment for a call of its own, changed before it is sent. */
async function changed(name: string, change: Change) {
  const call = await prepared(name)
  const payment = JSON.parse(Buffer.from(call.payment, 'base64').toString()) as Signed
  change(payment)
  return { ...call, payment: Buffer.from(JSON.stringify(payment)).toString('base64') }
}

const lower = (address: string) => address.toLowerCase()
const upper = (address: string) => `0x${address.slice(2).toUpperCase()}`
/** The address with the case of its first letter turned, so that its checksum is wrong. */
const mistyped = (address: string) =>
  address.replace(/[a-fA-F]/, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )

describe('an address', () => {
  const spellings: [name: string, change: Change][] = [
    ['of the payee in lower case', ({ accepted }) => (accepted.payTo = lower(accepted.payTo))],
    ['of the payee in capitals', ({ accepted }) => (accepted.payTo = upper(accepted.payTo))],
    ['of the token in lower case', ({ accepted }) => (accepted.asset = lower(accepted.asset))],
    ['of the token in capitals', ({ accepted }) => (accepted.asset = upper(accepted.asset))],
    ['of whom the transfer pays in lower case', ({ payload: { authorization: a } }) => (a.to = lower(a.to))],
    ['of whom the transfer pays in capitals', ({ payload: { authorization: a } }) => (a.to = upper(a.to))],
    ['of the payer in lower case', ({ payload: { authorization: a } }) => (a.from = lower(a.from))],
    ['of the payer in capitals', ({ payload: { authorization: a } }) => (a.from = upper(a.from))],
  ]
  test.each(spellings)('%s is the same address', async (name, change) => {
    const { payer, request, payment } = await changed(name, change)
    const first = await buy(deps, { request, payment })
    expect(await buy(deps, { request, payment })).toEqual(first)
    expect(await rig.paidBy(payer)).toBe(priceMicros)
  })

  const mistakes: [name: string, change: Change, code: string][] = [
    ['payee', ({ accepted }) => (accepted.payTo = mistyped(accepted.payTo)), 'payment_required_x402'],
    ['token', ({ accepted }) => (accepted.asset = mistyped(accepted.asset)), 'payment_required_x402'],
    ['recipient', ({ payload: { authorization: a } }) => (a.to = mistyped(a.to)), 'validation_failed'],
    ['payer', ({ payload: { authorization: a } }) => (a.from = mistyped(a.from)), 'validation_failed'],
  ]
  test.each(mistakes)(
    'of the %s whose checksum is wrong is refused, and nothing is taken',
    async (name, change, code) => {
      const { payer, request, payment } = await changed(`mistyped ${name}`, change)
      expect((await refusalOf(buy(deps, { request, payment }))).code).toBe(code)
      expect(await rig.paidBy(payer)).toBe(0n)
    },
  )

  test('in the settings may be in lower case', async () => {
    const { asset, payTo } = rig.settings
    const x402 = await openLane({ ...rig.settings, asset: lower(asset), payTo: lower(payTo) })
    const { deps: small } = open({ payments: { x402, deliveries, clock } })
    const { payer, request, payment } = await prepared('settings in lower case')
    await buy(small, { request, payment })
    expect(await rig.paidBy(payer)).toBe(priceMicros)
  })
})

describe('a signature', () => {
  test('that ends in 0 or 1 is the one that ends in 27 or 28', async () => {
    let short = ''
    const { payer, request, payment } = await changed('ends in 0 or 1', (sent) => {
      const { signature } = sent.payload
      short = `${signature.slice(0, -2)}0${Number.parseInt(signature.slice(-2), 16) - 27}`
      sent.payload.signature = short
    })
    const first = await buy(deps, { request, payment })
    const sent = JSON.parse(Buffer.from(payment, 'base64').toString()) as Signed
    sent.payload.signature = `${short.slice(0, -2)}${(27 + Number(short.slice(-1))).toString(16)}`
    expect(
      await buy(deps, { request, payment: Buffer.from(JSON.stringify(sent)).toString('base64') }),
    ).toEqual(first)
    expect(await rig.paidBy(payer)).toBe(priceMicros)
  })

  test('that a wallet confirms which is a contract is taken', async () => {
    const { owner, wallet } = await contractWallet()
    const { request, challenge } = await prepared('contract')
    const payment = paymentHeader(await signedTransfer(owner, challenge, { from: wallet }))
    await buy(deps, { request, payment })
    expect(await rig.chain.balanceOf(wallet)).toBe(900_000n)
  })

  test('of a key is refused while it delegates to a contract that does not confirm it', async () => {
    const { payer, request, payment } = await prepared('delegated')
    await grants.delegate(payer, multicallAddress)
    await expectRefused({ request, payment })
    expect(await rig.paidBy(payer)).toBe(0n)
  })
})

const grants = await installGrants(rig.chain, join(import.meta.dirname, '../../../../.outturn/payments'))

/** A wallet that is a contract, with a dollar, and its owner. */
async function contractWallet(): Promise<{ owner: Payer; wallet: Hex }> {
  const owner = await rig.payer()
  const wallet = await grants.newWallet(owner)
  await rig.chain.fund(wallet, 1_000_000n)
  return { owner, wallet }
}

async function expectRefused(call: Parameters<typeof buy>[1]): Promise<void> {
  const { code, options, message } = await refusalOf(buy(deps, call))
  expect([code, options.reason, message]).toEqual([
    'payment_failed_x402',
    'payment_refused',
    expect.any(String),
  ])
  expect(options.headers?.['payment-required']).toBeDefined()
}

const magics = ['6492'.repeat(16), '8010'.repeat(16)]
const wrapper = [{ type: 'address' }, { type: 'bytes' }, { type: 'bytes' }] as const
const bytes = (size: number, byte = '11') => byte.repeat(size)

/** A signature that is wrapped for a wallet which a factory deploys first (ERC-6492). */
function wrapped(factory: Hex, call: Hex, inner: Hex): Hex {
  return `${encodeAbiParameters(wrapper, [factory, call, inner])}${magics[0]}`
}

const forms: [name: string, form: (signature: Hex) => string][] = [
  ['nothing', () => ''],
  ['no bytes', () => '0x'],
  ['no hex', () => 'signed'],
  ['white space', (signature) => ` ${signature}`],
  ['half a byte', (signature) => signature.slice(0, -1)],
  ['one byte', () => '0x01'],
  ['64 bytes', (signature) => signature.slice(0, -2)],
  ['66 bytes', (signature) => `${signature}00`],
  ['zeros', () => `0x${bytes(65, '00')}`],
  ['ones', () => `0x${bytes(65, 'ff')}`],
  ['another recovery', (signature) => `${signature.slice(0, -2)}${signature.endsWith('1b') ? '1c' : '1b'}`],
  ['a recovery that is none', (signature) => `${signature.slice(0, -2)}1d`],
  ['a chain in its recovery', (signature) => `${signature.slice(0, -2)}25`],
  ['the bytes of three', (signature) => `0x${signature.slice(2).repeat(3)}`],
  ['very many bytes', () => `0x${bytes(2_500)}`],
  ['the end of a wrapper alone', () => `0x${magics[0]}`],
  ['a wrapper of nothing that is read', (signature) => `${signature}${magics[0]}`],
  ['a wrapper of zeros', () => `0x${bytes(96, '00')}${magics[0]}`],
  ['a wrapper that points far away', () => `0x${bytes(96, 'ff')}${magics[0]}`],
  [
    'a wrapper that is cut',
    (signature) => `${wrapped(multicallAddress, '0x', signature).slice(0, 200)}${magics[0]}`,
  ],
  ['a wrapper of no signature', () => wrapped(multicallAddress, '0x', '0x')],
  ['a wrapper of a factory that fails', () => wrapped(multicallAddress, '0x12345678', `0x${bytes(65)}`)],
  ['a wrapper of a factory that is none', () => wrapped(`0x${bytes(20)}`, '0x12345678', `0x${bytes(65)}`)],
  ['a wrapper in a wrapper', () => wrapped(multicallAddress, '0x', wrapped(multicallAddress, '0x', '0x01'))],
  ['the end of a delegation alone', () => `0x${magics[1]}`],
  ['a delegation of nothing that is read', (signature) => `${signature}${bytes(32, '00')}${magics[1]}`],
]

describe('what is no signature of the payer is refused as its fault', () => {
  test.each(forms)('%s', async (name, form) => {
    const { payer, request, payment } = await changed(`form ${name}`, (sent) => {
      sent.payload.signature = form(sent.payload.signature as Hex)
    })
    await expectRefused({ request, payment })
    expect(await rig.paidBy(payer)).toBe(0n)
  })

  test.each(forms)('%s, of a wallet that is a contract', async (name, form) => {
    const { owner, wallet } = await contractWallet()
    const { request, challenge } = await prepared(`contract ${name}`)
    const signed = await signedTransfer(owner, challenge, { from: wallet })
    const inner = signed.payload as Signed['payload']
    // More bytes than its own are another signature for a contract, too.
    inner.signature = form(inner.signature as Hex)
    await expectRefused({ request, payment: paymentHeader(signed) })
    expect(await rig.chain.balanceOf(wallet)).toBe(1_000_000n)
  })

  test('any bytes, with and without the end of a wrapper', async () => {
    const { payer, request, payment } = await prepared('any bytes')
    const sent = JSON.parse(Buffer.from(payment, 'base64').toString()) as Signed
    const signature = fc
      .tuple(fc.uint8Array({ maxLength: 300 }), fc.constantFrom('', ...magics))
      .map(([random, magic]) => `0x${Buffer.from(random).toString('hex')}${magic}`)
    await fc.assert(
      fc.asyncProperty(signature, async (text) => {
        const forged = { ...sent, payload: { ...sent.payload, signature: text } }
        await expectRefused({ request, payment: Buffer.from(JSON.stringify(forged)).toString('base64') })
      }),
      { numRuns: 60 },
    )
    expect(await rig.paidBy(payer)).toBe(0n)
    await buy(deps, { request, payment })
  })
})

describe('a payment that no contract can confirm now', () => {
  test('is the fault of the node where that does not answer', async () => {
    const { request, payment } = await changed('no node', (sent) => {
      sent.payload.signature = `0x${bytes(70)}`
    })
    const open402 = await openLane(rig.settings)
    const away = { ...open402, isSigned: (await deadLane()).isSigned }
    const { deps: blind } = open({ payments: { x402: away, deliveries, clock } })
    const refusal = await refusalOf(buy(blind, { request, payment }))
    expect([refusal.code, refusal.options.reason]).toEqual([
      'configuration_unavailable',
      'payment_lane_unreachable',
    ])
  })
})

const deadLane = () => openLane({ ...rig.settings, rpcUrl: 'http://127.0.0.1:9' })
