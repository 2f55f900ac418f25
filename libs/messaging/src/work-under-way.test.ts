import { expect, test } from 'vitest'
import { countWork } from './work-under-way.ts'

test('the oldest work under way says since when there is any', () => {
  let now = 10
  const work = countWork(() => now)
  expect(work.now()).toEqual({ count: 0, oldestAt: 10 })
  const endFirst = work.begin()
  now = 20
  const endSecond = work.begin()
  expect(work.now()).toEqual({ count: 2, oldestAt: 10 })
  endFirst()
  endFirst()
  expect(work.now()).toEqual({ count: 1, oldestAt: 20 })
  endSecond()
  now = 30
  expect(work.now()).toEqual({ count: 0, oldestAt: 30 })
})
