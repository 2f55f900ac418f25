import { Refusal, verifyDelivery } from '@outturn/contracts'
import type { GatewayInstance } from '../deps.ts'
import { type AnsweredRequest, capture, type Captured } from '../request-log/capture.ts'
import { RequestRing } from '../request-log/request-ring.ts'
import { toRow } from '../request-log/to-row.ts'
import { tokenHasher } from '../auth/token-hash.ts'
import { caller } from './request-entry.ts'
import { oneCall } from './http-client.ts'

// Measures the event loop time that the request log costs for each request: `npm run bench:requests`, without a server or a database.

const rounds = 20_000
const route = verifyDelivery.http
if (route === undefined) throw new Error('verify-delivery has no endpoint')
const hash = tokenHasher('a pepper of forty characters for testing')
const instance = { environment: 'production' } as GatewayInstance
const { accountId, ...key } = caller
const identity = {
  instance,
  principal: { kind: 'account', accountId, via: { kind: 'key', ...key } },
  rateName: 'x',
  quota: null,
}
const instances = { hosted: [], started: {}, of: () => undefined }

function answered(rows: number, refusal: Refusal | null): AnsweredRequest {
  const evidence = { rows: Array.from({ length: rows }, (_, at) => ({ email: `lead${at}@example.com` })) }
  return {
    id: 'req_0123456789abcdef01234567',
    at: new Date(),
    tookMs: 4,
    method: 'POST',
    url: '/api/v1/verify',
    pathWords: new Set(['', 'api', 'v1', 'verify']),
    status: refusal?.status ?? 201,
    route,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'outturn-sdk/1.0.0',
      authorization: 'Bearer x',
    },
    body: Buffer.from(JSON.stringify({ ...oneCall, evidence })),
    caller: { credential: { kind: 'none' }, identity } as unknown as AnsweredRequest['caller'],
    address: '203.0.113.7',
    idempotencyKey: '9a1e7c44-0000-4000-8000-00000000f6a8',
    rateLimit: '"api-v1";r=119;t=60',
    refusal,
    madeSpoolId: null,
  }
}

const refusal = new Refusal('validation_failed', 'max_amount_cents: must be at least 1', {
  field: 'max_amount_cents',
})

/** Microseconds of one call, in the middle of nine measurements. */
function microseconds(times: number, work: () => void): number {
  const measured = Array.from({ length: 9 }, () => {
    const startedAt = performance.now()
    for (let at = 0; at < times; at += 1) work()
    return ((performance.now() - startedAt) * 1_000) / times
  })
  return measured.toSorted((a, b) => a - b)[4] ?? Number.NaN
}

function printLine(name: string, request: AnsweredRequest): void {
  const one = (): Captured => {
    const captured = capture(request, instances, () => 1)
    if (captured === null) throw new Error('the request is not one of an account')
    return captured
  }
  const onPath = microseconds(rounds, () => {
    const ring = new RequestRing(() => {})
    ring.push(one().entry)
  })
  const { entry } = one()
  const behind = microseconds(Math.ceil(rounds / 100), () => void toRow(entry, caller, { hash }))
  process.stdout.write(
    `${name.padEnd(34)} ${onPath.toFixed(1).padStart(8)} ${behind.toFixed(1).padStart(10)}\n`,
  )
}

process.stdout.write(
  `${'µs for each request'.padEnd(34)} ${'captured'.padStart(8)} ${'redacted'.padStart(10)}\n`,
)
printLine('a success', answered(1, null))
printLine('a refusal, 0.3 KB', answered(1, refusal))
printLine('a refusal with 100 rows, 3 KB', answered(100, refusal))
printLine('a refusal with 5,000 rows, 180 KB', answered(5_000, refusal))
