import { rowFailed, rowPassed, rowUncertain } from '@outturn/checkers'
import { expect, test } from 'vitest'
import { conditionId } from '../testing/run-fixture.ts'
import { createUnitTally } from './unit-tally.ts'
import { uniformVotes } from './unit-votes.ts'

const failing = (code: string) => uniformVotes(rowFailed, { code })

test('of a hundred conditions against one unit the first five reasons are kept and the others counted', () => {
  const tally = createUnitTally(1)
  for (let ordinal = 0; ordinal < 100; ordinal += 1) tally.add(conditionId(ordinal), failing('missing_field'))
  const [unit] = tally.results()
  expect(unit).toMatchObject({ verdict: 'fail', moreReasons: 95 })
  expect(unit?.reasons.map(({ condition_id: id }) => id)).toEqual([0, 1, 2, 3, 4].map(conditionId))
})

test('a failure displaces the doubts before it, with their count, and no doubt after it counts', () => {
  const tally = createUnitTally(1)
  for (let ordinal = 0; ordinal < 9; ordinal += 1) {
    tally.add(conditionId(ordinal), uniformVotes(rowUncertain, { code: 'not_observed' }))
  }
  tally.add(conditionId(9), failing('missing_field'))
  tally.add(conditionId(10), uniformVotes(rowUncertain, { code: 'not_observed' }))
  tally.add(conditionId(11), uniformVotes(rowPassed, null))
  expect(tally.results()).toEqual([
    { verdict: 'fail', reasons: [{ condition_id: conditionId(9), code: 'missing_field' }], moreReasons: 0 },
  ])
})

test('reasons that a condition did not keep are counted with the others', () => {
  const tally = createUnitTally(1)
  tally.add(conditionId(0), { ...failing('missing_field'), moreReasonsOf: () => 7 })
  tally.add(conditionId(1), failing('missing_field'))
  expect(tally.results()[0]).toMatchObject({ moreReasons: 7, reasons: { length: 2 } })
})
