import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { runOutturn } from '@outturn/cli'
import type { CreditsBalance } from '@outturn/contracts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { connectOperator, type Operator } from '../system/operator.ts'
import { delivery, readSystem, sendTo } from './api.ts'
import { failNext, newPayer } from './payments.ts'

// `outturn pay` pays the running system with the official clients.

const system = readSystem(inject('system'))
const processor = inject('processor')
const send = sendTo(system)
const folder = mkdtempSync(join(tmpdir(), 'outturn-pay-'))
let operator: Operator
beforeAll(async () => {
  operator = await connectOperator(system)
})
afterAll(async () => {
  await operator.close()
  rmSync(folder, { recursive: true })
})

const at = (name: string) => join(folder, name)

function requestOf(name: string): string {
  const rows = [1, 2].map((n) => ({ name, website: `https://${n}.example` }))
  writeFileSync(at(`${name}.json`), JSON.stringify(delivery({ evidence: { rows } })))
  return at(`${name}.json`)
}

async function newWallet(micros = 1_000_000n) {
  const walletKey = `0x${randomBytes(32).toString('hex')}` as const
  return { ...(await newPayer(micros, walletKey)), env: { OUTTURN_WALLET_KEY: walletKey } }
}

async function pay(args: readonly string[], env: Record<string, string> = {}) {
  const said: string[] = []
  const output = { print: (line: string) => said.push(line), complain: (line: string) => said.push(line) }
  const status = await runOutturn(['pay', ...args], output, { env: { OUTTURN_URL: system.base_url, ...env } })
  return { status, text: said.join('\n') }
}

test('a wallet pays for a verification from the command line, and its receipt is kept and verified', async () => {
  const { left, env } = await newWallet()
  const args = ['verification', requestOf('paid'), '-o', at('paid-receipt.json')]
  const paid = await pay(args, env)
  expect(paid).toMatchObject({ status: 0, text: expect.stringContaining('0.10 dollars were paid') })
  expect(paid.text).toMatch(/receipt ocr_\w+: valid by the keys that the service serves\.$/)
  expect(JSON.parse(readFileSync(at('paid-receipt.json'), 'utf8')).payment.amount).toBe('100000')
  expect(existsSync(at('paid-receipt.json.payment'))).toBe(false)
  expect(await left()).toBe(900_000n)
  // The answer that is there is not written over, and nothing is paid for it again.
  expect((await pay(args, env)).status).toBe(2)
  expect(await left()).toBe(900_000n)
})

test('a command that ended before its answer goes on with the payment that it kept, and pays once', async () => {
  const { left, env, account } = await newWallet()
  const file = requestOf('ended')
  const program = join(import.meta.dirname, '../../libs/cli/src/main.ts')
  const args = ['verification', file, '-o', at('ended-receipt.json')]
  // The process ends as soon as it has kept its payment, before or after the service has taken it.
  const ending = promisify(execFile)(process.execPath, [program, 'pay', ...args], {
    env: { ...env, OUTTURN_URL: system.base_url },
  })
  const ended = ending.catch((error: { signal?: string }) => error.signal)
  await expect
    .poll(() => existsSync(at('ended-receipt.json.payment')), { interval: 1, timeout: 60_000 })
    .toBe(true)
  ending.child.kill('SIGKILL')
  expect(await ended).toBe('SIGKILL')
  const again = await pay(args, env)
  expect(again).toMatchObject({ status: 0, text: expect.stringContaining('valid by') })
  expect(again.text).not.toContain(`Paying from the wallet ${account.address}`)
  expect(await left()).toBe(900_000n)
})

test('a payment whose outcome is unknown is sent again and not made again', async () => {
  const { left, env } = await newWallet()
  await failNext('lost_answer', 'lost_answer')
  const paid = await pay(['verification', requestOf('lost'), '-o', at('lost-receipt.json')], env)
  expect(paid.status).toBe(0)
  expect(await left()).toBe(900_000n)
})

test('a payment above the limit is not made', async () => {
  const { left, env } = await newWallet()
  const { apiKey } = await operator.openAccount()
  const keys = { ...env, OUTTURN_KEY: apiKey, ...processorOf() }
  const verification = ['verification', requestOf('limited'), '-o', at('no-1.json'), '--limit', '0.09']
  for (const args of [
    verification,
    ['pack', '500', '-o', at('no-2.json'), '--limit', '4.99'],
    ['pack', '500', '-o', at('no-3.json'), '--limit', '4.99', '--card'],
  ]) {
    const refused = await pay(args, keys)
    expect([refused.status, refused.text]).toEqual([2, expect.stringContaining('--limit')])
  }
  expect(await left()).toBe(1_000_000n)
})

test('a wallet without money is refused with the reason, and nothing is kept of its payment', async () => {
  const { env } = await newWallet(0n)
  const refused = await pay(['verification', requestOf('poor'), '-o', at('poor-receipt.json')], env)
  expect([refused.status, refused.text]).toEqual([1, expect.stringContaining('insufficient_balance')])
  expect([existsSync(at('poor-receipt.json')), existsSync(at('poor-receipt.json.payment'))]).toEqual([
    false,
    false,
  ])
})

test('an account buys packs from a wallet and by card from the command line', async () => {
  const { left, env } = await newWallet(10_000_000n)
  const { apiKey } = await operator.openAccount()
  const payer = at('payer.json')
  writeFileSync(payer, JSON.stringify({ url: system.base_url, api_key: apiKey }))
  const keys = { ...env, ...processorOf() }
  for (const [cents, more] of [
    ['500', []],
    ['1000', ['--card']],
  ] as const) {
    const args = ['pack', cents, '--payer', payer, '-o', at(`pack-${cents}.json`), ...more]
    expect(await pay(args, keys)).toMatchObject({ status: 0 })
    expect(JSON.parse(readFileSync(at(`pack-${cents}.json`), 'utf8')).status).toBe('payment_accepted')
  }
  expect(await left()).toBe(5_000_000n)
  const balance = () => send<CreditsBalance>('/api/v1/credits/balance', { key: apiKey })
  await expect.poll(async () => (await balance()).json.available_micros).toBe('15000000')
})

test('what is missing or wrong is named, and no key is repeated', async () => {
  const file = requestOf('unpaid')
  const cases = [
    [['verification', file, '-o', at('x.json')], {}, 'OUTTURN_WALLET_KEY'],
    [['verification', file, '-o', at('x.json')], { OUTTURN_WALLET_KEY: '0x12secret' }, 'wallet_key'],
    [['verification', at('none.json'), '-o', at('x.json')], {}, 'none.json'],
    [['verification', file], {}, '--output'],
    [['pack', '700', '-o', at('x.json')], {}, '500, 1000, 2000'],
    [['pack', '500', '-o', at('x.json')], {}, 'OUTTURN_KEY'],
    [['pack', '500', '--card', '-o', at('x.json')], { OUTTURN_KEY: 'spk_x' }, 'OUTTURN_PROCESSOR_KEY'],
    [['verification', file, '-o', at('x.json'), '--limit', '1e3'], {}, '--limit 1e3'],
    [['verification', file, '-o', at('x.json')], { OUTTURN_URL: 'ftp://x' }, 'ftp://x'],
  ] as const
  for (const [args, env, named] of cases) {
    const { status, text } = await pay(args, env)
    expect([args, status, text]).toEqual([args, 2, expect.stringContaining(named)])
    expect(text).not.toContain('secret')
  }
})

function processorOf(): Record<string, string> {
  return { OUTTURN_PROCESSOR_URL: processor.url, OUTTURN_PROCESSOR_KEY: processor.secretKey }
}
