import type { CompiledPolicy, OneCallRequest, Preflight } from '@outturn/contracts'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Account, connectOperator, type Operator } from '../system/operator.ts'
import { created } from './agreement.ts'
import { delivery, type ErrorAnswer, readSystem, sendTo } from './api.ts'

// Texts as people write them, at every door that takes them. How each wording is read is tested in libs/policy.

const system = readSystem(inject('system'))
const send = sendTo(system)
let operator: Operator
let account: Account

beforeAll(async () => {
  operator = await connectOperator(system)
  account = await operator.openAccount({ included: 100 })
})
afterAll(() => operator.close())

type Body = (typeof OneCallRequest)['_zod']['input']
const rows = [
  { name: 'Aurora', website: 'https://aurora.example', quality: '' },
  { name: 'Cobalt', website: 'https://cobalt.example', quality: '' },
]
const bodyOf = (conditions: Body['conditions'], more: Partial<Body> = {}) =>
  delivery({ conditions, evidence: { rows }, ...more })

const dryRun = <T = ErrorAnswer>(conditions: Body['conditions'], more: Partial<Body> = {}) =>
  send<T>('/api/v1/verify?dry_run=true', { key: account.apiKey, body: bodyOf(conditions, more) })

const compile = <T = CompiledPolicy>(body: object) =>
  send<T>('/api/v1/policy-compiler', { key: account.apiKey, body })

describe('the fields of a request', () => {
  const wrong: [string, unknown, string][] = [
    ['without a name', [{ description: 'a field' }], 'fields[0].name'],
    ['of an unknown type', ['a', { name: 'b', type: 'date' }], 'fields[1].type'],
    ['described twice', [{ name: 'a' }, { name: 'a', unit: 'percent' }], 'fields[1].name'],
    ['with an alias that is another field', [{ name: 'a', aliases: ['b'] }, 'b'], 'fields[0].aliases[0]'],
    [
      'with eleven aliases',
      [{ name: 'a', aliases: 'b c d e f g h i j k l'.split(' ') }],
      'fields[0].aliases',
    ],
    ['with a member that there is not', [{ name: 'a', alias: 'b' }], 'fields[0].alias'],
    ['that are no list', { a: 'text' }, 'fields'],
    ['that are too many', Array.from({ length: 201 }, (_, index) => `f${index}`), 'fields'],
  ]
  test.each(wrong)('%s are refused at their member, at both doors', async (_, fields, member) => {
    const answers = await Promise.all([
      compile<ErrorAnswer>({ source: 'exactly 2 rows', fields }),
      dryRun(['exactly 2 rows'], { fields } as never),
    ])
    for (const { status, json } of answers) {
      expect([status, json.code, json.field]).toEqual([400, 'validation_failed', member])
    }
  })

  test.each([
    ['as_of', 'tomorrow'],
    ['time_zone', 'Paris'],
    ['time_zone', '+01:00'],
    ['unit_name', ''],
    ['declared_actor_type', 'robot'],
  ])('%s is refused where it is %s', async (member, value) => {
    const answers = await Promise.all([
      compile<ErrorAnswer>({ source: 'exactly 2 rows', [member]: value }),
      dryRun(['exactly 2 rows'], { [member]: value }),
    ])
    for (const { status, json } of answers) expect([status, json.field]).toEqual([400, member])
  })

  test('go before the columns of the rows, which the seller chose', async () => {
    const text = 'every row has quality'
    const byRows = await dryRun<Preflight>([text])
    expect([byRows.status, byRows.json.fields_from]).toEqual([200, 'rows'])
    const byRequest = await dryRun([text], { fields: ['name', 'website'] })
    expect([byRequest.status, byRequest.json.code, byRequest.json.fields_from]).toEqual([
      422,
      'ambiguity_required',
      'request',
    ])
    const asked = byRequest.json.questions ?? []
    expect(asked.flatMap(({ candidates }) => candidates)).not.toContain('quality')
    const none = await dryRun<Preflight>([
      { description: 'Two', deterministic_check: { checker: 'row_count', expected: 2 } },
    ])
    expect(none.json.fields_from).toBeUndefined()
  })
})

describe('a text that is not checks alone', () => {
  const mixed = 'Every row has a name, and it looks professional.'

  test('binds none of its checks and shows each part, with a condition of a Spool for what no checker decides', async () => {
    const { status, json } = await dryRun([mixed], { fields: ['name'] })
    expect([status, json.code, json.field]).toEqual([422, 'ambiguity_required', 'conditions[0]'])
    const [entry] = json.unsupported ?? []
    expect(entry).toMatchObject({ suggested_method: 'human_confirmed' })
    if (entry === undefined) throw new Error('nothing is unsupported')
    const spool = await created(send, account.apiKey, { conditions: [entry.condition] })
    expect(spool.conditions).toMatchObject([{ verification_method: 'human_confirmed' }])
  })

  test('is never left to a person where an agent asks', async () => {
    const { json } = await dryRun([mixed], { fields: ['name'], declared_actor_type: 'agent' })
    const [entry] = json.unsupported ?? []
    expect([entry?.suggested_method, entry?.incomplete]).toEqual(['external_tool', ['external_judge']])
  })
})

describe('a compiled text', () => {
  test('of which nothing was read is not charged', async () => {
    const poor = await operator.openAccount({ included: 0 })
    const as = (source: string) =>
      send<CompiledPolicy & ErrorAnswer>('/api/v1/policy-compiler', { key: poor.apiKey, body: { source } })
    const unread = await as('Zzyzx wibble.')
    expect([unread.status, unread.json.charged]).toEqual([201, false])
    expect([(await as('Exactly 2 rows.')).json.code]).toEqual(['credits_required'])
  })
})
