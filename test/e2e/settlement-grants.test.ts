import { join } from 'node:path'
import type { Quote } from '@outturn/agreement'
import type {
  SettlementGrant,
  SettlementGrantTemplate,
  SpoolEventView,
  SpoolView,
  VerifiedSpool,
} from '@outturn/contracts'
import {
  connectChain,
  connectGrants,
  type LocalGrants,
  payerOf,
  walletChainId,
} from '@outturn/local-servers/payments'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { connectOperator, type Operator } from '../system/operator.ts'
import { acted, created } from './agreement.ts'
import { readSystem, sendTo } from './api.ts'

const system = readSystem(inject('system'))
const send = sendTo(system)
const chain = connectChain(inject('walletChain'), walletChainId)
const unattended = { settlement_mode: 'unattended_outcome_settlement' }
let operator: Operator
let contracts: LocalGrants
let buyerKey: string
let seller: { apiKey: string; accountId: string }

beforeAll(async () => {
  operator = await connectOperator(system)
  contracts = await connectGrants(chain, join(import.meta.dirname, '../../.outturn/payments'))
  buyerKey = (await operator.openAccount({ included: 100 })).apiKey
  seller = await operator.openAccount({ included: 100 })
})
afterAll(() => operator.close())

/** Agent work between a wallet that is a contract and a seller, accepted and delivered: half of 5.00 is earned. */
async function delivered(funds: bigint) {
  const owner = payerOf()
  const [wallet, payee] = [await contracts.newWallet(owner), payerOf().account.address]
  await chain.fund(wallet, funds)
  const party = { kind: 'agent' } as const
  const at = (address: string) => `wallet:eip155:42431:${address}`
  const spool = await created(send, buyerKey, {
    type: 'agent_task',
    finality: { mode: 'first_verdict' },
    parties: [
      { ...party, role: 'buyer', display_name: 'Acme', settlement_address: at(wallet) },
      {
        ...party,
        role: 'seller',
        display_name: 'LeadBot',
        account_id: seller.accountId,
        settlement_address: at(payee),
      },
    ],
  })
  const quote = await acted<Quote>(send, buyerKey, `${spool.id}/quote`)
  const before = await send(`/api/v1/spools/${spool.id}/settlement/grant/template`, { key: buyerKey })
  expect(`${before.status} ${before.json.code}`).toBe('409 invalid_state')
  await acted(send, seller.apiKey, `${spool.id}/accept`, { quote_digest: quote.quote_digest })
  const rows = [{ name: 'Aurora Robotics', website: 'https://aurora.example' }, { name: 'Cobalt Freight' }]
  await acted(send, seller.apiKey, `${spool.id}/evidence`, {
    condition_id: spool.conditions[0]?.id,
    type: 'dataset',
    source: 'export',
    metadata: { rows },
  })
  return { spool, quote, owner, wallet, payee, grantPath: `/api/v1/spools/${spool.id}/settlement/grant` }
}

type Story = Awaited<ReturnType<typeof delivered>>

async function granted({ grantPath, owner }: Story): Promise<SettlementGrant> {
  const { json: asked } = await send<SettlementGrantTemplate>(`${grantPath}/template`, { key: buyerKey })
  const signature = await owner.account.signTypedData(asked.typed_data as never)
  const body = { permission: asked.permission, signature }
  const { status, json } = await send<SettlementGrant>(grantPath, { key: buyerKey, body })
  expect(status).toBe(200)
  return json
}

async function reached(id: string, isThere: (spool: SpoolView) => boolean): Promise<SpoolView> {
  const seen = async () => (await send<SpoolView>(`/api/v1/spools/${id}`, { key: buyerKey })).json
  await expect.poll(async () => isThere(await seen()), { timeout: 60_000 }).toBe(true)
  return seen()
}

const isSettled = ({ status }: SpoolView) => status.settlement === 'settled'

test('a buyer that granted the authority pays what was earned without a further signature, and the Spool is completed', async () => {
  const story = await delivered(10_000_000n)
  const { spool, quote, grantPath, wallet, payee } = story
  const others = await Promise.all([
    send(`${grantPath}/template`, { key: seller.apiKey }),
    send(grantPath, { key: seller.apiKey }),
    send(`${grantPath}/template`, { key: (await operator.openAccount()).apiKey }),
    send(grantPath, { key: buyerKey }),
    send(`/api/v1/spools/${spool.id}/commit`, { key: buyerKey, body: unattended }),
  ])
  expect(others.map(({ status, json }) => `${status} ${json.code} ${json.reason ?? ''}`.trim())).toEqual([
    '403 forbidden buyer_side_only',
    '403 forbidden buyer_side_only',
    '404 spool_not_found',
    '404 not_found',
    '409 settlement_unavailable no_spend_permission',
  ])
  const grant = await granted(story)
  expect(grant).toMatchObject({ state: 'recorded', permission: { account: wallet.toLowerCase() } })
  expect(grant.permission.allowance).toBe(`${quote.maximum_all_in_cents}0000`)
  expect(grant.permission.extraData).toBe(`0x${spool.agreement.agreement_hash}`)
  expect((await send(grantPath, { key: buyerKey })).json).toEqual(grant)
  const both = {
    permission: grant.permission,
    signature: `0x${'1'.repeat(130)}`,
    approval_tx_hash: `0x${'1'.repeat(64)}`,
  }
  const { signature: _, ...neither } = both
  const shapes = await Promise.all(
    [both, { permission: neither.permission }].map((body) => send(grantPath, { key: buyerKey, body })),
  )
  expect(shapes.map(({ status, json }) => `${status} ${json.field}`)).toEqual([
    '400 signature',
    '400 signature',
  ])

  const committed = await acted<SpoolView>(send, buyerKey, `${spool.id}/commit`, unattended)
  expect(committed.status.settlement).toBe('committed')
  await acted<VerifiedSpool>(send, buyerKey, `${spool.id}/verify`)
  const settled = await reached(spool.id, isSettled)
  expect([settled.status.outcome, settled.next_step.type]).toEqual(['completed', 'terminal'])
  const fee = BigInt(Math.floor((quote.service_fee.estimated_cents * 250) / 500)) * 10_000n
  expect([await chain.balanceOf(payee), await chain.balanceOf(wallet)]).toEqual([
    2_500_000n,
    10_000_000n - 2_500_000n - fee,
  ])
  expect((await send<SettlementGrant>(grantPath, { key: buyerKey })).json).toMatchObject({
    state: 'exhausted',
    revoked: true,
  })
  const late = await send(`${grantPath}/template`, { key: buyerKey })
  expect(late.json.code).toBe('invalid_state')
  const { json: events } = await send<SpoolEventView[]>(`/api/v1/spools/${spool.id}/events`, {
    key: buyerKey,
  })
  expect(events.map(({ type }) => type).filter((type) => type.startsWith('settlement.'))).toEqual([
    'settlement.committed',
    'settlement.released',
    'settlement.leg_paid',
    'settlement.leg_paid',
    'settlement.settled',
  ])
})

test('a grant that was revoked after the commitment leaves what was earned owed until another one is made', async () => {
  const story = await delivered(10_000_000n)
  const { spool, owner, wallet, payee } = story
  const { permission } = await granted(story)
  await acted(send, buyerKey, `${spool.id}/commit`, unattended)
  const struct = {
    ...permission,
    allowance: BigInt(permission.allowance),
    period: Number(permission.period),
    start: Number(permission.start),
    end: Number(permission.end),
    salt: BigInt(permission.salt),
  }
  await contracts.byWallet(owner, wallet, 'revoke', struct as never)
  await acted(send, buyerKey, `${spool.id}/verify`)
  const blocked = await reached(spool.id, ({ next_step: next }) => /is revoked/.test(next.reason))
  expect(blocked).toMatchObject({
    status: { settlement: 'releasing', outcome: 'active' },
    next_step: { type: 'settle', actor: 'buyer' },
  })
  expect(await chain.balanceOf(payee)).toBe(0n)
  await granted(story)
  await reached(spool.id, isSettled)
  expect(await chain.balanceOf(payee)).toBe(2_500_000n)
})
