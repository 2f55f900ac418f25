import { Refusal } from '@outturn/contracts'
import { expect, test } from 'vitest'
import { inFlight } from './in-flight.ts'

test('a place given back twice is free once', () => {
  const places = inFlight({ most: 2, isOverloaded: () => false })
  const leave = places.enter(true)
  places.enter(false)
  expect(() => places.enter(false)).toThrow(Refusal)
  leave()
  leave()
  expect(places.count()).toBe(1)
  places.enter(false)
  expect(() => places.enter(false)).toThrow(Refusal)
})

test('while the process is overloaded reads go on and new work is told to come back', () => {
  const places = inFlight({ most: 10, isOverloaded: () => true })
  expect(() => places.enter(false)).not.toThrow()
  expect(() => places.enter(true)).toThrow(
    expect.objectContaining({
      code: 'configuration_unavailable',
      options: {
        reason: 'overloaded',
        retryAfterSeconds: 1,
        remediation: expect.stringContaining('Too much is under way.'),
      },
    }),
  )
})
