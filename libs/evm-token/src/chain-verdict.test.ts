import { expect, test } from 'vitest'
import { type ChainFacts, chainVerdict } from './chain-verdict.ts'

const validBefore = new Date('2026-01-01T00:05:00Z')
const before = new Date('2026-01-01T00:04:59Z')
const payment = { transaction: '0xabc', block: 7n, blockHash: '0xdef' }
const unused: ChainFacts = {
  at: before,
  isUsed: false,
  payment: null,
  isCanceled: false,
  isSpentElsewhere: false,
  isFunded: true,
}

const cases: [name: string, facts: Partial<ChainFacts>, expected: object][] = [
  ['unused in time', {}, { name: 'unspent', isFunded: true }],
  ['unused, of an empty wallet', { isFunded: false }, { name: 'unspent', isFunded: false }],
  ['unused at its last instant', { at: validBefore }, { name: 'dead', reason: 'expired' }],
  ['used to pay', { isUsed: true, payment }, { name: 'paid', payment }],
  ['used to pay, asked late', { isUsed: true, payment, at: validBefore }, { name: 'paid', payment }],
  ['used, what for is not to be seen', { isUsed: true }, { name: 'unclear' }],
  ['used, not to be seen, asked late', { isUsed: true, at: validBefore }, { name: 'unclear' }],
  ['canceled', { isUsed: true, isCanceled: true }, { name: 'dead', reason: 'canceled' }],
  [
    'used to pay another',
    { isUsed: true, isSpentElsewhere: true },
    { name: 'dead', reason: 'spent_elsewhere' },
  ],
]

test.each(cases)('an authorization that is %s', (_, facts, expected) => {
  expect(chainVerdict({ ...unused, ...facts }, validBefore)).toEqual(expected)
})
