import { createHmac, randomUUID } from 'node:crypto'
import { matchSpoolClaims, recordClaims, type SourceRequest } from '@outturn/contracts'
import { acted, created } from '../agreement.ts'
import { accepted, acceptedWithKey, onAccepted } from './accepted-spool.ts'
import { filled, type Preparations, type Prepare, type PreparedCall, type Side } from './preparation.ts'

/** What sources record, and the claims that it is matched with. */
export const sourcePreparations: Preparations = {
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
