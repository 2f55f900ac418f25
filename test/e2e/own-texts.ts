import { randomBytes } from 'node:crypto'
import type { CompiledPolicy } from '@outturn/contracts'
import { Client } from 'pg'
import { expect } from 'vitest'
import { acted, created, shownEvidence } from './agreement.ts'
import type { Send } from './api.ts'

/** Makes a text of the account that is nowhere else. */
type Own = (where: string) => string

/** A text that is compiled, and a recipe of it. */
export async function compileOwnPolicy(send: Send, key: string, own: Own): Promise<void> {
  const post = <T>(path: string, body: object) => send<T>(`/api/v1/policy-compiler${path}`, { key, body })
  const source = `Deliver 2 leads at $2.50 each. Every row has "${own('field').toLowerCase()}".`
  const { json: policy } = await post<CompiledPolicy>('', { source })
  const accept = policy.suggested_conditions.map(({ suggestion_id: id }) => id)
  const { policy_id, policy_digest } = policy
  const confirmed = { policy_id, policy_digest, accept, answers: {}, create_recipe: true }
  expect((await post('/confirm', confirmed)).status).toBe(201)
}

/** A Spool with pages that were visited, a link in place of a content, and a word with a comment; its id. */
export async function judgeOwnPages(send: Send, key: string, site: string, own: Own): Promise<string> {
  const base = { required: true, verification_method: 'deterministic' } as const
  const { id, conditions } = await created(send, key, {
    agreement: { mode: 'unilateral' },
    conditions: [
      {
        ...base,
        description: 'Every page is up.',
        deterministic_check: { checker: 'http_status', field: 'page' },
      },
      { ...base, description: 'The link is a URL.', deterministic_check: { checker: 'url_format' } },
      { description: 'The buyer likes it.', required: true, verification_method: 'human_confirmed' },
    ],
  })
  const [page, link, word] = conditions.map((condition) => condition.id)
  const rows = [{ page: `${site}/page?${own('visited')}` }]
  for (const item of [
    { condition_id: page, type: 'dataset', source: 'export', metadata: { rows } },
    {
      condition_id: link,
      type: 'url',
      source: 'link',
      metadata: { url: `https://${own('link').toLowerCase()}.example` },
    },
  ])
    await acted(send, key, `${id}/evidence`, { ...item, on_behalf_of: 'provider' })
  const said = { condition_id: word, method: 'buyer_confirm', outcome: 'passed', detail: own('Comment') }
  const evidence_refs = await shownEvidence(send, key, id, word)
  await acted(send, key, `${id}/verify`, { confirmations: [{ ...said, evidence_refs }] })
  return id
}

/** What needs a browser or a processor of cards to come about: an entry of the audit log, and a card that was never charged, which is deleted at the end. */
export async function keepByHand(databaseUrl: string, accountId: string, own: Own): Promise<AsyncDisposable> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  const id = randomBytes(12).toString('hex')
  await client.query(
    `insert into gateway.audit_entry (id, account_id, at, actor, chain_id, action, target, result, address_prefix, details)
     values ($1, $2, now(), $3, null, 'key.made', $4, 'ok', '203.0.113.0/24', jsonb_build_object('label', $5::text))`,
    [`aud_${id}`, accountId, own('Actor'), own('Target'), own('Details')],
  )
  await client.query(
    `insert into settlement.settlement (id, spool_id, account_id, payer, payee, fee_recipient, token, maximum_cents, maximum_fee_cents,
       is_void, version, created_at, updated_at, lane)
     values ($1, $2, $3, $3, 'acct_1', 'acct_2', '{}', 100, 0, true, 1, now(), now(), 'card')`,
    [`stl_${id}`, `spl_${id}`, accountId],
  )
  await client.query(
    `insert into settlement.card_hold (settlement_id, n, cents, fee_cents, payment_method, description, return_url, state, end_reason,
       url, asked_at, asked_by, is_released)
     values ($1, 1, 100, 0, $2, $3, $4, 'ended', 'canceled', $5, now(), $6, true)`,
    [`stl_${id}`, ...['Method', 'Description', 'Return', 'Page', 'AskedBy'].map(own)],
  )
  return {
    async [Symbol.asyncDispose]() {
      for (const [table, column] of [
        ['card_hold', 'settlement_id'],
        ['settlement', 'id'],
      ])
        await client.query(`delete from settlement.${table} where ${column} = $1`, [`stl_${id}`])
      await client.end()
    },
  }
}
