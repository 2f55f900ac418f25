import { expect, test } from 'vitest'
import { hasOwnProof, isDueForRotation, isProved, sessionState } from './session-rules.ts'

const start = new Date('2026-11-27T12:00:00Z')
const at = (ms: number) => new Date(start.getTime() + ms)
const day = 86_400_000
const fresh = {
  created_at: start,
  proved_at: start,
  last_seen_at: start,
  expires_at: at(30 * day),
  rotated_at: null,
  revoked_at: null,
}

test('a session lasts seven days without a request, and thirty days at most', () => {
  expect(sessionState(fresh, at(7 * day - 1))).toBe('active')
  expect(sessionState(fresh, at(7 * day))).toBe('ended')
  const used = { ...fresh, last_seen_at: at(29 * day) }
  expect(sessionState(used, at(30 * day - 1))).toBe('active')
  expect(sessionState(used, at(30 * day))).toBe('ended')
})

test('a token that was replaced is good for 30 seconds, and its use after that is a replay', () => {
  const replaced = { ...fresh, rotated_at: at(day) }
  expect(sessionState(replaced, at(day + 30_000))).toBe('active')
  expect(sessionState(replaced, at(day + 30_001))).toBe('replayed')
  expect(sessionState({ ...replaced, revoked_at: at(day + 1) }, at(day + 30_001))).toBe('ended')
})

test('a token is replaced once a day', () => {
  expect(isDueForRotation(fresh, at(day - 1))).toBe(false)
  expect(isDueForRotation(fresh, at(day))).toBe(true)
  expect(isDueForRotation({ ...fresh, rotated_at: at(day) }, at(day + 1))).toBe(false)
})

test('a proof is good for ten minutes, and none of a token that was replaced', () => {
  expect(isProved(fresh, at(599_999))).toBe(true)
  expect(isProved(fresh, at(600_000))).toBe(false)
  expect(isProved({ ...fresh, rotated_at: start }, at(1))).toBe(false)
})

test('a sign-in by an organisation is no proof of the person until they use a code or a passkey', () => {
  const times = { signed_in_at: start, proved_at: start }
  expect(hasOwnProof({ ...times, method: 'mail' })).toBe(true)
  expect(hasOwnProof({ ...times, method: 'oidc' })).toBe(false)
  expect(hasOwnProof({ ...times, method: 'oidc', proved_at: at(1) })).toBe(true)
})
