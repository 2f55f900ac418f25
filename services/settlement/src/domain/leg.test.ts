import { domainSeparator, type Hex, hashTypedData } from 'viem'
import { expect, test } from 'vitest'
import { firstLegs, type Leg, legNonce, renewedLeg, requiredLeg, unitsOf } from './leg.ts'
import type { Settlement } from './settlement.ts'

const token = {
  chainId: 42_431,
  address: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
  name: 'USD Coin',
  version: '2',
  decimals: 6,
}
const settlement: Settlement = {
  id: 'stl_000000000000000000000001',
  spoolId: 'spl_000000000000000000000001',
  accountId: 'acc_000000000000000000000001',
  payer: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  payee: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
  feeRecipient: '0x0000000000000000000000000000000000000003',
  token,
  maximumCents: 5_000n,
  maximumFeeCents: 100n,
  due: { receiptId: 'ocr_1', earnedCents: 4_200n, feeCents: 84n },
  isVoid: false,
  isHeld: false,
  isClosed: false,
  mode: 'direct_eip3009',
  blockedBy: null,
  blockedDetail: null,
  version: 2,
}
const time = { block: 7n, at: 1_800_000_000, ttlSeconds: 3_600 }

const vectorLeg: Leg = {
  kind: 'seller',
  attempt: 1,
  to: settlement.payee,
  cents: 4_200n,
  units: 42_000_000n,
  nonce: `0x${'11'.repeat(32)}`,
  validBefore: 1_900_000_000,
  sinceBlock: 0n,
  signature: null,
  state: 'unsigned',
  transaction: null,
  block: null,
  takenBack: 0,
}

test('the typed data of a leg has the published domain and digest', () => {
  const { typed_data: data } = requiredLeg(settlement, vectorLeg)
  const domain = { ...data.domain, verifyingContract: data.domain.verifyingContract as Hex }
  expect(domainSeparator({ domain })).toBe(
    '0xce6f40ef8c68b07e4c249e002617a27bc373b08ab75370393a8c8279641e011f',
  )
  expect(hashTypedData({ ...data, domain })).toBe(
    '0x0d66c2e3b0a3893920d352a3aedd64e181d28741c9c5902a6f951c3b11b25d23',
  )
})

test('what is due becomes one leg for the seller and one for the fee, and nothing no leg', () => {
  const legs = firstLegs(settlement, time)
  expect(legs.map(({ kind, to, units, validBefore }) => [kind, to, units, validBefore])).toEqual([
    ['seller', settlement.payee, 42_000_000n, 1_800_003_600],
    ['fee', settlement.feeRecipient, 840_000n, 1_800_003_600],
  ])
  const free = { ...settlement, due: { receiptId: 'ocr_1', earnedCents: 1n, feeCents: 0n } }
  expect(firstLegs(free, time).map(({ kind }) => kind)).toEqual(['seller'])
})

test('the nonce of a leg follows from what it pays, and every other leg has another', () => {
  const [seller, fee] = firstLegs(settlement, time) as [Leg, Leg]
  expect(firstLegs(settlement, { ...time, at: 5, block: 9n })[0]?.nonce).toBe(seller.nonce)
  const others = [
    fee.nonce,
    renewedLeg(settlement, seller, time).nonce,
    legNonce({ ...settlement, id: 'stl_000000000000000000000002' }, seller),
    legNonce({ ...settlement, token: { ...token, chainId: 1 } }, seller),
    legNonce({ ...settlement, token: { ...token, address: settlement.payee } }, seller),
  ]
  expect(new Set([seller.nonce, ...others]).size).toBe(others.length + 1)
})

test('cents are exact in the units of a token, and a token without cents is refused', () => {
  expect([unitsOf(1n, 2), unitsOf(1n, 6), unitsOf(123n, 18)]).toEqual([1n, 10_000n, 123n * 10n ** 16n])
  expect(() => unitsOf(1n, 1)).toThrow(RangeError)
})
