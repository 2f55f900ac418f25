import { expect, test } from 'vitest'
import { acceptedSpool } from './accepted-spool.fixture.ts'
import { quoteSpool, type WorkPrice } from './quote-spool.ts'
import type { Spool } from '../model/spool.ts'

const price: WorkPrice = {
  serviceFee: { estimatedCents: 2, maximumCents: 5 },
  railFee: { estimatedCents: 1, maximumCents: 3 },
  discounts: [{ code: 'pilot', amountCents: 4 }],
  pricingVersion: 'test',
  quoteTtlSeconds: 60,
}
const facts = {
  now: new Date('2026-01-01T00:00:00.000Z'),
  quoteId: 'quo_000000000000000000000001',
  hashOf: () => 'a'.repeat(64),
  quoteDigest: () => `sha256:${'b'.repeat(64)}`,
}

function quoteOn(amountCents: number) {
  const spool = acceptedSpool([])
  const worth: Spool = {
    ...spool,
    agreement: { ...spool.agreement, value: { amount_cents: amountCents, currency: 'USD' } },
  }
  const viewer = { party: null, isCreator: true, scope: 'full', mayMoveMoney: true, sides: [] } as const
  return quoteSpool(worth, viewer, price, facts).spool.state.quote
}

test('the most that work can cost is its budget and both fees, less what is discounted', () => {
  expect(quoteOn(100)).toMatchObject({ work_budget_cents: 100, maximum_all_in_cents: 104 })
})

test('work whose cost cannot be said exactly is refused, not rounded', () => {
  const most = Number.MAX_SAFE_INTEGER - 8
  expect(quoteOn(most)).toMatchObject({ maximum_all_in_cents: most + 4 })
  expect(() => quoteOn(most + 1)).toThrow(
    expect.objectContaining({ code: 'validation_failed', status: 422, message: expect.any(String) }),
  )
})
