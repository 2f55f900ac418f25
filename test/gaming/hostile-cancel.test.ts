import type { Quote } from '@outturn/agreement'
import type { CreatedSpool, SpoolView, VerifiedSpool } from '@outturn/contracts'
import { payerOf } from '@outturn/local-servers/payments'
import { beforeEach, expect, test } from 'vitest'
import { acted, counterpartyKey, created } from '../e2e/agreement.ts'
import { type HttpAnswer } from '../e2e/api.ts'
import { openGame } from './game.fixture.ts'
import { good, outcomeOf } from './stage.ts'

// What is committed is cancelled by both parties, and by no one else.

const { accounts, send } = openGame()
const mode = { settlement_mode: 'direct_eip3009', direct_signer: 'principal_runtime' }
let spool: CreatedSpool
/** The key of the seller, who was invited and has no account. */
let sellerKey: string

/** Agent work between two wallets, accepted by an invited seller and committed by the buyer. */
beforeEach(async () => {
  const { apiKey } = accounts.buyer
  const wallet = () => `wallet:eip155:42431:${payerOf().account.address}`
  spool = await created(send, apiKey, {
    type: 'agent_task',
    parties: [
      { role: 'buyer', kind: 'agent', display_name: 'Acme', settlement_address: wallet() },
      { role: 'seller', kind: 'agent', display_name: 'LeadBot', settlement_address: wallet() },
    ],
  })
  const { quote_digest } = await acted<Quote>(send, apiKey, `${spool.id}/quote`)
  sellerKey = (await counterpartyKey(send, apiKey, spool.id)).api_key
  await acted(send, sellerKey, `${spool.id}/accept`, { quote_digest })
  await acted(send, apiKey, `${spool.id}/commit`, mode)
})

const act = (key: string | undefined, action: string) =>
  send<SpoolView>(`/api/v1/spools/${spool.id}/${action}`, { method: 'POST', key })
const outcome = ({ json }: HttpAnswer<SpoolView>) => json.status.outcome

test('one party does not cancel alone, however often it asks, nor does anyone in place of the other', async () => {
  const { buyer, stranger, buyerVerifyKey } = accounts
  for (let round = 0; round < 3; round += 1) expect(outcome(await act(buyer.apiKey, 'cancel'))).toBe('active')
  const other = await created(send, stranger.apiKey)
  const guest = await counterpartyKey(send, stranger.apiKey, other.id)
  for (const key of [stranger.apiKey, guest.api_key, buyerVerifyKey, undefined]) {
    for (const action of ['cancel', 'decline'])
      expect([401, 403, 404]).toContain((await act(key, action)).status)
  }
  const seen = await send<SpoolView>(`/api/v1/spools/${spool.id}`, { key: sellerKey })
  expect(outcome(seen)).toBe('active')
  expect(seen.json.economics.allowed_actions).toEqual(expect.arrayContaining(['cancel', 'decline']))
  expect(seen.json.next_step.actor).toBe('provider')
  expect(outcome(await act(sellerKey, 'cancel'))).toBe('cancelled')
})

test('an answer counts for the request that it was given to, not for the next one', async () => {
  const { apiKey } = accounts.buyer
  await act(apiKey, 'cancel')
  expect(outcome(await act(sellerKey, 'decline'))).toBe('active')
  expect((await act(sellerKey, 'cancel')).status).toBeGreaterThanOrEqual(400)
  expect(outcome(await act(apiKey, 'cancel'))).toBe('active')
})

test('a request is over once the seller has delivered: the delivery is judged, not cancelled', async () => {
  const { apiKey } = accounts.buyer
  await act(apiKey, 'cancel')
  await acted(send, sellerKey, `${spool.id}/evidence`, {
    condition_id: spool.conditions[0]?.id,
    type: 'dataset',
    source: 'export',
    metadata: { rows: good },
  })
  for (const key of [apiKey, sellerKey]) expect(outcomeOf(await act(key, 'cancel'))).toMatch(/^4/)
  expect(await acted<VerifiedSpool>(send, apiKey, `${spool.id}/verify`)).toMatchObject({ earned_cents: 500 })
})
