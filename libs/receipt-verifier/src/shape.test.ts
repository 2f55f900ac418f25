import { expect, test } from 'vitest'
import { time } from './shape.ts'

test.each([
  ['2025-12-31T12:00:00.000Z', true, true],
  ['2025-12-31T12:00:00.123456789Z', false, true],
  ['2025-12-31T12:00:00.0001Z', false, true],
  ['2025-12-31T12:00:00.1230Z', false, false],
  ['2025-12-31T12:00:00.1234567891Z', false, false],
  ['2025-12-31T12:00:00.12Z', false, false],
  ['2025-02-29T12:00:00.1234Z', false, false],
  ['2025-12-31T12:00:00.1234Z\n', false, false],
  ['+012025-12-31T12:00:00.000Z', false, false],
  [['2025-12-31T12:00:00.000Z'], false, false],
  [1, false, false],
])('%j is a time: %j, and an exact one: %j', (value, isTime, isExact) => {
  expect([time()(value, 'at') === undefined, time(true)(value, 'at') === undefined]).toEqual([
    isTime,
    isExact,
  ])
})
