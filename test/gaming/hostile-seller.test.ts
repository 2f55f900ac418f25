import type { ConfirmationInput, CreatedSpool, VerifiedSpool } from '@outturn/contracts'
import { describe, expect, test } from 'vitest'
import { agreement, shownEvidence } from '../e2e/agreement.ts'
import { openGame } from './game.fixture.ts'
import { good, outcomeOf } from './stage.ts'

const { accounts, operator, send, stage } = openGame()

const looked = {
  description: 'The buyer likes it.',
  required: true,
  verification_method: 'human_confirmed',
} as const
const byCompany = {
  total_units: 2,
  unit_amount_cents: 250,
  identity: { source_key: 'name', visibility: 'pseudonymous' },
} as const

const path = ({ id }: CreatedSpool) => `/api/v1/spools/${id}`

/** The word of the buyer on what the Spool shows now. */
async function passed(spool: CreatedSpool): Promise<{ confirmations: ConfirmationInput[] }> {
  const condition_id = spool.conditions[1]?.id ?? ''
  const evidence_refs = await shownEvidence(send, accounts.buyer.apiKey, spool.id, condition_id)
  return { confirmations: [{ condition_id, method: 'buyer_confirm', outcome: 'passed', evidence_refs }] }
}

describe('a seller is not paid for what it did not deliver:', () => {
  test.each([
    ['one row of two', [good[0]], 250],
    ['no row', [], 0],
    ['one company twice', [good[0], good[0]], 250],
    ['a company without a name beside a good one', [good[0], { ...good[1], name: '' }], 250],
    ['surplus rows in place of a bad one', [{ ...good[0], website: '' }, good[1], good[1], good[1]], 250],
  ])('%s', async (_, rows, cents) => {
    const spool = await stage.accepted({ unitization: byCompany })
    const supplied = await stage.supply('provider', spool, rows as object[])
    if (supplied.status !== 200) return expect(outcomeOf(supplied)).toMatch(/^4/)
    const { earned_cents: earned, receipt } = await stage.verify(spool)
    expect([earned, receipt?.result === 'pass']).toEqual([cents, false])
  })

  test('a delivery that was split among sources counts each company once', async () => {
    const spool = await stage.accepted({ unitization: byCompany })
    for (const source of ['a', 'b', 'c']) await stage.supply('provider', spool, [good[0] ?? {}], { source })
    expect(await stage.verify(spool)).toMatchObject({ earned_cents: 250 })
  })

  test('an agreement that asks for another number of rows than it pays units is refused', async () => {
    const rows = { description: 'Two rows.', required: true, verification_method: 'deterministic' } as const
    const conditions = [{ ...rows, deterministic_check: { checker: 'row_count', expected: 3 } as const }]
    const answer = await send('/api/v1/spools', {
      key: accounts.buyer.apiKey,
      body: agreement({ conditions }),
    })
    expect(outcomeOf(answer)).toBe('422 validation_failed')
  })
})

describe('a seller does not speak for the buyer:', () => {
  test('a delivery that is swapped under the word of the buyer has to be confirmed again', async () => {
    const spool = await stage.accepted({
      conditions: [...agreement().conditions, looked],
      unitization: byCompany,
    })
    await stage.supply('provider', spool, [good[0] ?? {}])
    expect(await stage.verify(spool, await passed(spool))).toMatchObject({ earned_cents: 250 })
    await stage.supply('provider', spool, good)
    const swapped = await stage.verify(spool)
    expect(swapped).toMatchObject({ receipt: null, status: { verification: 'awaiting_confirmation' } })
    expect(swapped.next_step).toMatchObject({ type: 'await_confirmation', actor: 'buyer' })
    const again = await stage.verify(spool, await passed(spool))
    expect(again).toMatchObject({ earned_cents: 500 })
  })

  test('nor by a word of the buyer that names nothing, or what it saw before the swap', async () => {
    const spool = await stage.accepted({ conditions: [...agreement().conditions, looked] })
    await stage.supply('provider', spool, good)
    const seen = await passed(spool)
    const before = await send<CreatedSpool>(path(spool), { key: accounts.buyer.apiKey })
    await stage.supply('provider', spool, [{ name: 'Nothing', website: 'https://nothing.example' }])
    const [{ evidence_refs: _, ...plain }] = seen.confirmations as [ConfirmationInput]
    const say = (confirmations: object[], headers: Record<string, string> = {}) =>
      send(`${path(spool)}/verify`, { key: accounts.buyer.apiKey, headers, body: { confirmations } })
    const sendWord = (named: object) =>
      send(`${path(spool)}/evidence`, {
        key: accounts.buyer.apiKey,
        body: {
          condition_id: plain.condition_id,
          type: 'confirmation',
          source: 'word',
          metadata: { method: plain.method, outcome: 'passed', ...named },
        },
      })
    const { evidence_refs } = seen.confirmations[0] as ConfirmationInput
    const answers = [
      await say([plain]),
      await say([{ ...plain, evidence_refs: [] }]),
      await say(seen.confirmations),
      await say([plain], { 'if-match': before.headers.get('etag') ?? '' }),
      await sendWord({}),
      await sendWord({ evidence_refs }),
    ]
    expect(answers.map(({ status, json }) => [status, json.reason])).toEqual([
      [422, 'evidence_not_named'],
      [422, 'evidence_not_named'],
      [409, 'evidence_changed'],
      [409, 'version_mismatch'],
      [422, 'evidence_not_named'],
      [409, 'evidence_changed'],
    ])
    expect(await stage.verify(spool)).toMatchObject({ receipt: null })
  })

  test.each(['buyer', 'provider', undefined])(
    'its evidence for %s is no word of the buyer',
    async (claimed) => {
      const spool = await stage.accepted({ conditions: [...agreement().conditions, looked] })
      await stage.supply('provider', spool, good)
      const word = {
        condition_id: spool.conditions[1]?.id,
        type: 'confirmation',
        source: 'word',
        metadata: { method: 'buyer_confirm', outcome: 'passed' },
      }
      await send(`/api/v1/spools/${spool.id}/evidence`, {
        key: accounts.seller.apiKey,
        body: { ...word, ...(claimed !== undefined && { on_behalf_of: claimed }) },
      })
      expect(await stage.verify(spool)).toMatchObject({
        receipt: null,
        status: { verification: 'awaiting_confirmation' },
      })
    },
  )
})

describe('a seller is paid once, by the newest receipt and by the payer:', () => {
  test('an older, higher receipt pays nothing', async () => {
    const spool = await stage.accepted({ unitization: { total_units: 5, unit_amount_cents: 100 } })
    const five = (names: number) =>
      Array.from({ length: names }, (_, n) => ({ ...good[0], name: `Company ${n}` }))
    await stage.supply('provider', spool, five(4))
    const higher = await stage.verify(spool)
    await stage.supply('provider', spool, five(2))
    const lower = await stage.verify(spool)
    expect([higher.earned_cents, lower.earned_cents]).toEqual([400, 200])
    const old = await stage.settle(accounts.buyer.apiKey, higher.receipt?.id, '4.00')
    expect(outcomeOf(old)).toBe('409 conflict')
    expect(old.text).toContain(lower.receipt?.id)
    expect((await stage.settle(accounts.buyer.apiKey, lower.receipt?.id, '2.00')).status).toBe(201)
  })

  test('what was settled by a receipt before counts', async () => {
    const spool = await stage.accepted()
    await stage.supply('provider', spool, [good[0] ?? {}])
    const first = await stage.verify(spool)
    expect((await stage.settle(accounts.buyer.apiKey, first.receipt?.id, '2.50')).status).toBe(201)
    await stage.supply('provider', spool, good)
    const second = await stage.verify(spool)
    expect(outcomeOf(await stage.settle(accounts.buyer.apiKey, second.receipt?.id, '5.00'))).toBe(
      '409 conflict',
    )
    expect((await stage.settle(accounts.buyer.apiKey, second.receipt?.id, '2.50')).status).toBe(201)
  })

  test('it records no settlement in the name of the payer, with none of its keys', async () => {
    const spool = await stage.accepted()
    await stage.supply('provider', spool, good)
    const { receipt } = await stage.verify(spool)
    for (const key of [accounts.seller.apiKey, accounts.sellerVerifyKey, accounts.buyerVerifyKey]) {
      expect(outcomeOf(await stage.settle(key, receipt?.id, '5.00'))).toBe('403 forbidden')
    }
    expect((await stage.settle(accounts.buyer.apiKey, receipt?.id, '5.00')).status).toBe(201)
  })
})

test('a verdict is charged once, how often soever a party has it judged with nothing new', async () => {
  const { apiKey, accountId } = await operator.openAccount({ included: 1 })
  const spool = await stage.accepted({}, { apiKey, accountId })
  await stage.supply('provider', spool, [good[0] ?? {}])
  const run = () => send<VerifiedSpool>(`${path(spool)}/verify`, { key: apiKey, body: {} })
  const { json: judged } = await run()
  expect(judged.earned_cents).toBe(250)
  const again = await Promise.all([run(), run(), run()])
  for (const { status, json } of again) {
    expect([status, json.unchanged, json.receipt?.id]).toEqual([200, true, judged.receipt?.id])
  }
  // The same rows sent again are nothing new, for whichever condition and under whatever source.
  for (const more of [{}, { source: 'again' }, { condition_id: spool.conditions.at(-1)?.id }]) {
    expect((await stage.supply('provider', spool, [good[0] ?? {}], more)).status).toBe(200)
    const { status, json } = await run()
    expect([status, json.unchanged, json.receipt?.id]).toEqual([200, true, judged.receipt?.id])
  }
  // The one verification of the allowance is used up, by the first run alone.
  await stage.supply('provider', spool, good)
  expect((await run()).status).toBe(402)
})
