import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from '../client.ts'
import { json, type TestService, testService } from '../testing/test-service.ts'

let service: TestService

beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.close())

const client = () => createClient({ baseUrl: service.baseUrl, apiKey: 'spk_live_example' })
const page = (ids: string[], next: string | null) =>
  json(200, { data: ids.map((id) => ({ id })), has_more: next !== null, next_cursor: next })
const paths = () => service.received.map(({ path }) => path)

test('a list is read page by page, as far as it is wanted', async () => {
  service.answerWith(page(['spl_3', 'spl_2'], 'spl_2'), page(['spl_1'], null))
  const seen: string[] = []
  for await (const { id } of client().spools.list({ limit: 2 })) seen.push(id)
  expect(seen).toEqual(['spl_3', 'spl_2', 'spl_1'])
  expect(paths()).toEqual(['/api/v1/spools?limit=2', '/api/v1/spools?limit=2&after=spl_2'])

  service.answerWith(page(['spl_3', 'spl_2'], 'spl_2'), page(['spl_1'], null))
  expect(await client().spools.list().all({ limit: 2 })).toHaveLength(2)
  expect(paths()).toHaveLength(1)
})

test('one page is read by page() with its headers, and by awaiting the list', async () => {
  service.answerWith(page(['spl_3'], 'spl_3'))
  const { data, requestId } = await client().spools.list({ after: 'spl_9' }).withResponse()
  expect([data.next_cursor, requestId]).toEqual(['spl_3', undefined])
  const { data: items, has_more: hasMore } = await client().spools.list()
  expect([items.map(({ id }) => id), hasMore]).toEqual([['spl_3'], true])
  expect(paths()).toEqual(['/api/v1/spools?after=spl_9', '/api/v1/spools'])
})

test('nothing is sent for a list that no one reads', () => {
  service.answerWith(page([], null))
  client().spools.list()
  expect(paths()).toEqual([])
})

test('a history goes on after its last event while the answer links to more', async () => {
  const link = { link: '</api/v1/spools/spl_1/events?after=2>; rel="next"' }
  service.answerWith(json(200, [{ seq: 1 }, { seq: 2 }], link), json(200, [{ seq: 3 }]))
  const seqs: number[] = []
  for await (const { seq } of client().spools.events('spl_1')) seqs.push(seq)
  expect(seqs).toEqual([1, 2, 3])
  expect(paths()).toEqual(['/api/v1/spools/spl_1/events', '/api/v1/spools/spl_1/events?after=2'])
})

test('a service that names the same page again is not read without end', async () => {
  service.answerWith(page(['spl_1'], 'spl_1'))
  await expect(client().spools.list({ after: 'spl_1' }).all()).rejects.toThrow('does not go on')
  service.answerWith(page([], 'spl_1'))
  await expect(client().spools.list().all()).rejects.toThrow('does not go on')
  expect(paths()).toHaveLength(2)
})

test('an error in the middle of a list ends the loop with it', async () => {
  service.answerWith(
    page(['spl_2'], 'spl_2'),
    json(401, { error: 'No.', code: 'unauthenticated', retryable: false }),
  )
  const seen: string[] = []
  const reading = (async () => {
    for await (const { id } of client().spools.list()) seen.push(id)
  })()
  await expect(reading).rejects.toMatchObject({ code: 'unauthenticated' })
  expect(seen).toEqual(['spl_2'])
})
