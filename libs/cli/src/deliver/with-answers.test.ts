import { type OneCallRequest, OutturnError } from '@outturn/sdk'
import { expect, test } from 'vitest'
import { withAnswers } from './with-answers.ts'

const request: OneCallRequest = {
  conditions: ['exactly 2 rows', 'every row has phone'],
  max_amount_cents: 100,
  evidence: { rows: [] },
}
const question = {
  text: 'phone',
  start: 14,
  end: 19,
  reason: 'field_unmarked',
  question: 'Which field of the rows is "phone"?',
  wants: 'field',
  candidates: ['mobile'],
  rewrites: ['every row has "mobile"'],
} as const
const refusal = (field: string) =>
  new OutturnError(422, {
    error: 'not exact',
    code: 'ambiguity_required',
    retryable: false,
    remediation: 'Choose.',
    field,
    questions: [question],
  } as never)

/** Sends to a service that refuses "phone", with these lines typed at the terminal. */
async function sent(lines: readonly string[] | null, field = 'conditions[1]') {
  const conditions: unknown[] = []
  const typed = [...(lines ?? [])]
  const ask = lines === null ? null : () => Promise.resolve(typed.shift() ?? null)
  const output = { print: () => {}, complain: () => {} }
  const answer = await withAnswers(request, { ask, output }, async (current) => {
    conditions.push(current.conditions)
    if (current.conditions?.includes('every row has phone')) throw refusal(field)
    return 'judged'
  }).catch((error: unknown) => error)
  return { answer, conditions }
}

test('the chosen rewrite takes the place of the condition', async () => {
  expect(await sent(['1'])).toEqual({
    answer: 'judged',
    conditions: [request.conditions, ['exactly 2 rows', 'every row has "mobile"']],
  })
  expect((await sent(['every row has "fax"'])).conditions[1]).toEqual([
    'exactly 2 rows',
    'every row has "fax"',
  ])
})

test.each([
  ['without a terminal', null, 'conditions[1]'],
  ['after an empty line', [''], 'conditions[1]'],
  ['of another member', ['1'], 'fields[0]'],
  ['of a condition that is not there', ['1'], 'conditions[7]'],
] as const)('the refusal stays %s', async (_, lines, field) => {
  const { answer, conditions } = await sent(lines, field)
  expect(answer).toBeInstanceOf(OutturnError)
  expect(conditions).toHaveLength(1)
})

test('a service that is never content is asked a bounded number of times', async () => {
  let calls = 0
  const ask = () => Promise.resolve('every row has phone')
  const output = { print: () => {}, complain: () => {} }
  const sending = withAnswers(request, { ask, output }, () => {
    calls += 1
    return Promise.reject(refusal('conditions[1]'))
  })
  await expect(sending).rejects.toBeInstanceOf(OutturnError)
  expect(calls).toBe(21)
})
