import type { ReviewPage } from '@outturn/contracts'
import { expect, test } from 'vitest'
import { type DecisionForm, decisionOf } from './decision-form.ts'

const [one, two] = ['cond_000000000000000000000001', 'cond_000000000000000000000002']
const condition = (id: string, number: number) => ({ id, number }) as ReviewPage['conditions'][number]

function decided(form: DecisionForm, units?: number[]) {
  const scope = units === undefined ? {} : { units }
  const page = {
    ...{ conditions: [condition(one, 3), condition(two, 5)], totalUnits: 2 },
    review: { request: { scope } },
  }
  return decisionOf(form, page as Pick<ReviewPage, 'conditions' | 'review' | 'totalUnits'>)
}
const overturn = (fields: DecisionForm): DecisionForm => ({ decision: 'overturn', ...fields })

test('a decision has its outcomes and its explanation, without what was left empty', () => {
  expect(decided({ decision: 'uphold', detail: ' one\r\ntwo ', [`c.${one}`]: '' })).toEqual({
    decision: { decision: 'uphold', detail: 'one\ntwo' },
  })
  const fields = { [`c.${one}`]: 'failed', [`u.passed.${two}`]: '1', [`u.failed.${two}`]: ' 2 – 2,' }
  expect(decided(overturn(fields))).toEqual({
    decision: {
      decision: 'overturn',
      condition_outcomes: [{ condition_id: one, outcome: 'failed' }],
      unit_outcomes: [
        { condition_id: two, unit: 1, outcome: 'passed' },
        { condition_id: two, unit: 2, outcome: 'failed' },
      ],
    },
  })
})

test.each<[string, DecisionForm, string, RegExp]>([
  ['no choice', {}, 'decision', /^Choose/],
  ['an unknown choice', { decision: 'perhaps' }, 'decision', /^Choose/],
  ['no outcome', overturn({}), `c.${one}`, /at least one condition/],
  [
    'an outcome beside another choice',
    { decision: 'uphold', [`c.${two}`]: 'failed' },
    'decision',
    /clear them/,
  ],
  [
    'missing evidence that is not named',
    { decision: 'needs_evidence', detail: ' ' },
    'detail',
    /which evidence/,
  ],
  ['a long explanation', { decision: 'uphold', detail: 'x'.repeat(2_001) }, 'detail', /2,000/],
  [
    'a unit that there is not',
    overturn({ [`u.failed.${two}`]: '3' }),
    `u.failed.${two}`,
    /^Condition 5, rejected units: write numbers from 1 to 2, such as 1, 2\.$/,
  ],
  [
    'a unit of another script',
    overturn({ [`u.passed.${one}`]: '٣' }),
    `u.passed.${one}`,
    /^Condition 3, accepted/,
  ],
  [
    'a unit both ways',
    overturn({ [`u.passed.${one}`]: '1-2', [`u.failed.${one}`]: '2' }),
    `u.failed.${one}`,
    /unit 2/,
  ],
])('%s is refused at its field', (_, form, field, text) => {
  expect(decided(form)).toEqual({ problem: { field, text: expect.stringMatching(text) } })
})

test('a review of single units takes those alone', () => {
  expect(decided(overturn({ [`u.passed.${one}`]: '1' }), [2])).toMatchObject({
    problem: { field: `u.passed.${one}`, text: expect.stringContaining('unit 1 is not in question') },
  })
  expect(decided(overturn({}), [2])).toMatchObject({ problem: { field: `u.passed.${one}` } })
})
