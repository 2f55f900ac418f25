import { largestAgreementBytes } from '@outturn/agreement'
import {
  amendSpool,
  type CreateSpoolRequest,
  listRecentSpools,
  listSpoolEvents,
  listSpools,
  readEvidence,
  readSpool,
  type SpoolView,
  submitEvidence,
} from '@outturn/contracts'
import type { PersonRole } from '@outturn/vocabulary'
import { fixedClock } from '@outturn/testkit'
import { expect, test } from 'vitest'
import { pageBytes } from '../../store/spool-pages.ts'
import { testSpools } from '../../testing/test-spools.ts'
import {
  account,
  buyer,
  dealsOf,
  emailsFor,
  everyRowHasEmail,
  leadsRequest,
  refused,
  seller,
  wholeHistory,
} from '../../testing/two-parties.ts'

const clock = fixedClock()
const service = await testSpools(clock)
const { created, accepted, read } = dealsOf(service)

/** Terms that fill the body of a new Spool up to so many bytes, the most by default. */
function fullRequest(size = largestAgreementBytes): Partial<CreateSpoolRequest> {
  const term = (length: number) => ({ text: 't'.repeat(length), provenance: { source: 'freeform' as const } })
  const terms = Array.from({ length: 26 }, () => term(10_000))
  const bytes = () => Buffer.byteLength(JSON.stringify(leadsRequest({ terms })))
  while (bytes() > size) terms.pop()
  terms.push(term(1))
  terms[terms.length - 1] = term(size - bytes() + 1)
  expect(bytes()).toBe(size)
  return { terms }
}

/** A Spool with as much in it as two parties can put there: 200 items that say as much as an item may. */
async function largestSpool(): Promise<string> {
  const { id, conditions } = await accepted(fullRequest())
  await service.send(submitEvidence, emailsFor(id, conditions[0]?.id ?? '', ['a@example.com']), seller)
  const { rows } = await service.pool.query<{ item: object }>(
    'select item from evidence where spool_id = $1',
    [id],
  )
  const item = { ...rows[0]?.item, metadata: { note: '' } }
  const note = 'n'.repeat(16_384 - Buffer.byteLength(JSON.stringify(item)))
  await service.pool.query(
    `insert into evidence (spool_id, ordinal, item)
     select $1, n, replace($2, '$id', 'ev_' || lpad(n::text, 24, '0'))::json from generate_series(2, 200) as n`,
    [id, JSON.stringify({ ...item, id: '$id', metadata: { note } })],
  )
  return id
}

const megabyte = 1_048_576

test('five of the largest Spools are listed page by page, each once, also among small ones', async () => {
  const ids: string[] = []
  for (let n = 0; n < 5; n += 1) {
    clock.advance(1_000)
    ids.unshift(await largestSpool())
    clock.advance(1_000)
    ids.unshift((await created()).id)
  }
  const listed: string[] = []
  const sizes: number[] = []
  for (let after: string | undefined; ; ) {
    const page = await service.send(listSpools, { limit: 100, ...(after !== undefined && { after }) }, buyer)
    listed.push(...page.data.map(({ id }) => id))
    sizes.push(Buffer.byteLength(JSON.stringify(page)))
    if (!page.has_more) break
    expect(page.next_cursor).toBe(page.data.at(-1)?.id)
    after = page.next_cursor ?? ''
  }
  expect(listed).toEqual(ids)
  expect(Math.max(...sizes)).toBeGreaterThan(3 * megabyte)
  expect(Math.max(...sizes)).toBeLessThan(6 * megabyte)
  for (const id of ids) expect((await read(id)).id).toBe(id)
  const recent = await service.send(listRecentSpools, { limit: 100 }, buyer)
  expect(recent.map(({ id }) => id)).toEqual(ids)
  expect(Object.keys(recent[0] ?? {})).toEqual(['id', 'type', 'status', 'created_at'])
})

test('a page has as many Spools as fit and no more than it was asked for', async () => {
  const self = account(78)
  const made: string[] = []
  for (let n = 0; n < 9; n += 1) {
    clock.advance(1_000)
    made.unshift((await created(fullRequest(100_000), self)).id)
  }
  const first = await service.send(listSpools, { limit: 100 }, self)
  const bytes = first.data.map((spool) => Buffer.byteLength(JSON.stringify(spool)))
  expect(first.data.map(({ id }) => id)).toEqual(made.slice(0, first.data.length))
  expect(first.has_more).toBe(true)
  expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThan(pageBytes)
  expect(bytes.reduce((sum, each) => sum + each, bytes[0] ?? 0)).toBeGreaterThan(pageBytes)
  const two = await service.send(listSpools, { limit: 2 }, self)
  expect([two.data.length, two.has_more]).toEqual([2, true])
})

test('a history longer than a page is read to its end, each entry once and in order', async () => {
  const { id } = await created()
  const longConditions = (round: number) =>
    Array.from({ length: 50 }, (_, index) => ({
      ...everyRowHasEmail,
      description: `${round} ${index} `.padEnd(2_000, String(round)),
    }))
  for (let n = 0; n < 12; n += 1) {
    const { conditions } = await read(id)
    await service.send(
      amendSpool,
      {
        spoolId: id,
        request: {
          add_conditions: longConditions(n),
          remove_condition_ids: conditions.map((condition) => condition.id),
        },
        dryRun: false,
      },
      buyer,
    )
  }
  const first = await service.send(listSpoolEvents, { spoolId: id, after: 0 }, buyer)
  expect([first.has_more, first.data[0]?.seq]).toEqual([true, 1])
  expect(Buffer.byteLength(JSON.stringify(first))).toBeLessThan(pageBytes + 1_000)
  const history = await wholeHistory(service, id, buyer)
  expect(Buffer.byteLength(JSON.stringify(history))).toBeGreaterThan(pageBytes)
  expect(history.map(({ seq }) => seq)).toEqual(history.map((_, index) => index + 1))
  expect(history.slice(1).map(({ prev_hash: hash }) => hash)).toEqual(
    history.slice(0, -1).map(({ hash }) => hash),
  )
})

test('amendments do not add up to more conditions than a new Spool can have', async () => {
  const { id } = await created()
  const phrases = Array.from({ length: 100 }, (_, index) => `${index} `.padEnd(1_000, 'p'))
  const long = {
    ...everyRowHasEmail,
    deterministic_check: { checker: 'text_contains' as const, all_of: phrases },
  }
  const amend = () =>
    service.send(amendSpool, { spoolId: id, request: { add_conditions: [long] }, dryRun: false }, buyer)
  await amend()
  await amend()
  expect(await refused(amend())).toBe('input_too_large at add_conditions')
})

test('a person who reads for the account lists its Spools and their history, and opens no evidence', async () => {
  const { id, conditions } = await accepted()
  const emails = emailsFor(id, conditions[0]?.id ?? '', ['a@example.com'])
  const { evidence }: SpoolView = await service.send(submitEvidence, emails, seller)
  const { via: _via, mayMoveMoney: _mayMoveMoney, ...rest } = buyer
  const as = (role: PersonRole) => ({ ...rest, via: { kind: 'person', userId: 'one', role } }) as const
  const list = (role: PersonRole) => service.send(listSpools, { limit: 10 }, as(role))
  const listed = async (role: PersonRole) =>
    ((await list(role)) as { data: { id: string }[] }).data.map((each) => each.id)
  expect(await listed('viewer')).toEqual(await listed('owner'))
  const history = { spoolId: id, after: 0 }
  expect(await service.send(listSpoolEvents, history, as('viewer'))).toMatchObject({ has_more: false })
  const item = { spoolId: id, evidenceId: evidence[0]?.id ?? '' }
  expect(await service.send(readEvidence, item, as('developer'))).toMatchObject({ id: item.evidenceId })
  for (const role of ['viewer', 'billing'] as const) {
    expect(await refused(service.send(readEvidence, item, as(role)))).toBe('forbidden')
  }
  expect(await refused(list('billing'))).toBe('forbidden full_scope_required')
  const seen = await service.send(readSpool, { id }, as('viewer'))
  expect(seen).toMatchObject({ economics: { allowed_actions: [] } })
})
