import type { CreatedSpool } from '@outturn/contracts'
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { agreement } from '../e2e/agreement.ts'
import { openGame } from './game.fixture.ts'
import { playSplit } from './split-delivery.ts'
import { good } from './stage.ts'

// A verdict is about one delivery, whatever the labels of its parts say.

const { accounts, send, stage } = openGame()

const hasBoth = agreement().conditions[0]?.deterministic_check as object
const twoRows = { checker: 'row_count', expected: 2 }
const distinct = { checker: 'duplicate_rate', key_fields: ['name'], max_rate_bp: 0 }
const blank = [{ name: '' }, { name: '' }]
const judgedBy = (...checks: object[]) =>
  checks.map((check, index) => ({
    description: `Part ${index + 1} of what was agreed.`,
    required: true,
    verification_method: 'deterministic' as const,
    deterministic_check: check as never,
  }))

/** Supplies each content for the condition at its place. */
async function split(spool: CreatedSpool, contents: readonly (readonly object[] | string)[]) {
  for (const [index, content] of contents.entries()) {
    const condition_id = spool.conditions[index]?.id
    const isText = typeof content === 'string'
    const more = isText ? { type: 'text', metadata: { text: content } } : {}
    const { status } = await stage.supply('provider', spool, isText ? [] : content, { condition_id, ...more })
    expect(status).toBe(200)
  }
}

describe('labels do not make one delivery of two:', () => {
  test.each([
    ['blank rows to be counted, one good row to be looked at', [twoRows, hasBoth], [blank, [good[0]]], false],
    [
      'equal rows for one check, distinct ones for the other',
      [hasBoth, distinct],
      [[good[0], good[0]], good],
      true,
    ],
    ['good rows for one check, half of them for the other', [hasBoth, distinct], [good, [good[0]]], true],
    [
      'good rows for one check, blank ones for the others',
      [hasBoth, twoRows, distinct],
      [good, blank, blank],
      true,
    ],
  ] as const)('%s', async (_, checks, contents, hasUnits) => {
    const spool = await stage.accepted({
      conditions: judgedBy(...checks),
      ...(!hasUnits && { unitization: undefined }),
    })
    await split(spool, contents as readonly object[][])
    const run = await stage.verify(spool)
    expect(run).toMatchObject({ earned_cents: 0, next_step: { actor: 'provider' } })
    expect(run.receipt?.result).toBe('uncertain')
    expect((await stage.settle(accounts.buyer.apiKey, run.receipt?.id, '2.50')).status).toBe(409)
    // One delivery for all ends the doubt.
    await split(
      spool,
      checks.map(() => good),
    )
    expect(await stage.verify(spool)).toMatchObject({ earned_cents: 500, receipt: { result: 'pass' } })
  })

  test.concurrent.each(Array.from({ length: 10 }, (_, index) => index + 1))(
    'in split %i no more is earned than by the best table alone',
    async (seed) => {
      await expect(playSplit(send, accounts, seed)).resolves.toBeUndefined()
    },
  )
})

describe('no condition is judged on another delivery than the rest:', () => {
  const digestOf = (text: string) => createHash('sha256').update(text).digest('hex')
  const table =
    'name,website\nAurora Robotics,https://aurora.example\nCobalt Freight,https://cobalt.example\n'
  const asTable = { type: 'dataset', metadata: { text: table, media_type: 'text/csv' } }
  const asFile = (text: string) => ({
    type: 'file',
    metadata: { content_base64: btoa(text), media_type: 'application/octet-stream' },
  })
  const note = (text: string) => ({ type: 'text', metadata: { text } })
  const whole = { unitization: undefined }

  test.each([
    [
      'a note that is free of a word beside a table that has it',
      [hasBoth, { checker: 'text_contains', none_of: ['Cobalt'] }],
      [asTable, note('fine')],
      'fail',
    ],
    [
      'the same where the table came as rows',
      [hasBoth, { checker: 'text_contains', none_of: ['Cobalt'] }],
      [{ type: 'dataset', metadata: { rows: good } }, note('fine')],
      'fail',
    ],
    [
      'a file with the agreed digest beside another table',
      [hasBoth, { checker: 'hash_matches', expected: digestOf('abc') }],
      [asTable, asFile('abc')],
      'uncertain',
    ],
    [
      'two JSON documents of which one is as agreed',
      [
        { checker: 'json_path', path: '$.state', operator: 'equals', value: 'final' },
        { checker: 'json_path', path: '$.state' },
      ],
      [
        { source: 'one', metadata: { json: { state: 'draft' } } },
        { source: 'two', metadata: { json: { state: 'final' } } },
      ],
      'uncertain',
    ],
  ] as const)('%s', async (_, checks, items, result) => {
    const spool = await stage.accepted({ ...whole, conditions: judgedBy(...checks) })
    // However they are labelled and in whatever order they come, nothing is earned.
    for (const order of [items, items.toReversed()]) {
      for (const [index, item] of order.entries()) {
        const condition_id = spool.conditions[index]?.id
        expect((await stage.supply('provider', spool, [], { condition_id, ...item })).status).toBe(200)
      }
      const { earned_cents: earned, receipt } = await stage.verify(spool)
      expect([earned, receipt?.result]).toEqual([0, result])
    }
  })

  describe('under an agreed source', () => {
    const bound = { evidence_requirements: [{ expected_type: 'dataset', source_ref: 'leads' }] }
    const agreed = (...isBound: boolean[]) =>
      judgedBy(twoRows, hasBoth).map((each, index) => ({ ...each, ...(isBound[index] && bound) })) as never
    const leads = { source: 'leads' }

    test.each([
      ['both bound to it', [true, true]],
      ['one bound to it', [true, false]],
    ] as const)('blank rows to be counted, one good row to be looked at, %s', async (_, isBound) => {
      const spool = await stage.accepted({ ...whole, conditions: agreed(...isBound) })
      const [counted, looked] = spool.conditions.map(({ id }) => ({ ...leads, condition_id: id }))
      await stage.supply('provider', spool, blank, counted)
      await stage.supply('provider', spool, [good[0] ?? {}], looked)
      expect(await stage.verify(spool)).toMatchObject({ earned_cents: 0, receipt: { result: 'uncertain' } })
      // One table for both ends the doubt.
      await stage.supply('provider', spool, good, counted)
      await stage.supply('provider', spool, good, looked)
      expect(await stage.verify(spool)).toMatchObject({ earned_cents: 500, receipt: { result: 'pass' } })
    })

    test('one table that is sent once is enough for both', async () => {
      const spool = await stage.accepted({ ...whole, conditions: agreed(true, true) })
      await stage.supply('provider', spool, good, leads)
      expect(await stage.verify(spool)).toMatchObject({ earned_cents: 500, receipt: { result: 'pass' } })
    })

    test('the buyer puts no other table beside it in the name of the provider', async () => {
      const spool = await stage.accepted({ ...whole, conditions: agreed(true, true) })
      await stage.supply('provider', spool, good, leads)
      const forged = { ...leads, condition_id: spool.conditions[1]?.id, on_behalf_of: 'provider' }
      await stage.supply('buyer', spool, blank, forged)
      expect(await stage.verify(spool)).toMatchObject({ earned_cents: 500, receipt: { result: 'pass' } })
    })
  })
})

describe('what is late is late:', () => {
  test('a note in time, and the rows after the deadline', async () => {
    const deadline = new Date(Date.now() + 8_000).toISOString()
    const spool = await stage.accepted({
      conditions: judgedBy({ checker: 'deadline_met', deadline }, hasBoth),
      unitization: undefined,
    })
    await split(spool, ['All of it is coming.'])
    await expect.poll(() => Date.now() > Date.parse(deadline), { timeout: 20_000 }).toBe(true)
    await stage.supply('provider', spool, good, { condition_id: spool.conditions[1]?.id })
    const { earned_cents: earned, receipt } = await stage.verify(spool)
    expect([earned, receipt?.result]).toEqual([0, 'fail'])
  })

  test('but what was there in time is not late because it is sent again', async () => {
    const deadline = new Date(Date.now() + 8_000).toISOString()
    const spool = await stage.accepted({
      conditions: judgedBy({ checker: 'deadline_met', deadline }, hasBoth),
      unitization: undefined,
    })
    await split(spool, [good])
    await expect.poll(() => Date.now() > Date.parse(deadline), { timeout: 20_000 }).toBe(true)
    await split(spool, [good, good])
    expect(await stage.verify(spool)).toMatchObject({ earned_cents: 500, receipt: { result: 'pass' } })
  })

  test('a row that is late by less than a thousandth of a second', async () => {
    const deadline = '2030-01-01T00:00:00.0001Z'
    const spool = await stage.accepted({
      conditions: judgedBy({ checker: 'deadline_met', deadline, basis: 'field', field: 'at' }),
    })
    await stage.supply('provider', spool, [
      { ...good[0], at: deadline },
      { ...good[1], at: '2030-01-01T00:00:00.00010001Z' },
    ])
    expect(await stage.verify(spool)).toMatchObject({ earned_cents: 250 })
  })
})

test.each([
  ['buyer', 'provider'],
  ['provider', 'buyer'],
] as const)(
  'evidence that the %s sends in the name of the %s shows both sides who sent it',
  async (side, claimed) => {
    const spool = await stage.accepted()
    await stage.supply(side, spool, good, { on_behalf_of: claimed })
    const sender = spool.parties.find(({ role }) => (role === 'buyer') === (side === 'buyer'))?.party_id
    for (const { apiKey } of [accounts.buyer, accounts.seller]) {
      const { json } = await send<CreatedSpool>(`/api/v1/spools/${spool.id}`, { key: apiKey })
      expect(json.evidence).toMatchObject([{ supplied_by: sender, on_behalf_of: claimed }])
    }
  },
)
