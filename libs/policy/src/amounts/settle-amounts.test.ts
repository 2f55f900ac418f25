import { expect, test } from 'vitest'
import { readPolicy } from '../read-policy.ts'
import { readCents } from './amount-forms.ts'
import { settleAmounts } from './settle-amounts.ts'

const units = { kind: 'units', units: 50, unitCents: 10 } as const
const price = { kind: 'unit_price', unitCents: 10, noun: 'lead' } as const

test.each([
  ['$5', 500],
  ['$5.00', 500],
  ['US$ 1,000.50', 100_050],
  ['USD 7', 700],
  ['12 dollars', 1_200],
  ['10 cents', 10],
  ['$0.00', null],
  ['$100000000000.00', 10_000_000_000_000],
  ['$100000000000.01', null],
])('%s is %s cents', (text, cents) => {
  expect(readCents(text)).toBe(cents)
})

test('amounts that agree settle on one value, whatever their order', () => {
  for (const amounts of [
    [units, { kind: 'total', cents: 500 }, price],
    [price, { kind: 'total', cents: 500 }, units],
  ] as const) {
    expect(settleAmounts(amounts, null)).toEqual({
      valueCents: 500,
      unitization: { total_units: 50, unit_amount_cents: 10 },
      open: new Map(),
    })
  }
})

test('the first whole amount holds and those that contradict it are open', () => {
  const { valueCents, unitization, open } = settleAmounts([{ kind: 'total', cents: 600 }, units, price], null)
  expect([valueCents, unitization]).toEqual([600, null])
  expect([...open]).toEqual([
    [1, { why: 'contradicts', other: '$6.00' }],
    [2, { why: 'units_unknown', unitCents: 10, noun: 'lead' }],
  ])
})

test('declared units hold before anything the text says', () => {
  const declared = { total_units: 20, unit_amount_cents: 30 }
  const { valueCents, open } = settleAmounts([{ kind: 'total', cents: 600 }, units], declared)
  expect(valueCents).toBe(600)
  expect([...open]).toEqual([[1, { why: 'contradicts', other: '20 units at $0.30 each' }]])
})

test.each([
  ['Two leads at $2.50 each', '2', '2 leads at $2.50 each'],
  ['twenty-five leads at $2 each', '25', '25 leads at $2 each'],
])('%s: the number of units in words is asked about, with its digits', (text, digits, rewrite) => {
  const { parts } = readPolicy(text, { unitization: null, isSoftware: false, fields: [{ name: 'email' }] })
  expect(parts).toMatchObject([
    { kind: 'ambiguity', path: 'unitization', candidates: [digits], rewrites: [rewrite] },
  ])
})

test.each([
  ['We pay 100 USD for 500 leads', ['500 leads at $0.20 each', 'the total is $100.00; exactly 500 rows']],
  ['pay $7 for 3 leads', ['the total is $7.00; exactly 3 rows']],
])('%s: one amount for several is asked about', (text, rewrites) => {
  const { parts } = readPolicy(text, { unitization: null, isSoftware: false, fields: [{ name: 'email' }] })
  expect(parts).toMatchObject([{ kind: 'ambiguity', path: 'value', rewrites }])
})

test('what each unit costs is a price, whatever stands first', () => {
  const { parts } = readPolicy('50 leads at $2 each. Each lead costs 2 USD.', {
    unitization: null,
    isSoftware: false,
    fields: [{ name: 'email' }],
  })
  expect(parts).toMatchObject([
    { kind: 'amount', amount: { kind: 'units', units: 50, unitCents: 200 } },
    { kind: 'amount', amount: { kind: 'unit_price', unitCents: 200, noun: 'lead' } },
  ])
})
