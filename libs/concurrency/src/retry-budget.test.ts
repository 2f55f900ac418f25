import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRetryBudget, type RetryBudget } from './retry-budget.ts'

const limits = { burst: 32, perSecond: 10, firstAttemptsPerRetry: 4 }

/** How many retries an account takes at once. */
function takeAll(budget: RetryBudget, now: number, account = 'acc_1'): number {
  let taken = 0
  while (budget.take(account, now) === 0) taken += 1
  return taken
}

test('an account repeats half of what there is at once, and then ten a second', () => {
  const budget = createRetryBudget(0, limits)
  expect(takeAll(budget, 0)).toBe(16)
  expect(budget.take('acc_1', 0)).toBe(100)
  let taken = 0
  for (let now = 100; now <= 1_000; now += 100) taken += takeAll(budget, now)
  expect(taken).toBe(10)
  expect(takeAll(budget, 60_000)).toBe(16)
})

test('and one for each four commands that are new', () => {
  const budget = createRetryBudget(0, limits)
  takeAll(budget, 0)
  let taken = 0
  for (let sent = 1; sent <= 40; sent += 1) {
    budget.recordFirstAttempt()
    taken += takeAll(budget, 0)
  }
  expect(taken).toBe(10)
})

test('one that gets the answer its command had not makes room for another', () => {
  const budget = createRetryBudget(0, limits)
  takeAll(budget, 0)
  for (let answered = 0; answered < 7; answered += 1) {
    budget.recordUsefulRetry('acc_1')
    expect(takeAll(budget, 0)).toBe(1)
  }
})

test('a clock that steps back takes nothing', () => {
  const budget = createRetryBudget(60_000, limits)
  expect(budget.take('acc_1', 60_000)).toBe(0)
  expect(takeAll(budget, 0)).toBe(15)
})

test('what one account spends leaves as much to the others', () => {
  const budget = createRetryBudget(0, limits)
  const taken = ['acc_1', 'acc_2', 'acc_3'].map((account) => takeAll(budget, 0, account))
  expect(taken).toEqual([16, 8, 4])
})

test('an account that has spent nothing comes before those that have, however many they are', () => {
  const budget = createRetryBudget(0, limits)
  const others = Array.from({ length: 100 }, (_, index) => `other ${index}`)
  const takeOfOthers = (now: number) => others.filter((account) => budget.take(account, now) === 0)
  expect(takeOfOthers(0)).toHaveLength(32)
  const spent = new Set(others.slice(0, 32))
  for (let now = 100; now <= 1_000; now += 100) {
    const turn = [...spent].filter((account) => budget.take(account, now) === 0)
    expect(turn).toEqual([])
    expect(budget.take(`new ${now}`, now)).toBe(0)
  }
})

test('no more is spent than there is, whatever is taken and comes back', () => {
  const step = fc.record({
    gap: fc.integer({ min: 0, max: 300 }),
    account: fc.integer({ min: 1, max: 5 }).map(String),
    what: fc.constantFrom('take' as const, 'take' as const, 'sent' as const, 'wasOfUse' as const),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const budget = createRetryBudget(0, limits)
      const open = new Map<string, number>()
      let [now, most] = [0, 32]
      for (const { gap, account, what } of steps) {
        now += gap
        most += gap / 100
        const count = open.get(account) ?? 0
        if (what === 'sent') {
          budget.recordFirstAttempt()
          most += 1 / 4
        } else if (what === 'take') {
          const isTaken = budget.take(account, now) === 0
          if (isTaken) open.set(account, count + 1)
        } else if (count > 0) {
          budget.recordUsefulRetry(account)
          open.set(account, count - 1)
        }
        // What is under way and was not of use was given once: at first, by time, or for what is new.
        expect([...open.values()].reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(most + 1e-6)
      }
    }),
  )
})
