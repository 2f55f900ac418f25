import { expect, test } from 'vitest'
import { acceptedSpool, at, hex } from '../agreement/accepted-spool.fixture.ts'
import { flagsOf } from '../lifecycle/flags.ts'
import type { Condition, Evidence, RunSummary, Spool, WayForward } from '../model/spool.ts'
import { countedTablesNote, unjudgedTablesNote } from './counted-tables.ts'
import { nextStepOf } from './next-step.ts'

const now = new Date(at)
type Terms = Parameters<typeof acceptedSpool>[0][number]
const rows: Terms = { verification_method: 'deterministic' }
const bySupplier = (supplier: 'buyer' | 'provider'): Terms => ({
  ...rows,
  evidence_requirements: [{ expected_type: 'dataset', source_ref: 'brief', supplier }],
})
const site: Terms = {
  verification_method: 'deterministic',
  deterministic_check: { checker: 'http_status', url: 'https://example.com/' },
}
const judged: Terms = {
  verification_method: 'external_tool',
  external_judge: { id: 'lab', name: 'Lab', proof: { type: 'hmac_sha256', source_id: 'lab' } },
}
const undecidable: Terms = { verification_method: 'external_tool' }

const stepOf = (spool: Spool) => nextStepOf(spool, flagsOf(spool, now), now)
const asked = (spool: Spool) => `${stepOf(spool).type} ${stepOf(spool).actor}`
const undelivered = (conditions: Terms[]) =>
  acceptedSpool(conditions, { evidenceCount: 0, deliveredAt: null })

test('before any run evidence is asked of the side that supplies it, and none of what no evidence decides', () => {
  expect(asked(undelivered([rows]))).toBe('submit_evidence provider')
  expect(asked(undelivered([bySupplier('buyer')]))).toBe('submit_evidence buyer')
  expect(asked(undelivered([site, bySupplier('buyer')]))).toBe('submit_evidence buyer')
  expect(asked(undelivered([site]))).toBe('rerun_allowed verifier')
  expect(asked(undelivered([rows, undecidable]))).toBe('new_spool buyer')
  const fetched: Terms = {
    ...rows,
    evidence_requirements: [{ expected_type: 'dataset', source_ref: 'crm', provenance: ['service_fetched'] }],
  }
  expect(asked(undelivered([rows, fetched]))).toBe('new_spool buyer')
})

/** A Spool whose last run fell short for these reasons, one of each condition. */
function fellShort(conditions: Terms[], nexts: readonly WayForward['next'][], change: object = {}): Spool {
  const lastRun: RunSummary = {
    ...{ runId: `vr_${hex(1)}`, result: 'uncertain', at, receiptId: null, earnedCents: 0, evidenceUpTo: at },
    ...{ isTransient: false, isIrremediable: false, hint: 'What is to be done.' },
    ways: nexts.map((next, index) => ({ conditionId: `cond_${hex(index)}`, next })),
  }
  const spool = acceptedSpool(conditions, { runs: 1, countedRuns: 1, lastRun })
  return { ...spool, agreement: { ...spool.agreement, ...change } }
}

test('after a run the step is of whom the shortfall takes, and says what the hint says', () => {
  const cases: [string, Spool][] = [
    ['submit_evidence provider', fellShort([rows], ['resubmit'])],
    ['submit_evidence buyer', fellShort([bySupplier('buyer')], ['resubmit'])],
    ['submit_evidence provider', fellShort([bySupplier('provider')], ['resubmit'])],
    ['rerun_allowed verifier', fellShort([site], ['verify'])],
    ['submit_evidence provider', fellShort([rows], ['verify'])],
    ['submit_evidence buyer', fellShort([judged], ['judge'])],
    ['new_spool buyer', fellShort([rows], ['agree'])],
    ['new_spool buyer', fellShort([rows, rows], ['resubmit', 'agree'])],
  ]
  for (const [step, spool] of cases) {
    expect([step, stepOf(spool).reason]).toEqual([asked(spool), 'What is to be done.'])
  }
  expect(asked(fellShort([rows, undecidable], ['resubmit']))).toBe('new_spool buyer')
  // Units that are lost leave the others to be earned.
  const unitization = { total_units: 2, unit_amount_cents: 100 }
  expect(asked(fellShort([rows, rows], ['agree', 'resubmit'], { unitization }))).toBe(
    'submit_evidence provider',
  )
})

test('a side without room for evidence is not asked for it while another way is open', () => {
  const full = (spool: Spool): Spool => ({ ...spool, state: { ...spool.state, evidenceCount: 100 } })
  expect(asked(full(fellShort([rows], ['resubmit'])))).toBe('new_spool buyer')
  expect(asked(full(fellShort([bySupplier('buyer')], ['resubmit'])))).toBe('submit_evidence buyer')
  expect(asked(full(fellShort([rows, site], ['resubmit', 'verify'])))).toBe('rerun_allowed verifier')
})

test('two tables that count together for what is not met are named with how one is replaced', () => {
  const spool = fellShort([rows], ['resubmit'])
  const [condition] = spool.agreement.conditions as [Condition]
  const failed = { [condition.id]: { result: 'fail', run_id: `vr_${hex(1)}` } }
  const found: Spool = { ...spool, state: { ...spool.state, lastResults: failed } }
  const table = (source: string, change: Partial<Evidence> = {}) =>
    ({ conditionId: condition.id, onBehalfOf: 'provider', source, rows: 1, ...change }) as Evidence
  expect(countedTablesNote(found, [table('a'), table('b')])).toMatch(/“a” and “b”.*same source/)
  for (const evidence of [
    [table('a'), table('a')],
    [table('a'), table('b', { onBehalfOf: 'buyer' })],
    [table('a'), table('b', { conditionId: `cond_${hex(9)}` })],
    [table('a'), table('b'), table('b', { rows: 0 })],
  ]) {
    expect(countedTablesNote(found, evidence)).toBeNull()
  }
  expect(countedTablesNote(spool, [table('a'), table('b')])).toBeNull()
  // Before a run nothing is known to be missed, and it is said all the same.
  expect(unjudgedTablesNote(spool, [table('a'), table('b')])).toMatch(/“a” and “b”.*same source/)
  expect(unjudgedTablesNote(spool, [table('a'), table('a')])).toBeNull()
})
