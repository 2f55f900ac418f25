import { largeWeight } from '@outturn/postgres'
import { expect, test } from 'vitest'
import { weightOf } from './commit-weight.ts'
import type { SpoolCommit } from './spool-commit.ts'

const ofTimer = { origin: { kind: 'timer' }, before: {} }

function weigh(commit: object): number {
  return weightOf({ ...ofTimer, ...commit } as SpoolCommit)
}

function agreed(conditions: number): object {
  return {
    before: null,
    spool: { agreement: { conditions: Array.from({ length: conditions }, () => ({})) } },
  }
}

test('a new Spool of many conditions is large, and its later versions are not for them', () => {
  expect(weigh(agreed(100))).toBeGreaterThan(largeWeight)
  expect(weigh(agreed(20))).toBeLessThan(largeWeight)
  expect(weigh({ ...agreed(100), before: {} })).toBe(0)
})

test('contents and replies weigh what they have in characters', () => {
  const contents = [{ text: 'x'.repeat(300) }, { text: 'y'.repeat(20) }]
  expect(weigh({ evidence: { contents } })).toBe(320)
  expect(weigh({ evidence: { contents }, origin: { kind: 'command', reply: 'z' } })).toBe(321)
  expect(weigh({ origin: { kind: 'run', reply: { text: 'zz' } } })).toBe(2)
})
