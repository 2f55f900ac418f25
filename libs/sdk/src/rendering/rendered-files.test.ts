import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from '../client.ts'
import { json, type TestService, testService } from '../testing/test-service.ts'
import { type Operation, readApiDocument } from './api-document.ts'
import { methodNames } from './method-names.ts'
import { renderAll } from './render.ts'

const document = await readApiDocument()
const operations = Object.entries(document.paths).flatMap(([path, verbs]) =>
  Object.entries(verbs).map(([verb, operation]) => ({ path, verb: verb.toUpperCase(), operation })),
)
let service: TestService

beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.close())

// Where the document has changed: `npm run render:clients` renders the files anew.
test.each(Object.entries(renderAll(document)))('%s is what the document says', async (name, text) => {
  await expect(text).toMatchFileSnapshot(join(import.meta.dirname, '../generated', name))
})

type Method = (...values: unknown[]) => PromiseLike<unknown>

function methodCalled(name: string): Method | undefined {
  const client: unknown = createClient({ baseUrl: service.baseUrl, apiKey: 'spk_live_example' })
  const found = name
    .split('.')
    .reduce<unknown>((group, step) => (group as Record<string, unknown> | undefined)?.[step], client)
  return typeof found === 'function' ? (found as Method) : undefined
}

/** Values of the parameters that a call cannot do without, in their order. */
function examplesOf({ parameters = [] }: Operation): { name: string; in: string; value: string }[] {
  const needed = parameters.filter((each) => each.in === 'path' || (each.in === 'query' && each.required))
  return needed.map((each) => ({ name: each.name, in: each.in, value: each.example ?? 'example' }))
}

test.each(operations)(
  '$operation.operationId is a method that sends what the document says',
  async ({ path, verb, operation }) => {
    const name = methodNames[operation.operationId]?.name ?? `none for ${operation.operationId}`
    const method = methodCalled(name)
    if (method === undefined) throw new Error(`The client has no method ${name}.`)
    const values = examplesOf(operation)
    const body = operation.requestBody === undefined ? [] : [{ an: 'example' }]
    service.answerWith(json(200, { data: [], has_more: false, next_cursor: null }))
    await method(...values.map(({ value }) => value), ...body)

    const sent = service.received[0]
    const filled = values.reduce(
      (text, { name: parameter, value }) => text.replace(`{${parameter}}`, encodeURIComponent(value)),
      path,
    )
    const query = values.flatMap((each) => (each.in === 'query' ? [`${each.name}=${each.value}`] : []))
    expect(sent).toMatchObject({ method: verb, path: [filled, ...query].join('?'), body: body[0] })
    const hasKey = sent?.headers.authorization !== undefined || sent?.headers['x-api-key'] !== undefined
    expect(hasKey).toBe(operation.security.length > 0)
    expect(sent?.headers['idempotency-key'] !== undefined).toBe(verb !== 'GET')
  },
)
