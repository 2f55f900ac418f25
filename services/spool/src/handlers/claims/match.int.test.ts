import {
  type CommandInput,
  type CommandOutput,
  findDiscrepanciesAbout,
  listClaims,
  listDiscrepancies,
  listMatches,
  type matchClaims,
  type MatchRequest,
  matchSpoolClaims,
  type Principal,
  readClaimMatches,
  readClaims,
  recordClaims,
  unavailable,
} from '@outturn/contracts'
import { clockAhead } from '@outturn/testkit'
import { refusalOfPending } from '@outturn/testkit/refusals'
import { beforeEach, expect, test } from 'vitest'
import { agreedSpools } from '../../testing/agreed-spools.ts'
import type { SendOptions } from '../../testing/open-spool.ts'
import {
  account,
  buyer,
  everyRowHasEmail,
  provider,
  stranger,
  wholeHistory,
} from '../../testing/two-parties.ts'

const clock = clockAhead()
const { spools, accepted, codesOf } = await agreedSpools(clock)

type Answer = CommandOutput<typeof matchClaims>
const asked: CommandInput<typeof matchClaims>[] = []
const recorded = new Map<string, Answer>()

const finding: Answer['findings'][number] = {
  ...{ claimId: `clm_${'1'.repeat(24)}`, factId: null, kind: 'missing_fact', severity: 'warn' },
  ...{ field: null, expected: null, observed: null },
}

/** Verification as its contract has it: the first answer of a run stays. */
beforeEach(() => {
  asked.length = 0
  spools.fakes.matchClaims = async (input) => {
    const known = recorded.get(input.runId)
    if (known !== undefined) return known
    asked.push(input)
    const answer: Answer = {
      ...{ runId: input.runId, asOf: input.asOf, rowCount: 3, statuses: 'mu', findings: [finding] },
      counts: { matched: 1, mismatched: 0, unmatched_claims: 1, unmatched_facts: 1, ambiguous: 0 },
      matchDigest: `sha256:${'a'.repeat(64)}`,
      rows: ['matched', 'unmatched_claim', 'unmatched_fact'].map((status, index) => ({
        ...{ id: `mch_${String(index).padStart(24, '0')}`, claim_id: null, fact_ids: [], differences: [] },
        status: status as 'matched',
      })),
    }
    recorded.set(input.runId, answer)
    return answer
  }
})

const claims = (subjects: string[]) =>
  subjects.map((subject) => ({ subject, predicate: 'sold', value: 1, occurred_at: '2026-01-01T10:00:00Z' }))
const record = (spoolId: string, subjects: string[]) =>
  spools.send(recordClaims, { spoolId, request: { claims: claims(subjects) } }, provider)
const match = (
  spoolId: string,
  request: MatchRequest = {},
  principal: Principal = buyer,
  options?: SendOptions,
) => spools.send(matchSpoolClaims, { spoolId, request }, principal, options)

test('a match is committed with its counts, its digest and the statuses of claims', async () => {
  const { id } = await accepted([everyRowHasEmail])
  await record(id, ['A', 'B'])
  expect(await codesOf(spools.send(listMatches, { spoolId: id, limit: 2 }, buyer))).toEqual([
    ...['not_found', 404, undefined],
  ])
  const result = await match(id, { window_seconds: 60, key: ['subject'] })
  expect(asked).toMatchObject([
    {
      ...{ spoolId: id, currency: 'USD', upTo: 2, asOf: clock.now().toISOString(), lastRunId: null },
      options: { key: ['subject'], windowSeconds: 60, valueToleranceBp: 0, sourceIds: null },
    },
  ])
  expect(result).toMatchObject({
    ...{ run_id: asked[0]?.runId, matched: 1, unmatched_claims: 1, unmatched_facts: 1, ambiguous: 0 },
    ...{ matches_truncated: false, as_of: clock.now().toISOString() },
  })
  const { data } = await spools.send(listClaims, { spoolId: id, limit: 10, current: true }, buyer)
  expect(data.map(({ status }) => status)).toEqual(['matched', 'unmatched'])
  const page = await spools.send(listMatches, { spoolId: id, limit: 2 }, account(2, 'verify'))
  expect(page).toMatchObject({ run_id: result.run_id, matched: 1, has_more: true })
  const rest = await spools.send(listMatches, { spoolId: id, limit: 2, after: page.next_cursor ?? '' }, buyer)
  expect([...page.data, ...rest.data]).toEqual(result.matches)
  // Of single claims: those that the match did not see have no row, and it has none of another Spool.
  const ids = data.map((claim) => claim.id)
  const [late] = (await record(id, ['C'])).data
  const rowsOf = (claimIds: string[]) => spools.send(readClaimMatches, { spoolId: id, claimIds }, provider)
  expect(await rowsOf([late?.id ?? '', ids[1] ?? ''])).toEqual({
    ...{ asOf: result.as_of, rows: [result.matches[1]] },
  })
  expect((await rowsOf([late?.id ?? ''])).rows).toEqual([])
  expect(await codesOf(spools.send(readClaimMatches, { spoolId: id, claimIds: ids }, stranger))).toEqual([
    'spool_not_found',
    404,
    undefined,
  ])
  const { data: opened } = await spools.send(listDiscrepancies, { spoolId: id, limit: 10 }, buyer)
  expect(opened).toMatchObject([
    { id: result.discrepancy_ids[0], kind: 'missing_fact', opened_by: 'service' },
  ])
  const about = (named: string[]) =>
    spools.send(findDiscrepanciesAbout, { spoolId: id, limit: 10, about: named }, buyer)
  expect((await about([ids[0] ?? '', finding.claimId ?? ''])).data).toEqual(opened)
  expect((await about([ids[0] ?? ''])).data).toEqual([])
  const events = (await wholeHistory(spools, id, buyer)).filter(({ type }) => type !== 'claims.recorded')
  expect(events.slice(-2)).toMatchObject([
    {
      type: 'claims.matched',
      data: { run_id: result.run_id, match_digest: result.match_digest, counts: { matched: 1 } },
    },
    { type: 'discrepancy.opened', data: { discrepancy_id: opened[0]?.id } },
  ])
  // Each difference opens one discrepancy over all matches; on request none.
  expect((await match(id)).discrepancy_ids).toEqual([])
  const other = await accepted([everyRowHasEmail])
  expect((await match(other.id, { open_discrepancies: false })).discrepancy_ids).toEqual([])
})

test('a match whose answer was lost finds the same run when it comes again', async () => {
  const { id } = await accepted([everyRowHasEmail])
  await record(id, ['A'])
  const options = { commandId: `match of ${id}` }
  const answers = spools.fakes.matchClaims
  spools.fakes.matchClaims = async (input) => {
    await answers(input)
    throw unavailable('The answer is lost.', { retryAfterSeconds: 1 })
  }
  expect((await refusalOfPending(match(id, {}, buyer, options))).code).toBe('configuration_unavailable')
  expect((await wholeHistory(spools, id, buyer)).map(({ type }) => type)).not.toContain('claims.matched')
  spools.fakes.matchClaims = answers
  const first = await match(id, {}, buyer, options)
  expect(await match(id, {}, buyer, options)).toEqual(first)
  expect(asked).toHaveLength(1)
  const types = (await wholeHistory(spools, id, buyer)).map(({ type }) => type)
  expect(types.filter((type) => type === 'claims.matched')).toHaveLength(1)
})

test('a claim that comes while claims are matched is not part of the match, and neither is lost', async () => {
  const { id } = await accepted([everyRowHasEmail])
  const [first] = (await record(id, ['A'])).data
  const answers = spools.fakes.matchClaims
  spools.fakes.matchClaims = async (input) => {
    const answer = await answers(input)
    spools.fakes.matchClaims = answers
    const [claim = { subject: '', predicate: '', value: 0 }] = claims(['A'])
    const request = { claims: [{ ...claim, value: 2, supersedes: first?.id ?? '' }] }
    await spools.send(recordClaims, { spoolId: id, request }, provider)
    return answer
  }
  expect((await match(id)).run_id).toBe(asked[0]?.runId)
  expect(asked).toMatchObject([{ upTo: 1 }])
  const service = { kind: 'service', service: 'verification' } as const
  const range = { spoolId: id, upTo: 1, after: 0, through: 1_000 }
  const then = await spools.send(readClaims, range, service)
  expect(then.claims).toMatchObject([{ id: first?.id, ordinal: 1, duplicateOf: null }])
  const now = await spools.send(readClaims, { ...range, upTo: 2 }, service)
  expect(now.claims.map(({ ordinal }) => ordinal)).toEqual([2])
})

test('a full key of either party matches, at most 60 times a day', async () => {
  const { id } = await accepted([everyRowHasEmail])
  expect(await codesOf(match(id, {}, stranger))).toEqual(['spool_not_found', 404, undefined])
  for (const scope of ['verify', 'counterparty'] as const) {
    const principal = { ...account(2, scope), ...(scope === 'counterparty' && { spoolId: id }) }
    expect((await codesOf(match(id, {}, principal))).slice(0, 2)).toEqual(['forbidden', 403])
  }
  clock.advance(86_400_000 - (clock.now().getTime() % 86_400_000))
  for (let run = 0; run < 60; run += 1) await match(id, {}, run === 0 ? provider : buyer)
  const refusal = await refusalOfPending(match(id))
  expect([refusal.code, refusal.options]).toMatchObject([
    'rate_limited',
    { reason: 'match_limit_reached', retryAfterSeconds: 86_400 },
  ])
  clock.advance(86_400_000)
  expect(await match(id)).toMatchObject({ matched: 1 })
})
