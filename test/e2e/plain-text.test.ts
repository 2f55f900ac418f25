import type {
  CompiledPolicy,
  ConfirmedPolicy,
  OneCallRequest,
  OneCallResponse,
  Preflight,
  SpoolView,
} from '@outturn/contracts'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Account, connectOperator, type Operator } from '../system/operator.ts'
import { created } from './agreement.ts'
import { delivery, type ErrorAnswer, openSession, readSystem, sendTo } from './api.ts'

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

  test('are found by an alias, at both doors', async () => {
    const fields = [{ name: 'website', aliases: ['homepage'] }, 'name']
    const check = { checker: 'completeness', required_fields: ['website'] }
    const tried = await dryRun<Preflight>(['every row has a homepage'], { fields })
    expect(tried.json.conditions?.map(({ deterministic_check: found }) => found)).toEqual([check])
    const compiled = await compile({ source: 'every row has a homepage', fields })
    expect(compiled.json.fields_from).toBe('request')
    expect(compiled.json.suggested_conditions.map(({ condition }) => condition.deterministic_check)).toEqual([
      check,
    ])
  })
})

describe('a text of several checks', () => {
  const text = 'exactly 2 rows and no duplicate names'

  test('is several conditions in one call, each with its own words, and is charged as one compile', async () => {
    const { status, json } = await send<OneCallResponse>('/api/v1/verify', {
      key: account.apiKey,
      body: bodyOf([text, 'every row has a website'], { fields: ['name', 'website'] }),
    })
    expect([status, json.earned_cents, json.fields_from]).toEqual([201, 500, 'request'])
    const spool = await send<SpoolView>(`/api/v1/spools/${json.spool_id}`, { key: account.apiKey })
    expect(
      spool.json.conditions.map(({ description, deterministic_check: check }) => [
        description,
        check?.checker,
      ]),
    ).toEqual([
      ['exactly 2 rows', 'row_count'],
      ['no duplicate names', 'duplicate_rate'],
      ['every row has a website', 'completeness'],
    ])
    const [one, two] = await Promise.all([
      dryRun<Preflight>([text]),
      dryRun<Preflight>(['exactly 2 rows', 'no duplicate names']),
    ])
    expect([Number(two.json.price.compile_micros)]).toEqual([2 * Number(one.json.price.compile_micros)])
  })

  test('leaves the places of the conditions behind it as they were sent', async () => {
    const bad = { description: 'Bad', deterministic_check: { checker: 'json_path', path: '$[' } } as never
    const { status, json } = await dryRun([text, bad], { fields: ['name', 'website'] })
    expect([status, json.field]).toEqual([422, 'conditions[1].deterministic_check.path'])
    const late = await dryRun([text, 'It looks professional.'], { fields: ['name', 'website'] })
    expect([late.status, late.json.field]).toEqual([422, 'conditions[1]'])
  })

  test('counts each check against the most conditions of a verification', async () => {
    const { status, json } = await dryRun(
      Array.from({ length: 51 }, () => text),
      { fields: ['name', 'website'] },
    )
    expect([status, json.code, json.field]).toEqual([422, 'validation_failed', 'conditions'])
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

  test('is asked about in the same words by every door of one call, before anything is paid', async () => {
    const body = bodyOf(['every row has a phone'], { fields: ['mobile', 'phone_number'] })
    const { token } = await openSession(send)
    const answers = await Promise.all([
      send('/api/v1/verify', { key: account.apiKey, body }),
      send('/api/v1/verify?dry_run=true', { key: account.apiKey, body }),
      send('/api/sandbox/verify', { key: token, body }),
      send('/api/v1/verify/x402', { body }),
    ])
    const bodies = answers.map(
      ({ status, json: { code, field, reason, questions, unsupported, fields_from } }) => ({
        status,
        ...{ code, field, reason, questions, unsupported, fields_from },
      }),
    )
    expect(bodies[0]).toMatchObject({
      status: 422,
      code: 'ambiguity_required',
      field: 'conditions[0]',
      reason: 'field_unmarked',
      questions: [{ wants: 'field', candidates: ['phone_number', 'mobile'] }],
      unsupported: [],
    })
    expect(new Set(bodies.map((each) => JSON.stringify(each))).size).toBe(1)
  })

  test('compiles by each rewrite that a question proposes', async () => {
    const fields = ['mobile', 'phone_number']
    const more = { fields, evidence: { rows: [{ mobile: '1', phone_number: '2' }] } }
    const { json } = await dryRun(['every row has a phone'], more)
    const rewrites = json.questions?.[0]?.rewrites ?? []
    expect(rewrites.length).toBeGreaterThan(1)
    const checks = await Promise.all(
      rewrites.map(async (rewrite) => {
        const tried = await dryRun<Preflight>([rewrite].flat(), more)
        expect(tried.status).toBe(200)
        return JSON.stringify(tried.json.conditions.map(({ deterministic_check: check }) => check))
      }),
    )
    expect(new Set(checks).size).toBe(rewrites.length)
  })

  test('that asks for nothing is said to', async () => {
    const { status, json } = await dryRun(['Thank you!'])
    expect([status, json.code, json.reason]).toEqual([422, 'ambiguity_required', 'nothing_asked'])
    expect(json.error).toContain('asks for nothing')
  })
})

describe('a compiled text', () => {
  test('is confirmed by a rewrite of its question, and the whole has to be accepted or declined', async () => {
    const source = 'Exactly 2 rows. Every row has a phone.'
    const { json: draft } = await compile({ source, fields: ['mobile', 'phone_number'] })
    const [question] = draft.ambiguities
    expect(question).toMatchObject({ reason: 'field_unmarked', candidates: ['phone_number', 'mobile'] })
    const [rewrite] = question?.rewrites ?? []
    const confirm = (decided: object) =>
      send<ConfirmedPolicy & ErrorAnswer>('/api/v1/policy-compiler/confirm', {
        key: account.apiKey,
        body: {
          policy_id: draft.policy_id,
          policy_digest: draft.policy_digest,
          answers: { [question?.ambiguity_id ?? '']: rewrite },
          ...decided,
        },
      })
    const undecided = await confirm({ accept: [] })
    expect([undecided.status, undecided.json.field, undecided.json.reason]).toEqual([
      422,
      'accept',
      'suggestions_open',
    ])
    const declined = await confirm({ accept: [], decline: ['sug_1'] })
    expect(declined.json.conditions.map(({ deterministic_check: check }) => check)).toEqual([
      { checker: 'completeness', required_fields: ['phone_number'] },
    ])
    expect((await confirm({ accept: ['sug_1'] })).json.conditions).toHaveLength(2)
  })

  test('of which nothing was read is not charged', async () => {
    const poor = await operator.openAccount({ included: 0 })
    const as = (source: string) =>
      send<CompiledPolicy & ErrorAnswer>('/api/v1/policy-compiler', { key: poor.apiKey, body: { source } })
    const unread = await as('Zzyzx wibble.')
    expect([unread.status, unread.json.charged]).toEqual([201, false])
    expect([(await as('Exactly 2 rows.')).json.code]).toEqual(['credits_required'])
  })
})
