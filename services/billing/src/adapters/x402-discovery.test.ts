import {
  buyPackByX402,
  buyVerification,
  OneCallRequest,
  oneCallExample,
  PackAccepted,
  PackRequest,
  PaidVerification,
} from '@outturn/contracts'
import { validateDiscoveryExtension, validateDiscoveryExtensionSpec } from '@x402/extensions/bazaar'
import { expect, test } from 'vitest'
import { discoveryOf } from './x402-discovery.ts'

const routes = {
  verification: { ...buyVerification.http, body: OneCallRequest, answer: PaidVerification },
  pack: { ...buyPackByX402.http, body: PackRequest, answer: PackAccepted },
}
const verification = discoveryOf(routes.verification, 'https://outturn.example')
type Extension = Parameters<typeof validateDiscoveryExtension>[0] & Record<string, unknown>

test.each(Object.entries(routes))('a facilitator lists what is said of a %s', (_, route) => {
  const extension = discoveryOf(route, 'https://outturn.example') as unknown as Extension
  expect(validateDiscoveryExtension(extension)).toEqual({ valid: true })
  expect(validateDiscoveryExtensionSpec(extension)).toEqual({ valid: true })
  expect(route.body.safeParse(route.example).success).toBe(true)
})

const bodyOf = (body: unknown) =>
  ({ ...verification, info: { input: { ...verification.info.input, body } } }) as unknown as Extension

test.each([
  ['has its evidence', oneCallExample, true],
  ['lacks its evidence', { conditions: ['exactly 2 rows'] }, false],
  ['has evidence of another kind', { evidence: 'rows' }, false],
  ['has a unit without its amount', { ...oneCallExample, unit: { total_units: 2 } }, false],
])('the schema of the body takes what the contract takes: a body that %s', (_, body, isTaken) => {
  expect(validateDiscoveryExtension(bodyOf(body)).valid).toBe(isTaken)
  expect(OneCallRequest.safeParse(body).success).toBe(isTaken)
})

test('it fits a header with room for the rest: clients send it back', () => {
  expect(JSON.stringify(verification).length).toBeLessThan(3_200)
})
