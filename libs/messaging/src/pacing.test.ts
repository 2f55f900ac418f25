import { expect, test } from 'vitest'
import { ownTurn } from './pacing.ts'

test('those that ask for a turn of their own in one turn have one after the other, in the order in which they asked', async () => {
  let turn = 0
  let counting = setImmediate(function count() {
    turn += 1
    counting = setImmediate(count)
  })
  const had: [name: string, turn: number][] = []
  await Promise.all(['a', 'b', 'c', 'd'].map((name) => ownTurn().then(() => had.push([name, turn]))))
  clearImmediate(counting)
  expect(had.map(([name]) => name)).toEqual(['a', 'b', 'c', 'd'])
  expect(new Set(had.map(([, number]) => number)).size).toBe(4)
})
