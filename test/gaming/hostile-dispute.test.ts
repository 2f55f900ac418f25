import type {
  CreatedSpool,
  DisputeView,
  SpoolEventView,
  SpoolView,
  SupersededReceipt,
} from '@outturn/contracts'
import { type CorrectionReason, correctionReasons } from '@outturn/vocabulary'
import { beforeEach, expect, test } from 'vitest'
import { agreement, shownEvidence } from '../e2e/agreement.ts'
import { type HttpAnswer } from '../e2e/api.ts'
import { openGame } from './game.fixture.ts'
import { good, outcomeOf } from './stage.ts'

// A party that is disputed against gains nothing before the dispute has ended.

const { accounts, send, stage } = openGame()
let spool: CreatedSpool
/** One of the two units is earned by it. */
let receiptId: string | undefined
beforeEach(async () => {
  spool = await stage.accepted()
  await stage.supply('provider', spool, [good[0] ?? {}])
  receiptId = (await stage.verify(spool)).receipt?.id
})

const keyOf = (side: 'buyer' | 'provider') =>
  side === 'buyer' ? accounts.buyer.apiKey : accounts.seller.apiKey
const dispute = (side: 'buyer' | 'provider', more: object = {}, id = receiptId) =>
  send<DisputeView>(`/api/v1/receipts/${id}/disputes`, {
    key: keyOf(side),
    body: { reason: 'wrong_terms', requested: 'release', detail: 'As agreed.', ...more },
  })
const act = (side: 'buyer' | 'provider', action: string) =>
  send<SpoolView>(`/api/v1/spools/${spool.id}/${action}`, { key: keyOf(side), body: {} })
const supersede = (reason: CorrectionReason) =>
  send<SupersededReceipt>(`/api/v1/receipts/${receiptId}/supersede`, {
    key: accounts.buyer.apiKey,
    body: { reason, advisory: 'Looked at again.' },
  })
const told = (answer: HttpAnswer) =>
  [outcomeOf(answer), (answer.json as { reason?: string } | null)?.reason].join(' ')

/** The receipt says that it is disputed, and nothing is settled by it. */
async function expectDisputed(id: string | undefined) {
  const status = () => send<{ advisories: { code: string }[] }>(`/api/v1/receipts/${id}/status`)
  await expect
    .poll(async () => (await status()).json.advisories.map(({ code }) => code))
    .toEqual(['disputed'])
  expect(told(await stage.settle(accounts.buyer.apiKey, id, '2.50'))).toBe('409 conflict dispute_open')
}

test('runs without a new delivery neither wash a dispute off nor use up those of the other side', async () => {
  expect((await dispute('provider')).status).toBe(201)
  // Nor does what the buyer sends, in whose name soever, answer the dispute of the seller.
  await stage.supply('buyer', spool, good, { source: 'of the buyer' })
  await stage.supply('buyer', spool, good, { source: 'of the buyer', on_behalf_of: 'provider' })
  // The same rows sent again are no new delivery.
  for (const more of [{}, { source: 'again' }]) await stage.supply('provider', spool, [good[0] ?? {}], more)
  for (let round = 0; round < 6; round += 1) {
    expect(told(await act('buyer', 'verify'))).toBe('409 invalid_state dispute_open')
  }
  await expectDisputed(receiptId)
})

test('a correction without a new delivery does not wash a dispute off, whatever was said since and whatever its reason', async () => {
  const liked = {
    description: 'The buyer likes it.',
    required: true,
    verification_method: 'human_confirmed',
  } as const
  spool = await stage.accepted({ conditions: [...agreement().conditions, liked] })
  const conditionId = spool.conditions[1]?.id
  const key = accounts.buyer.apiKey
  const say = async (outcome: string) => {
    const evidence_refs = await shownEvidence(send, key, spool.id, conditionId)
    const metadata = { method: 'buyer_confirm', outcome, evidence_refs }
    const body = { condition_id: conditionId, type: 'confirmation', source: 'word', metadata }
    expect(outcomeOf(await send(`/api/v1/spools/${spool.id}/evidence`, { key, body }))).toBe('200')
  }
  await stage.supply('provider', spool, [good[0] ?? {}])
  await say('passed')
  const first = await stage.verify(spool)
  expect(first.earned_cents).toBe(250)
  receiptId = first.receipt?.id
  expect((await dispute('provider')).status).toBe(201)
  await say('failed')
  for (const reason of correctionReasons) {
    expect(told(await supersede(reason))).toBe('409 invalid_state dispute_open')
  }
  await expectDisputed(receiptId)
  // What the seller delivers anew is judged, and its dispute stays with the new receipt.
  await stage.supply('provider', spool, good)
  await say('passed')
  expect(told(await supersede('dispute_resolved'))).toBe('409 invalid_state dispute_open')
  const replaced = await supersede('confirmation_changed')
  expect([replaced.status, replaced.json.receipt?.amounts?.earned]).toEqual([201, '5.00'])
  await expectDisputed(replaced.json.receipt.id)
})

test('what is disputed is not settled, whichever side opened the dispute', async () => {
  for (const side of ['buyer', 'provider'] as const) {
    expect((await dispute(side)).status).toBe(201)
    expect(told(await stage.settle(accounts.buyer.apiKey, receiptId, '2.50'))).toBe(
      '409 conflict dispute_open',
    )
  }
  // Another use is recorded, and says that the receipt is disputed.
  const noted = await send<{ advisories?: { code: string }[] }>(
    `/api/v1/receipts/${receiptId}/consumptions`,
    {
      key: accounts.buyer.apiKey,
      body: { consumer: 'acme-audit', purpose: 'audit', reference: 'look 1' },
    },
  )
  expect([noted.status, noted.json.advisories?.map(({ code }) => code)]).toEqual([201, ['disputed']])
})

test('the side that did not open the dispute does not end the Spool; the one that did ends both', async () => {
  const { json: opened } = await dispute('provider')
  for (const action of ['abandon', 'cancel']) {
    expect(told(await act('buyer', action))).toBe('409 invalid_state dispute_open')
  }
  // A dispute of one's own opens no way around that of the other side.
  expect((await dispute('buyer')).status).toBe(201)
  for (const side of ['buyer', 'provider'] as const) {
    expect(told(await act(side, 'abandon'))).toBe('409 invalid_state dispute_open')
  }
  expect(opened.status).toBe('open')
})

test('who disputes ends the Spool and withdraws its dispute in one step', async () => {
  const { json: opened } = await dispute('provider')
  expect((await act('provider', 'abandon')).json.status.outcome).toBe('cancelled')
  const read = await send<DisputeView>(`/api/v1/disputes/${opened.id}`, { key: accounts.buyer.apiKey })
  expect(read.json.status).toBe('withdrawn')
})

test('of a dispute and an end of the Spool that race, the first keeps its right', async () => {
  for (let round = 0; round < 5; round += 1) {
    spool = await stage.accepted()
    await stage.supply('provider', spool, [good[0] ?? {}])
    receiptId = (await stage.verify(spool)).receipt?.id
    const [opened, ended] = await Promise.all([dispute('provider'), act('buyer', 'abandon')])
    const { json } = await send<SpoolView>(`/api/v1/spools/${spool.id}`, { key: accounts.buyer.apiKey })
    expect(json.status.outcome).toBe(ended.status === 200 ? 'cancelled' : 'active')
    // Who came first keeps its right: a dispute that was taken before is not ended by the other side.
    if (opened.status === 201 && ended.status !== 200)
      expect(told(ended)).toMatch(/ dispute_open$|store_conflict/)
    if (ended.status === 200 && opened.status === 201) {
      const events = await send<SpoolEventView[]>(`/api/v1/spools/${spool.id}/events`, {
        key: accounts.buyer.apiKey,
      })
      const order = events.json.map(({ type }) => type)
      expect(order.indexOf('spool.abandoned')).toBeLessThan(order.indexOf('dispute.opened'))
    }
  }
})

test.each([
  ['one unit twice', { units: [1, 1] }, 'units[1]'],
  ['a unit that is not there', { units: [3] }, 'units[0]'],
  ['a condition of another Spool', { condition_ids: [`cond_${'0'.repeat(24)}`] }, 'condition_ids[0]'],
  ['evidence of another Spool', { evidence_refs: [`ev_${'0'.repeat(24)}`] }, 'evidence_refs[0]'],
])('a dispute of %s is refused', async (_, claim, field) => {
  const answer = await dispute('provider', claim)
  expect([outcomeOf(answer), (answer.json as { field?: string }).field]).toEqual([
    '422 validation_failed',
    field,
  ])
})
