import { CreditsRequired } from '@outturn/contracts'
import { expect, test } from 'vitest'
import { fundsWith, creditGrantTerms, including, now } from '../../testing/sample-funds.ts'
import { creditsRequired, type Reload } from './credits-required.ts'

const reload = {
  publicUrl: 'https://outturn.example',
  packRails: ['mpp', 'x402'] as const,
  network: 'eip155:8453',
}

function details(ways: Reload = reload) {
  const funds = {
    ...fundsWith([creditGrantTerms('a'), 75_000n]),
    used: { month: '2026-01', verifications: 20, compiles: 19 },
  }
  return creditsRequired(funds, { verifications: 1, compiles: 3 }, including(20, 20), ways, now).options
    .details
}

test('the 402 body says what the run costs, what is left and how to add credits', () => {
  expect(details()).toMatchInlineSnapshot(`
    {
      "allowance": {
        "compile": {
          "limit": 20,
          "remaining": 1,
          "used": 19,
        },
        "period_end": "2026-02-01T00:00:00.000Z",
        "period_start": "2026-01-01T00:00:00.000Z",
        "verification": {
          "limit": 20,
          "remaining": 0,
          "used": 20,
        },
      },
      "available_balance_micros": "75000",
      "available_balance_usd": "0.075",
      "balance": {
        "available_micros": "75000",
      },
      "included_remaining": {
        "free_text_compiles": 1,
        "resets_on": "2026-02-01T00:00:00.000Z",
        "verification_runs": 0,
      },
      "minimum_reload_cents": 500,
      "payment_methods": [
        {
          "authorization": "account_owner",
          "type": "hosted_checkout",
          "url": "https://outturn.example/credits",
        },
        {
          "authorization": "agent_credential",
          "methods": [
            "card",
          ],
          "packs_cents": [
            500,
            1000,
            2000,
          ],
          "protocol": "mpp",
          "type": "mpp",
          "url": "https://outturn.example/api/v1/credits/packs/mpp",
        },
        {
          "asset": "usdc",
          "authorization": "agent_wallet",
          "chains": [
            "base",
          ],
          "facilitator": "hosted",
          "network": "eip155:8453",
          "packs_cents": [
            500,
            1000,
            2000,
          ],
          "protocol": "x402",
          "type": "x402",
          "url": "https://outturn.example/api/v1/credits/packs/x402",
          "x402_version": 2,
        },
      ],
      "quote": {
        "amount_due_micros": "200000",
        "compile": {
          "amount_micros": "150000",
          "pricing_version": "2026-01",
        },
        "currency": "USD",
        "maximum_micros": "250000",
        "verification": {
          "amount_micros": "100000",
          "pricing_version": "2026-01",
        },
      },
      "required_for_request_micros": "200000",
      "required_for_request_usd": "0.20",
      "retry_after": "reload",
      "top_up_url": "https://outturn.example/credits",
    }
  `)
})

test('the details are exactly what the contract names', () => {
  expect(CreditsRequired.parse(details())).toEqual(details())
})

test('a protocol by which this environment sells no packs is not named', () => {
  const offered = (packRails: Reload['packRails']) =>
    (details({ ...reload, packRails }) as CreditsRequired).payment_methods.map(({ type }) => type)
  expect([offered([]), offered(['mpp']), offered(['x402'])]).toEqual([
    ['hosted_checkout'],
    ['hosted_checkout', 'mpp'],
    ['hosted_checkout', 'x402'],
  ])
})
