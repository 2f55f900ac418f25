import type { EvidenceRequirement } from '@outturn/agreement'
import { describe, expect, test } from 'vitest'
import { acceptedSpool, at, hex } from '../agreement/accepted-spool.fixture.ts'
import { confirmableItems } from '../confirmations/confirmed-evidence.ts'
import { judgedItems } from './judged-items.ts'
import type { Evidence, Spool } from '../model/spool.ts'
import { judgesSame, newlySupplied } from './judged-contents.ts'
import { repeatsLastRun } from '../runs/unchanged-run.ts'

const check = { verification_method: 'deterministic' } as const
const leads: EvidenceRequirement = { expected_type: 'dataset', source_ref: 'leads', on_missing: 'uncertain' }
const spool = acceptedSpool([check, check])
const [first, second] = [`cond_${hex(0)}`, `cond_${hex(1)}`]
const later = '2026-01-02T00:00:00.000Z'

const item = (id: number, change: Partial<Evidence> = {}): Evidence => ({
  id: `ev_${hex(id)}`,
  conditionId: first,
  type: 'dataset',
  source: 'leads',
  claimClass: 'artifact_state',
  provenance: 'uploaded_json',
  provenanceDetail: { method: 'uploaded_json' },
  onBehalfOf: 'provider',
  contentDigest: 'd'.repeat(64),
  bytes: 100,
  rows: 1,
  observedAt: null,
  receivedAt: at,
  submittedBy: `pty_${hex(2)}`,
  ...change,
})
const other = { contentDigest: 'e'.repeat(64) }
const link = { type: 'url', contentDigest: null } as const

describe('the same content sent again is nothing new', () => {
  test.each<[string, Evidence[], Evidence]>([
    ['as it was', [item(1)], item(2, { receivedAt: later })],
    ['for another condition', [item(1)], item(2, { conditionId: second, receivedAt: later })],
    ['under another source', [item(1)], item(2, { source: 'again' })],
    [
      'of two that count the earlier one',
      [item(1), item(2, { ...other, source: 'annex' })],
      item(3, { receivedAt: later }),
    ],
    [
      'as the same link',
      [item(1, { ...link, referenceDigest: 'f'.repeat(64) })],
      item(2, { ...link, referenceDigest: 'f'.repeat(64) }),
    ],
  ])('%s', (_, held, again) => {
    expect(newlySupplied(spool.agreement, held, [again])).toEqual([])
    expect(judgesSame(spool.agreement, held, [...held, again])).toBe(true)
  })

  test.each<[string, Evidence[], Evidence]>([
    ['other content is', [item(1)], item(2, other)],
    ['what was replaced is, when it comes again', [item(1), item(2, other)], item(3)],
    ['the same is in another form', [item(1)], item(2, { contentKey: `ev_${hex(2)}` })],
    ['the same is, seen at another time', [item(1)], item(2, { observedAt: later })],
    [
      'another link is',
      [item(1, { ...link, referenceDigest: 'f'.repeat(64) })],
      item(2, { ...link, referenceDigest: '0'.repeat(64) }),
    ],
  ])('%s new', (_, held, further) => {
    expect(newlySupplied(spool.agreement, held, [further])).toEqual([first])
    expect(judgesSame(spool.agreement, held, [...held, further])).toBe(false)
  })

  test('for what a person looks at, it leaves the confirmation as it is', () => {
    const looked = acceptedSpool([check, { verification_method: 'human_confirmed' }])
    const again = item(2, { conditionId: second, receivedAt: later })
    expect(newlySupplied(looked.agreement, [item(1)], [again])).toEqual([])
    expect(judgesSame(looked.agreement, [item(1)], [item(1), again])).toBe(true)
    const shown = (...items: Evidence[]) => confirmableItems(looked, items, second).map(({ id }) => id)
    expect(shown(item(1), again)).toEqual([item(1).id])
    expect(shown(item(1), item(2, other))).toEqual([item(2).id])
  })

  test('where it was agreed how old it may be, it is new evidence', () => {
    const fresh = { ...leads, freshness: { max_age_seconds: 60 } }
    const { agreement } = acceptedSpool([{ ...check, evidence_requirements: [fresh] }])
    expect(newlySupplied(agreement, [item(1)], [item(2, { receivedAt: later })])).toEqual([first])
  })

  test('a deadline judges its first arrival, and by the rules of version 2 the last', () => {
    const late = item(2, { receivedAt: later })
    const timed = acceptedSpool([
      { ...check, deterministic_check: { checker: 'deadline_met', deadline: '2026-01-01T12:00:00Z' } },
    ])
    const { agreement } = timed
    expect(judgesSame(agreement, [item(1)], [item(1), late])).toBe(true)
    const before = { ...agreement, plan: { ...agreement.plan, evidence_policy_version: '2' } }
    expect(judgesSame(before, [item(1)], [item(1), late])).toBe(false)
  })

  test('a run over it repeats the last one', () => {
    const lastRun = { isTransient: false, receiptId: null } as unknown as Spool['state']['lastRun']
    const judged = { ...spool, state: { ...spool.state, lastRun } }
    const last = { items: [item(1)], evaluatedAt: at }
    const repeats = (...further: Evidence[]) =>
      repeatsLastRun(judged, [item(1), ...further], last, new Date(later))
    expect([repeats(), repeats(item(2)), repeats(item(2, { conditionId: second }))]).toEqual([
      true,
      true,
      true,
    ])
    expect(repeats(item(2, other))).toBe(false)
    expect(repeats(item(2, { onBehalfOf: 'buyer' }))).toBe(false)
  })
})

describe('conditions that are bound to one source', () => {
  const bound = acceptedSpool([
    { ...check, evidence_requirements: [leads] },
    { ...check, evidence_requirements: [leads] },
  ])

  test('are all given what is sent for one of them', () => {
    expect(newlySupplied(bound.agreement, [], [item(1)])).toEqual([first, second])
    expect(newlySupplied(bound.agreement, [item(1)], [item(2, { conditionId: second })])).toEqual([])
    expect(newlySupplied(bound.agreement, [item(1)], [item(2, other)])).toEqual([first, second])
    expect(newlySupplied(bound.agreement, [item(1)], [item(2, { ...other, source: 'mail' })])).toEqual([])
  })

  test('are not given what the buyer sends in the name of a provider that sent it itself', () => {
    const byBuyer = item(2, { ...other, conditionId: second, submittedBy: `pty_${hex(1)}` })
    expect(judgedItems([item(1), byBuyer], bound.agreement)).toEqual([item(1)])
    expect(judgedItems([byBuyer], bound.agreement)).toEqual([byBuyer])
    const elsewhere = { ...byBuyer, source: 'mail' }
    expect(judgedItems([item(1), elsewhere], bound.agreement)).toEqual([item(1), elsewhere])
  })
})
