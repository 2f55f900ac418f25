import { encodePaymentRequiredHeader } from '@x402/core/http'
import type { PaymentRequired } from '@x402/core/types'
import { expect, test } from 'vitest'
import { walletPayer } from './wallet-payer.ts'

/** What a service is sent that asks for a payment of a tenth of a dollar with this validity. */
async function sentPayments(maxTimeoutSeconds: number): Promise<unknown[]> {
  const challenge: PaymentRequired = {
    x402Version: 2,
    resource: { url: 'https://outturn.example/paid', description: '', mimeType: 'application/json' },
    accepts: [
      {
        ...{ scheme: 'exact', network: 'eip155:8453', amount: '100000', maxTimeoutSeconds },
        asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
        payTo: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
        extra: { name: 'USD Coin', version: '2' },
      },
    ],
  }
  const headers = { 'payment-required': encodePaymentRequiredHeader(challenge) }
  const sent: unknown[] = []
  const { payingFetch } = walletPayer(`0x${'1'.repeat(64)}`, 1_000_000n, async (input, init) => {
    const payment = new Request(input, init).headers.get('payment-signature')
    if (payment !== null) sent.push(payment)
    return payment === null ? new Response('{}', { status: 402, headers }) : new Response('{}')
  })
  await payingFetch('https://outturn.example/paid').catch(() => null)
  return sent
}

test('no payment is signed that could be taken for more than an hour', async () => {
  expect(await sentPayments(300)).toHaveLength(1)
  expect(await sentPayments(3_600)).toHaveLength(1)
  for (const seconds of [3_601, 315_360_000, 0, -1]) expect(await sentPayments(seconds)).toEqual([])
})
