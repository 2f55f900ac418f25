import { describe, expect, test } from 'vitest'
import { findIdleKeys, UnusableKeyError } from './idle-keys.ts'
import {
  admitFirstKeys,
  applyDecision,
  handOver,
  type NewKey,
  type RegisteredKey,
  retireKey,
  revokeKey,
  type RingDecision,
  rotateKey,
  signingKey,
} from './key-ring.ts'

const at = '2026-03-01T00:00:00.000Z'
const later = '2026-03-01T00:10:00.000Z'

function newKey(keyId: string, purpose: NewKey['purpose'] = 'receipt'): NewKey {
  return { keyId, purpose, publicKey: `public ${keyId}`, notBefore: '2026-01-01T00:00:00.000Z' }
}
function registered(key: NewKey, change: Partial<RegisteredKey> = {}): RegisteredKey {
  const began = { signsFrom: '2026-01-01T00:00:00.000Z', retiringSince: null }
  return { ...key, status: 'active', notAfter: null, retiredAt: null, ...began, ...change }
}
const retiring = (key: NewKey, retiringSince = at) => registered(key, { status: 'retiring', retiringSince })
const statuses = (ring: readonly RegisteredKey[], decision: RingDecision) =>
  applyDecision(ring, decision).map(({ keyId, status }) => `${keyId} ${status}`)

describe('the first key of a purpose', () => {
  test('is active at once, and only the oldest one', () => {
    const decision = admitFirstKeys([], [newKey('a'), newKey('b'), newKey('s', 'status')], at)
    expect(statuses([], decision)).toEqual(['a active', 's active'])
    expect(decision.changed.map(({ signsFrom }) => signsFrom)).toEqual([at, at])
  })

  test.each(['active', 'retiring', 'retired', 'revoked'] as const)('does not pass a %s key by', (status) => {
    expect(admitFirstKeys([registered(newKey('a'), { status })], [newKey('b')], at).changed).toEqual([])
  })
})

describe('rotating', () => {
  const ring = [registered(newKey('a')), registered(newKey('s', 'status'))]
  const rotated = applyDecision(ring, rotateKey(ring, newKey('b'), { at, signsFrom: later }))
  const signer = (moment: string, of = rotated) => signingKey(of, 'receipt', moment)?.keyId

  test('at once takes over and lets the one before retire slowly', () => {
    const decision = rotateKey(ring, newKey('b'), { at, signsFrom: at })
    expect(statuses(ring, decision)).toEqual(['a retiring', 's active', 'b active'])
  })

  test('signs with the key before, still active, until readers can know the new one', () => {
    expect(signer('2026-03-01T00:09:59.999Z')).toBe('a')
    expect(signer(later)).toBe('b')
    expect(rotated.map(({ keyId, status }) => `${keyId} ${status}`)).toEqual([
      'a active',
      's active',
      'b active',
    ])
  })

  test('hands over when the time has come, once', () => {
    expect(handOver(rotated, '2026-03-01T00:09:59.999Z').changed).toEqual([])
    const decision = handOver(rotated, later)
    expect(statuses(rotated, decision)).toEqual(['a retiring', 's active', 'b active'])
    expect(handOver(applyDecision(rotated, decision), later).changed).toEqual([])
  })

  test('again before that leaves one key signing and one to come', () => {
    const twice = applyDecision(rotated, rotateKey(rotated, newKey('c'), { at, signsFrom: later }))
    expect(twice.map(({ keyId, status }) => `${keyId} ${status}`)).toEqual([
      'a active',
      's active',
      'b retiring',
      'c active',
    ])
    expect([signer(at, twice), signer(later, twice)]).toEqual(['a', 'c'])
  })

  test('a retiring key never signs, also where no other can', () => {
    expect(signer(later, [retiring(newKey('a'))])).toBeUndefined()
  })

  test.each(['active', 'retiring', 'retired', 'revoked'] as const)(
    'never goes back to a %s key',
    (status) => {
      const before = [registered(newKey('a'), { status }), registered(newKey('b'))]
      expect(() => rotateKey(before, newKey('a'), { at, signsFrom: at })).toThrow(
        expect.objectContaining({
          code: 'invalid_state',
          options: expect.objectContaining({ reason: 'key_registered' }),
        }),
      )
    },
  )
})

describe('retiring', () => {
  const ring = [retiring(newKey('a'), '2026-01-30T00:00:00.000Z'), registered(newKey('b'))]

  test('ends what the key may sign and keeps what it signed', () => {
    const { changed, warnings } = retireKey(ring, 'a', { at, early: false })
    expect(changed).toMatchObject([{ status: 'retired', notAfter: at, retiredAt: at }])
    expect(warnings).toEqual([])
  })

  test('waits for thirty days of overlap unless it is early on purpose', () => {
    const short = [retiring(newKey('a'), '2026-01-30T00:00:00.001Z')]
    expect(() => retireKey(short, 'a', { at, early: false })).toThrow(
      expect.objectContaining({ options: expect.objectContaining({ reason: 'overlap_not_over' }) }),
    )
    expect(retireKey(short, 'a', { at, early: true }).warnings).toHaveLength(1)
  })

  test('is not for the active key, nor for one that is not there', () => {
    expect(() => retireKey(ring, 'b', { at, early: true })).toThrow(
      expect.objectContaining({ code: 'invalid_state' }),
    )
    expect(() => retireKey(ring, 'c', { at, early: true })).toThrow(
      expect.objectContaining({ code: 'not_found' }),
    )
  })
})

describe('revoking', () => {
  const ring = [retiring(newKey('a')), registered(newKey('b'))]
  const alone = { at, replacement: undefined, withoutReplacement: false }

  test('the active key puts a waiting one in its place at once', () => {
    const decision = revokeKey(ring, 'b', { ...alone, replacement: newKey('c') })
    expect(statuses(ring, decision)).toEqual(['a retiring', 'b revoked', 'c active'])
    const after = applyDecision(ring, decision)
    expect(signingKey(after, 'receipt', at)?.keyId).toBe('c')
  })

  test('the active key without another is refused unless nothing is to be signed', () => {
    expect(() => revokeKey(ring, 'b', alone)).toThrow(
      expect.objectContaining({ options: expect.objectContaining({ reason: 'no_replacement' }) }),
    )
    const decision = revokeKey([registered(newKey('b'))], 'b', { ...alone, withoutReplacement: true })
    expect(decision.warnings).toHaveLength(1)
    expect(signingKey(decision.changed, 'receipt', at)).toBeUndefined()
  })

  test('without a replacement stops the purpose, whichever keys there are', () => {
    const next = registered(newKey('c'), { signsFrom: later })
    const withNext = [...ring, next]
    const stop = { ...alone, replacement: newKey('d'), withoutReplacement: true }
    const decision = revokeKey(withNext, 'b', stop)
    expect(statuses(withNext, decision)).toEqual(['a retiring', 'b revoked', 'c retiring'])
    expect(signingKey(applyDecision(withNext, decision), 'receipt', later)).toBeUndefined()
  })

  test('another key changes nothing else, and once is enough', () => {
    const decision = revokeKey(ring, 'a', alone)
    expect(statuses(ring, decision)).toEqual(['a revoked', 'b active'])
    expect(() => revokeKey(applyDecision(ring, decision), 'a', alone)).toThrow(
      expect.objectContaining({ options: expect.objectContaining({ reason: 'key_revoked' }) }),
    )
  })
})

describe('ending the key that signs until its successor does', () => {
  const moment = '2026-03-01T00:01:00.000Z'
  const before = [registered(newKey('a')), registered(newKey('s', 'status'))]
  const ring = applyDecision(before, rotateKey(before, newKey('b'), { at, signsFrom: later }))
  const signerAfter = (decision: RingDecision) =>
    signingKey(applyDecision(ring, decision), 'receipt', moment)?.keyId
  const alone = { at: moment, replacement: undefined, withoutReplacement: false }

  test('makes the successor sign at once, so that no moment is without a signer', () => {
    expect(signerAfter(revokeKey(ring, 'a', alone))).toBe('b')
  })

  test('ending the successor instead leaves the key before it signing', () => {
    const decision = revokeKey(ring, 'b', alone)
    expect(statuses(ring, decision)).toEqual(['a active', 's active', 'b revoked'])
    expect(signerAfter(decision)).toBe('a')
  })
})

describe('loaded keys that sign nothing', () => {
  test('are named with what to do', () => {
    const ring = [registered(newKey('a')), registered(newKey('r'), { status: 'retired' })]
    const idle = findIdleKeys(ring, [newKey('a'), newKey('r'), newKey('w')])
    expect(idle.map(({ keyId }) => keyId)).toEqual(['r', 'w'])
  })

  test('a key signs for one purpose only', () => {
    expect(() => findIdleKeys([registered(newKey('a'))], [newKey('a', 'status')])).toThrow(UnusableKeyError)
  })
})
