import {
  auditInvoice,
  type CompiledPolicy,
  type OneCallResponse,
  type Recipe,
  replayPromise,
} from '@outturn/contracts'
import { delivery, verified } from '../api.ts'
import type { InterfaceOperation } from '../interface.ts'
import { newPayer } from '../payments.ts'
import { discrepancyPreparations } from './discrepancies.ts'
import { disputePreparations } from './disputes.ts'
import { judgePreparations } from './judges.ts'
import { filled, type Preparations, type PreparedCall, type Side, withBody } from './preparation.ts'
import { reviewPreparations } from './reviews.ts'
import { settlementPreparations } from './settlements.ts'
import { sourcePreparations } from './sources.ts'
import { sandboxPreparations, spoolPreparations } from './spools.ts'

const paymentPreparations: Preparations = {
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
}

const policyPreparations: Preparations = {
  'POST /api/v1/policy-compiler': withBody({ source: 'exactly 2 rows' }),
  'POST /api/v1/policy-compiler/confirm': async ({ send, key }, path) => {
    const compile = { key, body: { source: 'exactly 2 rows' } }
    const { json } = await send<CompiledPolicy>('/api/v1/policy-compiler', compile)
    const { policy_id, policy_digest, suggested_conditions: suggested } = json
    const accept = suggested.map(({ suggestion_id: id }) => id)
    return { path, body: { policy_id, policy_digest, accept } }
  },
  'GET /api/v1/recipes/{id}': async ({ send, key }, path) => {
    const { json } = await send<{ data: Recipe[] }>('/api/v1/recipes', { key })
    return { path: filled(path, json.data[0]?.id ?? 'none') }
  },
}

/** What is read or computed without a Spool. */
const otherPreparations: Preparations = {
  'POST /api/v1/invoice-audit': withBody(auditInvoice.http.example),
  'POST /api/v1/promise-replay': withBody(replayPromise.http.example),
  'GET /api/v1/requests/{request_id}': async ({ send, key }, path) => {
    const { headers } = await send('/api/v1/verify', { key, body: {} })
    return { path: path.replace('{request_id}', headers.get('request-id') ?? '') }
  },
  'GET /.well-known/outturn-keys/{environment}/{version}': async ({ isSandbox }, path) => ({
    path: path.replace('{environment}', isSandbox ? 'demo' : 'production').replace('{version}', '1'),
  }),
  'GET /outcome-index': async (_, path) => ({ path, headers: { accept: 'application/json' } }),
  'GET /docs/search': async (_, path) => ({ path: `${path}?q=checkers` }),
  'GET /docs/errors': async (_, path) => ({ path }),
  'GET /docs/guide/{page}': async (_, path) => ({ path: path.replace('{page}', 'conditions') }),
}

/** What is needed before an operation can succeed; the others take a Spool and receipt of a one-call verification. */
const preparations: Preparations = {
  ...spoolPreparations,
  ...sandboxPreparations,
  ...settlementPreparations,
  ...judgePreparations,
  ...sourcePreparations,
  ...disputePreparations,
  ...discrepancyPreparations,
  ...reviewPreparations,
  ...paymentPreparations,
  ...policyPreparations,
  ...otherPreparations,
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
