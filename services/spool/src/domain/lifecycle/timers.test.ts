import { expect, test } from 'vitest'
import { acceptedSpool, at } from '../agreement/accepted-spool.fixture.ts'
import { asOf } from './as-of.ts'
import { dueAt } from './timers.ts'
import type { Agreement, Spool, SpoolState } from '../model/spool.ts'

const tools = { eventHash: () => 'f'.repeat(64), timerEntryId: (id: string, type: string) => `${id} ${type}` }
const expiry = '2026-01-02T00:00:00.000Z'
const close = '2026-01-03T00:00:00.000Z'
const check = { checker: 'row_count', expected: 1 } as const

function spoolWith(state: Partial<SpoolState>, agreement: Partial<Agreement>): Spool {
  const spool = acceptedSpool([{ verification_method: 'deterministic', deterministic_check: check }], state)
  return { ...spool, agreement: { ...spool.agreement, ...agreement } }
}

const until = { mode: 'until', max_runs: 20, closes_at: close } as const
const accepted = spoolWith({}, { finality: until })
const proposed = (agreement: Partial<Agreement>) => {
  const status = { ...accepted.state.status, agreement: 'proposed' as const }
  return spoolWith({ status, acceptance: null }, agreement)
}

test('a proposal is due at its expiry, or when its finality would close, whichever is first', () => {
  expect(dueAt(proposed({ economics: { expiry } }))).toBe(expiry)
  expect(dueAt(proposed({ economics: { expiry }, finality: { ...until, closes_at: at } }))).toBe(at)
  expect(dueAt(proposed({ finality: until }))).toBe(close)
  expect(dueAt(proposed({}))).toBeNull()
})

test('an end between two milliseconds is reached with the second of them', () => {
  const exact = { ...until, closes_at: '2026-01-03T00:00:00.000000001Z' }
  expect(dueAt(spoolWith({}, { finality: exact }))).toBe('2026-01-03T00:00:00.001Z')
  expect(asOf(spoolWith({}, { finality: exact }), new Date(close), tools).history).toEqual([])
  const expiring = { economics: { expiry: '2026-01-02T00:00:00.0001Z' } }
  expect(dueAt(proposed(expiring))).toBe('2026-01-02T00:00:00.001Z')
})

test('an accepted Spool is due when its finality closes, and nothing is due on one that is over', () => {
  expect(dueAt(spoolWith({}, { economics: { expiry }, finality: until }))).toBe(close)
  const status = { ...accepted.state.status, outcome: 'completed' as const }
  expect(dueAt(spoolWith({ status }, { finality: until }))).toBeNull()
})

test('a clock that is read later has done the same, under the same ids', () => {
  const soon = asOf(accepted, new Date(close), tools)
  const late = asOf(accepted, new Date('2027-01-01T00:00:00.000Z'), tools)
  expect(late).toEqual(soon)
  expect(soon.spool).toMatchObject({ version: accepted.version + 1, updatedAt: close })
  expect(soon.history.map(({ id, type, at: when }) => [id, type, when])).toEqual([
    [`${accepted.id} verification.finalized`, 'verification.finalized', close],
    [`${accepted.id} spool.completed`, 'spool.completed', close],
  ])
})

test('before its time a clock has done nothing', () => {
  const early = new Date(Date.parse(close) - 1)
  expect(asOf(accepted, early, tools)).toEqual({ spool: accepted, history: [] })
})

test('a timer expires once', () => {
  const expired = asOf(accepted, new Date(close), tools).spool
  expect(asOf(expired, new Date(close), tools)).toEqual({ spool: expired, history: [] })
})

test('a run that was asked for in time is let finish, and then the timer expires at its end', () => {
  const running = spoolWith({ openRun: { runId: 'vr_1' } }, { finality: until })
  const now = new Date('2026-01-04T00:00:00.000Z')
  expect(asOf(running, now, tools).history).toEqual([])
  const ended = {
    ...spoolWith({ openRun: null }, { finality: until }),
    updatedAt: '2026-01-03T00:00:01.000Z',
  }
  expect(asOf(ended, now, tools).spool.updatedAt).toBe(ended.updatedAt)
})

test('an expired proposal is over', () => {
  const { spool } = asOf(proposed({ economics: { expiry } }), new Date(expiry), tools)
  expect(spool.state.status).toMatchObject({ agreement: 'expired', outcome: 'expired' })
})
