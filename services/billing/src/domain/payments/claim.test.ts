import { expect, test } from 'vitest'
import { type Claim, type ClaimFact, type ClaimState, nextState } from './claim.ts'
import { transfersOf } from './claim-transfers.ts'

const payment = { transaction: '0xabc', block: 7n }
const states = {
  claimed: { name: 'claimed' },
  worked: { name: 'worked' },
  settling: { name: 'settling' },
  settled: { name: 'settled', payment, response: 'header' },
  'refused before work': { name: 'refused', reason: 'expired', hasWork: false },
  'refused after work': { name: 'refused', reason: 'expired', hasWork: true },
} as const satisfies Record<string, ClaimState>

const facts = {
  work_done: { type: 'work_done' },
  work_refused: { type: 'work_refused', reason: 'checker_error' },
  settlement_begun: { type: 'settlement_begun' },
  payment_found: { type: 'payment_found', payment, response: 'header' },
  authorization_dead: { type: 'authorization_dead', reason: 'canceled' },
  facilitator_refused: { type: 'facilitator_refused', reason: 'invalid' },
} as const satisfies Record<ClaimFact['type'], ClaimFact>

// Written out: every state with every fact, and the state that follows. What is missing changes nothing.
const follows: Record<keyof typeof states, Partial<Record<ClaimFact['type'], ClaimState>>> = {
  claimed: {
    work_done: { name: 'worked' },
    work_refused: { name: 'refused', reason: 'checker_error', hasWork: false },
    authorization_dead: { name: 'refused', reason: 'canceled', hasWork: false },
  },
  worked: {
    settlement_begun: { name: 'settling' },
    authorization_dead: { name: 'refused', reason: 'canceled', hasWork: true },
  },
  settling: {
    settlement_begun: { name: 'settling' },
    payment_found: { name: 'settled', payment, response: 'header' },
    authorization_dead: { name: 'refused', reason: 'canceled', hasWork: true },
    facilitator_refused: { name: 'refused', reason: 'invalid', hasWork: true },
  },
  settled: {},
  'refused before work': {},
  'refused after work': { payment_found: { name: 'settled', payment, response: 'header' } },
}

const pairs = Object.keys(states).flatMap((state) =>
  Object.keys(facts).map((fact) => [state as keyof typeof states, fact as ClaimFact['type']] as const),
)

test.each(pairs)('a %s claim and the fact %s', (state, fact) => {
  expect(nextState(states[state], facts[fact])).toEqual(follows[state][fact] ?? null)
})

const base: Claim = {
  commandId: null,
  identifier: null,
  answeredBy: null,
  id: 'pay_1',
  authorization: { network: 'eip155:8453', asset: '0xa', payer: '0xb', nonce: '0xc' },
  purchase: 'verification',
  ownerId: null,
  accountId: 'acc_1',
  bodyDigest: 'd',
  signatureDigest: 's',
  amountMicros: 100n,
  payTo: '0xd',
  validBefore: new Date(0),
  sinceBlock: 0n,
  state: states.claimed,
  signed: null,
  runId: null,
  createdAt: new Date(0),
  changedAt: new Date(0),
}

/** What each account of the ledger has after a claim has gone through these facts, the hold of its run before them. */
function balances(...names: ClaimFact['type'][]): Record<string, bigint> {
  const sums: Record<string, bigint> = { 'receivable:acc_1': -100n, 'customer:acc_1:held': 100n }
  let claim = base
  for (const name of names) {
    const next = nextState(claim.state, facts[name])
    if (next === null) throw new Error(`${name} cannot follow`)
    for (const { debitAccount, creditAccount, amountMicros } of transfersOf(claim, next, new Date(0))) {
      sums[debitAccount] = (sums[debitAccount] ?? 0n) - amountMicros
      sums[creditAccount] = (sums[creditAccount] ?? 0n) + amountMicros
    }
    claim = { ...claim, state: next }
  }
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0n))
}

const held = { 'customer:acc_1:held': 100n }

test('a payment ends what is owed for its run', () => {
  expect(balances('work_done', 'settlement_begun', 'payment_found')).toEqual({
    ...held,
    'payments:x402': -100n,
  })
})

test('work that is not paid for is written off, and a payment that comes after that ends the write-off', () => {
  const refused = ['work_done', 'settlement_begun', 'facilitator_refused'] as const
  expect(balances(...refused)).toEqual({ ...held, 'uncollected:x402': -100n })
  expect(balances(...refused, 'payment_found')).toEqual({ ...held, 'payments:x402': -100n })
})

test('a claim that ends before its work leaves what is owed to the release of its run', () => {
  expect(balances('work_refused')).toEqual({ ...held, 'receivable:acc_1': -100n })
})
