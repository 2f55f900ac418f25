import { Refusal } from '@outturn/contracts'
import { expect, test } from 'vitest'
import { largeBodyPlaces } from './large-body-places.ts'
import type { Bound } from './refused-work.ts'

test('one caller has its share of the places, all callers together have all, and each is given back once', () => {
  const refused: Bound[] = []
  const places = largeBodyPlaces({ most: 3, mostOfCaller: 2 }, (bound) => refused.push(bound))
  const leave = [places.enter('a'), places.enter('a')]
  expect(() => places.enter('a')).toThrow('2 large bodies of this caller')
  places.enter('b')
  expect(() => places.enter('c')).toThrow('3 large bodies are under way')
  expect(() => places.enter('c')).toThrow(Refusal)
  leave[0]?.()
  leave[0]?.()
  places.enter('c')
  expect(() => places.enter('d')).toThrow(Refusal)
  expect(refused).toEqual(['large_bodies', 'large_bodies', 'large_bodies', 'large_bodies'])
})
