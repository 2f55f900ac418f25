import type { CreatedSpool } from '@outturn/contracts'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { agreement } from '../e2e/agreement.ts'
import { readSystem, sendTo } from '../e2e/api.ts'
import { connectOperator, type Operator } from '../system/operator.ts'
import { type Accounts, openAccounts } from './players.ts'
import { playSplit } from './split-delivery.ts'
import { good, openStage, type Stage } from './stage.ts'

// A verdict is about one delivery, whatever the labels of its parts say.

const system = readSystem(inject('system'))
const send = sendTo(system)
let operator: Operator
let accounts: Accounts
let stage: Stage

beforeAll(async () => {
  operator = await connectOperator(system)
  accounts = await openAccounts(operator)
  stage = openStage(send, accounts)
})
afterAll(() => operator.close())

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
