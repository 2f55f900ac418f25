import type { CreatedSpool, ExchangedKey, Invitation, SentWithConditions } from '@outturn/contracts'
import type { HttpAnswer, Send } from './api.ts'

export type Agreement = SentWithConditions

/** An agreement on two rows for 2.50 each, judged by one check; members given replace its own. */
export function agreement(changes: Partial<Agreement> = {}): Agreement {
  return {
    type: 'service',
    parties: [
      { role: 'buyer', kind: 'org', display_name: 'Acme Sales' },
      { role: 'seller', kind: 'human', display_name: 'Lena Ortiz', contact: 'lena@example.com' },
    ],
    value: { amount_cents: 500, currency: 'USD' },
    deliverable: {
      type: 'dataset',
      title: 'Qualified leads',
      description: 'Two companies with a website.',
      attributes: { region: 'Nordics' },
    },
    terms: [{ text: 'Delivered as one table.', provenance: { source: 'chat', origin: 'mail of 2 March' } }],
    conditions: [
      {
        description: 'Every company has a name and a website.',
        required: true,
        verification_method: 'deterministic',
        deterministic_check: { checker: 'completeness', required_fields: ['name', 'website'] },
      },
    ],
    unitization: { total_units: 2, unit_amount_cents: 250 },
    ...changes,
  }
}

/** Creates a Spool that must be created. */
export async function created(
  send: Send,
  key: string,
  changes: Partial<Agreement> = {},
): Promise<CreatedSpool> {
  const answer = await send<CreatedSpool>('/api/v1/spools', { key, body: agreement(changes) })
  return must(answer, 201)
}

/** Takes an action that must succeed. */
export async function acted<T = CreatedSpool>(
  send: Send,
  key: string,
  path: string,
  body?: unknown,
): Promise<T> {
  return must(await send<T>(`/api/v1/spools/${path}`, { method: 'POST', key, body }), 200)
}

/** Ids of the evidence that the Spool shows for a condition that people decide; none where this key may not read it. */
export async function shownEvidence(
  send: Send,
  key: string | undefined,
  spoolId: string,
  conditionId: string | undefined,
): Promise<string[]> {
  const { json } = await send<Partial<CreatedSpool>>(`/api/v1/spools/${spoolId}`, { key })
  const condition = json.conditions?.find(({ id }) => id === conditionId)
  return condition?.confirmation?.evidence_ids ?? []
}

/** The key of the counterparty, invited by the creator and exchanged by its holder. */
export async function counterpartyKey(send: Send, key: string, spoolId: string): Promise<ExchangedKey> {
  const path = `/api/v1/spools/${spoolId}/invite`
  const { grant_token: grant } = must(await send<Invitation>(path, { method: 'POST', key }), 201)
  return must(await send<ExchangedKey>('/api/v1/keys/exchange', { body: { grant_token: grant } }), 201)
}

function must<T>({ status, text, json }: HttpAnswer<T>, expected: number): T {
  if (status !== expected) throw new Error(`expected ${expected}, got ${status}: ${text}`)
  return json
}
