import { type PaymentStatement, unavailable } from '@outturn/contracts'
import { expect, test } from 'vitest'
import { signedBy } from './signing.ts'

const statement: PaymentStatement = {
  kind: 'receipt',
  resourceUrl: 'https://outturn.example/api/v1/verify/x402',
  network: 'eip155:8453',
  payer: '0x1',
  issuedAt: 1,
  transaction: '0x2',
}

/** A signing service that answers or not, and what was asked of it and logged. */
function signing() {
  const seen = { isUp: true, asked: 0, logged: [] as string[] }
  const ask = async () => {
    seen.asked += 1
    if (!seen.isUp) throw unavailable('No service answers.')
    return ['signed']
  }
  const clock = { at: 0, now: () => new Date(clock.at) }
  const log = {
    info: (text: unknown) => void seen.logged.push(String(text)),
    error: (_: object, text?: string) => void seen.logged.push(String(text)),
  }
  return { seen, clock, sign: signedBy(ask, clock, log as never) }
}

test('a signing service that does not answer is asked again after a pause, and logged once', async () => {
  const { seen, clock, sign } = signing()
  expect(await sign([statement])).toEqual(['signed'])
  seen.isUp = false
  expect(await sign([statement])).toBeNull()
  expect(await sign([statement])).toBeNull()
  expect([seen.asked, seen.logged]).toEqual([2, ['offers and receipts of payments go unsigned']])
  clock.at = 5_000
  expect(await sign([statement])).toBeNull()
  expect([seen.asked, seen.logged.length]).toEqual([3, 1])
  clock.at = 10_000
  seen.isUp = true
  expect(await sign([statement])).toEqual(['signed'])
  expect(seen.logged.at(-1)).toBe('offers and receipts of payments are signed again')
})
