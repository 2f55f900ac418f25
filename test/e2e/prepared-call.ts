import { createHmac, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { canonicalJson } from '@outturn/canonical'
import type { Quote } from '@outturn/agreement'
import {
  addDisputeStatement,
  auditInvoice,
  type CompiledPolicy,
  type DisputeView,
  type OneCallResponse,
  matchSpoolClaims,
  type Recipe,
  recordClaims,
  type RequestedReview,
  replayPromise,
  respondToDispute,
  settlementGrantExample,
  settlementSignaturesExample,
  type SourceRequest,
  type SpoolView,
  type VerifiedSpool,
} from '@outturn/contracts'
import { disputeResultPreimage } from '@outturn/receipt-verifier/issuing'
import { acted, type Agreement, agreement, counterpartyKey, created } from './agreement.ts'
import { delivery, type Send, verified } from './api.ts'
import type { InterfaceOperation } from './interface.ts'
import { newPayer } from './payments.ts'

/** One side of the system: how to reach it, and the credential that owns what is made there. */
export interface Side {
  send: Send
  key: string
  isSandbox: boolean
}

/** A request that does what its operation is for. */
export interface PreparedCall {
  path: string
  body?: unknown
  headers?: Record<string, string>
  /** Who can do it, where that is not the owner. */
  key?: string
  /** What it is answered with, where no deployment of the tests can do it. */
  refusal?: string
}

type Prepare = (side: Side, path: string) => Promise<PreparedCall>

/** What is needed before an operation can succeed; the others take a Spool and receipt of a one-call verification. */
const preparations: Record<string, Prepare> = {
  'POST /api/v1/invoice-audit': async (_, path) => ({ path, body: auditInvoice.http.example }),
  'POST /api/v1/promise-replay': async (_, path) => ({ path, body: replayPromise.http.example }),
  'POST /api/v1/spools': async (_, path) => ({ path, body: agreement() }),
  'GET /api/v1/requests/{request_id}': async ({ send, key }, path) => {
    const { headers } = await send('/api/v1/verify', { key, body: {} })
    return { path: path.replace('{request_id}', headers.get('request-id') ?? '') }
  },
  'POST /api/v1/spools/{id}/propose': onProposed(),
  'POST /api/v1/spools/{id}/cancel': onProposed(),
  'POST /api/v1/spools/{id}/abandon': onProposed(),
  'POST /api/v1/spools/{id}/invite': onProposed(),
  'POST /api/v1/spools/{id}/amend': onProposed({ unitization: { total_units: 5, unit_amount_cents: 100 } }),
  'POST /api/v1/spools/{id}/quote': onAgentWork(),
  'GET /api/v1/spools/{id}/quote': onAgentWork('quoted'),
  'POST /api/v1/spools/{id}/accept': asCounterparty,
  'POST /api/v1/spools/{id}/decline': asCounterparty,
  'POST /api/v1/spools/{id}/commit': async (side, path) => ({
    ...(await onAccepted(side, path)),
    refusal: '409 settlement_unavailable',
  }),
  'POST /api/v1/spools/{id}/settlement/signatures': async (side, path) => ({
    ...(await onAccepted(side, path)),
    body: settlementSignaturesExample,
    refusal: '409 wrong_funding_lane',
  }),
  'GET /api/v1/spools/{id}/settlement/grant/template': async (side, path) => ({
    ...(await onAccepted(side, path)),
    refusal: '409 wrong_funding_lane',
  }),
  'POST /api/v1/spools/{id}/settlement/grant': async (side, path) => ({
    ...(await onAccepted(side, path)),
    body: settlementGrantExample,
    refusal: '409 wrong_funding_lane',
  }),
  'GET /api/v1/spools/{id}/settlement/grant': async (side, path) => ({
    ...(await onAccepted(side, path)),
    refusal: '404 not_found',
  }),
  'POST /api/v1/spools/{id}/onboard-provider': async (side, path) => ({
    ...(await onAccepted(side, path)),
    body: { refresh_url: 'https://example.com/again', return_url: 'https://example.com/done' },
    refusal: '409 invalid_state',
  }),
  'POST /api/v1/spools/{id}/evidence': async (side, path) => {
    const spool = await accepted(side)
    return { path: filled(path, spool.id), body: evidenceFor(spool) }
  },
  'POST /api/sandbox/compile': async (_, path) => ({ path, body: { source: 'exactly 2 rows' } }),
  'POST /api/sandbox/spools/{id}/accept': asCounterparty,
  'POST /api/sandbox/spools/{id}/evidence': async (side, path) => {
    const spool = await accepted(side)
    return { path: filled(path, spool.id), body: evidenceFor(spool) }
  },
  'POST /api/sandbox/spools/{id}/confirm': async (side, path) => {
    const { id, conditions } = await accepted(side, { conditions: [looksGood] })
    return { path: filled(path, id), body: wordOn(conditions[0]?.id) }
  },
  'POST /api/sandbox/spools/{id}/verify': async (side, path) => {
    const spool = await delivered(side)
    return { path: filled(path, spool.id) }
  },
  'GET /api/v1/spools/{id}/evidence/{evidence_id}': onEvidence,
  'GET /api/v1/spools/{id}/evidence/{evidence_id}/content': onEvidence,
  'DELETE /api/v1/spools/{id}/evidence/{evidence_id}/content': async ({ send, key }, path) => {
    const { spool_id: id, receipt } = await verified(send, key)
    const evidenceId = receipt?.evidence[0]?.evidence_id ?? 'none'
    return { path: filled(path, id).replace('{evidence_id}', evidenceId) }
  },
  'POST /api/v1/spools/{id}/verify': async (side, path) => {
    const spool = await delivered(side)
    return { path: filled(path, spool.id) }
  },
  'POST /api/v1/spools/{id}/complete': async (side, path) => {
    const spool = await delivered(side)
    await acted(side.send, side.key, `${spool.id}/verify`)
    return { path: filled(path, spool.id) }
  },
  'POST /api/v1/spools/{id}/claims': async (side, path) => {
    const { spool, key } = await acceptedWithKey(side)
    return { path: filled(path, spool.id), key, body: recordClaims.http.example }
  },
  'POST /api/v1/spools/{id}/match': async (side, path) => ({
    ...(await onAccepted(side, path)),
    body: matchSpoolClaims.http.example,
  }),
  'GET /api/v1/spools/{id}/matches': async (side, path) => {
    const { id } = await accepted(side)
    await acted(side.send, side.key, `${id}/match`, {})
    return { path: filled(path, id) }
  },
  'POST /api/v1/spools/{id}/external-result': judged,
  'POST /api/v1/receipts/{receipt_id}/disputes': async (side, path) => ({
    path: path.replace('{receipt_id}', (await receiptOfTwo(side)).receiptId),
    body: dispute,
  }),
  'GET /api/v1/disputes/{dispute_id}': onDispute(),
  'POST /api/v1/disputes/{dispute_id}/statements': onDispute(addDisputeStatement.http.example),
  'POST /api/v1/disputes/{dispute_id}/withdraw': onDispute(),
  'POST /api/v1/disputes/{dispute_id}/respond': async (side, path) => {
    const { id, otherKey } = await disputed(side, { dispute_policy: { resolver: 'counterparty' } })
    return { path: path.replace('{dispute_id}', id), key: otherKey, body: respondToDispute.http.example }
  },
  'POST /api/v1/disputes/{dispute_id}/external-result': judgedDispute,
  'POST /api/v1/spools/{id}/discrepancies': async (side, path) => {
    const { id } = await delivered(side)
    return { path: filled(path, id), body: discrepancy }
  },
  'GET /api/v1/spools/{id}/discrepancies': async (side, path) => {
    const { id } = await delivered(side)
    return { path: filled(path, id) }
  },
  'GET /api/v1/discrepancies/{discrepancy_id}': onDiscrepancy,
  'POST /api/v1/discrepancies/{discrepancy_id}/resolve': async (side, path) => ({
    ...(await onDiscrepancy(side, path)),
    body: { outcome: 'accepted_variance', note: 'Row 3 is in the next record.' },
  }),
  'POST /api/v1/discrepancies/{discrepancy_id}/dismiss': async (side, path) => ({
    ...(await onDiscrepancy(side, path)),
    body: { note: 'Row 3 is in the record.' },
  }),
  'POST /api/v1/receipts/{receipt_id}/reviews': async (side, path) => ({
    path: path.replace('{receipt_id}', (await receiptOfTwo(side)).receiptId),
    body: reviewRequest,
  }),
  'GET /api/v1/reviews/{review_id}': onReview,
  'POST /api/v1/reviews/{review_id}/withdraw': onReview,
  'POST /api/v1/reviews/{review_id}/consent': async (side, path) => {
    const { id, otherKey } = await requestedReview(side)
    return { path: path.replace('{review_id}', id), key: otherKey }
  },
  'POST /api/v1/reviews/{review_id}/code': async (side, path) => ({
    ...(await asReviewer(side, path)),
    // This deployment has no mail server.
    refusal: '409 invalid_state',
  }),
  'POST /api/v1/reviews/{review_id}/decision': async (side, path) => ({
    ...(await asReviewer(side, path)),
    body: { decision: 'uphold' },
  }),
  'POST /api/v1/keys/exchange': async ({ send, key }, path) => {
    const { id } = await created(send, key)
    const invite = { method: 'POST', key }
    const { json } = await send<{ grant_token: string }>(`/api/v1/spools/${id}/invite`, invite)
    return { path, body: { grant_token: json.grant_token } }
  },
  'GET /s/{share_id}': async ({ send, key }, path) => {
    const { share_id: shareId } = await created(send, key)
    return { path: path.replace('{share_id}', shareId), headers: { accept: 'application/json' } }
  },
  'GET /.well-known/outturn-keys/{environment}/{version}': async ({ isSandbox }, path) => ({
    path: path.replace('{environment}', isSandbox ? 'demo' : 'production').replace('{version}', '1'),
  }),
  'POST /api/v1/credits/packs/mpp': async ({ key }, path) => ({
    path,
    body: { pack_cents: 500 },
    key,
    refusal: '402 payment_required_mpp',
  }),
  'POST /api/v1/verify/x402': async ({ send }, path) => {
    const payer = await newPayer()
    const { headers } = await send(path, { method: 'POST', body: delivery() })
    const payment = await payer.pay(headers.get('payment-required') ?? '')
    return { path, body: delivery(), headers: { 'payment-signature': payment } }
  },
  'POST /api/v1/credits/packs/x402': async ({ key }, path) => ({
    path,
    body: { pack_cents: 500 },
    key,
    refusal: '402 payment_required_x402',
  }),
  'GET /outcome-index': async (_, path) => ({ path, headers: { accept: 'application/json' } }),
  'GET /docs/search': async (_, path) => ({ path: `${path}?q=checkers` }),
  'GET /docs/errors': async (_, path) => ({ path }),
  'GET /docs/guide/{page}': async (_, path) => ({ path: path.replace('{page}', 'conditions') }),
  'POST /api/v1/policy-compiler': async (_, path) => ({ path, body: { source: 'exactly 2 rows' } }),
  'POST /api/v1/policy-compiler/confirm': async ({ send, key }, path) => {
    const compile = { key, body: { source: 'exactly 2 rows' } }
    const { json } = await send<CompiledPolicy>('/api/v1/policy-compiler', compile)
    const { policy_id, policy_digest, suggested_conditions: suggested } = json
    const accept = suggested.map(({ suggestion_id: id }) => id)
    return { path, body: { policy_id, policy_digest, accept } }
  },
  'POST /api/v1/sources': async ({ isSandbox }, path) => ({
    path,
    body: isSandbox ? {} : sourceOf('webhook'),
  }),
  ...Object.fromEntries(
    ['rotate', 'pause', 'resume', 'revoke'].map((verb) => [
      `POST /api/v1/sources/{source_id}/${verb}`,
      onSource('webhook'),
    ]),
  ),
  'GET /api/v1/sources/{source_id}': onSource('webhook'),
  'POST /api/v1/sources/{source_id}/sync': onSource('pull_http'),
  'POST /api/v1/sources/{source_id}/test': onSource('webhook', { payload: { s: 'A', p: 'sold', v: 1 } }),
  'POST /api/v1/sources/{source_id}/webhook': signedDelivery,
  'GET /api/v1/recipes/{id}': async ({ send, key }, path) => {
    const { json } = await send<{ data: Recipe[] }>('/api/v1/recipes', { key })
    return { path: filled(path, json.data[0]?.id ?? 'none') }
  },
}

/** Makes what an operation needs and returns the request that does what it is for. */
export async function prepareCall(
  { method, path, hasBody, example }: InterfaceOperation,
  side: Side,
): Promise<PreparedCall> {
  const prepare = preparations[`${method} ${path}`]
  if (prepare !== undefined) return prepare(side, path)
  const answer =
    path.includes('{') || path.includes('attestations') ? await verified(side.send, side.key) : null
  // The examples of verifications are not about what is made here.
  const body = path.includes('attestations') ? answer?.attestation : path.includes('{') ? example : delivery()
  return { path: answer === null ? path : ofRun(path, answer), ...(hasBody && { body }) }
}

function ofRun(path: string, { spool_id, receipt }: OneCallResponse): string {
  return filled(path, spool_id).replace('{receipt_id}', receipt?.id ?? 'none')
}

function filled(path: string, id: string): string {
  return path.replace('{id}', id)
}

function onProposed(body?: unknown): Prepare {
  return async ({ send, key }, path) => {
    const { id } = await created(send, key)
    return { path: filled(path, id), ...(body !== undefined && { body }) }
  }
}

function onAgentWork(state?: 'quoted'): Prepare {
  return async ({ send, key }, path) => {
    const parties: Agreement['parties'] = [
      { role: 'client', kind: 'org', display_name: 'Acme' },
      { role: 'provider', kind: 'agent', display_name: 'LeadBot' },
    ]
    const { id } = await created(send, key, { type: 'agent_task', parties })
    if (state === 'quoted') await acted<Quote>(send, key, `${id}/quote`)
    return { path: filled(path, id) }
  }
}

/** In the sandbox one person speaks for both parties. */
async function asCounterparty({ send, key, isSandbox }: Side, path: string): Promise<PreparedCall> {
  const { id } = await created(send, key)
  if (isSandbox) return { path: filled(path, id) }
  return { path: filled(path, id), key: (await counterpartyKey(send, key, id)).api_key }
}

async function accepted(side: Side, changes: Partial<Agreement> = {}): Promise<SpoolView> {
  return (await acceptedWithKey(side, changes)).spool
}

/** An accepted Spool with the key of the party that accepted it. */
async function acceptedWithKey(
  side: Side,
  changes: Partial<Agreement> = {},
): Promise<{ spool: SpoolView; key: string }> {
  // Settled elsewhere, so that a Spool is complete when its work is verified.
  const value = { amount_cents: 500, currency: 'USD', rail_preference: 'external' }
  const spool = await created(side.send, side.key, { value, ...changes })
  const key = side.isSandbox ? side.key : (await counterpartyKey(side.send, side.key, spool.id)).api_key
  return { spool: await acted<SpoolView>(side.send, key, `${spool.id}/accept`), key }
}

async function onAccepted(side: Side, path: string): Promise<PreparedCall> {
  return { path: filled(path, (await accepted(side)).id) }
}

async function onEvidence(side: Side, path: string): Promise<PreparedCall> {
  const { id, evidence } = await delivered(side)
  return { path: filled(path, id).replace('{evidence_id}', evidence[0]?.id ?? 'none') }
}

async function delivered(side: Side): Promise<SpoolView> {
  const spool = await accepted(side)
  return acted<SpoolView>(side.send, side.key, `${spool.id}/evidence`, evidenceFor(spool))
}

const looksGood: Agreement['conditions'][number] = {
  description: 'The buyer likes it.',
  required: true,
  verification_method: 'human_confirmed',
}

function wordOn(conditionId: string | undefined): unknown {
  return { condition_id: conditionId, method: 'buyer_confirm', outcome: 'passed' }
}

function evidenceFor({ conditions }: SpoolView): unknown {
  const { rows } = delivery().evidence
  return {
    condition_id: conditions[0]?.id,
    type: 'dataset',
    source: 'export',
    metadata: { rows },
    on_behalf_of: 'provider',
  }
}

const labId = 'lab'

/** A judge with a key of its own, and the condition that declares it. */
function lab() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const key = String(publicKey.export({ format: 'jwk' }).x)
  const condition: Agreement['conditions'][number] = {
    description: 'The lab passes it.',
    required: true,
    verification_method: 'external_tool',
    external_judge: { id: labId, name: 'The lab', proof: { type: 'ed25519', public_key: key } },
  }
  const signed = (text: string) => sign(null, Buffer.from(text), privateKey).toString('base64url')
  return { condition, signed }
}

/** The signed word of a declared judge. The sandbox has no judges, so there the Spool is one without. */
async function judged(side: Side, path: string): Promise<PreparedCall> {
  const { condition, signed } = lab()
  const spool = await accepted(side, side.isSandbox ? {} : { conditions: [condition] })
  const result = {
    evaluator: labId,
    verdict: 'pass',
    condition_results: [{ condition_id: spool.conditions[0]?.id ?? '', result: 'pass' }],
    observed_at: spool.updated_at,
  }
  const text = canonicalJson({
    schema: 'outturn/external-result@1',
    spool_id: spool.id,
    agreement_hash: spool.agreement.agreement_hash,
    ...result,
    evidence_refs: [],
  })
  const proof = { type: 'ed25519', signature: signed(text) }
  return { path: filled(path, spool.id), body: { ...result, proof } }
}

function sourceOf(kind: SourceRequest['kind']): SourceRequest {
  return {
    name: `Shop ${randomUUID()}`,
    kind,
    mapping: { subject: '/s', predicate: '/p', value: '/v', spool: '/deal' },
    ...(kind === 'webhook'
      ? { signing: { scheme: 'hmac_sha256' } }
      : { pull: { url: 'https://shop.example/orders', interval_seconds: 86_400 } }),
  }
}

function onSource(kind: SourceRequest['kind'], body?: unknown): Prepare {
  return async ({ send, key }, path) => {
    const { json } = await send<{ id: string }>('/api/v1/sources', { key, body: sourceOf(kind) })
    return { path: path.replace('{source_id}', json.id), ...(body !== undefined && { body }) }
  }
}

/** A delivery of a source to a Spool that waits for its other party. */
async function signedDelivery({ send, key }: Side, path: string): Promise<PreparedCall> {
  const { id: deal } = await created(send, key)
  const made = await send<{ id: string; signing_secret: string }>('/api/v1/sources', {
    key,
    body: sourceOf('webhook'),
  })
  const body = { s: 'A', p: 'sold', v: 1, deal }
  const [id, time] = ['evt_1', String(Math.floor(Date.now() / 1_000))]
  const secret = Buffer.from(made.json.signing_secret.slice('whsec_'.length), 'base64')
  const signature = createHmac('sha256', secret)
    .update(`${id}.${time}.${JSON.stringify(body)}`)
    .digest('base64')
  const headers = { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': `v1,${signature}` }
  return { path: path.replace('{source_id}', made.json.id), body, headers }
}

const dispute = { reason: 'late', detail: 'It came after the fair.', requested: 'refund' }

const discrepancy = { kind: 'other', description: 'Row 3 is not in the record.' }

async function onDiscrepancy(side: Side, path: string): Promise<PreparedCall> {
  const { send, key } = side
  const { id } = await delivered(side)
  const { json } = await send<{ id: string }>(`/api/v1/spools/${id}/discrepancies`, {
    key,
    body: discrepancy,
  })
  return { path: path.replace('{discrepancy_id}', json.id) }
}

/** The receipt of a Spool of two parties, who may dispute it, and the key of the other party. */
async function receiptOfTwo(side: Side, changes: Partial<Agreement> = {}) {
  const { spool, key: otherKey } = await acceptedWithKey(side, changes)
  const at = `${spool.id}/evidence`
  await acted<SpoolView>(side.send, side.key, at, evidenceFor(spool))
  const { receipt } = await acted<VerifiedSpool>(side.send, side.key, `${spool.id}/verify`)
  return { spool, receiptId: receipt?.id ?? 'none', otherKey }
}

/** A dispute that the owner opened of such a receipt. */
async function disputed(side: Side, changes: Partial<Agreement> = {}) {
  const { send, key } = side
  const of = await receiptOfTwo(side, changes)
  const { json } = await send<DisputeView>(`/api/v1/receipts/${of.receiptId}/disputes`, {
    key,
    body: dispute,
  })
  return { ...of, id: json.id }
}

function onDispute(body?: unknown): Prepare {
  return async (side, path) => {
    const { id } = await disputed(side)
    return { path: path.replace('{dispute_id}', id), ...(body !== undefined && { body }) }
  }
}

/** The signed decision of the judge that the agreement names for disputes; the sandbox has no judges. */
async function judgedDispute(side: Side, path: string): Promise<PreparedCall> {
  const { condition, signed } = lab()
  const { id, spool, receiptId } = await disputed(side, {
    dispute_policy: { resolver: 'external', resolver_ref: labId },
    ...(!side.isSandbox && {
      conditions: [...agreement().conditions, { ...condition, required: false }],
    }),
  })
  const result = { evaluator: labId, decision: 'uphold', observed_at: spool.updated_at }
  const text = disputeResultPreimage('outturn', {
    ...{ dispute_id: id, receipt_id: receiptId, spool_id: spool.id },
    ...{ agreement_hash: spool.agreement.agreement_hash, condition_outcomes: [], ...result },
  })
  return {
    path: path.replace('{dispute_id}', id),
    body: { ...result, proof: { type: 'ed25519', signature: signed(text) } },
    ...(side.isSandbox && { refusal: '409 invalid_state' }),
  }
}

const reviewRequest = { reviewer: { name: 'Ana' }, question: 'Is it complete?' }

/** A review of a receipt of two parties, by the party that asked for it. */
async function onReview(side: Side, path: string): Promise<PreparedCall> {
  const { id } = await requestedReview(side)
  return { path: path.replace('{review_id}', id) }
}

/** The same by the token of its link. */
async function asReviewer(side: Side, path: string): Promise<PreparedCall> {
  const { id, decision_url: url } = await requestedReview(side)
  const authorization = `Bearer ${url.slice(url.lastIndexOf('/') + 1)}`
  return { path: path.replace('{review_id}', id), headers: { authorization } }
}

async function requestedReview(side: Side): Promise<RequestedReview & { otherKey: string }> {
  const { send, key } = side
  const { receiptId, otherKey } = await receiptOfTwo(side)
  const at = `/api/v1/receipts/${receiptId}/reviews`
  return { ...(await send<RequestedReview>(at, { key, body: reviewRequest })).json, otherKey }
}
