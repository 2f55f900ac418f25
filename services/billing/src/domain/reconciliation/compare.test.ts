import { expect, test } from 'vitest'
import { compare, type ReceivedPayment, type RecordedPayment } from './compare.ts'

const received: ReceivedPayment = {
  reference: '0xaa',
  subject: '0xaa#1',
  mark: 'payer|nonce',
  payer: '0x01',
  amountMicros: 100_000n,
  position: 7n,
}
const recorded: RecordedPayment = {
  id: 'pay_1',
  mark: 'payer|nonce',
  state: 'settled',
  amountMicros: 100_000n,
  reference: '0xaa',
  position: 7n,
  bookedMicros: 100_000n,
}
const kindsOf = (money: readonly ReceivedPayment[], payments: readonly RecordedPayment[]) =>
  compare('x402', money, payments).map(({ kind, subject }) => `${kind} ${subject}`)

test('a payment that the rail, the records and the ledger have is no anomaly', () => {
  expect(kindsOf([received], [recorded])).toEqual([])
})

test.each<[string, readonly ReceivedPayment[], readonly RecordedPayment[], readonly string[]]>([
  ['without a mark', [{ ...received, mark: null }], [], ['unclaimed 0xaa#1']],
  ['of another mark', [{ ...received, mark: 'other' }], [], ['unclaimed 0xaa#1']],
  [
    'of an open payment',
    [received],
    [{ ...recorded, state: 'open', reference: null }],
    ['paid_and_open 0xaa#1'],
  ],
  [
    'of a refused payment',
    [received],
    [{ ...recorded, state: 'refused', reference: null }],
    ['paid_and_refused 0xaa#1'],
  ],
  [
    'taken twice for one payment',
    [received, { ...received, reference: '0xbb', subject: '0xbb#1' }],
    [recorded],
    ['paid_again 0xbb#1'],
  ],
  ['of another amount', [{ ...received, amountMicros: 99_999n }], [recorded], ['amount_differs 0xaa#1']],
  ['that the rail does not have', [], [recorded], ['not_received pay_1']],
  ['that the ledger does not have', [received], [{ ...recorded, bookedMicros: 0n }], ['not_booked pay_1']],
  [
    'of which the ledger has another amount',
    [received],
    [{ ...recorded, bookedMicros: 200_000n }],
    ['not_booked pay_1'],
  ],
])('money %s is named', (_, money, payments, expected) => {
  expect(kindsOf(money, payments)).toEqual(expected)
})

test('each of two transfers of one transaction is looked at alone', () => {
  const stray = { ...received, subject: '0xaa#4', mark: null, amountMicros: 5n }
  expect(compare('x402', [received, stray], [recorded])).toEqual([
    expect.objectContaining({ kind: 'unclaimed', subject: '0xaa#4', amountMicros: 5n, paymentId: null }),
  ])
})
