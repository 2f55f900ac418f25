import { refusalOf } from '@outturn/testkit/refusals'
import { expect, test } from 'vitest'
import { assertSingleHeaders } from './single-headers.ts'

test.each(['Authorization', 'Idempotency-Key', 'X-Api-Key'])('%s may stand once', (name) => {
  expect(() => assertSingleHeaders({ rawHeaders: [name, 'a', 'Accept', 'b', 'accept', 'c'] })).not.toThrow()
  const twice = { rawHeaders: [name.toUpperCase(), 'a', 'Accept', 'b', name.toLowerCase(), 'a'] }
  const { status, code, options } = refusalOf(() => assertSingleHeaders(twice))
  expect([status, code, options.field, options.reason]).toEqual([
    400,
    'validation_failed',
    name,
    'repeated_header',
  ])
})
