import { expect, test } from 'vitest'
import { createRepetitionBudget, type RepetitionBudget } from './repetition-budget.ts'

/** How many repetitions are taken at once. */
function takeAll(budget: RepetitionBudget, now: number): number {
  let taken = 0
  while (budget.take(now) === 0) taken += 1
  return taken
}

test('so many are repeated at once, and then ten a second', () => {
  const budget = createRepetitionBudget(0)
  expect(takeAll(budget, 0)).toBe(32)
  expect(budget.take(0)).toBe(100)
  expect(takeAll(budget, 1_000)).toBe(10)
  expect(takeAll(budget, 60_000)).toBe(32)
})

test('and one for each four commands that are new', () => {
  const budget = createRepetitionBudget(0)
  takeAll(budget, 0)
  for (let sent = 0; sent < 40; sent += 1) budget.sent()
  expect(takeAll(budget, 0)).toBe(10)
})

test('one that gets the answer its command had not makes room for another', () => {
  const budget = createRepetitionBudget(0)
  takeAll(budget, 0)
  for (let answered = 0; answered < 7; answered += 1) budget.wasOfUse()
  expect(takeAll(budget, 0)).toBe(7)
})
