import { expect, test } from 'vitest'
import type { Discrepancy } from '../model/casework/discrepancy.ts'
import { close, hour, opened, settling, textDigest } from './discrepancies.fixture.ts'
import { maxOpen } from './open-discrepancy.ts'
import { type MatchFinding, maxAMatch, openFound } from './open-found.ts'

const finding = (n: number, change: Partial<MatchFinding> = {}): MatchFinding => ({
  ...{ claimId: `clm_${n}`, factId: `fct_${n}`, kind: 'claim_fact_mismatch', severity: 'warn' },
  ...{ field: 'value', expected: '5', observed: '4', ...change },
})
const findings = (count: number) => Array.from({ length: count }, (_, n) => finding(n))
let runs = 0
const moment = () => {
  runs += 1
  const run = runs
  return { at: hour(1).toISOString(), idOf: (index: number) => `dsc_${run}_${index}`, textDigest }
}

/** The rows as they are kept after a match. */
function kept(known: readonly Discrepancy[], changed: readonly Discrepancy[]): Discrepancy[] {
  const byId = new Map([...known, ...changed].map((each) => [each.id, each]))
  return [...byId.values()]
}

test('each pair and kind is opened once over all matches, and says whether the latest one found it again', () => {
  const first = openFound(
    settling(),
    [],
    [finding(1), finding(1, { kind: 'amount_mismatch', field: 'currency' }), finding(1), finding(2)],
    moment(),
  )
  expect(first.discrepancies.map(({ kind, ordinal, openedBy }) => [kind, ordinal, openedBy])).toEqual([
    ['claim_fact_mismatch', 1, 'service'],
    ['amount_mismatch', 2, 'service'],
    ['claim_fact_mismatch', 3, 'service'],
  ])
  expect(first.entries.map(({ type, actor }) => [type, actor.kind])).toEqual(
    Array.from({ length: 3 }, () => ['discrepancy.opened', 'service']),
  )
  expect(first.spool.state.discrepancies).toMatchObject({ recorded: 3, open: 3, blocks: [] })
  const second = openFound(first.spool, first.discrepancies, [finding(1), finding(3)], moment())
  expect(second.ids).toHaveLength(1)
  const after = kept(first.discrepancies, second.discrepancies)
  expect(after.map(({ stillFound, status }) => [stillFound, status])).toEqual([
    [true, 'open'],
    [false, 'open'],
    [false, 'open'],
    [true, 'open'],
  ])
  const third = openFound(second.spool, after, [finding(2), finding(3)], moment())
  expect(third.ids).toEqual([])
  expect(third.discrepancies.map(({ id, stillFound }) => [id, stillFound])).toEqual([
    [after[0]?.id, false],
    [after[2]?.id, true],
  ])
})

test('what a party closed is not opened again, nor changed by a later match', () => {
  const first = openFound(settling(), [], [finding(1)], moment())
  const discrepancy = first.discrepancies[0] as Discrepancy
  const ended = close({ spool: first.spool, discrepancy }, 2, 'provider', 'dismiss')
  for (const found of [[finding(1)], []]) {
    const again = openFound(ended.spool, [ended.discrepancy], found, moment())
    expect([again.ids, again.discrepancies, again.entries]).toEqual([[], [], []])
  }
})

test('a match opens 200 and one that counts the rest; the next one goes on, and none goes beyond 500 open ones', () => {
  let spool = settling()
  let known: Discrepancy[] = []
  const counts = Array.from({ length: 4 }, () => {
    const match = openFound(spool, known, findings(1_000), moment())
    spool = match.spool
    known = kept(known, match.discrepancies)
    return match.ids.length
  })
  expect(counts).toEqual([maxAMatch + 1, maxAMatch + 1, maxOpen - 2 * (maxAMatch + 1), 0])
  expect(spool.state.discrepancies).toMatchObject({ open: maxOpen, recorded: maxOpen })
  expect(new Set(known.map(({ ordinal }) => ordinal)).size).toBe(maxOpen)
  const rest = known.filter(({ about }) => about.claimId === null)
  expect(rest.map(({ kind, severity }) => [kind, severity])).toEqual(
    Array.from({ length: 3 }, () => ['other', 'warn']),
  )
  expect(
    rest.flatMap(({ texts }) => texts).map((text) => 'opening' in text && text.opening.description),
  ).toEqual([
    'The match found 800 more differences than it opens at once.',
    'The match found 600 more differences than it opens at once.',
    'The match found 503 more differences than it opens at once.',
  ])
  const exactly = openFound(settling(), [], findings(maxAMatch), moment())
  expect(exactly.ids).toHaveLength(maxAMatch)
})

test('what a match opens says by name what it is about, where the finding has a name', () => {
  const said = (change: Partial<MatchFinding>) =>
    openFound(settling(), [], [finding(1, change)], moment()).discrepancies[0]?.texts[0]
  const named = { subject: 'T-3', predicate: 'resolved', expected: null, observed: null }
  expect(said({ ...named, kind: 'missing_fact' })).toMatchObject({
    opening: {
      description: 'The claim "resolved" of "T-3" has no fact that supports it.',
      ...{ subject: 'T-3', predicate: 'resolved' },
    },
  })
  expect(said({ ...named, kind: 'unclaimed_fact' })).toMatchObject({
    opening: { description: 'The fact "resolved" of "T-3" was observed, and no claim reports it.' },
  })
  // A finding of the previous release.
  expect(said({ kind: 'missing_fact', expected: null, observed: null })).toMatchObject({
    opening: { description: 'A claim has no fact that supports it.' },
  })
})

test('a match leaves what the parties opened, and the budget of neither side, as it was', () => {
  const { spool } = opened(settling(), 0, 'buyer')
  const match = openFound(spool, [], findings(3), moment())
  expect(match.spool.state).toMatchObject({ holds: spool.state.holds, heldTime: spool.state.heldTime })
  expect(match.spool.state.discrepancies.lastDay).toEqual(spool.state.discrepancies.lastDay)
  expect(match.spool.state.discrepancies.open).toBe(4)
})
