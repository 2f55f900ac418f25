import type { JsonValue } from '@outturn/canonical'
import { errorCodes } from '@outturn/contracts'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Account, connectOperator, type Operator } from '../system/operator.ts'
import { createKey } from '@outturn/contracts'
import { created } from './agreement.ts'
import { readInterface } from './interface.ts'
import {
  delivery,
  type ErrorAnswer,
  type HttpAnswer,
  openSession,
  readSystem,
  sandboxVerifies,
  sendTo,
  verified,
} from './api.ts'

const system = readSystem(inject('system'))
const send = sendTo(system)
const site = inject('site')
let operator: Operator
let account: Account

beforeAll(async () => {
  operator = await connectOperator(system)
  account = await operator.openAccount({ included: 10_000 })
})
afterAll(() => operator.close())

function verify(body: unknown, headers: Record<string, string> = {}): Promise<HttpAnswer<ErrorAnswer>> {
  return send('/api/v1/verify', { key: account.apiKey, body, headers })
}

/** A delivery of one page, which is looked at. An agreement itself names public addresses only. */
function pageAt(url: string) {
  const deterministic_check = { checker: 'http_status' as const, field: 'url' }
  return delivery({
    conditions: [{ description: 'The page is up.', deterministic_check }],
    unit: { total_units: 1, unit_amount_cents: 500 },
    evidence: { rows: [{ url }] },
  })
}

async function textAt(url: string): Promise<string> {
  return (await fetch(url)).text()
}

/** One request for each code that the routes of this system can answer with while all of it works. */
const raising: Record<string, () => Promise<HttpAnswer<ErrorAnswer>>> = {
  invalid_json: () => verify('{"conditions": [}'),
  validation_failed: () => verify(delivery({ conditions: [] })),
  unauthenticated: () => send('/api/v1/verify', { body: delivery() }),
  session_expired: () => send('/api/sandbox/session'),
  forbidden: async () => {
    const wishes = { accountId: account.accountId, scope: 'verify', label: 'tests' } as const
    const { apiKey } = await operator.send(createKey, wishes)
    const { spool_id } = await verified(send, apiKey)
    return send(`/api/v1/spools/${spool_id}/events`, { key: apiKey })
  },
  credits_required: async () => {
    const { apiKey } = await operator.openAccount()
    return send('/api/v1/verify', { key: apiKey, body: delivery() })
  },
  payment_required_x402: () => send('/api/v1/verify/x402', { body: delivery() }),
  payment_required_mpp: () =>
    send('/api/v1/credits/packs/mpp', { key: account.apiKey, body: { pack_cents: 500 } }),
  not_found: () => send('/api/v1/receipts/ocr_000000000000000000000000', { key: account.apiKey }),
  spool_not_found: () => send('/api/v1/spools/spl_000000000000000000000000', { key: account.apiKey }),
  route_not_found: () => send('/api/v1/no-such-thing', { key: account.apiKey }),
  method_not_allowed: () => send('/api/v1/verify', { key: account.apiKey, method: 'PUT' }),
  not_acceptable: () => send('/api/v1/usage', { key: account.apiKey, headers: { accept: 'text/csv' } }),
  conflict: async () => {
    await verify(delivery(), { 'idempotency-key': 'taken' })
    return verify(delivery({ conditions: ['Exactly 2 rows.'] }), { 'idempotency-key': 'taken' })
  },
  store_conflict: async () => {
    const lookAtHeld = pageAt(`${site}/held`)
    const headers = { 'idempotency-key': 'under way' }
    const first = verify(lookAtHeld, headers)
    await expect.poll(() => textAt(`${site}/waiting`)).toBe('1')
    const repetition = await verify(lookAtHeld, headers)
    await textAt(`${site}/release`)
    expect((await first).status).toBe(201)
    return repetition
  },
  input_too_large: () => verify(`"${'x'.repeat(8 * 1024 * 1024)}"`),
  evidence_too_large: () => verify(delivery({ evidence: { rows: [{ name: 'x'.repeat(1_048_576) }] } })),
  ambiguity_required: () => verify(delivery({ conditions: ['Pay [amount] when it is done.'] })),
  not_allowed_in_unilateral_mode: () => verify(delivery({ settlement: 'managed' })),
  rate_limited: async () => {
    const { apiKey } = await operator.openAccount({ quota: 1 })
    await send('/api/v1/usage', { key: apiKey })
    return send('/api/v1/usage', { key: apiKey })
  },
  unsupported_environment_capability: async () => {
    const { token } = await openSession(send)
    return send('/api/v1/credits/balance', { key: token })
  },
  compile_failed: async () => {
    const { token } = await openSession(send)
    return send('/api/sandbox/compile', { key: token, body: { source: 'Hello there.' } })
  },
  invalid_state: async () => {
    const { spool_id } = await verified(send, account.apiKey)
    return send(`/api/v1/spools/${spool_id}/propose`, { method: 'POST', key: account.apiKey })
  },
  unknown_action: () =>
    send('/api/v1/spools/spl_000000000000000000000000/finish', { method: 'POST', key: account.apiKey }),
  wrong_funding_lane: async () => {
    const { id } = await created(send, account.apiKey)
    return send(`/api/v1/spools/${id}/quote`, { method: 'POST', key: account.apiKey })
  },
  settlement_unavailable: async () => {
    const { id } = await created(send, account.apiKey, {
      value: { amount_cents: 500, currency: 'USD', rail_preference: 'external' },
    })
    return send(`/api/v1/spools/${id}/commit`, { method: 'POST', key: account.apiKey })
  },
  recipe_not_found: () => send('/api/v1/recipes/none@1', { key: account.apiKey }),
  recipe_hash_mismatch: () => {
    const { conditions: _, ...rest } = delivery()
    const recipe = { id: 'lead-list@1', recipe_hash: `sha256:${'0'.repeat(64)}` }
    return verify({ ...rest, recipe })
  },
  limit_reached: async () => {
    const { token } = await openSession(send)
    for (let used = 0; used < sandboxVerifies; used += 1) await verified(send, token)
    return send('/api/v1/verify', { key: token, body: delivery() })
  },
}

/** Codes that need something broken or used up for all: the file that breaks it. */
const raisedElsewhere: Record<string, string> = {
  account_suspended: 'services/gateway/src/routes/access.int.test.ts',
  configuration_unavailable: 'test/crash/one-call.test.ts',
  grant_cap_exceeded: 'services/settlement/src/flows/grants.int.test.ts',
  grants_paused: 'services/settlement/src/flows/grants.int.test.ts',
  internal_error: 'services/gateway/src/http/server.int.test.ts',
  payout_destination_required: 'test/e2e/settlement.test.ts',
  payment_failed_x402: 'services/billing/src/handlers/buy-verification.int.test.ts',
  checker_error: 'services/verification/src/handlers/run-verification.int.test.ts',
  sandbox_resting: 'services/gateway/src/routes/sandbox/sandbox.int.test.ts',
  trusted_key_unavailable: 'services/gateway/src/routes/reads.int.test.ts',
}

test.each(Object.entries(raising))(
  '%s has the status and the members of the contract',
  async (code, raise) => {
    const { status, json, headers } = await raise()
    const rule = errorCodes[code as keyof typeof errorCodes]
    expect({ code: json.code, status, retryable: json.retryable }).toEqual({
      code,
      status: rule.status,
      retryable: rule.retryable,
    })
    expect(json.error).toMatch(/\S/)
    expect(json.remediation).toMatch(/\S/)
    expect(json).toHaveProperty('request_id', headers.get('request-id'))
  },
)

test('every code that the interface document names is raised by a test', async () => {
  const named = (await readInterface(send))
    .flatMap(({ responses }) => Object.values(responses))
    .flatMap(({ description }) => [...description.matchAll(/`([a-z_0-9]+)`/g)].map(([, code]) => code))
    .filter((code) => code !== undefined && code in errorCodes)
  const raised = [...Object.keys(raising), ...Object.keys(raisedElsewhere)]
  expect(new Set(raised)).toEqual(
    new Set([...named, 'route_not_found', 'method_not_allowed', 'unknown_action']),
  )
})

describe('a strict body', () => {
  test.each([
    ['at the top', { ...delivery(), max_amount_cent: 500 }, 'max_amount_cent', 'max_amount_cents'],
    [
      'deep inside',
      { ...delivery(), unit: { total_units: 2, unit_amount_cent: 250 } },
      'unit.unit_amount_cent',
      'unit_amount_cents',
    ],
  ])('names an unknown member %s and the nearest known one', async (_, body, field, nearest) => {
    const { status, json } = await verify(body)
    expect([status, json.code, json.field]).toEqual([400, 'validation_failed', field])
    expect(json.error + json.remediation).toContain(nearest)
  })

  test.each([
    ['a duplicate member', '{"conditions":["Exactly 2 rows."],"conditions":[],"evidence":{"rows":[]}}'],
    ['a lone surrogate', JSON.stringify(delivery()).replace('Aurora', '\\ud800')],
    ['a number that would be rounded', JSON.stringify(delivery()).replace('250', '9007199254740993')],
    ['nesting deeper than 32', JSON.stringify(delivery({ evidence: { rows: [{ deep: nested(40) }] } }))],
    ['__proto__', JSON.stringify(delivery()).replace('"name":', '"__proto__":')],
    ['U+0000', JSON.stringify(delivery()).replace('Aurora', '\\u0000')],
  ])('with %s is refused before anything is done', async (_, body) => {
    const { status, json } = await verify(body)
    expect([status, json.retryable]).toEqual([400, false])
    expect(['invalid_json', 'validation_failed']).toContain(json.code)
  })
})

function nested(depth: number): JsonValue {
  return depth === 0 ? 1 : [nested(depth - 1)]
}
