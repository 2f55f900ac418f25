import { describe, expect, test } from 'vitest'
import type { CreatedSpool, VerifiedSpool } from '@outturn/contracts'
import { agreement, shownEvidence } from '../e2e/agreement.ts'
import { openGame } from './game.fixture.ts'
import { good, outcomeOf } from './stage.ts'

const { accounts, send, stage } = openGame()

describe('a good delivery is not undone by the buyer:', () => {
  test.each([
    ['with a row of its own', [{ name: '' }], {}],
    ['with a row of its own from the same source', [{ name: '' }], { source: 'export' }],
    ['in the name of the provider', [{ name: '' }], { on_behalf_of: 'provider' }],
    [
      'in the name and under the source of the provider',
      [{ name: '' }],
      { on_behalf_of: 'provider', source: 'export' },
    ],
    ['with the same rows', good, {}],
    ['with a text', good, { type: 'text', metadata: { text: 'It is all wrong.' } }],
  ])('%s', async (_, rows, more) => {
    const spool = await stage.accepted()
    await stage.supply('provider', spool, good)
    await stage.supply('buyer', spool, rows, { source: 'of the buyer', ...more })
    expect(await stage.verify(spool)).toMatchObject({ earned_cents: 500, receipt: { result: 'pass' } })
  })

  test('with so much evidence that the seller has no room', async () => {
    const spool = await stage.accepted()
    const sent = await Promise.all(
      Array.from({ length: 101 }, (_, index) =>
        stage.supply('buyer', spool, [{ name: '' }], { source: `of the buyer ${index}` }),
      ),
    )
    expect(sent.filter(({ status }) => status === 200)).toHaveLength(100)
    expect((await stage.supply('provider', spool, good)).status).toBe(200)
    expect(await stage.verify(spool)).toMatchObject({ earned_cents: 500 })
  })

  test('by using up the verdict while there is nothing to judge', async () => {
    const spool = await stage.accepted({ finality: { mode: 'first_verdict', max_runs: 1 } })
    await stage.supply('buyer', spool, [{ name: '' }], { on_behalf_of: 'provider', source: 'of the buyer' })
    expect(await stage.verify(spool)).toMatchObject({ earned_cents: 0, terminal: false })
    await stage.supply('provider', spool, good)
    expect(await stage.verify(spool)).toMatchObject({ earned_cents: 500, terminal: true })
  })

  test('by other terms than were accepted', async () => {
    const spool = await stage.accepted()
    const amended = await send(`/api/v1/spools/${spool.id}/amend`, {
      key: accounts.buyer.apiKey,
      body: { unitization: { total_units: 500, unit_amount_cents: 1 } },
    })
    expect(outcomeOf(amended)).toBe('409 invalid_state')
  })
})

test('terms that are changed before they are accepted are not accepted unseen', async () => {
  const [first, second] = agreement().parties
  const parties = [first, { ...second, account_id: accounts.seller.accountId }]
  const proposed = await send<{ id: string; agreement: { agreement_hash: string } }>('/api/v1/spools', {
    key: accounts.buyer.apiKey,
    body: { ...agreement(), parties },
  })
  const { id, agreement: seen } = proposed.json
  const body = { unitization: { total_units: 500, unit_amount_cents: 1 } }
  expect((await send(`/api/v1/spools/${id}/amend`, { key: accounts.buyer.apiKey, body })).status).toBe(200)
  const accepted = await send(`/api/v1/spools/${id}/accept`, {
    key: accounts.seller.apiKey,
    body: { agreement_hash: seen.agreement_hash },
  })
  expect([outcomeOf(accepted), accepted.json.reason]).toEqual(['409 invalid_state', 'terms_changed'])
})

test('a buyer does not give the word of the seller', async () => {
  const both = {
    description: 'Both have looked at it.',
    required: true,
    verification_method: 'human_confirmed',
    confirmation_method: 'both_confirm',
  } as const
  const spool = await stage.accepted({ conditions: [...agreement().conditions, both] })
  await stage.supply('provider', spool, good)
  const word = { condition_id: spool.conditions[1]?.id, method: 'both_confirm', outcome: 'passed' }
  const evidence_refs = await shownEvidence(send, accounts.buyer.apiKey, spool.id, word.condition_id)
  const { condition_id: conditionId, ...metadata } = { ...word, evidence_refs }
  for (const claimed of ['provider', 'seller', undefined]) {
    await send(`/api/v1/spools/${spool.id}/evidence`, {
      key: accounts.buyer.apiKey,
      body: {
        condition_id: conditionId,
        type: 'confirmation',
        source: 'word',
        metadata,
        ...(claimed !== undefined && { on_behalf_of: claimed }),
      },
    })
  }
  const waiting: VerifiedSpool = await stage.verify(spool, {
    confirmations: [{ ...word, evidence_refs }],
  })
  expect(waiting).toMatchObject({
    receipt: null,
    next_step: { type: 'await_confirmation', actor: 'provider' },
  })
})

test('of a confirmation and a delivery that race, what is judged is what was confirmed', async () => {
  const liked = {
    description: 'The buyer likes it.',
    required: true,
    verification_method: 'human_confirmed',
  } as const
  for (let round = 0; round < 5; round += 1) {
    const spool = await stage.accepted({ conditions: [...agreement().conditions, liked] })
    const { json } = await stage.supply('provider', spool, good)
    const seen = (json as CreatedSpool).evidence.map(({ id }) => id)
    const word = {
      condition_id: spool.conditions[1]?.id,
      method: 'buyer_confirm',
      outcome: 'passed',
      evidence_refs: seen,
    }
    const path = `/api/v1/spools/${spool.id}/verify`
    const verify = (confirmations: object[]) =>
      send<VerifiedSpool>(path, { key: accounts.buyer.apiKey, body: { confirmations } })
    const [swapped, first] = await Promise.all([
      stage.supply('provider', spool, [{ name: 'Nothing' }]),
      verify([word]),
    ])
    // Either the delivery that was looked at is judged, or the confirmation comes too late for it and is refused.
    if (first.status === 200) expect(first.json.earned_cents).toBe(500)
    else
      expect([outcomeOf(first), (first.json as { reason?: string }).reason]).toEqual([
        '409 conflict',
        'evidence_changed',
      ])
    const second = await verify([])
    if (swapped.status === 200 && second.status === 200) expect(second.json.receipt).toBeNull()
  }
})
