import { expect, test } from 'vitest'
import { dayText, endOf, monthBefore, monthOf, monthText, nextFirst } from './month.ts'
import { periodLinks, spanText, usagePeriod } from './usage-period.ts'

const now = new Date('2026-11-27T11:30:00Z')

test('a month is that of UTC, and the one before January is in the year before', () => {
  expect(monthOf(new Date('2026-11-01T00:30:00+01:00'))).toBe('2026-10')
  expect(monthBefore('2026-01')).toBe('2025-12')
  expect(endOf('2026-12').toISOString()).toBe('2027-01-01T00:00:00.000Z')
  expect([monthText('2026-02'), dayText('2026-02-05')]).toEqual(['February 2026', '5 Feb'])
  expect(nextFirst(new Date('2026-12-31T23:59:59Z'))).toBe('1 January')
})

test.each([
  ['2026-11', '2026-11-01', '2026-11-27', '1 to 27 November 2026'],
  ['2026-10', '2026-10-01', '2026-10-31', '1 to 31 October 2026'],
  ['2028-02', '2028-02-01', '2028-02-29', '1 to 29 February 2028'],
  ['90d', '2026-08-30', '2026-11-27', '30 August to 27 November 2026'],
])('the period %s is from %s to %s', (name, from, to, text) => {
  const period = usagePeriod(name, now)
  expect([period.from, period.to, spanText(period)]).toEqual([from, to, text])
})

test('on the first of a month the period is one day, and over the new year both years are named', () => {
  const first = usagePeriod('2026-11', new Date('2026-11-01T00:00:00Z'))
  expect(spanText(first)).toBe('1 November 2026')
  expect(spanText({ from: '2026-12-03', to: '2027-01-02' })).toBe('3 December 2026 to 2 January 2027')
})

test('a period that is no tab gets one, so that the page always says which it shows', () => {
  const links = periodLinks('/console/usage', '2026-03', now)
  expect(links.map(({ href, text }) => [href, text])).toEqual([
    ['/console/usage', 'This month'],
    ['/console/usage?period=2026-10', 'October'],
    ['/console/usage?period=90d', 'Last 90 days'],
    ['/console/usage?period=2026-03', 'March 2026'],
  ])
})
