import type {
  CompiledSpool,
  CreatedSpool,
  ExchangedKey,
  Invitation,
  OneCallResponse,
  SandboxSession,
  SandboxSessionState,
  SpoolView,
  VerifiedSpool,
} from '@outturn/contracts'
import { createKey, revokeKey } from '@outturn/contracts'
import { parseKeyDocument, verifyOutcomeReceipt } from '@outturn/receipt-verifier'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Account, connectOperator, type Operator } from '../system/operator.ts'
import { acted, type Agreement, agreement, created } from './agreement.ts'
import {
  delivery,
  type ErrorAnswer,
  type HttpCall,
  openSession,
  readSystem,
  sandboxVerifies,
  sendTo,
  verified,
} from './api.ts'
import { type InterfaceOperation, readInterface } from './interface.ts'
import type { PreparedCall, Side } from './prepared/preparation.ts'
import { prepareCall } from './prepared/prepared-call.ts'

const system = readSystem(inject('system'))
const send = sendTo(system)
const operations = await readInterface(send)
let operator: Operator
let account: Account
let production: OneCallResponse
let demo: OneCallResponse
let session: SandboxSession
let revokedKey: string
let verifyKey: string

beforeAll(async () => {
  operator = await connectOperator(system)
  account = await operator.openAccount({ included: 1_000 })
  session = await openSession(send)
  production = await verified(send, account.apiKey)
  demo = await verified(send, session.token)
  const newKey = (scope: 'full' | 'verify') =>
    operator.send(createKey, { accountId: account.accountId, scope, label: '' })
  verifyKey = (await newKey('verify')).apiKey
  const revoked = await newKey('full')
  await operator.send(revokeKey, { keyId: revoked.keyId })
  revokedKey = revoked.apiKey
})
afterAll(() => operator.close())

test('a session counts its verifications on either path and ends in limit_reached', async () => {
  const { token } = await openSession(send)
  for (let used = 1; used <= sandboxVerifies; used += 1) {
    const path = used % 2 === 0 ? '/api/v1/verify' : '/api/sandbox/verify'
    expect(await send(path, { key: token, body: delivery() })).toMatchObject({ status: 201 })
    const { json } = await send<SandboxSessionState>('/api/sandbox/session', { key: token })
    expect(json.remaining.verifies).toBe(sandboxVerifies - used)
    // What has been verified is over.
    expect(json.spools).toEqual([])
  }
  const refused = await send('/api/sandbox/verify', { key: token, body: delivery() })
  expect(refused).toMatchObject({ status: 200, json: { code: 'limit_reached', status: 'limit_reached' } })
})

test('a session lists the Spools of it that are active, and none that is over', async () => {
  const { token } = await openSession(send)
  const { id } = await created(send, token)
  await verified(send, token)
  const listed = async () =>
    (await send<SandboxSessionState>('/api/sandbox/session', { key: token })).json.spools.map(
      (each) => each.id,
    )
  expect(await listed()).toEqual([id])
  await acted(send, token, `${id}/cancel`)
  expect(await listed()).toEqual([])
})

/** Sends a request of a sandbox session that must succeed. */
async function played<T = CreatedSpool>(token: string, path: string, body?: unknown): Promise<T> {
  const call = { key: token, ...(body === undefined ? {} : { body }) }
  const answer = await send<T>(`/api/sandbox/spools/${path}`, { method: 'POST', ...call })
  expect(answer).toMatchObject({ status: 200 })
  return answer.json
}

const likesIt: Agreement['conditions'][number] = {
  description: 'The buyer likes it.',
  required: true,
  verification_method: 'human_confirmed',
  confirmation_method: 'both_confirm',
}

function rowsFor(spool: SpoolView): object {
  const condition_id = spool.conditions[0]?.id
  return { condition_id, type: 'dataset', source: 'export', metadata: delivery().evidence }
}

test('one session plays both parties from the agreement to a signed demo receipt, and is told as whom it acted', async () => {
  const { token } = await openSession(send)
  const conditions = [...agreement().conditions, likesIt]
  const spool = await created(send, token, { conditions })
  const [buyer, seller] = spool.parties.map(({ party_id, role }) => ({ party_id, role }))
  expect(spool.acted_as).toEqual(buyer)
  const asBuyer = await send(`/api/sandbox/spools/${spool.id}/accept?act_as_party=buyer`, {
    method: 'POST',
    key: token,
  })
  expect([asBuyer.status, asBuyer.json.reason]).toEqual([403, 'other_party_only'])
  expect((await played(token, `${spool.id}/accept`, {})).acted_as).toEqual(seller)
  const delivered = await played(
    token,
    `${spool.id}/evidence?act_as_party=${seller?.party_id}`,
    rowsFor(spool),
  )
  expect([delivered.acted_as, delivered.evidence[0]?.on_behalf_of]).toEqual([seller, 'provider'])
  const { id: condition_id, confirmation } = delivered.conditions[1] ?? {}
  const evidence_refs = confirmation?.evidence_ids ?? []
  const word = { condition_id, method: 'both_confirm', outcome: 'passed', evidence_refs }
  const half = await played(token, `${spool.id}/confirm?act_as_party=provider`, word)
  expect([half.acted_as, half.status.verification]).toEqual([seller, 'awaiting_confirmation'])
  const confirmed = await played(token, `${spool.id}/confirm?act_as_party=buyer`, { confirmations: [word] })
  expect([confirmed.acted_as, confirmed.latest_receipt_id]).toEqual([buyer, null])
  const asked = await send<SandboxSessionState>('/api/sandbox/session', { key: token })
  expect(asked.json.used).toEqual({ compiles: 0, spools: 1, verifies: 0 })
  const done = await played<VerifiedSpool>(token, `${spool.id}/verify`)
  expect(done).toMatchObject({
    acted_as: buyer,
    environment: 'demo',
    earned_cents: 500,
    attestation: { environment: 'demo', result: 'pass' },
    receipt: { environment: 'demo', unit_results: [{}, {}] },
  })
  const trustSet = parseKeyDocument((await send(new URL(system.keys_url).pathname)).json)
  expect(verifyOutcomeReceipt(done.receipt, { trustSet, environment: 'demo' }).valid).toBe(true)
  const after = await send<SandboxSessionState>('/api/sandbox/session', { key: token })
  expect(after.json.used).toEqual({ compiles: 0, spools: 1, verifies: 1 })
})

describe('a text', () => {
  const source = '2 leads at $2.50 each. Every row has "name" and "website".'
  const compile = <T = CompiledSpool>(key: string, body: object, headers: Record<string, string> = {}) =>
    send<T>('/api/sandbox/compile', { key, body, headers })
  const usedBy = async (key: string) =>
    (await send<SandboxSessionState>('/api/sandbox/session', { key })).json.used

  test('that is exact becomes a demo Spool, which earns what its units come to', async () => {
    const { token } = await openSession(send)
    const { status, json: spool } = await compile(token, { source }, { 'idempotency-key': 'once' })
    expect(status).toBe(201)
    expect(spool).toMatchObject({
      environment: 'demo',
      status: { agreement: 'proposed' },
      value: { amount_cents: 500 },
      unitization: { total_units: 2, unit_amount_cents: 250 },
      terms: [{ text: source }],
      questions: [],
      unsupported: [],
    })
    const again = await compile(token, { source }, { 'idempotency-key': 'once' })
    expect([again.json.id, again.headers.get('idempotent-replayed')]).toEqual([spool.id, 'true'])
    expect(await usedBy(token)).toEqual({ compiles: 1, spools: 1, verifies: 0 })
    await played(token, `${spool.id}/accept`)
    const { rows } = delivery().evidence
    const [first] = rows
    await played(token, `${spool.id}/evidence`, {
      ...rowsFor(spool),
      metadata: { rows: [first, { ...first, website: '' }] },
    })
    const done = await played<VerifiedSpool>(token, `${spool.id}/verify`)
    expect([done.earned_cents, done.accepted, done.receipt?.environment]).toEqual([250, 1, 'demo'])
  })

  test('that leaves something open becomes a draft with its questions, and with words that answer them a Spool', async () => {
    const { token } = await openSession(send)
    const open = `${source} Delivered by Friday.`
    const { status, json: draft } = await compile(token, { source: open })
    expect([status, draft.status.agreement]).toEqual([201, 'draft'])
    expect(draft.questions).toEqual([expect.objectContaining({ reason: 'time_open' })])
    const refused = await send(`/api/sandbox/spools/${draft.id}/accept`, { method: 'POST', key: token })
    expect([refused.status, refused.json.reason]).toEqual([409, 'not_proposed'])
    const answered = await compile(token, { source: `${source} Delivered by 2100-12-01.` })
    expect(answered.json).toMatchObject({ questions: [], status: { agreement: 'proposed' } })
    expect(await usedBy(token)).toEqual({ compiles: 2, spools: 2, verifies: 0 })
  })

  test('that asks for judgment is settled by the condition that is suggested for it', async () => {
    const { token } = await openSession(send)
    const judged = `${source} It looks professional.`
    const { json: draft } = await compile(token, { source: judged })
    expect(draft.status.agreement).toBe('draft')
    const conditions = draft.unsupported.map(({ condition }) => condition)
    expect(conditions).toHaveLength(1)
    const { json: spool } = await compile(token, { source: judged, conditions })
    expect(spool).toMatchObject({ unsupported: [], status: { agreement: 'proposed' } })
    expect(spool.conditions).toHaveLength(draft.conditions.length + 1)
  })

  test.each([
    [{ source: 'Hello there, how are you?' }, 422, 'compile_failed', 'source', 1],
    [{ source: '' }, 400, 'validation_failed', 'source', 0],
    [
      { source, economics: { unitization: { total_units: 3, unit_amount_cents: 250 } } },
      422,
      'validation_failed',
      'economics.unitization',
      0,
    ],
    [{ source: '101 leads at $1 each.' }, 422, 'validation_failed', 'source', 1],
    [
      { source: 'https://example.com/report returns 200' },
      409,
      'unsupported_environment_capability',
      'source',
      1,
    ],
  ])('is refused with the place in the request: %j', async (body, status, code, field, compiles) => {
    const { token } = await openSession(send)
    const refused = await compile<ErrorAnswer>(token, body)
    expect([refused.status, refused.json.code, refused.json.field]).toEqual([status, code, field])
    expect(await usedBy(token)).toEqual({ compiles, spools: 0, verifies: 0 })
  })
})

test('two agents in two sessions come to a receipt, the second by an invitation to one party of one Spool', async () => {
  const { token } = await openSession(send)
  const spool = await created(send, token)
  const other = await created(send, token)
  const grant = await send<Invitation>(spool.handoff?.invite_endpoint ?? '', { method: 'POST', key: token })
  expect(grant.status).toBe(201)
  const exchanged = await send<ExchangedKey>('/api/v1/keys/exchange', {
    body: { grant_token: grant.json.grant_token },
  })
  const { api_key: guest, ...told } = exchanged.json
  expect(guest).toMatch(/^sbx_/)
  expect(told).toMatchObject({
    scope: 'counterparty',
    spool_id: spool.id,
    party_id: grant.json.party_id,
    environment: 'demo',
    expires_at: expect.any(String),
  })
  expect((await send(`/api/v1/spools/${other.id}`, { key: guest })).json.code).toBe('spool_not_found')
  for (const [path, body] of [
    ['/api/v1/spools', agreement()],
    ['/api/sandbox/verify', delivery()],
  ] as const) {
    const { status, json } = await send(path, { key: guest, body })
    expect([status, json.reason]).toEqual([403, 'full_scope_required'])
  }
  const mine = await send(`/api/sandbox/spools/${spool.id}/accept`, { method: 'POST', key: token })
  expect([mine.status, mine.json.reason]).toEqual([403, 'other_party_only'])
  const posing = await send(`/api/sandbox/spools/${spool.id}?act_as_party=seller`, { key: token })
  expect([posing.status, posing.json.field]).toEqual([403, 'act_as_party'])

  const agreed = await played(guest, `${spool.id}/accept`, {
    agreement_hash: spool.agreement.agreement_hash,
  })
  expect(agreed.acted_as).toEqual({ party_id: told.party_id, role: 'seller' })
  const delivered = await played(guest, `${spool.id}/evidence`, rowsFor(spool))
  expect(delivered.evidence[0]?.on_behalf_of).toBe('provider')
  const done = await played<VerifiedSpool>(token, `${spool.id}/verify`)
  expect([done.acted_as?.role, done.earned_cents, done.receipt?.environment]).toEqual(['buyer', 500, 'demo'])
  const seen = await send<SpoolView>(`/api/sandbox/spools/${spool.id}`, { key: guest })
  expect(seen.json.latest_receipt_id).toBe(done.receipt?.id)
})

test('an action that the sandbox does not have is unknown, and without a session it is not said', async () => {
  const { token } = await openSession(send)
  const { id } = await created(send, token)
  const path = `/api/sandbox/spools/${id}/finish`
  expect((await send(path, { method: 'POST', key: token })).json.code).toBe('unknown_action')
  expect((await send(path, { method: 'POST' })).json.code).toBe('session_expired')
})

test('the capabilities are those of the environment that asks', async () => {
  const { token } = await openSession(send)
  const of = async (key?: string) => (await send<Capabilities>('/api/v1/capabilities', { key })).json
  const [inProduction, inDemo] = [await of(), await of(token)]
  const names = ({ checkers }: Capabilities) => checkers.map(({ name }) => name)
  expect([inProduction.environment, inProduction.methods['external_tool']]).toEqual(['production', 'live'])
  expect(names(inProduction)).toContain('http_status')
  expect([inDemo.environment, inDemo.methods['external_tool'], inDemo.settlement]).toEqual([
    'demo',
    'unavailable',
    [],
  ])
  expect(names(inDemo)).not.toContain('http_status')
})

interface Capabilities {
  environment: string
  methods: Record<string, string>
  checkers: { name: string }[]
  settlement: string[]
}

test('a demo receipt holds by the demo keys and is refused where a production one is asked for', async () => {
  const trustSet = parseKeyDocument((await send(new URL(system.keys_url).pathname)).json)
  expect(verifyOutcomeReceipt(demo.receipt, { trustSet, environment: 'demo' }).valid).toBe(true)
  const { reasons } = verifyOutcomeReceipt(demo.receipt, { trustSet, environment: 'production' })
  expect(reasons).toContain('environment_mismatch')
  const relabelled = verifyOutcomeReceipt({ ...demo.receipt, environment: 'production' }, { trustSet })
  expect(relabelled.reasons).toContain('untrusted_signing_key')
})

describe('with the other side’s credential', () => {
  const open = operations.filter(({ securities }) => securities.length === 0)
  const forKeys = operations.filter(({ securities }) => securities.includes('apiKey'))
  const forSessions = operations.filter(({ securities }) => securities.includes('sandboxSession'))
  const onlySessions = forSessions.filter(({ securities }) => !securities.includes('apiKey'))

  /** The operation on something of the production side, or of the demo side. */
  function callOf({ method, path, hasBody }: InterfaceOperation, of: OneCallResponse): [string, HttpCall] {
    const filled = path.replace('{id}', of.spool_id).replace('{receipt_id}', of.receipt?.id ?? 'none')
    return [filled, { method, ...(hasBody && { body: delivery() }) }]
  }

  test('every operation of the interface is open, for keys or for sessions', () => {
    expect([open.length, forKeys.length, onlySessions.length].every((count) => count > 0)).toBe(true)
    expect(open.length + forKeys.length + onlySessions.length).toBe(operations.length)
  })

  test.each(onlySessions)('$method $path is closed to everyone without a session', async (operation) => {
    const wrong = [undefined, 'nonsense', `sbx_${'0'.repeat(40)}`, account.apiKey, verifyKey, revokedKey]
    for (const [path, call] of [callOf(operation, production), callOf(operation, demo)]) {
      for (const key of wrong) {
        const { status, json } = await send(path, { ...call, key })
        expect([key, status, json.code]).toEqual([key, 401, 'session_expired'])
      }
    }
  })

  /** A session that was invited to another Spool. */
  async function openGuest(): Promise<Side> {
    const { token } = await openSession(send)
    const { id } = await created(send, token)
    const grant = await send<Invitation>(`/api/v1/spools/${id}/invite`, { method: 'POST', key: token })
    const body = { grant_token: grant.json.grant_token }
    const { json } = await send<ExchangedKey>('/api/v1/keys/exchange', { body })
    return { send, isSandbox: true, key: json.api_key }
  }
  let guest: Side
  beforeAll(async () => {
    guest = await openGuest()
  })

  /** Recipes that are built in are there for both sides. */
  const owned = [...forKeys, ...onlySessions].filter(
    ({ path }) => path.includes('{') && !path.includes('/recipes/'),
  )

  async function openSide(isSandbox: boolean): Promise<Side> {
    return { send, isSandbox, key: isSandbox ? (await openSession(send)).token : account.apiKey }
  }

  /** What comes of a request that was prepared, sent with this key. */
  async function outcomeOf({ method }: InterfaceOperation, prepared: PreparedCall, key: string) {
    const { status, json } = await send(prepared.path, { ...prepared, method, key })
    const outcome = `${status} ${json.code}`
    return status < 300 || prepared.refusal === outcome ? 'done' : outcome
  }

  test.each(owned)(
    '$method $path: neither side, and no other session, finds what one has, and who has it does',
    async (operation) => {
      const hidden = operation.path.includes('/spools/') ? '404 spool_not_found' : '404 not_found'
      const isInSandbox = operation.securities.includes('sandboxSession')
      const lacking = '409 unsupported_environment_capability'
      const [inDemo, another] = [await openSide(true), await openSide(true)]
      const inProduction = operation.securities.includes('apiKey') ? [await openSide(false)] : []
      for (const { owner, others } of [
        ...inProduction.map((side) => ({ owner: side, others: [inDemo] })),
        { owner: inDemo, others: [...inProduction, another] },
      ]) {
        const prepared = await prepareCall(operation, owner)
        const answerTo = ({ isSandbox }: Side, answer: string) =>
          isSandbox && !isInSandbox ? lacking : answer
        for (const other of others) {
          expect(await outcomeOf(operation, prepared, other.key)).toBe(answerTo(other, hidden))
        }
        // What its scope leaves out is refused before anything is looked for.
        const outcome = await outcomeOf(operation, prepared, guest.key)
        expect([answerTo(guest, hidden), '403 forbidden']).toContain(outcome)
        const key = prepared.key ?? owner.key
        expect(await outcomeOf(operation, prepared, key)).toBe(answerTo(owner, 'done'))
      }
    },
  )

  test('verifying in the sandbox moves nothing in production', async () => {
    const paths = ['/api/v1/usage', '/api/v1/credits/balance']
    const { apiKey } = await operator.openAccount({ cents: 1_000 })
    const read = () =>
      Promise.all(
        paths.map(async (path) => ({ ...(await send<object>(path, { key: apiKey })).json, as_of: '' })),
      )
    const before = await read()
    await verified(send, (await openSession(send)).token)
    expect(await read()).toEqual(before)
  })

  describe.each(forKeys)('$method $path', (operation) => {
    test('is closed without a credential, and to one that is malformed, unknown or revoked', async () => {
      const [path, call] = callOf(operation, production)
      for (const key of [
        undefined,
        'nonsense',
        `spk_live_${'0'.repeat(40)}`,
        `spk_test_${'0'.repeat(40)}`,
        revokedKey,
      ]) {
        const { status, json } = await send(path, { ...call, key })
        expect([key, status, json.code]).toEqual([key, 401, 'unauthenticated'])
      }
      const { status, json } = await send(path, { ...call, key: `sbx_${'0'.repeat(40)}` })
      expect([status, json.code]).toEqual([401, 'session_expired'])
    })

    test('is open to a key of scope verify or refuses it as forbidden', async () => {
      const prepared = await prepareCall(operation, await openSide(false))
      const outcome = await outcomeOf(operation, prepared, verifyKey)
      const isForFullKeys = forFullKeys.has(`${operation.method} ${operation.path}`)
      expect(isForFullKeys ? outcome.slice(0, 4) : outcome).toBe(isForFullKeys ? '403 ' : 'done')
    })
  })
})

/** What a verify-scoped key may not do. */
const forFullKeys = new Set([
  'POST /api/v1/sources',
  'GET /api/v1/sources',
  'GET /api/v1/sources/{source_id}',
  ...['test', 'rotate', 'pause', 'resume', 'revoke', 'sync'].map(
    (verb) => `POST /api/v1/sources/{source_id}/${verb}`,
  ),
  'POST /api/v1/spools',
  'GET /api/v1/spools',
  'GET /api/v1/spools/{id}/events',
  'GET /api/v1/requests',
  'GET /api/v1/requests/{request_id}',
  ...[
    'propose',
    'accept',
    'decline',
    'amend',
    'quote',
    'cancel',
    'abandon',
    'commit',
    'invite',
    'onboard-provider',
  ].map((action) => `POST /api/v1/spools/{id}/${action}`),
  'POST /api/v1/spools/{id}/match',
  // The buyer has the keys of these tests, and the provider claims.
  'POST /api/v1/spools/{id}/claims',
  'POST /api/v1/spools/{id}/settlement/signatures',
  'GET /api/v1/spools/{id}/settlement/grant/template',
  'POST /api/v1/spools/{id}/settlement/grant',
  'GET /api/v1/spools/{id}/settlement/grant',
  'POST /api/v1/receipts/{receipt_id}/supersede',
  'POST /api/v1/receipts/{receipt_id}/disputes',
  'POST /api/v1/disputes/{dispute_id}/statements',
  'POST /api/v1/disputes/{dispute_id}/withdraw',
  'DELETE /api/v1/spools/{id}/evidence/{evidence_id}/content',
  'POST /api/v1/discrepancies/{discrepancy_id}/resolve',
  'POST /api/v1/discrepancies/{discrepancy_id}/dismiss',
  'POST /api/v1/disputes/{dispute_id}/respond',
  'POST /api/v1/receipts/{receipt_id}/reviews',
  'GET /api/v1/reviews/{review_id}',
  'POST /api/v1/reviews/{review_id}/consent',
  'POST /api/v1/reviews/{review_id}/withdraw',
  // The example settles, which the payer alone does.
  'POST /api/v1/receipts/{receipt_id}/consumptions',
])
