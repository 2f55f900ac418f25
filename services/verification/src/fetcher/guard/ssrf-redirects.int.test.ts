import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type GuardLab, startGuardLab } from '../../testing/guard-lab.ts'
import { inside, outside, scriptedResolver } from '../../testing/loopback-lab.ts'

let lab: GuardLab
let seenBefore = 0

beforeAll(async () => {
  lab = await startGuardLab()
})
afterAll(() => lab.stop())
beforeEach(() => {
  seenBefore = lab.requests.length
})

const redirectTargets = [
  `http://${inside}:PORT/`,
  `//${inside}:PORT/`,
  'http://2130706433:PORT/',
  'http://[::1]:PORT/',
  'http://[::ffff:127.0.0.1]:PORT/',
  'http://169.254.169.254/latest/meta-data/',
  'http://trap.example:PORT/',
  `http://user@${outside}:PORT/`,
  `http://${outside}:22/`,
  'file:///etc/passwd',
]

describe('redirects', () => {
  const cases = [301, 302, 303, 307, 308].flatMap((status) =>
    redirectTargets.map((target) => [status, target] as const),
  )
  test.each(cases)('%i to %j is refused', async (status, target) => {
    const before = lab.canaryHits()
    const { resolve } = scriptedResolver({ 'trap.example': [[inside]] })
    const url = lab.redirectTo(target.replace('PORT', String(lab.port)), status)
    expect(await lab.observe({ url }, { resolve })).toEqual({ failure: 'blocked_address' })
    expect(lab.canaryHits()).toBe(before)
    expect(lab.requests.length).toBe(seenBefore + 1)
  })

  test('a chain is followed to its end within the limit', async () => {
    const url = lab.redirectTo(lab.redirectTo(lab.url(outside, '/status/201')), 308)
    expect(await lab.observe({ url, maxRedirects: 2 })).toEqual({
      finalUrl: lab.url(outside, '/status/201'),
      status: 201,
    })
  })

  test('a private address behind two public hops is refused', async () => {
    const before = lab.canaryHits()
    expect(await lab.observe({ url: lab.redirectTo(lab.redirectTo(lab.url(inside))) })).toEqual({
      failure: 'blocked_address',
    })
    expect(lab.canaryHits()).toBe(before)
  })

  test('the redirect that may not be followed is itself what was observed', async () => {
    const url = lab.redirectTo(lab.url(inside))
    expect(await lab.observe({ url, maxRedirects: 0 })).toEqual({ finalUrl: url, status: 302 })
  })

  test('a loop ends at the limit', async () => {
    const url = lab.url(outside, `/to?${encodeURIComponent('302,')}`)
    expect(await lab.observe({ url, maxRedirects: 5 })).toMatchObject({ status: 302 })
    expect(lab.requests.length).toBe(seenBefore + 6)
  })

  test('a Location that is no URL makes the target unreachable', async () => {
    expect(await lab.observe({ url: lab.redirectTo('http://[broken') })).toEqual({ failure: 'unreachable' })
  })
})
