import { parseSentJson } from '@outturn/canonical'
import { expect, test } from 'vitest'
import { nextCursor, nextSyncAt, pageUrl } from './pull-schedule.ts'

const now = new Date('2026-02-01T12:00:00.000Z')
const after = (interval: number, failures: number, random = 0.5) =>
  (nextSyncAt({ interval_seconds: interval }, failures, random, now).getTime() - now.getTime()) / 1_000

test('a source is fetched after its interval, and later by each failure, within a tenth', () => {
  expect([after(60, 0), after(60, 1), after(60, 5)]).toEqual([60, 120, 1_920])
  expect([after(60, 0, 0), after(60, 0, 1)]).toEqual([54, 66])
  expect([after(60, 40), after(3_600, 4)]).toEqual([21_600, 21_600])
  expect(after(86_400, 3)).toBe(86_400)
})

test('a cursor is a query parameter of the address of the source, whatever it says', () => {
  const terms = {
    url: 'https://shop.example/orders?state=paid',
    interval_seconds: 60,
    cursor: { pointer: '/next', parameter: 'after' },
  }
  expect(pageUrl(terms, null)).toBe(terms.url)
  expect(pageUrl(terms, 'https://evil.example/?a=b&c')).toBe(
    'https://shop.example/orders?state=paid&after=https%3A%2F%2Fevil.example%2F%3Fa%3Db%26c',
  )
  const cursorIn = (text: string) => nextCursor(terms, parseSentJson(text))
  expect(['{"next":"p2"}', '{"next":17}', '{"next":""}', '{"next":null}', '{}'].map(cursorIn)).toEqual([
    'p2',
    '17',
    null,
    null,
    null,
  ])
})
