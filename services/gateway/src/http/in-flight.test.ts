import { Refusal } from '@outturn/contracts'
import { expect, test } from 'vitest'
import { inFlight } from './in-flight.ts'

const read = { address: '192.0.2.1', isWrite: false }
const write = { address: '192.0.2.1', isWrite: true }

test('a place given back twice is free once', () => {
  const places = inFlight({ most: 2, mostOfAddress: 0, isOverloaded: () => false })
  const leave = places.enter(write)
  places.enter(read)
  expect(() => places.enter(read)).toThrow(Refusal)
  leave()
  leave()
  expect(places.count()).toBe(1)
  places.enter(read)
  expect(() => places.enter(read)).toThrow(Refusal)
})

test('while the process is overloaded reads go on and new work is told to come back', () => {
  const places = inFlight({ most: 10, mostOfAddress: 0, isOverloaded: () => true })
  expect(() => places.enter(read)).not.toThrow()
  expect(() => places.enter(write)).toThrow(
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

test('one client address takes its share of the places, and the others have theirs', () => {
  const refused: string[] = []
  const onRefused = (bound: string) => refused.push(bound)
  const places = inFlight({ most: 3, mostOfAddress: 2, isOverloaded: () => false, onRefused })
  const leave = places.enter(read)
  places.enter(write)
  expect(() => places.enter(read)).toThrow('2 requests of this client address')
  places.enter({ ...read, address: '192.0.2.2' })
  expect(() => places.enter({ ...read, address: '192.0.2.3' })).toThrow('3 requests are under way')
  leave()
  places.enter(write)
  expect(refused).toEqual(['requests_of_address', 'requests'])
})
