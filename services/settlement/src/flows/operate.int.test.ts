import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { localAccounts } from '@outturn/local-servers/payments'
import { expect, onTestFinished, test } from 'vitest'
import type { SettlementDeps } from '../deps.ts'
import { handleBumpSettlement } from '../handlers/operator/bump-settlement.ts'
import { handleCloseSettlement } from '../handlers/operator/close-settlement.ts'
import { handleHoldSettlement } from '../handlers/operator/hold-settlement.ts'
import { handleListAnomalies } from '../handlers/operator/list-anomalies.ts'
import { handleListSettlements } from '../handlers/operator/list-settlements.ts'
import { handleRecheckSettlement } from '../handlers/operator/recheck-settlement.ts'
import { handleResolveAnomaly } from '../handlers/operator/resolve-anomaly.ts'
import { handleShowSettlement } from '../handlers/operator/show-settlement.ts'
import { handleReadSettlementOfSpool } from '../handlers/read-settlement-of-spool.ts'
import { handleSearchSettlements } from '../handlers/search-settlements.ts'
import { handleSwitchSending } from '../handlers/operator/switch-sending.ts'
import { readBookTotals } from '../store/book-totals.ts'
import { advanceSettlements } from '../sweepers/advance-settlements.ts'
import { type SettlementWatch, watchBooks } from '../sweepers/watch-books.ts'
import { operate, reason, refusedFor } from '../testing/as-operator.ts'
import {
  answerOf,
  context,
  send,
  settlementRig,
  signAll,
  signed,
  type Story,
  submitLeg,
  summary,
} from '../testing/settlement-rig.ts'
import { legTtlSeconds } from '../testing/open-deps.ts'

// What operators see and do about settlements, by the record that it leaves.

const rig = await settlementRig()
const { steady, local } = rig
let passedMs = 0

async function sweeps(count = 6, deps: SettlementDeps = steady): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) {
    passedMs += 1_000_000
    await advanceSettlements(deps, new Date(Date.now() + passedMs))
    await local.untilMined()
  }
}

const hold = ({ settlementId }: Story, isHeld: boolean) =>
  operate(handleHoldSettlement(steady), { settlementId, isHeld, reason })
const close = ({ settlementId }: Story, commandId?: string) =>
  operate(handleCloseSettlement(steady), { settlementId, reason, evidence: 'invoice 1' }, commandId)
const show = ({ settlementId: reference }: Story) => operate(handleShowSettlement(steady), { reference })
const money = ({ spoolId }: Story) => operate(handleReadSettlementOfSpool(steady), { spoolId })
const anomalies = (isOpen = true) => operate(handleListAnomalies(steady), { isOpen, limit: 1_000 })

test('a settlement that waits for its buyer is looked at less and less, and at once after its signatures', async () => {
  const story = await rig.due('patient')
  const next = async () => Date.parse((await show(story)).terms?.nextLookAt ?? '')
  const at = async (ms: number) => {
    const now = new Date(Date.now() + ms)
    await advanceSettlements(rig.open({ clock: { now: () => now } }), now)
    return Math.round(((await next()) - now.getTime()) / 1_000)
  }
  expect(await at(20_000)).toBe(15)
  expect(await at(3_000_000)).toBeGreaterThan(100)
  await signAll(steady, story)
  expect(((await next()) - Date.now()) / 1_000).toBeLessThan(5)
})

test('while sending is paused nothing is sent; what was signed goes when it is resumed', async () => {
  const story = await rig.due('paused')
  await operate(handleSwitchSending(steady), { isPaused: true, reason })
  await signAll(steady, story)
  const nonce = await rig.wallet.signerNonce('pending')
  await sweeps()
  expect([await rig.wallet.signerNonce('pending'), (await rig.moved(story)).seller]).toEqual([nonce, 0n])
  await operate(handleSwitchSending(steady), { isPaused: false, reason })
  await sweeps()
  expect((await summary(steady, story)).state).toBe('settled')
})

test('a settlement that is held sends nothing until it is let go, and the record says who held it and why', async () => {
  const story = await rig.due('held')
  expect(await money(story)).toMatchObject({
    ...{
      lane: 'wallet',
      state: 'awaiting_signature',
      earnedCents: 495,
      feeCents: 9,
      paidCents: 0,
      payments: [],
    },
    waitsFor: { what: 'signature' },
  })
  expect((await hold(story, true)).isHeld).toBe(true)
  expect((await money(story))?.waitsFor?.what).toBe('operator')
  await signAll(steady, story)
  await sweeps()
  expect([(await summary(steady, story)).state, (await rig.moved(story)).seller]).toEqual(['releasing', 0n])
  await hold(story, false)
  await sweeps()
  expect((await summary(steady, story)).state).toBe('settled')
  expect(await money(story)).toMatchObject({
    ...{ state: 'settled', paidCents: 495, waitsFor: null },
    payments: [{ leg: 'seller' }, { leg: 'fee' }],
  })
  const { actions, legs, books, transactions } = await show(story)
  expect(actions.map(({ kind, doneBy, reason: why }) => [kind, doneBy, why])).toEqual([
    ['hold', 'alice', reason],
    ['unhold', 'alice', reason],
  ])
  expect(legs.map(({ leg, state, cents }) => [leg, state, cents])).toEqual([
    ['seller', 'paid', 495],
    ['fee', 'paid', 9],
  ])
  expect(books.map(({ key }) => key).toSorted()).toEqual([
    ...['determined:fee', 'determined:seller', 'paid:fee', 'paid:seller'],
  ])
  expect(transactions).toHaveLength(2)
  expect(await refusedFor(hold(story, true))).toBe('settlement_ended')
})

test('the record of operators can be added to and not changed', async () => {
  for (const change of ["update operator_action set reason = 'other'", 'delete from operator_action']) {
    await expect(steady.pool.query(change)).rejects.toThrow('permission denied')
  }
})

test('a settlement is closed as settled elsewhere once: the books say so, and nothing of it is asked for or sent', async () => {
  const story = await rig.due('closed')
  const legs = await signed(story, (await summary(steady, story)).requiredLegs)
  const before = await readBookTotals(steady.pool)
  const closed = await Promise.all([close(story, 'cmd_close'), close(story, 'cmd_close')])
  expect(closed.map(({ state, isClosed }) => [state, isClosed])).toEqual([
    ['voided', true],
    ['voided', true],
  ])
  expect((await summary(steady, story)).requiredLegs).toEqual([])
  await expect(send(steady, story, legs)).rejects.toMatchObject({ code: 'invalid_state' })
  await sweeps()
  expect((await rig.moved(story)).seller).toBe(0n)
  const after = await readBookTotals(steady.pool)
  expect([after.externalMicros - before.externalMicros, after.imbalanceMicros]).toEqual([5_040_000n, 0n])
  expect(await refusedFor(close(story))).toBe('settlement_ended')
  const { actions } = await show(story)
  expect(actions.map(({ kind, evidence }) => [kind, evidence])).toEqual([['close', 'invoice 1']])
})

test('a settlement is not closed while a leg may still be paid, nor before anything is due', async () => {
  expect(await refusedFor(close(await rig.committed('not due')))).toBe('nothing_due')
  const story = await rig.due('signed')
  await hold(story, true)
  await signAll(steady, story)
  expect(await refusedFor(close(story))).toBe('leg_may_be_paid')
  await local.passSeconds(legTtlSeconds + 1)
  await sweeps(1)
  expect((await close(story)).state).toBe('voided')
  expect((await rig.moved(story)).seller).toBe(0n)
})

test('a payment after the close is an anomaly that stays until an operator resolves it', async () => {
  const story = await rig.due('paid after the close')
  const asked = (await summary(steady, story)).requiredLegs
  await close(story)
  await submitLeg(rig, story, asked, 'seller')
  await sweeps(1)
  const [found] = (await anomalies()).filter(({ settlementId }) => settlementId === story.settlementId)
  expect(found?.kind).toBe('paid_without_intent')
  expect((await readBookTotals(steady.pool)).imbalanceMicros).toBe(0n)
  const resolve = () =>
    operate(handleResolveAnomaly(steady), { anomalyId: found?.id ?? '', reason: 'sent back by the seller' })
  expect((await resolve()).closedBy).toBe('alice')
  await sweeps(1)
  expect((await anomalies()).map(({ id }) => id)).not.toContain(found?.id)
  expect(await refusedFor(resolve())).toBe('anomaly_closed')
})

test('a leg that others sent is noted, and asks for no operator', async () => {
  const story = await rig.due('by others')
  await submitLeg(rig, story, (await summary(steady, story)).requiredLegs, 'seller')
  const { settlementId } = story
  const checked = await operate(handleRecheckSettlement(steady), { settlementId, reason })
  expect(checked.state).toBe('partially_settled')
  const mine = (await anomalies(false)).filter((each) => each.settlementId === settlementId)
  expect(mine.map(({ kind, closedBy }) => [kind, closedBy])).toEqual([['paid_by_other_tx', 'settlement']])
})

test('more is offered for a transaction that no block took when an operator asks, in the same place', async () => {
  const story = await rig.due('bumped')
  const { settlementId } = story
  const bump = () => operate(handleBumpSettlement(steady), { settlementId, reason })
  expect(await refusedFor(bump())).toBe('nothing_under_way')
  await local.client().setAutomine(false)
  try {
    await signAll(steady, story)
    await sweeps(1)
    expect((await bump()).version).toBe(2)
    const { transactions } = await show(story)
    expect(new Set(transactions.map(({ signerNonce }) => signerNonce)).size).toBe(1)
  } finally {
    await local.client().setAutomine(true)
    await local.client().mine({ blocks: 1 })
  }
  await sweeps()
  expect(await rig.moved(story)).toEqual({ seller: 4_950_000n, left: 0n })
})

test('what needs an operator is told, and gone when it is over: a stuck transaction, a signer without gas', async () => {
  const story = await rig.due('stuck')
  await local.client().setAutomine(false)
  let told: SettlementWatch | null = null
  const watch = async (deps: SettlementDeps) => {
    await watchBooks(deps, (each) => {
      told = each
    })
    const { anomalies: found } = told as unknown as SettlementWatch
    return [found.stuck_slot, found.signer_low_funds, found.ledger_imbalance]
  }
  const later = rig.open({
    clock: { now: () => new Date(Date.now() + 3_600_000) },
    chain: { ...rig.wallet, signerFunds: () => Promise.resolve(1n) },
  })
  try {
    await signAll(steady, story)
    await sweeps(1)
    expect(await watch(later)).toEqual([1, 1, 0])
  } finally {
    await local.client().setAutomine(true)
    await local.client().mine({ blocks: 1 })
  }
  await sweeps()
  expect(await watch(steady)).toEqual([0, 0, 0])
})

test('a transaction of our own is looked for in the blocks before another program is named, and a wrong name is taken back', async () => {
  const withoutReceipts = { ...rig.wallet, blockOf: () => Promise.resolve(null) }
  const story = await rig.due('no receipts')
  await signAll(rig.open({ chain: withoutReceipts }), story)
  await sweeps(6, rig.open({ chain: withoutReceipts }))
  expect([(await summary(steady, story)).state, await rig.moved(story)]).toEqual([
    'settled',
    { seller: 4_950_000n, left: 0n },
  ])
  const kinds = async (isOpen: boolean) =>
    (await anomalies(isOpen)).filter(({ kind }) => kind === 'foreign_nonce').map(({ closedBy }) => closedBy)
  expect(await kinds(false)).toEqual([])
  const wrong = {
    ...withoutReceipts,
    transactionAt: () => Promise.resolve({ block: 1n, hash: '0x1', transaction: '0x2' }),
  }
  const other = await rig.due('no receipts, wrong blocks')
  await signAll(rig.open({ chain: wrong }), other)
  await sweeps(4, rig.open({ chain: wrong }))
  expect(new Set(await kinds(true))).toEqual(new Set([null]))
  await watchBooks(steady, () => undefined)
  expect([await kinds(true), new Set(await kinds(false))]).toEqual([[], new Set(['settlement'])])
  await sweeps()
})

test('a chain that does not answer is told, and no more once it does', async () => {
  let isAway = false
  const relay = async (request: IncomingMessage, answer: ServerResponse): Promise<void> => {
    if (isAway) {
      answer.writeHead(502).end()
      return
    }
    const body = await text(request)
    const reply = await fetch(local.rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    answer.setHeader('content-type', 'application/json').end(await reply.text())
  }
  const server = createServer((request, answer) => void relay(request, answer))
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const wallet = rig.chain(1, 1, `http://127.0.0.1:${port}`)
  await wallet.check()
  expect(wallet.isOpen()).toBe(true)
  isAway = true
  await wallet.probe()
  // The token is what it was: what is under way goes on when the chain is back.
  expect([wallet.isOpen(), wallet.token() === null]).toEqual([false, false])
  isAway = false
  await wallet.check()
  expect(wallet.isOpen()).toBe(true)
})

test('settlements are listed by state, and those that have not ended', async () => {
  const { settlementId } = await rig.due('listed')
  const list = (state: 'awaiting_signature' | 'settled' | 'open' | null) =>
    operate(handleListSettlements(steady), { state, limit: 1_000 })
  const awaiting = await list('awaiting_signature')
  expect(awaiting.find(({ id }) => id === settlementId)).toMatchObject({ earnedCents: 495, feeCents: 9 })
  expect(new Set((await list('settled')).map(({ state }) => state))).toEqual(new Set(['settled']))
  const open = await list('open')
  expect(open.filter(({ state }) => state === 'settled' || state === 'voided')).toEqual([])
  expect((await list(null)).length).toBeGreaterThan(open.length)
})

test('the buyer finds a settlement and the transactions that paid it by the beginning of an id; another account finds none', async () => {
  const story = await rig.due('searched')
  await signAll(steady, story)
  await sweeps()
  const { rows } = await steady.pool.query<{ transaction: string }>(
    'select transaction from leg where settlement_id = $1 and transaction is not null order by kind desc limit 1',
    [story.settlementId],
  )
  const transaction = rows[0]?.transaction ?? ''
  const search = async (digit: string, ...ids: string[]) => {
    const via = { kind: 'person', userId: 'x', role: 'owner' } as const
    const accountId = `acc_${digit.repeat(24)}`
    const principal = { kind: 'account', accountId, accountName: '', accountKind: 'org', via } as const
    const found = await handleSearchSettlements(steady)({ ids }, { ...context, principal })
    return answerOf(found).hits.map(({ kind, id }) => [kind, id])
  }
  expect(transaction).toMatch(/^0x[0-9a-f]{64}$/)
  const settlement = ['settlement', story.settlementId]
  expect(await search('1', story.settlementId.slice(0, 16), transaction.slice(0, 12))).toEqual([
    settlement,
    ['transaction', transaction],
  ])
  expect(await search('1', story.spoolId)).toEqual([settlement])
  expect(await search('2', story.settlementId, transaction, story.spoolId)).toEqual([])
})

test('a chain that becomes another one, or has another token, settles no more until it is itself again', async () => {
  const { local: chain } = rig
  const wallet = rig.chain()
  await wallet.check()
  expect(wallet.token()).not.toBeNull()
  const root = chain.client(localAccounts.payee)
  const address = wallet.token()?.address as `0x${string}`
  const code = (await root.getCode({ address })) ?? '0x'
  await root.setCode({ address, bytecode: '0x' })
  await wallet.probe()
  expect(wallet.token()).toBeNull()
  await root.setCode({ address, bytecode: code })
  await wallet.probe()
  expect(wallet.token()).not.toBeNull()
})
