import { expect, test } from 'vitest'
import { takeAction } from '../lifecycle/take-action.ts'
import { actionContextOf, findDenial } from '../lifecycle/transitions.ts'
import { asOf } from '../lifecycle/as-of.ts'
import { flagsOf } from '../lifecycle/flags.ts'
import { dueAt } from '../lifecycle/timers.ts'
import { isHeld } from '../model/hold.ts'
import type { Spool } from '../model/spool.ts'
import { discrepancyView } from '../views/casework/discrepancy-view.ts'
import { nextStepOf } from '../views/next-step.ts'
import { close, hour, opened, refusal, settling, tools, viewerOn } from './discrepancies.fixture.ts'
import { maxADay, maxOpen } from './open-discrepancy.ts'
import { actsOf, currentDiscrepancy } from './current-discrepancy.ts'

const typesOf = ({ entries }: { entries: readonly { type: string }[] }) => entries.map(({ type }) => type)
const later = (spool: Spool, hours: number) => asOf(spool, hour(hours), tools)

test('a block takes the word of both sides: one side alone proposes, however often, and another outcome replaces it', () => {
  const block = opened(settling(), 1, 'buyer')
  expect(isHeld(block.spool.state)).toBe(true)
  const first = close(block, 2, 'buyer', 'fact_corrected')
  const again = close(first, 3, 'buyer', 'fact_corrected')
  expect([typesOf(first), typesOf(again)]).toEqual([['discrepancy.proposed'], []])
  const other = close(again, 4, 'provider', 'claim_corrected')
  expect(other.discrepancy).toMatchObject({ status: 'open', proposal: { by: 'provider' } })
  expect(isHeld(other.spool.state)).toBe(true)
  const dismissed = close(other, 5, 'provider', 'dismiss')
  expect(dismissed.discrepancy).toMatchObject({ status: 'open', proposal: { act: 'dismiss', outcome: null } })
  const ended = close(close(dismissed, 6, 'provider', 'claim_corrected'), 7, 'buyer', 'claim_corrected')
  expect(ended.discrepancy).toMatchObject({
    ...{ status: 'resolved', severity: 'block' },
    resolution: { by: 'buyer', outcome: 'claim_corrected', at: hour(7).toISOString() },
  })
  expect(ended.spool.state).toMatchObject({ holds: [], discrepancies: { open: 0, blocks: [] } })
  expect(refusal(() => close(ended, 8, 'buyer', 'dismiss'))).toBe('invalid_state discrepancy_closed')
})

test('the end of a block lets the money go on, and the history has digests of what was said, not the words', () => {
  const committed = { status: { ...settling().state.status, settlement: 'committed' as const } }
  const block = opened(settling({ ...committed, finalizedAt: hour(0).toISOString() }), 1, 'provider')
  const proposed = close(block, 2, 'buyer', 'dismiss')
  expect(proposed.spool.state.status.settlement).toBe('committed')
  const ended = close(proposed, 3, 'provider', 'dismiss', { scope: 'counterparty' })
  expect(typesOf(ended)).toEqual(['discrepancy.dismissed', 'settlement.released', 'spool.completed'])
  expect(ended.spool.state.status.settlement).toBe('releasing')
  const told = [...block.entries, ...proposed.entries, ...ended.entries]
  expect(told.slice(0, 3).map(({ data }) => Object.keys(data))).toEqual(
    Array.from({ length: 3 }, () => ['discrepancy_id', 'kind', 'severity', 'text_digest']),
  )
  expect(ended.discrepancy.texts).toHaveLength(3)
})

test('a warning is closed by one word, and dismissed by the side that opened it alone', () => {
  const warning = opened(settling(), 1, 'buyer', { severity: 'warn' })
  expect(isHeld(warning.spool.state)).toBe(false)
  expect(refusal(() => close(warning, 2, 'provider', 'dismiss'))).toBe('forbidden opener_only')
  expect(close(warning, 2, 'provider', 'accepted_variance').discrepancy.status).toBe('resolved')
  expect(close(warning, 2, 'buyer', 'dismiss').discrepancy.status).toBe('dismissed')
  const byMatch = { ...warning, discrepancy: { ...warning.discrepancy, openedBy: 'service' as const } }
  expect(close(byMatch, 2, 'provider', 'dismiss').discrepancy.status).toBe('dismissed')
  expect(refusal(() => close(warning, 2, 'buyer', 'dismiss', { scope: 'verify' }))).toBe(
    'forbidden counterparty_scope_required',
  )
})

test('a block becomes a warning at its end, without a word, and what was proposed is void', () => {
  const block = close(opened(settling(), 1, 'buyer'), 2, 'buyer', 'dismiss')
  expect(dueAt(block.spool)).toBe(hour(73).toISOString())
  const before = later(block.spool, 72.9).spool
  expect(currentDiscrepancy(block.discrepancy, before)).toEqual(block.discrepancy)
  const { spool, history } = later(block.spool, 73)
  expect(history.map(({ type }) => type)).toContain('discrepancy.lapsed')
  expect(history[0]).toMatchObject({ at: hour(73).toISOString(), data: { kind: 'other', severity: 'warn' } })
  expect(spool.state).toMatchObject({ holds: [], discrepancies: { open: 1, blocks: [] } })
  const view = (side: 'buyer' | 'provider') =>
    discrepancyView(spool, block.discrepancy, viewerOn(spool, side))
  expect(view('buyer')).toMatchObject({
    ...{ status: 'open', severity: 'warn', proposal: null, awaiting: null, can: ['dismiss', 'resolve'] },
    lapses_at: hour(73).toISOString(),
  })
  expect(view('provider').can).toEqual(['resolve'])
  const dismissed = close({ ...block, spool }, 76, 'buyer', 'dismiss')
  expect(dismissed.discrepancy).toMatchObject({ status: 'dismissed', severity: 'warn' })
})

test('what a side may do is exact: all that is offered is taken, and nothing else is', () => {
  for (const severity of ['info', 'warn', 'block'] as const) {
    const discrepancy = opened(settling(), 1, 'buyer', { severity })
    for (const side of ['buyer', 'provider'] as const) {
      for (const scope of ['full', 'verify', 'counterparty'] as const) {
        const can = actsOf(discrepancy.discrepancy, viewerOn(discrepancy.spool, side, scope))
        const taken = (['dismiss', 'accepted_variance'] as const).filter((word) => {
          try {
            return close(discrepancy, 2, side, word, { scope })
          } catch {
            return false
          }
        })
        expect(taken.map((word) => (word === 'dismiss' ? word : 'resolve'))).toEqual(can)
      }
    }
  }
})

test('a block is refused without an agreed hold, with one party, while money moves, by a verify key and after the budget', () => {
  const spool = settling()
  const block = (change: Spool, hours = 1, options = {}) =>
    refusal(() => opened(change, hours, 'buyer', options))
  const policy = (change: object): Spool => ({
    ...spool,
    agreement: { ...spool.agreement, disputePolicy: { ...spool.agreement.disputePolicy, ...change } },
  })
  expect(block(policy({ holds_settlement: false }))).toBe('invalid_state hold_not_agreed')
  expect(block(policy({ window_hours: 0 }))).toBe('invalid_state hold_not_agreed')
  const alone: Spool = { ...spool, agreement: { ...spool.agreement, mode: 'unilateral' } }
  expect(block(alone)).toBe('not_allowed_in_unilateral_mode unilateral_mode')
  const status = (change: object) => settling({ status: { ...spool.state.status, ...change } })
  expect(block(status({ settlement: 'settled' }))).toBe('invalid_state settlement_under_way')
  expect(block(status({ outcome: 'cancelled' }))).toBe('invalid_state spool_closed')
  expect(block(status({ agreement: 'proposed' }))).toBe('invalid_state not_accepted')
  expect(block(spool, 1, { scope: 'verify' })).toBe('forbidden counterparty_scope_required')
  expect(opened(spool, 1, 'buyer', { scope: 'verify', severity: 'warn' }).entries).toHaveLength(1)
  const short = settling({}, 10)
  const first = later(opened(short, 0, 'buyer').spool, 10).spool
  const second = opened(first, 19, 'buyer')
  const third = opened(later(second.spool, 28).spool, 28, 'buyer')
  expect([second, third].map(({ discrepancy }) => discrepancy.lapsesAt)).toEqual([
    hour(29).toISOString(),
    hour(29).toISOString(),
  ])
  expect(block(later(third.spool, 29).spool, 29)).toBe('invalid_state hold_budget_spent')
  expect(opened(later(third.spool, 29).spool, 29, 'provider').discrepancy.lapsesAt).toBe(
    hour(39).toISOString(),
  )
})

test('a Spool has 500 open ones at most, a side opens 50 a day, and what they name is of the Spool', () => {
  const full = (change: object) => {
    const { discrepancies } = settling().state
    return settling({ discrepancies: { ...discrepancies, ...change } })
  }
  const open = (spool: Spool, about = {}, hours = 1) =>
    refusal(() => opened(spool, hours, 'buyer', { severity: 'info', ...about }))
  expect(open(full({ open: maxOpen }))).toBe('conflict discrepancy_limit_reached')
  // What a match of the other side opens must not keep a side from holding the money.
  expect(opened(full({ open: maxOpen }), 1, 'buyer').spool.state.discrepancies).toMatchObject({
    open: maxOpen + 1,
    blocks: [{ kind: 'other' }],
  })
  const busy = full({
    lastDay: { ...settling().state.discrepancies.lastDay, buyer: { day: '2026-01-01', opened: maxADay } },
  })
  expect(open(busy)).toBe('conflict discrepancy_limit_reached')
  expect(opened(busy, 24, 'buyer').spool.state.discrepancies.lastDay.buyer.opened).toBe(1)
  expect(opened(busy, 1, 'provider').spool.state.discrepancies).toMatchObject({ open: 1, recorded: 1 })
  expect(open(settling(), { conditionId: 'cond_x' })).toBe('validation_failed condition_id')
  expect(open(settling(), { unit: 1 })).toBe('validation_failed unit')
})

test('while a block is open nothing is settled, and the next step names it, its end and whose word is awaited', () => {
  const final = settling({ finalizedAt: hour(0).toISOString() })
  const step = (spool: Spool) => nextStepOf(spool, flagsOf(spool, hour(2)), hour(2))
  expect(flagsOf(final, hour(2)).settlement_eligible).toBe(true)
  const block = opened(final, 1, 'buyer')
  expect(flagsOf(block.spool, hour(2))).toMatchObject({ settlement_eligible: false, terminal: true })
  expect(step(block.spool)).toMatchObject({ type: 'settle', actor: 'none' })
  expect(step(block.spool).reason).toContain(
    `${block.discrepancy.id} holds the money until ${hour(73).toISOString()}`,
  )
  const proposed = close(block, 2, 'buyer', 'dismiss')
  expect(step(proposed.spool)).toMatchObject({ type: 'settle', actor: 'provider' })
})

test('a party does not end a Spool that the other one blocks; that one ends it, and its block becomes a warning', () => {
  const working = settling({ lastRun: null, latestReceiptId: null, latestReceiptAt: null })
  const block = opened(working, 1, 'buyer')
  const denialFor = (side: 'buyer' | 'provider', spool = block.spool) =>
    findDenial('abandon', actionContextOf(spool, viewerOn(spool, side), hour(2)))?.options.reason
  expect([denialFor('provider'), denialFor('buyer')]).toEqual(['discrepancy_open', undefined])
  expect(denialFor('provider', later(block.spool, 73).spool)).toBe(undefined)
  const ended = takeAction('abandon', block.spool, viewerOn(block.spool, 'buyer'), hour(2).toISOString())
  expect(typesOf(ended)).toEqual(['discrepancy.lapsed', 'spool.abandoned'])
  expect(ended.spool.state).toMatchObject({ holds: [], discrepancies: { open: 1, blocks: [] } })
  expect(currentDiscrepancy(block.discrepancy, ended.spool).severity).toBe('warn')
})
