import { expect, test } from 'vitest'
import { createFactVersions } from './fact-versions.ts'

/** Reports of one fact: its values, and the time of the sender. */
const reports = [
  { values: 'a', seconds: 10 },
  { values: 'b', seconds: 20 },
  { values: 'c', seconds: 15 },
  { values: 'a', seconds: 30 },
  { values: 'b', seconds: 5 },
]

function placed(order: readonly (typeof reports)[number][]) {
  const versions = createFactVersions([])
  let ids = 0
  const taken = order.map(({ values, seconds }) =>
    versions.place(
      { identityDigest: 'f', contentDigest: values, sent: { seconds, id: `evt_${seconds}`, index: 0 } },
      () => `fct_${(ids += 1)}`,
    ),
  )
  const all = new Set(taken.map(({ version }) => version.id))
  const current = [...all]
    .map((id) => versions.versionOf(id))
    .filter(({ supersededBy }) => supersededBy === null)
  return {
    taken,
    current,
    added: taken.reduce((sum, { addedCurrent }) => sum + addedCurrent, 0),
    stored: all.size,
  }
}

function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length < 2) return [[...items]]
  return items.flatMap((item, at) =>
    permutations([...items.slice(0, at), ...items.slice(at + 1)]).map((rest) => [item, ...rest]),
  )
}

test('whatever the order of arrival, what the sender reported last is current, and exactly one is', () => {
  for (const order of permutations(reports)) {
    const { current, added, stored } = placed(order)
    expect(current).toMatchObject([{ contentDigest: 'a', sent: { seconds: 30 } }])
    expect([added, stored]).toEqual([1, 3])
  }
})

test('values that are known have the id of their first report, and nothing is new', () => {
  const { taken } = placed([reports[0], reports[3]] as typeof reports)
  expect(taken.map(({ version, isNew }) => [version.id, isNew])).toEqual([
    ['fct_1', true],
    ['fct_1', false],
  ])
})

test('a correction names what it corrects, and a late earlier report is corrected at once', () => {
  const { taken } = placed([reports[1], reports[0], { values: 'd', seconds: 21 }] as typeof reports)
  expect(
    taken.map(({ version: { id, supersedes, supersededBy } }) => ({ id, supersedes, supersededBy })),
  ).toEqual([
    { id: 'fct_1', supersedes: null, supersededBy: null },
    { id: 'fct_2', supersedes: null, supersededBy: 'fct_1' },
    { id: 'fct_3', supersedes: 'fct_1', supersededBy: null },
  ])
})

test('of one second the greater id counts, and within one delivery the later element', () => {
  const versions = createFactVersions([])
  const place = (contentDigest: string, id: string, index: number) =>
    versions.place(
      { identityDigest: 'f', contentDigest, sent: { seconds: 1, id, index } },
      () => contentDigest,
    )
  place('a', 'evt_b', 0)
  place('b', 'evt_a', 7)
  place('c', 'evt_b', 1)
  expect(versions.versionOf('c').supersededBy).toBeNull()
  expect(versions.versionOf('a').supersededBy).toBe('c')
})
