import { expect, test } from 'vitest'
import { claimStatus, placeOfClaim } from './match-spool.ts'

test('a claim is found among the rows of a match, which has none of claims that were replaced or came later', () => {
  const statuses = 'm-du-a'
  const ordinals = [1, 2, 3, 4, 5, 6, 7]
  expect(ordinals.map((ordinal) => placeOfClaim(statuses, ordinal))).toEqual([0, null, 1, 2, null, 3, null])
  expect(ordinals.map((ordinal) => claimStatus(statuses, ordinal))).toEqual([
    ...['matched', 'unmatched', 'mismatched', 'unmatched', 'unmatched', 'ambiguous', 'unmatched'],
  ])
})
