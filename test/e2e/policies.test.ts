import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type {
  CompiledPolicy,
  ConfirmedPolicy,
  CreatedSpool,
  OneCallResponse,
  Preflight,
  Recipe,
  SpoolView,
  VerifiedSpool,
} from '@outturn/contracts'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Account, connectOperator, type Operator } from '../system/operator.ts'
import { acted, agreement, counterpartyKey, created } from './agreement.ts'
import { delivery, type ErrorAnswer, type HttpAnswer, readSystem, sendTo } from './api.ts'

const system = readSystem(inject('system'))
const send = sendTo(system)
let operator: Operator
let account: Account

beforeAll(async () => {
  operator = await connectOperator(system)
  account = await operator.openAccount({ included: 100 })
})
afterAll(() => operator.close())

async function posted<T>(path: string, body: unknown, expected = 201): Promise<T> {
  const answer: HttpAnswer = await send<unknown>(path, { key: account.apiKey, body })
  if (answer.status !== expected) throw new Error(`${path} answered ${answer.status}: ${answer.text}`)
  return answer.json as T
}

const rows = [
  { name: 'Aurora Robotics', website: 'https://aurora.example' },
  { name: 'Cobalt Freight', website: 'https://cobalt.example' },
]
const compile = () =>
  posted<CompiledPolicy>('/api/v1/policy-compiler', {
    source: 'Deliver 2 leads at $2.50 each by Friday. Every row has name and website. It looks professional.',
    fields: ['name', 'website'],
  })
const confirm = ({ policy_id, policy_digest, suggested_conditions: suggested }: CompiledPolicy) =>
  posted<ConfirmedPolicy>('/api/v1/policy-compiler/confirm', {
    policy_id,
    policy_digest,
    accept: suggested.map(({ suggestion_id: id }) => id),
    answers: { amb_1: '2100-01-01T00:00:00Z' },
    create_recipe: true,
  })

describe('a text', () => {
  test('of thousands of characters is read in a thread and confirmed as a short one is', async () => {
    const stated = Array.from({ length: 90 }, (_, index) => `Every row has "field_${index}".`).join(' ')
    const source = `Deliver 2 leads at $2.50 each by Friday. ${stated}`
    const compiled = await posted<CompiledPolicy>('/api/v1/policy-compiler', { source })
    expect(compiled.suggested_conditions).toHaveLength(90)
    expect((await confirm(compiled)).conditions).toHaveLength(91)
    const endless = { source: 'Neat. '.repeat(201) }
    const refused = await posted<ErrorAnswer>('/api/v1/policy-compiler', endless, 422)
    expect([refused.code, refused.field]).toEqual(['validation_failed', 'source'])
  })

  test('is read, its questions are answered, and its conditions bind two parties', async () => {
    const compiled = await compile()
    expect(compiled.ambiguities.map(({ ambiguity_id: id, text }) => [id, text])).toEqual([
      ['amb_1', expect.stringContaining('Friday')],
    ])
    expect(compiled.unsupported.map(({ text }) => text)).toEqual(['It looks professional'])
    const { conditions, unitization, value } = await confirm(compiled)
    expect([unitization, value?.amount_cents]).toEqual([{ total_units: 2, unit_amount_cents: 250 }, 500])

    const spool = await created(send, account.apiKey, {
      conditions,
      ...(unitization !== null && { unitization }),
    })
    const { api_key: seller } = await counterpartyKey(send, account.apiKey, spool.id)
    await acted(send, seller, `${spool.id}/accept`)
    for (const { id } of spool.conditions) {
      const item = { condition_id: id, type: 'dataset', source: 'export', metadata: { rows } }
      await acted(send, seller, `${spool.id}/evidence`, item)
    }
    const verified = await acted<VerifiedSpool>(send, account.apiKey, `${spool.id}/verify`)
    expect([verified.status.verification, verified.earned_cents]).toEqual(['pass', 500])
  })

  test('becomes a recipe of the account, by which one call verifies and a Spool is made', async () => {
    const { recipe } = await confirm(await compile())
    const body = { ...delivery({ evidence: { rows } }), conditions: undefined, recipe: { id: recipe?.id } }
    const verified = await posted<OneCallResponse>('/api/v1/verify', body)
    expect([verified.earned_cents, verified.accepted]).toEqual([500, 2])

    const stranger = await operator.openAccount({ included: 1 })
    const hidden = await send('/api/v1/verify', { key: stranger.apiKey, body })
    const unknown = { ...body, recipe: { id: 'custom-0000@1' } }
    const missing = await send('/api/v1/verify', { key: stranger.apiKey, body: unknown })
    expect([hidden.status, hidden.json.code]).toEqual([missing.status, missing.json.code])

    const { conditions: _, ...terms } = agreement()
    const make = (key: string, recipe_hash: string | undefined) =>
      send<CreatedSpool & ErrorAnswer>('/api/v1/spools', {
        ...{
          key,
          body: { ...terms, recipe: { id: recipe?.id, ...(recipe_hash !== undefined && { recipe_hash }) } },
        },
      })
    const { status, json: spool } = await make(account.apiKey, recipe?.recipe_hash)
    expect([status, spool.conditions.map(({ deterministic_check: check }) => check?.checker)]).toEqual([
      201,
      (await confirm(await compile())).conditions.map(({ deterministic_check: check }) => check?.checker),
    ])
    const wrong = await make(account.apiKey, `sha256:${'0'.repeat(64)}`)
    expect([wrong.status, wrong.json.code]).toEqual([409, 'recipe_hash_mismatch'])
    const foreign = await make(stranger.apiKey, recipe?.recipe_hash)
    expect([foreign.status, foreign.json.code]).toEqual([404, 'recipe_not_found'])
  })
})

const order = '2 leads, each with a valid website, no duplicate websites, by 2100-12-01'

describe('every word of a text', () => {
  test('compiles, where the fields of the rows are known', async () => {
    const compiled = await posted<CompiledPolicy>('/api/v1/policy-compiler', {
      source: `${order}.`,
      fields: ['name', 'website'],
    })
    expect(compiled.ambiguities).toEqual([])
    expect(compiled.suggested_conditions.map(({ condition }) => condition.deterministic_check)).toEqual([
      { checker: 'row_count', expected: 2 },
      { checker: 'url_format', field: 'website' },
      { checker: 'duplicate_rate', key_fields: ['website'] },
      { checker: 'deadline_met', deadline: '2100-12-01T23:59:59.999999999Z' },
    ])
    expect(compiled.suggested_conditions.map(({ condition }) => condition.description)).toEqual([
      '2 leads',
      'each with a valid website',
      'no duplicate websites',
      'by 2100-12-01 (until the end of the day, UTC)',
    ])
  })

  test('is shown in one span, and the policy is not confirmed while a question is open', async () => {
    const source = `Hello! ${order}. Sorted by name. Payment on Friday.`
    const compiled = await posted<CompiledPolicy>('/api/v1/policy-compiler', {
      source,
      fields: ['name', 'website'],
    })
    expect(compiled.ambiguities.map(({ text }) => text)).toEqual(['Sorted by name', 'Payment on Friday'])
    const spans = [
      ...compiled.suggested_conditions.map(({ source_span }) => source_span),
      ...compiled.ambiguities.map(({ source_span }) => source_span),
      ...compiled.connectives,
    ]
    const words = [...source.matchAll(/[\p{L}\p{N}]+/gu)]
    expect(
      words.filter(({ index }) => !spans.some(({ start, end }) => start <= index && index < end)),
    ).toEqual([])

    const answering = (answers: Record<string, string>) =>
      send('/api/v1/policy-compiler/confirm', {
        key: account.apiKey,
        body: {
          policy_id: compiled.policy_id,
          policy_digest: compiled.policy_digest,
          accept: ['sug_1', 'sug_2', 'sug_3', 'sug_4'],
          answers,
        },
      })
    const answers = { amb_1: 'term' }
    const { status, json } = await answering(answers)
    expect([status, json.code, json.field, json.reason]).toEqual([
      422,
      'ambiguity_required',
      'answers.amb_2',
      'open',
    ])
    const confirmed = await answering({ ...answers, amb_2: 'term' })
    expect(confirmed.status).toBe(201)
    const policy = confirmed.json as unknown as ConfirmedPolicy
    expect(policy.conditions).toHaveLength(4)
    expect(policy.terms.map(({ text }) => text)).toEqual(['Sorted by name', 'Payment on Friday'])
  })

  test('of a one-call condition names a field by its mark or as the rows have it, else it is asked for', async () => {
    const verify = (condition: string) =>
      send('/api/v1/verify', {
        key: account.apiKey,
        body: delivery({ evidence: { rows }, conditions: [condition] }),
      })
    const { status, json } = await verify('every row has phone')
    expect([status, json.code, json.field, json.reason]).toEqual([
      422,
      'ambiguity_required',
      'conditions[0]',
      'field_unmarked',
    ])
    expect(json.questions?.map(({ wants, candidates }) => [wants, candidates])).toEqual([
      ['field', ['name', 'website']],
    ])
    expect(json.remediation).toContain(JSON.stringify(json.questions?.[0]?.rewrites[0]))
    const marked = (await verify('every row has "phone"')).json as unknown as OneCallResponse
    expect(marked.earned_cents).toBe(0)
    const known = (await verify('no duplicate names')).json as unknown as OneCallResponse
    expect(known.earned_cents).toBe(500)
  })
})

test('what is still to be filled in is refused, and what only looks so is not', async () => {
  const described = async (description: string) => {
    const [condition] = agreement().conditions
    const body = agreement({ conditions: [{ ...condition, description } as never] })
    const { status, json } = await send('/api/v1/spools', { key: account.apiKey, body })
    return [status, json.code]
  }
  for (const blank of ['Pay $[amount].', 'Due [DD/MM/YYYY].', 'The list is [to be determined].']) {
    expect(await described(blank)).toEqual([422, 'ambiguity_required'])
  }
  for (const whole of [
    '- [ ] the table has names',
    'Write to <ana@example.com>, see [name](https://a.example).',
  ]) {
    expect((await described(whole))[0]).toBe(201)
  }
})

test('a built-in recipe is pinned by its hash: another hash is refused, this one verifies', async () => {
  const { json: recipe } = await send<Recipe>('/api/v1/recipes/lead-list@1', { key: account.apiKey })
  const byRecipe = (recipe_hash: string) => ({
    ...delivery({ evidence: { rows } }),
    conditions: undefined,
    recipe: {
      id: recipe.id,
      recipe_hash,
      params: { rows: 2, required_fields: ['name', 'website'], key_fields: ['website'] },
    },
  })
  const verified = await posted<OneCallResponse>('/api/v1/verify', byRecipe(recipe.recipe_hash))
  expect([verified.earned_cents, verified.accepted]).toEqual([500, 2])
  const other = byRecipe(`sha256:${'0'.repeat(64)}`)
  const refused = await send('/api/v1/verify', { key: account.apiKey, body: other })
  expect([refused.status, refused.json.code]).toEqual([409, 'recipe_hash_mismatch'])
})

test('a Spool is made of a recipe: its conditions are shown and bind, and the receipt names it', async () => {
  const { json: recipe } = await send<Recipe>('/api/v1/recipes/lead-list@1', { key: account.apiKey })
  const { id, recipe_hash } = recipe
  const params = { rows: 2, required_fields: ['name', 'website'], key_fields: ['website'] }
  const { conditions: _, ...rest } = agreement({ agreement: { mode: 'unilateral' } })
  const create = (body: object) =>
    send<CreatedSpool & ErrorAnswer>('/api/v1/spools', { key: account.apiKey, body })
  const { status, json: spool } = await create({ ...rest, recipe: { id, recipe_hash, params } })
  expect([status, spool.conditions.map(({ deterministic_check: check }) => check?.checker)]).toEqual([
    201,
    ['row_count', 'completeness', 'duplicate_rate'],
  ])
  const item = { type: 'dataset', source: 'crm', metadata: { rows } }
  for (const condition of spool.conditions) {
    const evidence = { ...item, condition_id: condition.id }
    await acted(send, account.apiKey, `${spool.id}/evidence`, evidence)
  }
  const verified = await acted<VerifiedSpool>(send, account.apiKey, `${spool.id}/verify`, {})
  expect(verified.receipt).toMatchObject({ recipe: { id, recipe_hash } })
  const refusals = [
    { ...rest, ...agreement(), recipe: { id, params } },
    rest,
    { ...rest, recipe: { id, recipe_hash: `sha256:${'0'.repeat(64)}`, params } },
    { ...rest, recipe: { id: 'none@1' } },
    { ...rest, recipe: { id, params: { ...params, rows: 'two' } } },
    {
      ...rest,
      recipe: { id: 'dataset-delivery@1', params: { ...params, deadline: '2020-01-01T00:00:00Z' } },
    },
  ]
  const answers = await Promise.all(refusals.map(create))
  expect(answers.map(({ status: code, json }) => [code, json.code, json.field])).toEqual([
    [400, 'validation_failed', 'conditions'],
    [400, 'validation_failed', 'conditions'],
    [409, 'recipe_hash_mismatch', 'recipe.recipe_hash'],
    [404, 'recipe_not_found', undefined],
    [422, 'validation_failed', 'recipe.params.rows'],
    [422, 'validation_failed', 'recipe.params'],
  ])
})

describe('a dry run', () => {
  let database: Client
  beforeAll(async () => {
    database = new Client({ connectionString: readFileSync(system.database_url_file, 'utf8').trim() })
    await database.connect()
  })
  afterAll(() => database.end())

  /**
   * Rows of the account by table, of everything that any service keeps but the request log, which has a row for
   * each request and writes it later: other tests go on beside this one.
   */
  async function countRows(): Promise<Record<string, string>> {
    const { rows: tables } = await database.query<{ name: string; columns: string[] }>(
      `select format('%I.%I', relnamespace::regnamespace::text, relname) as name,
         array(select attname::text from pg_attribute where attrelid = pg_class.oid and attnum > 0) as columns
       from pg_class where relkind = 'r' and relnamespace::regnamespace::text !~ '^(pg_|information_schema)'
         and relname !~ '^request_log_' order by 1`,
    )
    const counts = tables.map(
      ({ name, columns }) =>
        `select '${name}' as name, count(*)::text as rows from ${name} as each where ${ownRow(columns)}`,
    )
    const counted = await database.query<{ name: string; rows: string }>(counts.join(' union all '))
    return Object.fromEntries(counted.rows.map(({ name, rows: count }) => [name, count]))
  }

  function ownRow(columns: readonly string[]): string {
    const id = `'${account.accountId}'`
    if (columns.includes('account_id')) return `account_id = ${id}`
    if (columns.includes('spool_id')) {
      return `spool_id in (select id from spool.spool where account_id = ${id})`
    }
    return `strpos(each::text, ${id}) > 0`
  }

  /** The same, once what earlier work left to be done in the background is done. */
  async function countAtRest(): Promise<Record<string, string>> {
    for (let before = await countRows(); ; ) {
      await pause(500)
      const now = await countRows()
      if (JSON.stringify(now) === JSON.stringify(before)) return now
      before = now
    }
  }

  test('of a verification or an amendment says what would be, and leaves no row anywhere', async () => {
    const spool = await created(send, account.apiKey)
    const before = await countAtRest()
    const preflight = await posted<Preflight>('/api/v1/verify?dry_run=true', delivery(), 200)
    expect([preflight.result, preflight.earned_cents, preflight.price.covered_by]).toEqual([
      'pass',
      500,
      'allowance',
    ])
    const amended = await posted<SpoolView>(
      `/api/v1/spools/${spool.id}/amend?dry_run=true`,
      { unitization: { total_units: 5, unit_amount_cents: 100 } },
      200,
    )
    expect(amended.version).toBe(spool.version + 1)
    expect(await countRows()).toEqual(before)
  })
})
