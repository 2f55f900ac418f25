import { expect, test } from 'vitest'
import { answeredAs } from './tool-answer.ts'

const json = (status: number, body: unknown, headers: Record<string, string> = {}) => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  body: Buffer.from(JSON.stringify(body)),
})
const refusal = { error: 'x', retryable: false }

test('an answer is the same as structure and as text', () => {
  const { content, structuredContent, isError } = answeredAs(json(200, { id: 'spl_1' }))
  expect([structuredContent, isError]).toEqual([{ id: 'spl_1' }, undefined])
  expect(content).toEqual([{ type: 'text', text: '{"id":"spl_1"}' }])
})

test('a refusal is text alone, also one with the status of a success', () => {
  for (const answer of [
    json(404, { ...refusal, code: 'spool_not_found' }),
    json(200, { ...refusal, code: 'limit_reached' }),
  ]) {
    const { isError, structuredContent } = answeredAs(answer)
    expect([isError, structuredContent]).toEqual([true, undefined])
  }
})

test('data of a caller that looks like an error is no refusal', () => {
  expect(answeredAs(json(200, { ...refusal, code: 'spool_not_found' })).isError).toBeUndefined()
  expect(answeredAs(json(200, { ...refusal, code: 'toString' })).isError).toBeUndefined()
})

test('a list and a single value are members of an object, and a list says whether it goes on', () => {
  const link = { link: '</api/v1/spools?after=1>; rel="next"' }
  expect(answeredAs(json(200, [1], link)).structuredContent).toEqual({ data: [1], has_more: true })
  expect(answeredAs(json(200, 7)).structuredContent).toEqual({ value: 7 })
})

test('bytes and pages are passed on while they are short, and a long body by its size', () => {
  const text = { status: 200, headers: { 'content-type': 'text/markdown' }, body: Buffer.from('# A') }
  expect(answeredAs(text).structuredContent).toEqual({ media_type: 'text/markdown', bytes: 3, text: '# A' })
  const page = { ...text, body: Buffer.from('word\n'.repeat(4_000)) }
  expect(answeredAs(page).structuredContent).toMatchObject({ bytes: 20_000, text: page.body.toString() })
  const bytes = { status: 200, headers: {}, body: Buffer.alloc(20_000) }
  expect(answeredAs(bytes).structuredContent).toMatchObject({ bytes: 20_000, left_out: ['content_base64'] })
  const long = json(200, { rows: 'x'.repeat(1_100_000) })
  expect(answeredAs(long).structuredContent).toMatchObject({ left_out: ['all'] })
  expect(answeredAs({ status: 202, headers: {}, body: Buffer.alloc(0) }).structuredContent).toEqual({})
})
