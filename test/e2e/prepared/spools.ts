import type { Quote } from '@outturn/agreement'
import { acted, type Agreement, agreement, counterpartyKey, created } from '../agreement.ts'
import { verified } from '../api.ts'
import { accepted, delivered, evidenceFor, onDelivered } from './accepted-spool.ts'
import {
  filled,
  type Preparations,
  type Prepare,
  type PreparedCall,
  type Side,
  withBody,
} from './preparation.ts'

/** From the proposal of a Spool to its end. */
export const spoolPreparations: Preparations = {
  'POST /api/v1/spools': async (_, path) => ({ path, body: agreement() }),
  'POST /api/v1/spools/{id}/propose': onProposed(),
  'POST /api/v1/spools/{id}/cancel': onProposed(),
  'POST /api/v1/spools/{id}/abandon': onProposed(),
  'POST /api/v1/spools/{id}/invite': onProposed(),
  'POST /api/v1/spools/{id}/amend': onProposed({ unitization: { total_units: 5, unit_amount_cents: 100 } }),
  'POST /api/v1/spools/{id}/quote': onAgentWork(),
  'GET /api/v1/spools/{id}/quote': onAgentWork('quoted'),
  'POST /api/v1/spools/{id}/accept': asCounterparty,
  'POST /api/v1/spools/{id}/decline': asCounterparty,
  'POST /api/v1/spools/{id}/evidence': withEvidence,
  'GET /api/v1/spools/{id}/evidence/{evidence_id}': onEvidence,
  'GET /api/v1/spools/{id}/evidence/{evidence_id}/content': onEvidence,
  'DELETE /api/v1/spools/{id}/evidence/{evidence_id}/content': async ({ send, key }, path) => {
    const { spool_id: id, receipt } = await verified(send, key)
    const evidenceId = receipt?.evidence[0]?.evidence_id ?? 'none'
    return { path: filled(path, id).replace('{evidence_id}', evidenceId) }
  },
  'POST /api/v1/spools/{id}/verify': onDelivered,
  'POST /api/v1/spools/{id}/complete': async (side, path) => {
    const spool = await delivered(side)
    await acted(side.send, side.key, `${spool.id}/verify`)
    return { path: filled(path, spool.id) }
  },
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
}

/** The same by the operations of the sandbox. */
export const sandboxPreparations: Preparations = {
  'POST /api/sandbox/compile': withBody({ source: 'exactly 2 rows' }),
  'POST /api/sandbox/spools/{id}/accept': asCounterparty,
  'POST /api/sandbox/spools/{id}/evidence': withEvidence,
  'POST /api/sandbox/spools/{id}/confirm': async (side, path) => {
    const { id, conditions } = await accepted(side, { conditions: [looksGood] })
    return { path: filled(path, id), body: wordOn(conditions[0]?.id) }
  },
  'POST /api/sandbox/spools/{id}/verify': onDelivered,
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

async function withEvidence(side: Side, path: string): Promise<PreparedCall> {
  const spool = await accepted(side)
  return { path: filled(path, spool.id), body: evidenceFor(spool) }
}

async function onEvidence(side: Side, path: string): Promise<PreparedCall> {
  const { id, evidence } = await delivered(side)
  return { path: filled(path, id).replace('{evidence_id}', evidence[0]?.id ?? 'none') }
}

const looksGood: Agreement['conditions'][number] = {
  description: 'The buyer likes it.',
  required: true,
  verification_method: 'human_confirmed',
}

function wordOn(conditionId: string | undefined): unknown {
  return { condition_id: conditionId, method: 'buyer_confirm', outcome: 'passed' }
}
