import type { Spool } from '@outturn/sdk'
import { expect, test } from 'vitest'
import { evidencePlace, type Submitted } from './evidence-place.ts'

type Condition = Partial<Spool['conditions'][number]>
type Item = Partial<Spool['evidence'][number]>

const bound = (source_ref: string): Condition => ({
  evidence_requirements: [{ expected_type: 'dataset', source_ref }],
})

/** Conditions a, b, …; evidence as [condition, source], of a seller's tables. */
function place(
  conditions: readonly Condition[],
  evidence: readonly Item[],
  submitted: Partial<Submitted> = {},
) {
  const spool = {
    agreement: { mode: 'bilateral' },
    parties: [
      { party_id: 'pty_b', role: 'buyer', is_caller: false },
      { party_id: 'pty_s', role: 'seller', is_caller: true },
    ],
    conditions: conditions.map((condition, index) => ({
      id: `cond_${'abcd'[index]}`,
      verification_method: 'deterministic',
      evidence_requirements: [],
      description: '',
      required: true,
      ...condition,
    })),
    evidence: evidence.map((item) => ({
      type: 'dataset',
      on_behalf_of: 'provider',
      condition_id: 'cond_a',
      ...item,
    })),
  } as unknown as Spool
  return evidencePlace(spool, { name: 'good.csv', type: 'dataset', ...submitted })
}

test('one file serves all conditions, sent for one that a table is judged by', () => {
  expect(place([{}, {}], [])).toEqual({
    conditions: ['cond_a'],
    source: 'good.csv',
    isReplacement: false,
    others: [],
  })
  const people: Condition = { verification_method: 'human_confirmed' }
  expect(place([people, {}], []).conditions).toEqual(['cond_b'])
  expect(place([people], []).conditions).toEqual(['cond_a'])
  expect(() => place([{ verification_method: 'external_tool' }], [])).toThrow(/--condition/)
})

test('a corrected file under another name takes the place of the first, for the same conditions', () => {
  const earlier = [
    { source: 'messy.csv' },
    { source: 'messy.csv', condition_id: 'cond_b' },
    { source: 'photo.png', type: 'photo' },
  ]
  expect(place([{}, {}], earlier)).toEqual({
    conditions: ['cond_a', 'cond_b'],
    source: 'messy.csv',
    isReplacement: true,
    others: [],
  })
  expect(place([{}, {}], earlier, { conditions: ['cond_b'] })).toMatchObject({
    conditions: ['cond_b'],
    source: 'messy.csv',
  })
})

test('a source of its own adds a file, and says what it counts together with', () => {
  expect(place([{}], [{ source: 'messy.csv' }], { source: 'second half' })).toEqual({
    conditions: ['cond_a'],
    source: 'second half',
    isReplacement: false,
    others: ['messy.csv'],
  })
})

test('of several deliveries the one of the same name is replaced, and otherwise one is named', () => {
  const two = [{ source: 'a.csv' }, { source: 'b.csv' }]
  expect(() => place([{}], two)).toThrow(/2 deliveries[^]*--source "a.csv"\n {2}--source "b.csv"/)
  expect(place([{}], [...two, { source: 'good.csv' }])).toMatchObject({
    source: 'good.csv',
    isReplacement: true,
    others: ['a.csv', 'b.csv'],
  })
})

test('what the other side delivered is not replaced', () => {
  const ofBuyer = [{ source: 'list.csv', on_behalf_of: 'buyer' }]
  expect(place([{}], ofBuyer)).toMatchObject({ source: 'good.csv', isReplacement: false })
  for (const named of ['buyer', 'client', 'pty_b']) {
    expect(place([{}], ofBuyer, { onBehalfOf: named })).toMatchObject({
      source: 'list.csv',
      isReplacement: true,
    })
  }
})

test('a source that was agreed is used, and one of several is named', () => {
  expect(place([{}, bound('crm export')], [])).toMatchObject({ conditions: ['cond_b'], source: 'crm export' })
  const two = [bound('crm export'), bound('site list')]
  expect(() => place(two, [])).toThrow(/several sources[^]*"crm export"\n.*"site list"/)
  expect(place(two, [], { source: 'site list' }).conditions).toEqual(['cond_b'])
  expect(place(two, [], { conditions: ['cond_b'] })).toMatchObject({ source: 'site list' })
})
