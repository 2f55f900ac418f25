import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { routeTable } from '../routes/route-table.ts'
import { caller, entryOf, refusal } from '../testing/request-entry.ts'
import { leavesOf } from './redact-body.ts'
import { wordsOfPaths } from './redact-text.ts'
import { networkOf, toRow } from './to-row.ts'
import { noAssets } from '../testing/no-assets.ts'

const routes = routeTable('outturn', noAssets)
const pathWords = wordsOfPaths(routes.map(({ path }) => path))
const bodies = routes.filter(({ body }) => body !== undefined)
const deps = { hash: (text: string) => `hash of ${text.length} characters` }

/** A value of the form of the schema, with the marker in the place of each string and of each name that the caller chooses. */
function planted(schemas: readonly z.ZodType[], marker: string, depth = 0): fc.Arbitrary<unknown> {
  if (schemas.length === 0 || depth > 6) return fc.constant(marker)
  return fc.oneof(...schemas.map((schema) => plantedOne(schema, marker, depth)))
}

function plantedOne(schema: z.ZodType, marker: string, depth: number): fc.Arbitrary<unknown> {
  if (schema instanceof z.ZodObject) {
    const members = Object.entries(schema.shape).map(
      ([name, member]) => [name, planted(leavesOf(member as z.ZodType), marker, depth + 1)] as const,
    )
    const unknown = fc.constantFrom({}, { [marker]: 1 }, { [`x ${marker}`]: { [marker]: [marker] } })
    const known = fc.record(Object.fromEntries(members), { requiredKeys: [] })
    return fc.tuple(known, unknown).map(([value, more]) => ({ ...value, ...more }))
  }
  if (schema instanceof z.ZodArray) {
    const item = planted(leavesOf(schema.element as z.ZodType), marker, depth + 1)
    return fc.array(item, { minLength: 1, maxLength: 3 })
  }
  if (schema instanceof z.ZodRecord) return fc.constant({ [marker]: marker, other: { [marker]: marker } })
  return fc.constantFrom(marker, `${marker} and more`, `more and ${marker}`)
}

const markers = fc.stringMatching(/^Zq[0-9][0-9a-z]{5,40}$/)
const refusedWith = (marker: string) => ({
  ...refusal,
  error: `conditions[0].${marker}: "${marker}" is not known, nor “${marker.slice(0, 30)}…”`,
  field: `conditions[0].${marker}`,
  remediation: `Did you mean ${marker}?`,
})

test.each(bodies.map((route) => [route.operationId, route] as const))(
  'no string of a body of %s reaches the log, neither as it stands nor in a message',
  (_, { body, path }) => {
    const request = markers.chain((marker) =>
      planted(leavesOf(body as z.ZodType), marker).map((value) => ({ marker, value })),
    )
    fc.assert(
      fc.property(request, ({ marker, value }) => {
        const bytes = Buffer.from(JSON.stringify(value))
        const entry = entryOf({ route: path, url: path, pathWords, body: bytes, bodySchema: body, refusal })
        expect(JSON.stringify(toRow(entry, caller, deps))).not.toContain(marker)
        if (!bytes.includes(marker)) return
        const quoting = toRow({ ...entry, refusal: refusedWith(marker) }, caller, deps)
        expect(JSON.stringify(quoting)).not.toContain(marker.slice(0, 8))
      }),
      { numRuns: 40 },
    )
  },
)

test('no key reaches the log from a header, the path or the query', () => {
  const key = `spk_live_${'a1B2c3D4'.repeat(4)}`
  const refused = { ...refusal, error: `X-Any: "${key}" is not known`, field: key }
  for (const entry of [
    entryOf({ userAgent: key, refusal: refused }),
    entryOf({ userAgent: `tool (${key})`, headers: [`Bearer ${key}`], refusal: refused }),
    entryOf({ idempotencyKey: key, refusal: refused }),
    entryOf({ url: `/api/v1/${key}/verify?key=${key}&${key}=1`, refusal: refused }),
    entryOf({ url: `/${encodeURIComponent(key)}`, route: null, refusal: refused }),
  ]) {
    expect(JSON.stringify(toRow(entry, caller, deps))).not.toContain(key.slice(0, 14))
  }
})

test('a text of a header or a query is not quoted', () => {
  const entry = entryOf({
    url: '/api/v1/verify?dry_run=Hunter%20Two',
    headers: ['my secret'],
    refusal: { ...refusal, error: 'dry_run: "Hunter Two" is no word. X-Test: my secret', field: 'dry_run' },
  })
  const { error, field } = toRow(entry, caller, deps)
  expect(error).toBe('[redacted]: "[redacted]" is no word. X-Test: [redacted]')
  expect(field).toBe('[redacted]')
})

test.each([
  ['203.0.113.7', '203.0.113.0/24'],
  ['::ffff:203.0.113.7', '203.0.113.0/24'],
  ['2001:db8:1:2::3', '2001:db8:1::/48'],
  ['::1', '0:0:0::/48'],
  ['2001:db8::7', '2001:db8:0::/48'],
  ['nonsense', 'unknown'],
])('of the address %s the log keeps %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
