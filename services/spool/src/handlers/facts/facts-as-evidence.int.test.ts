import type { EvidenceRequirement } from '@outturn/agreement'
import {
  amendSpool,
  bindSource,
  createSpool,
  type CreateSpoolRequest,
  listSpoolEvents,
  type Principal,
  readEvidenceContent,
  readFactTargets,
  readOwnSide,
  readSpool,
  type SpoolView,
  submitEvidence,
} from '@outturn/contracts'
import { clockAhead } from '@outturn/testkit'
import { refusalOfPending } from '@outturn/testkit/refusals'
import { beforeEach, expect, test } from 'vitest'
import { agreedSpools } from '../../testing/agreed-spools.ts'
import { buyer, provider, provisionRequest } from '../../testing/two-parties.ts'

const clock = clockAhead()
const { spools, accepted, verify } = await agreedSpools(clock)

type Condition = NonNullable<CreateSpoolRequest['conditions']>[number]
type Requirement = EvidenceRequirement

const sourceId = `src_${'1'.repeat(24)}`
const ofOtherSpool = `src_${'2'.repeat(24)}`
const ofStranger = `src_${'3'.repeat(24)}`

const resolved = (change: Partial<Requirement> = {}): Condition => ({
  description: 'Two tickets are resolved.',
  required: true,
  verification_method: 'deterministic',
  deterministic_check: { checker: 'row_count', expected: 2 },
  evidence_requirements: [{ expected_type: 'dataset', source_ref: sourceId, ...change }],
})

const row = (subject: string) => ({
  ...{ subject, predicate: 'resolved', value: true },
  occurred_at: '2026-01-01T00:00:00.000Z',
})

type Snapshot = (typeof spools.fakes.snapshots)[number]
const reports = (subjects: string[], change: Partial<Snapshot> = {}) => {
  spools.fakes.snapshots = [
    {
      ...{ sourceId, isAvailable: true, provenance: 'source_webhook_signed', registeredBy: 'buyer' },
      ...{ isSelfAsserted: false, observedAt: clock.now().toISOString(), rows: subjects.map(row) },
      ...change,
    },
  ]
}
const read = (id: string) => spools.send(readSpool, { id }, buyer) as Promise<SpoolView>

beforeEach(() => {
  const source = (id: string, accountId: string) => ({
    ...{ sourceId: id, accountId, spoolId: null },
    scheme: 'hmac_sha256' as const,
  })
  spools.fakes.sources = [
    source(sourceId, buyer.accountId),
    { ...source(ofOtherSpool, buyer.accountId), spoolId: `spl_${'0'.repeat(24)}` },
    source(ofStranger, `acc_${'9'.repeat(24)}`),
  ]
  spools.fakes.snapshots = []
})

test('the facts of a required source are the evidence of the run that asks for them, and both parties read them', async () => {
  const { id, spool } = await accepted([resolved({ provenance: ['source_webhook_signed'] })])
  expect(spool.conditions[0]?.evidence_requirements).toEqual([
    {
      ...{ expected_type: 'dataset', source_ref: sourceId, supplier: 'buyer' },
      provenance: ['source_webhook_signed'],
    },
  ])
  reports(['T-1', 'T-2'], { isSelfAsserted: true })
  expect(await verify(id)).toMatchObject({ status: { verification: 'pass', outcome: 'completed' } })
  const { evidence, verification_summary: summary } = await read(id)
  expect(evidence).toMatchObject([
    {
      ...{ source: sourceId, type: 'dataset', on_behalf_of: 'buyer', claim_class: 'machine_fact' },
      provenance: { method: 'source_webhook_signed' },
    },
  ])
  expect(summary.self_asserted_sources).toEqual([sourceId])
  const key = { spoolId: id, contentKey: evidence[0]?.content_digest ?? '' }
  const service: Principal = { kind: 'service', service: 'verification' }
  expect((await spools.send(readEvidenceContent, key, service)).content).toEqual({
    kind: 'rows',
    rows: [row('T-1'), row('T-2')],
  })
})

test('a run again takes what changed since, and nothing twice', async () => {
  const { id } = await accepted([resolved()])
  reports(['T-1'])
  expect((await verify(id)).status.verification).toBe('fail')
  // The same facts again are no new evidence: the last run is the answer.
  expect(await verify(id)).toMatchObject({ unchanged: true })
  expect((await read(id)).evidence).toHaveLength(1)
  clock.advance(60_000)
  reports(['T-1', 'T-2'])
  expect((await verify(id)).status.verification).toBe('pass')
  expect((await read(id)).evidence).toHaveLength(2)
})

const none = { registeredBy: null, observedAt: null, rows: [] }

test.each<[string, Partial<Requirement>, Partial<Snapshot>, string]>([
  ['missing', { on_missing: 'fail' }, none, 'fail'],
  ['missing', {}, none, 'uncertain'],
  ['unavailable', {}, { isAvailable: false }, 'uncertain'],
  ['stale', { freshness: { max_age_seconds: 60 } }, { observedAt: '2020-01-01T00:00:00.000Z' }, 'uncertain'],
  ['provenance_unsatisfied', { supplier: 'provider' }, {}, 'uncertain'],
  ['provenance_unsatisfied', { provenance: ['service_fetched'] }, {}, 'uncertain'],
])('a required source whose facts are %s: %j', async (status, requirement, change, result) => {
  const { id } = await accepted([resolved(requirement)])
  reports(['T-1', 'T-2'], change)
  const { receipt, status: state } = await verify(id)
  expect(state.verification).toBe(result)
  expect(receipt?.evidence.map((each) => each.status)).toEqual([status])
})

test('a source that no fact could come from, or a label that looks like one, is refused with its field', async () => {
  const at = 'evidence_requirements[0]'
  const fieldOf = async (condition: Condition) => {
    const request = provisionRequest({ conditions: [condition] })
    const { status, options } = await refusalOfPending(spools.send(createSpool, { request }, buyer))
    return [status, options.field]
  }
  for (const source_ref of [ofOtherSpool, ofStranger, `src_${'4'.repeat(24)}`]) {
    expect(await fieldOf(resolved({ source_ref }))).toEqual([422, `conditions[0].${at}.source_ref`])
  }
  expect(await fieldOf(resolved({ expected_type: 'text' }))).toEqual([
    422,
    `conditions[0].${at}.expected_type`,
  ])
  expect(await fieldOf(resolved({ provenance: ['uploaded_csv'] }))).toEqual([
    422,
    `conditions[0].${at}.provenance`,
  ])
  const { id } = await spools.send(createSpool, { request: provisionRequest() }, buyer)
  const amended = spools.send(
    amendSpool,
    { spoolId: id, dryRun: false, request: { add_conditions: [resolved({ source_ref: ofStranger })] } },
    buyer,
  )
  expect((await refusalOfPending(amended)).options.field).toBe(`add_conditions[0].${at}.source_ref`)

  const agreed = await accepted([resolved()])
  const sent = spools.send(
    submitEvidence,
    {
      spoolId: agreed.id,
      request: {
        ...{ condition_id: agreed.conditions[0] ?? '', type: 'dataset', source: sourceId },
        metadata: { rows: [row('T-1')] },
      },
    },
    provider,
  )
  const refusal = await refusalOfPending(sent)
  expect([refusal.status, refusal.options.field]).toEqual([422, 'source'])
})

test('each source that an agreement names stands once in the history, which both parties read', async () => {
  const pulled = `src_${'4'.repeat(24)}`
  spools.fakes.sources.push({ sourceId: pulled, accountId: provider.accountId, spoolId: null, scheme: null })
  const request = provisionRequest({ conditions: [resolved(), resolved({ on_missing: 'fail' })] })
  const { id } = await spools.send(createSpool, { request }, buyer)
  const amend = (source_ref: string) =>
    spools.send(
      amendSpool,
      {
        spoolId: id,
        dryRun: false,
        request: { add_conditions: [resolved({ source_ref, on_missing: 'fail' })] },
      },
      buyer,
    )
  const bound = async (principal: Principal) => {
    const { data } = await spools.send(listSpoolEvents, { spoolId: id, after: 0 }, principal)
    return data.filter(({ type }) => type === 'source.bound').map(({ data: said }) => said)
  }
  const first = { source_id: sourceId, registered_by: 'buyer', scheme: 'hmac_sha256' }
  expect(await bound(buyer)).toEqual([first])
  await amend(pulled)
  // Named before, so nothing new is bound.
  await amend(sourceId)
  const all = [first, { source_id: pulled, registered_by: 'provider', scheme: null }]
  expect(await bound(buyer)).toEqual(all)
  expect(await bound(provider)).toEqual(all)
})

test('a source that is made for a Spool stands in its history once, and its facts are taken until the dispute window ends', async () => {
  const { id } = await accepted([resolved()])
  const made = `src_${'5'.repeat(24)}`
  const bind = (principal: Principal, bound = made) =>
    spools.send(bindSource, { spoolId: id, sourceId: bound, scheme: 'hmac_sha256' as const }, principal, {
      commandId: `bind:${bound}`,
    })
  await bind(provider)
  await bind(provider)
  const { data: events } = await spools.send(listSpoolEvents, { spoolId: id, after: 0 }, buyer)
  expect(events.filter(({ type }) => type === 'source.bound')).toMatchObject([
    { data: { source_id: sourceId, registered_by: 'buyer' } },
    { data: { source_id: made, registered_by: 'provider', scheme: 'hmac_sha256' } },
  ])
  expect(await spools.send(readOwnSide, { spoolId: id }, provider)).toEqual({ side: 'provider' })
  const stranger = { ...buyer, accountId: `acc_${'9'.repeat(24)}` }
  expect((await refusalOfPending(bind(stranger, ofStranger))).code).toBe('spool_not_found')
  const asked = spools.send(readOwnSide, { spoolId: id }, stranger)
  expect((await refusalOfPending(asked)).code).toBe('spool_not_found')
  const service: Principal = { kind: 'service', service: 'verification' }
  const spoolIds = [id, `spl_${'f'.repeat(24)}`]
  const takes = async () => (await spools.send(readFactTargets, { spoolIds }, service)).targets
  const target = { spoolId: id, buyer: buyer.accountId, provider: provider.accountId }
  expect(await takes()).toEqual([{ ...target, takesFacts: true }])
  reports(['T-1', 'T-2'])
  expect(await verify(id)).toMatchObject({ status: { outcome: 'completed' } })
  expect(await takes()).toEqual([{ ...target, takesFacts: true }])
  clock.advance(31 * 24 * 3_600_000)
  expect(await takes()).toEqual([{ ...target, takesFacts: false }])
})
