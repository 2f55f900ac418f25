import { expect, test } from 'vitest'
import { availableMicros } from '../ledger/account-funds.ts'
import { account, fundsWith, creditGrantTerms, including, now, terms } from '../../testing/sample-funds.ts'
import { chargeCompile } from './charge-compile.ts'

const compileId = 'pol_000000000000000000000001'

test('the compiles of the allowance go first and move no money', () => {
  const charged = chargeCompile(
    fundsWith([creditGrantTerms('a'), 50_000n]),
    { compileId, keyId: null, work: 'compile' },
    including(0, 1),
    now,
  )
  expect(charged?.charge).toMatchObject({ coveredBy: 'allowance', amountMicros: 0n })
  expect(charged?.funds.used).toEqual({ month: '2026-01', verifications: 0, compiles: 1 })
  expect(charged?.transfers).toEqual([])
})

test('an allowance for verifications pays no compile', () => {
  expect(
    chargeCompile(fundsWith(), { compileId, keyId: null, work: 'compile' }, including(5, 0), now),
  ).toBeNull()
})

test('the price may span grants and is posted in one transfer with the compile as its key', () => {
  const funds = fundsWith(
    [creditGrantTerms('promo', { source: 'promo' }), 20_000n],
    [creditGrantTerms('paid'), 100_000n],
  )
  const charged = chargeCompile(funds, { compileId, keyId: null, work: 'compile' }, terms, now)
  expect(charged?.charge).toMatchObject({ accountId: account, coveredBy: 'credits', amountMicros: 50_000n })
  expect(
    charged?.transfers.map(({ kind, idempotencyKey, amountMicros }) => [kind, idempotencyKey, amountMicros]),
  ).toEqual([
    ['hold', `${compileId}/1/promo`, 20_000n],
    ['hold', `${compileId}/1/paid`, 30_000n],
    ['post_compile', compileId, 50_000n],
  ])
  expect(charged && availableMicros(charged.funds)).toBe(70_000n)
})

test('one micro short is not covered', () => {
  expect(
    chargeCompile(
      fundsWith([creditGrantTerms('a'), 49_999n]),
      { compileId, keyId: null, work: 'compile' },
      terms,
      now,
    ),
  ).toBeNull()
})
