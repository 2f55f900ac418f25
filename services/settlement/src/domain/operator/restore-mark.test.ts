import { expect, test } from 'vitest'
import { isPausedBy, markOf } from './restore-mark.ts'

const mark = (recoveryEpoch: number, isRestored: boolean) => markOf({ recoveryEpoch, isRestored })

test.each([
  ['a database that was never restored', 0, [0, false], false],
  ['a restore that waits for its decision', 0, [0, true], true],
  ['the decision about it', 1, [1, false], false],
  ['a decision whose restore was not seen', 0, [1, false], true],
  ['another restore', 2, [1, true], true],
  ['a restore that sending was paused for', 1, [0, true], false],
] as const)('%s', (_, seen, [epoch, isRestored], paused) => {
  expect(isPausedBy(BigInt(seen), mark(epoch, isRestored))).toBe(paused)
})
