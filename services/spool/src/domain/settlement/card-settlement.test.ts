import type { SettlementSummary } from '@outturn/contracts'
import { expect, test } from 'vitest'
import { changeEvents } from '../../events.ts'
import { acceptedSpool, at, hex } from '../agreement/accepted-spool.fixture.ts'
import { flagsOf } from '../lifecycle/flags.ts'
import type { Spool, SpoolState } from '../model/spool.ts'
import { actionContextOf, allowedActionsOf, findDenial } from '../lifecycle/transitions.ts'
import { partyOn, type Viewer } from '../model/viewer.ts'
import { nextStepOf } from '../views/next-step.ts'
import { payeeFor } from '../model/payees.ts'
import { applySettlement } from './apply-settlement.ts'
import { afterNews, assertCardMode, cardCommitmentOf } from './commit-by-card.ts'
import { dueSettlement } from '../lifecycle/due-settlement.ts'

const later = '2026-01-02T00:00:00.000Z'
const now = new Date(later)
const receiptId = `ocr_${hex(1)}`
const verdict: Partial<SpoolState> = {
  lastRun: {
    runId: `vr_${hex(1)}`,
    result: 'pass',
    at,
    receiptId,
    earnedCents: 100,
    evidenceUpTo: at,
    isTransient: false,
    isIrremediable: false,
    hint: null,
    ways: [],
  },
  latestReceiptId: receiptId,
  runs: 1,
  countedRuns: 1,
}

/** Work over 200 cents with a fee of 9 that is paid by card. */
function byCard(change: Partial<SpoolState> = {}): Spool {
  const payouts = { [`pty_${hex(2)}`]: true }
  const spool = acceptedSpool([{ verification_method: 'deterministic' }], { payouts, ...change })
  const lane = { funding: 'hosted_checkout' } as never
  return { ...spool, agreement: { ...spool.agreement, lane, economics: { fee_cents: 9 } } }
}

type Card = NonNullable<SettlementSummary['card']>

function news(
  version: number,
  state: SettlementSummary['state'],
  card: Partial<Card> = {},
): SettlementSummary {
  const nothing: Card = { state: 'held', checkoutUrl: null, holdEndsAt: later, warnings: 0, problem: null }
  return { version, state, requiredLegs: [], payments: [], card: { ...nothing, ...card } }
}

const open = news(2, 'uncommitted', { state: 'open', checkoutUrl: 'https://pay.example/1', holdEndsAt: null })
const viewerOf = (spool: Spool, side: 'buyer' | 'provider'): Viewer => ({
  party: partyOn(spool, side),
  isCreator: side === 'buyer',
  scope: 'full',
  mayMoveMoney: true,
  sides: [side],
})
const after = (spool: Spool, ...all: SettlementSummary[]) =>
  all.reduce((current, summary) => applySettlement(current, summary, later)?.spool ?? current, spool)
const typesOf = (spool: Spool, summary: SettlementSummary) =>
  applySettlement(spool, summary, later)?.entries.map(({ type }) => type)
const stepOf = (spool: Spool) => nextStepOf(spool, flagsOf(spool, now), now)
const allowed = (spool: Spool, side: 'buyer' | 'provider') =>
  allowedActionsOf(actionContextOf(spool, viewerOf(spool, side), now))

test('nothing is committed before the money is held, and a page to pay on is for the buyer to follow', () => {
  const spool = after(byCard(), open)
  expect(spool.state.status.settlement).toBe('uncommitted')
  expect(stepOf(spool)).toMatchObject({
    type: 'settle',
    actor: 'buyer',
    checkout_url: 'https://pay.example/1',
  })
  const held = after(spool, news(3, 'committed'))
  expect([held.state.status.settlement, allowed(held, 'buyer').includes('commit')]).toEqual([
    'committed',
    false,
  ])
  expect(typesOf(spool, news(3, 'committed'))).toEqual(['settlement.committed'])
})

const request = { paymentMethod: null, askedBy: 'request 1', returnUrl: 'https://example.com' }

test('a hold that comes after the verdict releases what was earned at once, with the fee in proportion', () => {
  const spool = byCard(verdict)
  const released = after(spool, open, news(3, 'committed'))
  expect(released.state.status.settlement).toBe('releasing')
  expect(dueSettlement(released)).toEqual({ receiptId, earnedCents: 100, feeCents: 4 })
  expect(cardCommitmentOf(spool, request, now)).toMatchObject({
    maximumCents: 200,
    maximumFeeCents: 9,
    holdCents: 100,
    holdFeeCents: 4,
  })
  expect(cardCommitmentOf(byCard(), request, now)).toMatchObject({
    holdCents: 200,
    holdFeeCents: 9,
  })
})

test('what was decided stays shown until the news is as new, and a hold that lapsed asks the buyer again', () => {
  const released = after(byCard(verdict), news(2, 'committed'))
  const behind = after(released, news(3, 'committed', { warnings: 1 }))
  expect(behind.state.status.settlement).toBe('releasing')
  const lapsed = after(behind, news(4, 'uncommitted', { state: 'lapsed', holdEndsAt: null }))
  expect(lapsed.state.status.settlement).toBe('uncommitted')
  expect([stepOf(lapsed).type, stepOf(lapsed).actor]).toEqual(['settle', 'buyer'])
  expect(allowed(lapsed, 'buyer')).toContain('commit')
})

test('the end of a hold that comes near, its lapse and a failure are told once each', () => {
  const held = after(byCard(), news(2, 'committed'))
  const warned = news(3, 'committed', { warnings: 1 })
  expect(typesOf(held, warned)).toEqual(['settlement.hold_expiring'])
  expect(typesOf(after(held, warned), news(4, 'committed', { warnings: 1 }))).toEqual([])
  const lapsed = news(4, 'uncommitted', { state: 'lapsed' })
  expect(typesOf(held, lapsed)).toEqual(['settlement.hold_lapsed'])
  const failed = after(held, news(5, 'failed', { state: 'canceled', problem: 'below_minimum' }))
  expect([failed.state.status.settlement, stepOf(failed).actor]).toEqual(['failed', 'buyer'])
})

test('when a Spool ends otherwise its hold is released, also one that it does not know of; what was taken is not', () => {
  const deps = { environment: 'production', ids: { newUuid: () => '00000000-0000-4000-8000-000000000000' } }
  const end = (spool: Spool): Spool => ({
    ...spool,
    state: { ...spool.state, status: { ...spool.state.status, outcome: 'cancelled' } },
  })
  const decided = (before: Spool) =>
    changeEvents(deps as never, before, end(before), now)
      .map((row) => JSON.stringify(row))
      .filter((text) => text.includes('settlement-decided'))
  expect([decided(byCard()).length, decided(after(byCard(), open)).length]).toEqual([1, 1])
  expect(decided(after(byCard(verdict), news(2, 'committed'), news(3, 'settled')))).toEqual([])
  expect(decided(acceptedSpool([{ verification_method: 'deterministic' }]))).toEqual([])
})

test('payouts are set up by the provider for its account, and by the party that made the Spool for this one alone', () => {
  const spool = byCard()
  const provider = partyOn(spool, 'provider')
  expect(payeeFor(spool, viewerOf(spool, 'provider'))).toBe(provider.accountId)
  expect(payeeFor(spool, viewerOf(spool, 'buyer'))).toBe(provider.partyId)
  const onboard = (each: Spool) =>
    findDenial('onboard-provider', actionContextOf(each, viewerOf(each, 'provider'), now))?.code ?? null
  expect([onboard(spool), onboard(acceptedSpool([{ verification_method: 'deterministic' }]))]).toEqual([
    null,
    'invalid_state',
  ])
})

test('a Spool that is paid by card refuses the ways of a wallet', () => {
  expect(() => assertCardMode({ mode: 'direct_eip3009', signer: null, paymentMethod: null })).toThrow(/card/)
  expect(() => assertCardMode({ mode: null, signer: null, paymentMethod: 'pm_1' })).not.toThrow()
})

test('a commitment whose news comes before its answer is answered with the answer, whichever step the news is of', () => {
  const answer = news(4, 'releasing')
  expect(afterNews(byCard(verdict), answer, later)).toBeNull()
  for (const told of [news(3, 'committed'), answer, news(5, 'settled')]) {
    const spool = after(byCard(verdict), told)
    const decided = afterNews(spool, answer, later)?.spool
    expect(decided?.state.settlement?.version).toBe(Math.max(4, told.version))
    expect(decided === spool).toBe(told.version >= 4)
  }
})

test('the buyer commits by card once the provider has set up its payouts, and the step says whose turn it is', () => {
  const [account, party] = [`acc_${hex(2)}`, `pty_${hex(2)}`]
  const seen = (payouts: Record<string, boolean>) => {
    const spool = byCard({ ...verdict, payouts })
    const denial = findDenial('commit', actionContextOf(spool, viewerOf(spool, 'buyer'), now))
    const { type, actor, reason } = nextStepOf(spool, flagsOf(spool, now), now)
    return [denial?.options.reason ?? null, type, actor, /onboard-provider/.test(reason)]
  }
  const waits = ['no_payout_destination', 'settle', 'provider', true]
  const commits = [null, 'settle', 'buyer', false]
  expect([seen({}), seen({ [account]: false }), seen({ [party]: false })]).toEqual([waits, waits, waits])
  expect([seen({ [account]: true }), seen({ [party]: true })]).toEqual([commits, commits])
  // The account that has begun to set them up itself is the one that is paid.
  expect(seen({ [account]: false, [party]: true })).toEqual(waits)
})

test('what a card does not take is not committed by card, and is settled by the receipt', () => {
  const spool = byCard({ ...verdict, lastRun: { ...verdict.lastRun, earnedCents: 40 } as never })
  const denial = findDenial('commit', actionContextOf(spool, viewerOf(spool, 'buyer'), now))
  expect([denial?.code, denial?.options.reason]).toEqual(['settlement_unavailable', 'below_card_minimum'])
  const step = nextStepOf(spool, flagsOf(spool, now), now)
  expect([step.type, step.actor, step.reason]).toEqual([
    'settle',
    'buyer',
    expect.not.stringContaining('/commit'),
  ])
})

test('a link to the payouts of a provider without an account is given until they are set up', () => {
  const spool = byCard({ payouts: { [`pty_${hex(2)}`]: true } })
  const [buyer, seller] = spool.agreement.parties as [
    Spool['agreement']['parties'][0],
    Spool['agreement']['parties'][0],
  ]
  const unclaimed = {
    ...spool,
    agreement: { ...spool.agreement, parties: [buyer, { ...seller, accountId: null }] },
  }
  const denial = (found: Spool, side: 'buyer' | 'provider') =>
    findDenial('onboard-provider', actionContextOf(found, viewerOf(found, side), now))?.options.reason ?? null
  expect(denial(unclaimed, 'buyer')).toBe('payouts_set_up')
  expect(denial({ ...unclaimed, state: { ...unclaimed.state, payouts: {} } }, 'buyer')).toBeNull()
  expect(denial(spool, 'provider')).toBeNull()
})
