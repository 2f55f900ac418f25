import { allServed } from '@outturn/contracts'
import { refusalOf } from '@outturn/testkit/refusals'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { checkedQuery } from './checked-query.ts'

const queries = allServed.flatMap(({ http }) => {
  const { query } = http
  return query instanceof z.ZodObject ? [{ operation: http.operationId, query }] : []
})

test.each(queries)('$operation refuses each parameter that is sent more than once', ({ query }) => {
  for (const name of Object.keys(query.shape)) {
    const { status, options, message } = refusalOf(() => checkedQuery(query, { [name]: ['1', '1'] }))
    expect([status, options.field, options.reason]).toEqual([400, name, 'repeated_parameter'])
    expect([message, options.remediation]).toEqual([
      `The request has the query parameter ${name} more than once.`,
      `Send ${name} once.`,
    ])
  }
})

test('the queries of the interface are objects, whose parameters are known by name', () => {
  expect(allServed.flatMap(({ http }) => http.query ?? [])).toHaveLength(queries.length)
  expect(queries.length).toBeGreaterThan(3)
})

test('a parameter that is not known is told as such, however often it is sent', () => {
  const schema = z.strictObject({ after: z.string().optional() })
  const { options } = refusalOf(() => checkedQuery(schema, { aftr: ['1', '2'] }))
  expect([options.field, options.reason]).toEqual(['aftr', undefined])
  expect(checkedQuery(schema, { after: '1' })).toEqual({ after: '1' })
})
