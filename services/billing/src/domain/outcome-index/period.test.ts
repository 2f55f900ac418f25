import { expect, test } from 'vitest'
import { duePeriod, periodEndedNow } from './period.ts'

const at = (text: string) => new Date(`${text}Z`)
const begun = { last: null, firstContributionAt: at('2026-10-07T12:00:00') }

test('a month is due three days after its end, and follows the last one without a gap', () => {
  expect(duePeriod(begun, at('2026-11-03T23:59:59.999'))).toBeNull()
  const october = duePeriod(begun, at('2026-11-04T00:00:00'))
  expect(october).toEqual({ id: '2026-10', from: at('2026-10-01T00:00:00'), to: at('2026-11-01T00:00:00') })
  const after = { last: october, firstContributionAt: null }
  expect(duePeriod(after, at('2026-12-03T00:00:00'))).toBeNull()
  expect(duePeriod(after, at('2026-12-04T00:00:00'))?.id).toBe('2026-11')
  expect(duePeriod({ last: null, firstContributionAt: null }, at('2026-12-04T00:00:00'))).toBeNull()
})

test('a month that is ended early is published in parts', () => {
  const first = periodEndedNow(begun, at('2026-10-10T00:00:00'))
  expect(first).toMatchObject({ id: '2026-10.1', to: at('2026-10-10T00:00:00') })
  const second = { last: first, firstContributionAt: null }
  expect(periodEndedNow(second, at('2026-10-10T00:00:00'))).toBeNull()
  expect(periodEndedNow(second, at('2026-10-12T00:00:00'))?.id).toBe('2026-10.2')
  expect(duePeriod(second, at('2026-11-04T00:00:00'))).toEqual({
    id: '2026-10.2',
    from: at('2026-10-10T00:00:00'),
    to: at('2026-11-01T00:00:00'),
  })
})

test('a month that has ended is published whole, also before its day', () => {
  expect(periodEndedNow(begun, at('2026-11-02T00:00:00'))?.id).toBe('2026-10')
})
