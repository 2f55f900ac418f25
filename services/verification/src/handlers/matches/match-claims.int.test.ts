import { contentDigestOf, type ReportedValues } from '@outturn/agreement'
import {
  type CommandInput,
  type MatchableClaim,
  matchClaims,
  type Principal,
  readClaims,
  readMatchRows,
  readMatchRowsAt,
} from '@outturn/contracts'
import { on } from '@outturn/messaging'
import { query, statement } from '@outturn/postgres'
import { deploymentUsers, type TestDatabase, type TestNats, testDatabase, testNats } from '@outturn/testkit'
import { refusalOfPending } from '@outturn/testkit/refusals'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onSpoolEvidenceWithdrawn } from '../../reactions/spool-evidence-withdrawn.ts'
import { findCurrentFactTexts } from '../../store/facts/fact-texts.ts'
import { type OpenVerification, openVerification } from '../../testing/open-verification.ts'

let nats: TestNats
let database: TestDatabase
let open: OpenVerification
/** The claims of the Spool, as the spool service answers them. */
let claims: MatchableClaim[] = []
/** What happens while a match reads the claims of a Spool: it has read the facts, and recorded nothing. */
let whileReading: (spoolId: string) => Promise<void> = async () => undefined

const sourceId = 'src_000000000000000000000001'
const at = '2026-11-24T10:00:00.000Z'

beforeAll(async () => {
  ;[nats, database] = await Promise.all([testNats(deploymentUsers()), testDatabase(['verification'])])
  open = await openVerification({ natsUrl: nats.url, databaseUrlOf: database.urlOf })
  await open.startReplica()
  await open.connect('spool', [
    on(readClaims, async ({ spoolId, after, through }) => {
      await whileReading(spoolId)
      return { claims: claims.filter(({ ordinal }) => ordinal > after && ordinal <= through) }
    }),
  ])
  await query(
    open.pool,
    statement(
      'new_source',
      `insert into source (source_id, account_id, name, kind, status, scheme, mapping, created_at, updated_at)
       values ($1, 'acc_000000000000000000000001', 'Desk', 'webhook', 'active', 'hmac_sha256', '{}', $2, $2)`,
    ),
    [sourceId, at],
  )
})

afterAll(async () => {
  await open?.stop()
  await Promise.all([nats?.stop(), database?.drop()])
})

const spoolOf = (n: number) => `spl_${String(n).padStart(24, '0')}`
const runOf = (n: number) => `mrn_${String(n).padStart(24, '0')}`

async function addFact(n: number, spoolId: string, values: ReportedValues): Promise<string> {
  const id = `fct_${String(n).padStart(24, '0')}`
  await query(
    open.pool,
    statement(
      'new_fact',
      `insert into fact (fact_id, source_id, spool_id, identity_digest, subject, predicate, value, occurred_at, observed_at,
         provenance, content_digest, registered_by, self_asserted, sent_seconds, sent_id, sent_index)
       values ($1, $2, $3, $1, $4, $5, $6, $7, $7, 'source_webhook_signed', $8, 'buyer', false, 1795510000, $1, 0)`,
    ),
    [
      ...[id, sourceId, spoolId, values.subject, values.predicate, JSON.stringify(values.value)],
      ...[values.occurred_at, contentDigestOf(values)],
    ],
  )
  return id
}

function claimOf(ordinal: number, values: ReportedValues): MatchableClaim {
  const id = `clm_${String(ordinal).padStart(24, '0')}`
  return { id, ordinal, values, contentDigest: contentDigestOf(values), duplicateOf: null }
}

const everyKey: CommandInput<typeof matchClaims>['options'] = {
  ...{ key: ['subject', 'predicate'], windowSeconds: 0, valueToleranceBp: 0, sourceIds: null },
}
const otherSource = `src_${'e'.repeat(24)}`

const asService: Principal = { kind: 'service', service: 'spool' }
const asAccount = (accountId: string): Principal => ({
  ...({ kind: 'account', accountId, accountName: 'Ada', accountKind: 'org' } as const),
  via: { kind: 'key', keyId: 'key_000000000000000000000001', scope: 'full' },
})

function match(
  spoolId: string,
  runId: string,
  change: Partial<CommandInput<typeof matchClaims>> = {},
  principal = asService,
) {
  return open.spool.request(
    matchClaims,
    {
      ...{ runId, spoolId, currency: 'USD', upTo: claims.length, asOf: at, lastRunId: null },
      options: everyKey,
      ...change,
    },
    { principal, requestId: 'match', deadline: Date.now() + 50_000 },
  )
}

const sale = (subject: string, value: ReportedValues['value']): ReportedValues => ({
  ...{ subject, predicate: 'sold', value, occurred_at: at },
})

test('claims are matched with the facts of their Spool, once for each id of a run', async () => {
  const spoolId = spoolOf(1)
  claims = [claimOf(1, sale('A', 5)), claimOf(2, sale('B', '4.50')), claimOf(3, sale('C', true))]
  const [a, b] = [await addFact(1, spoolId, sale('A', 5)), await addFact(2, spoolId, sale('B', 4))]
  await addFact(3, spoolOf(2), sale('C', true))
  const first = await match(spoolId, runOf(1))
  expect(first).toMatchObject({
    ...{ asOf: at, rowCount: 3, statuses: 'mdu' },
    counts: { matched: 1, mismatched: 1, unmatched_claims: 1, unmatched_facts: 0, ambiguous: 0 },
    rows: [
      { claim_id: claims[0]?.id, subject: 'A', fact_ids: [a], status: 'matched', differences: [] },
      { fact_ids: [b], differences: [{ field: 'value', claimed: '4.50', observed: '4' }] },
      { claim_id: claims[2]?.id, subject: 'C', predicate: 'sold', fact_ids: [], status: 'unmatched_claim' },
    ],
    findings: [
      {
        ...{ claimId: claims[1]?.id, factId: b, kind: 'claim_fact_mismatch', severity: 'warn' },
        ...{ field: 'value', expected: '4.50', observed: '4' },
      },
      {
        ...{ claimId: claims[2]?.id, factId: null, subject: 'C', predicate: 'sold' },
        ...{ kind: 'missing_fact', severity: 'warn', field: null },
      },
    ],
  })
  const c = await addFact(4, spoolId, sale('C', true))
  expect(await match(spoolId, runOf(1))).toEqual(first)
  const second = await match(spoolId, runOf(2))
  expect(second).toMatchObject({ counts: { matched: 2 }, rows: [{}, {}, { fact_ids: [c] }] })
  expect(second.matchDigest).not.toBe(first.matchDigest)
  expect((await match(spoolId, runOf(3))).matchDigest).toBe(second.matchDigest)
})

test('rows beyond the first 1,000 are read page by page', async () => {
  const spoolId = spoolOf(3)
  claims = Array.from({ length: 1_203 }, (_, index) => claimOf(index + 1, sale(`S-${index}`, 1)))
  const { rows, rowCount } = await match(spoolId, runOf(4))
  expect([rows.length, rowCount]).toEqual([1_000, 1_203])
  const read = (after: string | null) =>
    open.spool.request(
      readMatchRows,
      { runId: runOf(4), after, limit: 100 },
      { principal: { kind: 'service', service: 'spool' }, requestId: 'rows', deadline: Date.now() + 50_000 },
    )
  const rowsAt = (...places: number[]) =>
    open.spool.request(
      readMatchRowsAt,
      { runId: runOf(4), places },
      { principal: { kind: 'service', service: 'spool' }, requestId: 'at', deadline: Date.now() + 50_000 },
    )
  expect((await rowsAt(999, 0, 1_203, 500)).rows).toEqual([rows[999], rows[0], rows[500]])
  expect((await read(null)).rows).toEqual(rows.slice(0, 100))
  expect((await read(rows[449]?.id ?? '')).rows).toEqual(rows.slice(450, 550))
  const { rows: last } = await read(`${rows[0]?.id.slice(0, -8)}${(1_199).toString(16).padStart(8, '0')}`)
  expect(last.map(({ claim_id }) => claim_id)).toEqual(claims.slice(1_200).map(({ id }) => id))
  expect((await refusalOfPending(read(`mch_${'0'.repeat(24)}`))).options.field).toBe('after')
})

test('too many candidate pairs are refused, and nothing is recorded', async () => {
  const spoolId = spoolOf(4)
  claims = Array.from({ length: 1_500 }, (_, index) => claimOf(index + 1, sale('A', index)))
  const facts = Array.from({ length: 1_400 }, (_, index) => index)
  await query(
    open.pool,
    statement(
      'many_facts',
      `insert into fact (fact_id, source_id, spool_id, identity_digest, subject, predicate, value, occurred_at, observed_at,
         provenance, content_digest, registered_by, self_asserted, sent_seconds, sent_id, sent_index)
       select 'fct_many_' || n, $1, $2, n::text, 'A', 'sold', n::text, $3, $3, 'source_webhook_signed', n::text, 'buyer', false, 1, n::text, 0
       from unnest($4::integer[]) as f(n)`,
    ),
    [sourceId, spoolId, at, facts],
  )
  const refusal = await refusalOfPending(match(spoolId, runOf(5)))
  expect([refusal.code, refusal.status, refusal.options.field]).toEqual([
    ...['validation_failed', 422, 'window_seconds'],
  ])
  const count = statement(
    'runs_of_spool',
    'select count(*)::integer as runs from match_run where spool_id = $1',
  )
  expect(await query(open.pool, count, [spoolId])).toEqual([{ runs: 0 }])
})

test('a difference states both values as a whole, however much they begin alike', async () => {
  const spoolId = spoolOf(5)
  const alike = 'x'.repeat(1_000)
  claims = [claimOf(1, sale('A', `${alike} claimed`))]
  await addFact(5, spoolId, sale('A', `${alike} observed`))
  expect((await match(spoolId, runOf(6))).findings).toMatchObject([
    { expected: `${alike} claimed`, observed: `${alike} observed` },
  ])
})

test('facts of 64 MiB are matched and of one byte more are refused with the limit, nothing recorded', async () => {
  const spoolId = spoolOf(6)
  claims = []
  // The last one ends at the limit, counted in bytes of UTF-8.
  await addFact(6, spoolId, sale('é', 1))
  await addFact(7, spoolId, sale('B', 2))
  const text = (await findCurrentFactTexts(open.pool, spoolId, null)) ?? ''
  const bytes = Buffer.byteLength(text) - '[,]'.length
  expect(await findCurrentFactTexts(open.pool, spoolId, null, bytes)).toBe(text)
  expect(await findCurrentFactTexts(open.pool, spoolId, null, bytes - 1)).toBeNull()
  const grown = statement(
    'grow_facts',
    `update fact set value = to_json(repeat('x', 33554432))::text where spool_id = $1`,
  )
  await query(open.pool, grown, [spoolId])
  const refusal = await refusalOfPending(match(spoolId, runOf(7)))
  expect([refusal.status, refusal.options.field, refusal.message]).toEqual([
    ...[422, 'source_ids'],
    'The facts of the Spool have more than 64 MiB.',
  ])
  expect(refusal.options.remediation).toContain('one after the other')
  expect(
    (await match(spoolId, runOf(8), { options: { ...everyKey, sourceIds: [otherSource] } })).rowCount,
  ).toBe(0)
})

test('facts whose values were deleted are matched with nothing', async () => {
  const spoolId = spoolOf(7)
  claims = [claimOf(1, sale('A', 1))]
  const erased = '[erased]'
  await addFact(8, spoolId, { subject: erased, predicate: erased, value: erased, occurred_at: at })
  const refusal = await refusalOfPending(match(spoolId, runOf(9)))
  expect([refusal.status, refusal.options.field, refusal.message]).toEqual([
    ...[422, 'source_ids'],
    expect.stringContaining(sourceId),
  ])
  const others = { ...everyKey, sourceIds: [otherSource] }
  expect((await match(spoolId, runOf(10), { options: others })).rowCount).toBe(1)
})

/** Deletes the values of the facts that were received by `at`, as the news of their withdrawn snapshot has it done. */
async function withdrawFacts(spoolId: string): Promise<void> {
  const news = { spoolId, evidenceId: `ev_${'0'.repeat(24)}`, version: 2, runIds: [], at }
  const { handle } = onSpoolEvidenceWithdrawn(open.pool)
  const attempt = { id: 'withdrawn', attempt: 1, now: new Date(at), traceContext: {} }
  await handle({ ...news, facts: { sourceId, until: at } }, attempt)
}

/** Everything that is kept of the matches of a Spool. */
async function keptOf(spoolId: string): Promise<string> {
  const runs = await query<{ run: string }>(
    open.pool,
    statement('kept_runs', 'select t::text as run from match_run as t where spool_id = $1'),
    [spoolId],
  )
  const pages = await query<{ rows: Buffer }>(
    open.pool,
    statement('kept_pages', 'select rows from match_page join match_run using (run_id) where spool_id = $1'),
    [spoolId],
  )
  return [...runs.map(({ run }) => run), ...pages.map(({ rows }) => gunzipSync(rows).toString())].join('\n')
}

test('of facts that are deleted matches keep digests, kinds, counts and pairs, and no value', async () => {
  const spoolId = spoolOf(8)
  const later = '2026-11-24T11:00:00.000Z'
  claims = [claimOf(1, sale('A', 'claimed-1')), claimOf(2, { ...sale('A', 'claimed-2'), occurred_at: later })]
  const [deleted, kept, unclaimed] = [
    await addFact(9, spoolId, sale('A', 'marker-of-value')),
    await addFact(10, spoolId, { ...sale('A', 'observed-that-stays'), occurred_at: later }),
    await addFact(11, spoolId, sale('marker-of-subject', 'unclaimed')),
  ]
  const before = await match(spoolId, runOf(11))
  expect(before.findings.map(({ fact }) => fact)).toEqual([
    ...[
      { sourceId, observedAt: at },
      { sourceId, observedAt: later },
      { sourceId, observedAt: at },
    ],
  ])
  expect(await keptOf(spoolId)).toContain('marker-of-value')
  await withdrawFacts(spoolId)
  expect(await keptOf(spoolId)).not.toContain('marker')
  const after = await match(spoolId, runOf(11))
  expect(after).toMatchObject({ ...before, findings: [{}, {}, {}], rows: [{}, {}, {}] })
  const erased = '[erased]'
  const named = { subject: erased, predicate: erased }
  expect(after.rows).toEqual([
    { ...before.rows[0], differences: [{ field: 'value', claimed: 'claimed-1', observed: erased }] },
    before.rows[1],
    { ...before.rows[2], ...named },
  ])
  expect(after.findings).toEqual([
    { ...before.findings[0], observed: erased },
    before.findings[1],
    { ...before.findings[2], ...named },
  ])
  expect([deleted, kept, unclaimed]).toEqual(after.findings.map(({ factId }) => factId))
  await withdrawFacts(spoolId)
  expect(await match(spoolId, runOf(11))).toEqual(after)
})

test('a match that had read facts before they were deleted keeps no value of them either', async () => {
  const spoolId = spoolOf(9)
  claims = [claimOf(1, sale('A', 1))]
  await addFact(12, spoolId, sale('A', 'marker-of-race'))
  whileReading = () => withdrawFacts(spoolId)
  const { rows } = await match(spoolId, runOf(12))
  whileReading = async () => undefined
  expect(rows).toMatchObject([{ differences: [{ claimed: '1', observed: '[erased]' }] }])
  expect(await keptOf(spoolId)).not.toContain('marker-of-race')
})

test('matches of one account take turns, so that their texts are not held together, and another account does not wait for them', async () => {
  claims = [claimOf(1, sale('A', 5))]
  const [first, second, ofOther] = [spoolOf(91), spoolOf(92), spoolOf(93)]
  const [one, other] = [asAccount(`acc_${'1'.repeat(24)}`), asAccount(`acc_${'2'.repeat(24)}`)]
  const asked: string[] = []
  const answered = Promise.withResolvers<void>()
  whileReading = async (spoolId) => {
    asked.push(spoolId)
    if (spoolId === first) await answered.promise
  }
  const own = [match(first, runOf(91), {}, one), match(second, runOf(92), {}, one)]
  expect(await match(ofOther, runOf(93), {}, other)).toMatchObject({ statuses: 'u' })
  expect(asked).toEqual([first, ofOther])
  answered.resolve()
  await Promise.all(own)
  expect(asked).toEqual([first, ofOther, second])
  whileReading = async () => undefined
})
