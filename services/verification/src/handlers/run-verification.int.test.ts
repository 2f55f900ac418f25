import { isDeepStrictEqual } from 'node:util'
import { canonicalJson, digestOf } from '@outturn/canonical'
import type { DeterministicCheck } from '@outturn/checkers'
import { createSemaphore } from '@outturn/concurrency'
import {
  compileConditions,
  observeUrl,
  previewRun,
  readEvidenceContent,
  readObservations,
  readRunDigest,
  Refusal,
  type RunJob,
} from '@outturn/contracts'
import { on } from '@outturn/messaging'
import { createLog, systemClock } from '@outturn/service'
import { deploymentUsers, type TestDatabase, type TestNats, testDatabase, testNats } from '@outturn/testkit'
import { Piscina } from 'piscina'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { parseAddressBlocks } from '@outturn/checkers'
import { inside, type LoopbackLab, outside, startLoopbackLab } from '../testing/loopback-lab.ts'
import { ResolverUnavailable } from '../fetcher/guard/resolver.ts'
import { handleObserveUrl } from '../fetcher/handlers/observe-url.ts'
import type { EvaluatedRun } from '../domain/evaluate-job.ts'
import { createRunAttempts } from '../flows/run-attempts.ts'
import { createFindingStore } from '../store/finding-store.ts'
import { createRunRecorder, findRun } from '../store/run-store.ts'
import { recordObservations } from '../store/observation-store.ts'
import { type OpenVerification, openVerification } from '../testing/open-verification.ts'
import { digestOfRows, sampleJob, sampleRows } from '../testing/sample-job.ts'
import { handleRunVerification } from './run-verification.ts'

let nats: TestNats
let database: TestDatabase
let open: OpenVerification
const digest = '0'.repeat(64)
const everyEmail: DeterministicCheck = {
  checker: 'completeness',
  required_fields: ['email'],
}
const inTime = () => ({
  principal: { kind: 'service', service: 'spool' } as const,
  requestId: 'req_test',
  deadline: Date.now() + 50_000,
})

beforeAll(async () => {
  ;[nats, database] = await Promise.all([testNats(deploymentUsers()), testDatabase(['verification'])])
  open = await openVerification({ natsUrl: nats.url, databaseUrlOf: database.urlOf })
  await open.startReplica()
})
afterAll(async () => {
  await open.stop()
  await Promise.all([nats.stop(), database.drop()])
})

async function storedRuns(runId: string): Promise<{ outcome: string; completed_at: Date }[]> {
  const { rows } = await open.pool.query('select outcome, completed_at from run where run_id = $1', [runId])
  return rows
}

describe('a run', () => {
  test('is judged, recorded and answered', async () => {
    const job = sampleJob({ name: 'first', checks: [everyEmail], rows: sampleRows(20) })
    const result = await open.run(job)
    expect(result).toMatchObject({
      runId: job.runId,
      status: 'recorded',
      outcome: { result: 'partial', accepted: 18, rejected: 2, uncertain: 0, earnedCents: 1_800 },
    })
    const [stored] = await storedRuns(job.runId)
    expect(JSON.parse(stored?.outcome ?? '')).toEqual('outcome' in result && result.outcome)
    expect(stored?.completed_at.toISOString()).toBe('completedAt' in result && result.completedAt)
  })

  test('asked for again is answered with what was recorded, though its input has changed since', async () => {
    const first = await open.run(sampleJob({ name: 'again', checks: [everyEmail], rows: sampleRows(20) }))
    const changed = sampleJob({ name: 'again', checks: [everyEmail], rows: sampleRows(5) })
    expect(await open.run(changed, 'another message')).toEqual(first)
  })

  test('that two replicas judge at once is recorded once and answered alike', async () => {
    await using _other = await open.startReplica()
    const job = sampleJob({ name: 'raced', checks: [everyEmail], rows: sampleRows(20) })
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => open.run(job, `raced ${index}`)),
    )
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(await storedRuns(job.runId)).toHaveLength(1)
  })

  test('whose record was written as the answer of the database got lost is judged and counted once', async () => {
    const job = sampleJob({ name: 'unanswered', checks: [everyEmail], rows: sampleRows(3) })
    const judged: EvaluatedRun = { planHash: digest, runDigest: digest, outcome: '{}', unitResults: null }
    const record = createRunRecorder(open.pool)
    let judgments = 0
    const ends: string[] = []
    const handle = handleRunVerification({
      clock: systemClock,
      log: createLog('verification', { level: 'silent' }),
      async judgeRun() {
        judgments += 1
        return judged
      },
      attempts: createRunAttempts(),
      findings: createFindingStore(open.pool),
      findRun: (runId) => findRun(open.pool, runId),
      async recordRun(run) {
        await record(run)
        throw new Error('Query read timeout')
      },
      countRun: (end) => ends.push(end),
    })
    const delivered = { id: 'unanswered', now: new Date(), traceContext: {} }
    await expect(handle(job, { ...delivered, attempt: 1 })).rejects.toThrow('Query read timeout')
    await handle(job, { ...delivered, attempt: 2 })
    await handle(job, { ...delivered, attempt: 3 })
    expect(judgments).toBe(1)
    expect(ends).toEqual(['recorded', 'repeated'])
  })

  test('tells an operator its digests, and that there is no other', async () => {
    const job = sampleJob({ name: 'digests', checks: [everyEmail], rows: sampleRows(3) })
    const result = await open.run(job)
    const operator = await open.connect('operator')
    const digests = await operator.request(readRunDigest, { runId: job.runId }, inTime())
    expect(digests).toEqual({
      spoolId: job.spoolId,
      planHash: 'outcome' in result && result.outcome.planHash,
      runDigest: 'outcome' in result && result.outcome.runDigest,
    })
    const unknown = operator.request(readRunDigest, { runId: 'vr_000000000000000000000000' }, inTime())
    await expect(unknown).rejects.toMatchObject({ code: 'not_found' })
  })
})

test('fifty thousand rows that lack two fields get their verdict in one evaluation, however often it is asked for', async () => {
  const rows = Array.from({ length: 50_000 }, () => ({}))
  const lacking: DeterministicCheck = { checker: 'completeness', required_fields: ['email', 'name'] }
  const job = sampleJob({ name: 'huge', checks: [lacking], rows })
  const evaluations = vi.spyOn(Piscina.prototype, 'run')
  const results = await Promise.all([open.run(job, 'huge', 100_000), open.run(job, 'huge again', 100_000)])
  const late = await open.run({ ...job, isTakenOver: true }, 'taken over', 100_000)
  for (const result of [...results, late]) {
    expect(result).toMatchObject({ status: 'recorded', outcome: { result: 'fail', rejected: 50_000 } })
  }
  // Vitest's own equality takes seconds for as many findings.
  expect(isDeepStrictEqual(late, results[0])).toBe(true)
  expect(evaluations).toHaveBeenCalledTimes(1)
  evaluations.mockRestore()
  const { rows: stored } = await open.pool.query(
    'select unit_results, length(outcome) < 100000 as is_short, length(packed_unit_results) as bytes from run where run_id = $1',
    [job.runId],
  )
  expect(stored).toEqual([{ unit_results: null, is_short: true, bytes: expect.any(Number) as number }])
}, 240_000)

describe('large evidence', () => {
  const rows = sampleRows(5_000)
  const answers: Record<string, unknown> = { [digestOfRows(rows)]: { kind: 'rows', rows } }

  beforeAll(async () => {
    await open.connect('spool', [
      on(readEvidenceContent, async ({ contentKey }) => {
        const content = answers[contentKey]
        if (content === undefined) throw new Refusal('not_found', 'There is no such content.')
        return { content: content as never }
      }),
    ])
  })

  test('read by its digest gives the same outcome as evidence that travelled with the job', async () => {
    const terms = { checks: [everyEmail], rows }
    const read = sampleJob({ ...terms, name: 'large', byDigest: true })
    const result = await open.run(read)
    expect(result).toMatchObject({ status: 'recorded', outcome: { accepted: 4_500, rejected: 500 } })
  })

  test('that is not what its digest says fails the run and records nothing', async () => {
    const job = sampleJob({ name: 'swapped', checks: [everyEmail], rows: sampleRows(4_999), byDigest: true })
    answers[digestOfRows(sampleRows(4_999))] = { kind: 'rows', rows: sampleRows(3) }
    expect(await open.run(job)).toMatchObject({ status: 'failed', code: 'checker_error' })
    expect(await storedRuns(job.runId)).toEqual([])
  })

  test('that no one has fails a preview, which names no part of it', async () => {
    const job = sampleJob({ name: 'nowhere', checks: [everyEmail], rows: sampleRows(4_997), byDigest: true })
    const refused = open.spool.request(previewRun, { job }, inTime())
    await expect(refused).rejects.toMatchObject({ code: 'checker_error' })
  })

  test('that the spool service no longer has fails the run and records nothing', async () => {
    const job = sampleJob({ name: 'gone', checks: [everyEmail], rows: sampleRows(4_998), byDigest: true })
    expect(await open.run(job)).toMatchObject({ status: 'failed', code: 'checker_error' })
    expect(await storedRuns(job.runId)).toEqual([])
  })
})

describe('observations', () => {
  let lab: LoopbackLab

  beforeAll(async () => {
    lab = await startLoopbackLab((_request, response) => response.writeHead(200).end())
    const rules = {
      extraPorts: [lab.port],
      exceptions: parseAddressBlocks([`${outside}/32`]),
      userAgent: 'example-fetcher/1.0',
    }
    const deps = {
      clock: systemClock,
      rules,
      resolve: async (hostname: string) => {
        if (hostname === 'no-resolver.example.com') throw new ResolverUnavailable('a test')
        return []
      },
      fetches: createSemaphore({ limitPerKey: 20 }),
      countObservation: () => {},
    }
    await open.connect('fetcher', [on(observeUrl, handleObserveUrl(deps))])
  })
  afterAll(() => lab.stop())

  function urlJob(name: string, urls: readonly string[], remainingMs?: number): RunJob {
    return sampleJob({
      name,
      checks: [{ checker: 'http_status', field: 'url' }],
      rows: urls.map((url) => ({ url })),
      ...(remainingMs !== undefined && { remainingMs }),
    })
  }

  test('are made, recorded and judged', async () => {
    const job = urlJob('observed', [lab.url(outside, '/a'), lab.url(outside, '/b'), lab.url(inside)])
    expect(await open.run(job)).toMatchObject({ outcome: { accepted: 2, rejected: 0, uncertain: 1 } })
    const { rows } = await open.pool.query(
      'select url, status, failure from observation where run_id = $1 order by ordinal',
      [job.runId],
    )
    expect(rows).toEqual([
      { url: lab.url(outside, '/a'), status: 200, failure: null },
      { url: lab.url(outside, '/b'), status: 200, failure: null },
      { url: lab.url(inside), status: null, failure: 'blocked_address' },
    ])
    expect(lab.canaryHits()).toBe(0)
  })

  test('that were recorded by an attempt before are judged and not made again', async () => {
    const url = lab.url(outside, '/gone-when-first-seen')
    const job = urlJob('resumed', [url])
    await recordObservations(open.pool, job.runId, [
      {
        conditionId: job.plan.conditions[0]?.condition_id ?? '',
        ordinal: 0,
        observation: { url, final_url: url, status: 404, failure: null, at: '2026-01-02T03:04:05.000Z' },
      },
    ])
    const before = lab.requests.length
    expect(await open.run(job)).toMatchObject({ outcome: { accepted: 0, rejected: 1 } })
    expect(lab.requests.length).toBe(before)
  })

  test('that the service could not make are none: no name server answered, and not the target', async () => {
    const job = urlJob('no resolver', ['http://no-resolver.example.com/', 'http://no-address.example.com/'])
    const result = await open.run(job)
    if (result.status !== 'recorded') throw new Error('the run failed')
    expect(result.outcome).toMatchObject({ result: 'uncertain' })
    expect(new Set(result.outcome.unitFindings.map(({ code }) => code))).toEqual(
      new Set(['not_observed', 'unreachable']),
    )
    const { rows } = await open.pool.query('select url from observation where run_id = $1', [job.runId])
    expect(rows).toEqual([{ url: 'http://no-address.example.com/' }])
    const alone = await open.run(urlJob('no resolver at all', ['http://no-resolver.example.com/']))
    expect(alone).toMatchObject({
      outcome: { result: 'uncertain', unitFindings: [{ code: 'not_observed' }] },
    })
  })

  test('do not tell a refused address from one that does not answer', async () => {
    const verdictOf = async (name: string, url: string) => {
      const result = await open.run(urlJob(name, [url]))
      if (result.status !== 'recorded') throw new Error('the run failed')
      const { conditionResults, unitFindings } = result.outcome
      return { reason: conditionResults[0]?.reason, codes: unitFindings.map(({ code }) => code) }
    }
    const refused = await verdictOf('refused', lab.url(inside))
    expect(refused).toEqual(await verdictOf('silent', 'http://127.0.0.2/'))
    expect(refused.codes).toEqual(['unreachable'])
  })

  test('are told as the run judged them, with the evidence id of its receipt', async () => {
    const job = urlJob('told', [lab.url(outside, '/a'), lab.url(inside)])
    const result = await open.run(job)
    if (result.status !== 'recorded') throw new Error('the run failed')
    const gateway = await open.connect('gateway')
    const told = await gateway.request(readObservations, { runId: job.runId }, inTime())
    const fetchedRow = result.outcome.evidence.find(({ provenance }) => provenance === 'service_fetched')
    expect(told.observations).toHaveLength(1)
    const [set] = told.observations
    expect(set?.evidence_id).toBe(fetchedRow?.evidence_id)
    expect(digestOf(canonicalJson(set?.observations ?? []))).toBe(fetchedRow?.content_digest)
    expect(set?.observations.map(({ failure }) => failure)).toEqual([null, 'unreachable'])
    const none = await gateway.request(readObservations, { runId: 'vr_000000000000000000000000' }, inTime())
    expect(none.observations).toEqual([])
  })

  test('of a preview are made and judged, and not recorded', async () => {
    const job = urlJob('previewed', [lab.url(outside, '/a'), lab.url(inside)])
    const outcome = await open.spool.request(previewRun, { job }, inTime())
    expect(outcome).toMatchObject({ accepted: 1, uncertain: 1 })
    const gateway = await open.connect('gateway')
    const told = await gateway.request(readObservations, { runId: job.runId }, inTime())
    expect(told.observations).toEqual([])
    expect(await storedRuns(job.runId)).toEqual([])
  })

  test('end with the time of the run and are uncertain', async () => {
    const before = lab.requests.length
    const late = urlJob('late', [lab.url(outside)], 0)
    expect(await open.run(late)).toMatchObject({ outcome: { result: 'uncertain', uncertain: 1 } })
    expect(lab.requests.length).toBe(before)
  })
})

describe('plain-text conditions', () => {
  const ofAccount = () => ({
    ...inTime(),
    principal: { kind: 'sandbox', accountId: 'acc_000000000000000000000001', accountName: 'test' } as const,
  })

  test('are compiled to exactly one check each', async () => {
    const reply = await open.spool.request(
      compileConditions,
      { conditions: [{ index: 2, text: 'every row has email' }], fields: ['email'], fieldsFrom: 'rows' },
      ofAccount(),
    )
    expect(reply.compiled).toEqual([
      { index: 2, description: 'every row has email', required: true, deterministic_check: everyEmail },
    ])
  })

  test('that name no check are refused at their place with a suggestion', async () => {
    const conditions = [
      { index: 0, text: 'every row has email' },
      { index: 3, text: 'the leads are nice' },
    ]
    const refused = open.spool.request(
      compileConditions,
      { conditions, fields: ['email'], fieldsFrom: 'rows' },
      ofAccount(),
    )
    await expect(refused).rejects.toMatchObject({
      code: 'ambiguity_required',
      options: { field: 'conditions[3]', remediation: expect.stringMatching(/./) },
    })
  })
})
