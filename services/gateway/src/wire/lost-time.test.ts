import { absent, Refusal } from '@outturn/contracts'
import { expect, test } from 'vitest'
import { restoredText, withLostTime } from './lost-time.ts'

const lost = { from: '2026-01-01T00:00:00.000Z', to: '2026-01-01T00:05:00.000Z' }
const receipt = '/api/v1/receipts/ocr_0123456789abcdef01234567'
const unknown = absent('There is no such receipt.')

test('the header says from when to when records are lost', () => {
  expect(restoredText(lost)).toBe('from=2026-01-01T00:00:00.000Z; to=2026-01-01T00:05:00.000Z')
})

test.each([receipt, `${receipt}/status`, `${receipt}.json`, '/r/ocr_0123456789abcdef01234567'])(
  'what is not found at %s may be lost',
  (path) => {
    const { message, options } = withLostTime(unknown, lost, path)
    expect([message, options.reason]).toEqual(['There is no such receipt.', 'lost_by_restore'])
    expect(options.remediation).toMatch(/2026-01-01T00:00:00.000Z to .* valid by itself: check it offline/)
  },
)

test.each<[string, Refusal, typeof lost | null, string]>([
  ['without a restore', unknown, null, receipt],
  ['of an id that is malformed', unknown, lost, '/api/v1/receipts/ocr_1'],
  ['with a reason of its own', absent('Gone.', { reason: 'no_waiting_key' }), lost, receipt],
  ['of another code', new Refusal('conflict', 'No.'), lost, receipt],
])('a refusal %s stays as it is', (_, refusal, time, path) => {
  expect(withLostTime(refusal, time, path)).toBe(refusal)
})
