import { expect, test } from 'vitest'
import { firstLegs, type Leg } from './leg.ts'
import { legToSend, progressOf } from './progress.ts'
import type { Settlement } from './settlement.ts'
import { isBeingPaid, stateOf } from './settlement-state.ts'

const settlement: Settlement = {
  id: 'stl_000000000000000000000001',
  spoolId: 'spl_000000000000000000000001',
  accountId: 'acc_000000000000000000000001',
  payer: `0x${'a'.repeat(40)}`,
  payee: `0x${'b'.repeat(40)}`,
  feeRecipient: `0x${'c'.repeat(40)}`,
  token: { chainId: 1, address: `0x${'d'.repeat(40)}`, name: 'USD Coin', version: '2', decimals: 6 },
  maximumCents: 500n,
  maximumFeeCents: 10n,
  due: { receiptId: 'ocr_1', earnedCents: 495n, feeCents: 9n },
  isVoid: false,
  isHeld: false,
  isClosed: false,
  mode: 'direct_eip3009',
  blockedBy: null,
  blockedDetail: null,
  version: 2,
}
const time = { block: 7n, at: 1_800_000_000, ttlSeconds: 3_600 }
const [seller, fee] = firstLegs(settlement, time) as [Leg, Leg]
const be = (leg: Leg, state: Leg['state']): Leg => ({
  ...leg,
  state,
  signature: '0x1',
  transaction: state === 'paid' ? '0x2' : null,
})

test.each<[string, Leg[], Partial<Settlement>, string | null]>([
  ['committed', [], { due: null }, null],
  ['voided', [], { due: null, isVoid: true }, null],
  ['releasing', [], {}, null],
  ['awaiting_signature', [seller, fee], {}, null],
  ['awaiting_signature', [seller, be(fee, 'signed')], {}, null],
  ['awaiting_signature', [be(seller, 'signed'), fee], {}, null],
  ['releasing', [be(seller, 'signed'), be(fee, 'signed')], {}, 'seller'],
  ['releasing', [be(seller, 'signed')], {}, 'seller'],
  ['partially_settled', [be(seller, 'paid'), be(fee, 'signed')], {}, 'fee'],
  ['partially_settled', [be(seller, 'paid'), fee], {}, null],
  ['settled', [be(seller, 'paid'), be(fee, 'paid')], {}, null],
  ['settled', [be(seller, 'paid')], {}, null],
])('%s, and which leg is sent, follow from the legs', (state, legs, change, sent) => {
  const changed = { ...settlement, ...change }
  expect(stateOf(changed, legs)).toBe(state)
  expect(legToSend(changed, legs)?.kind ?? null).toBe(sent)
})

test('a dead leg is asked for again, a paid one is booked, and one that can still be used stays', () => {
  const payment = { transaction: '0x9', block: 8n, blockHash: '0x8' }
  const verdicts = new Map([
    [seller.nonce, { name: 'paid', payment } as const],
    [fee.nonce, { name: 'dead', reason: 'expired' } as const],
  ])
  const progress = progressOf(settlement, [be(seller, 'signed'), be(fee, 'signed')], verdicts, time)
  expect(progress?.legs.map(({ kind, attempt, state }) => [kind, attempt, state])).toEqual([
    ['seller', 1, 'paid'],
    ['fee', 1, 'dead'],
    ['fee', 2, 'unsigned'],
  ])
  expect(progress?.transfers).toMatchObject([
    { key: 'paid:seller', from: 'owed', to: 'paid', micros: 4_950_000n },
  ])
  const unspent = new Map([
    [seller.nonce, { name: 'unspent', isFunded: true } as const],
    [fee.nonce, { name: 'unclear' } as const],
  ])
  expect(progressOf(settlement, [seller, fee], unspent, time)).toBeNull()
})

test.each<[string, Leg[], Partial<Settlement>, boolean]>([
  ['nothing is asked for yet', [], {}, false],
  ['the buyer has to sign', [seller, fee], {}, false],
  ['the buyer signed', [be(seller, 'signed'), be(fee, 'signed')], {}, true],
  ['the buyer granted it', [be(seller, 'granted'), be(fee, 'granted')], {}, true],
  ['its wallet holds too little', [be(seller, 'granted')], { blockedBy: 'insufficient_funds' }, true],
  ['it has to grant anew', [be(seller, 'granted')], { blockedBy: 'permission_revoked' }, false],
  ['the seller is paid', [be(seller, 'paid'), fee], {}, false],
  ['it was settled elsewhere', [be(seller, 'granted')], { isClosed: true }, false],
])('where %s, the service pays the seller by itself or not', (_, legs, change, expected) => {
  expect(isBeingPaid({ ...settlement, ...change }, legs)).toBe(expected)
})
