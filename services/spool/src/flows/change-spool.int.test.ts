import { nodeSha256 } from '@outturn/canonical/node'
import {
  abandonSpool,
  acceptSpool,
  amendSpool,
  completeSpool,
  createSpool,
  type CreateSpoolRequest,
  declineSpool,
  type SpoolView,
  submitEvidence,
} from '@outturn/contracts'
import { spoolEventHash } from '@outturn/receipt-verifier/issuing'
import { fixedClock } from '@outturn/testkit'
import { expect, test } from 'vitest'
import { testSpools } from '../testing/test-spools.ts'
import {
  buyer,
  dealsOf,
  leadsRequest,
  refused,
  rowsFor,
  seller,
  wholeHistory,
} from '../testing/two-parties.ts'

const clock = fixedClock()
const dayMs = 24 * 60 * 60 * 1_000
const service = await testSpools(clock)
const { created, accepted, read } = dealsOf(service)

test('a Spool is created once for a command, with its lane, link and handoff, and read back as it was answered', async () => {
  const options = { commandId: 'create once' }
  const first = await service.send(createSpool, { request: leadsRequest() }, buyer, options)
  const again = await service.send(createSpool, { request: leadsRequest() }, buyer, options)
  expect(again).toEqual(first)
  const { lane, share_url: shareUrl, handoff, ...spool } = first
  expect(lane).toMatchObject({ path: 'person_business', funding: 'external', type_defaulted: true })
  expect(shareUrl).toMatch(/\/s\/shr_[0-9a-f]{24}$/)
  expect(handoff).toMatchObject({ invite_email_sent: false, invite_email_to: null })
  expect(await read(first.id)).toEqual(spool)
  expect(spool.status).toEqual({
    agreement: 'proposed',
    fulfillment: 'pending',
    verification: 'pending',
    settlement: 'uncommitted',
    outcome: 'active',
  })
})

test('another body under the same command is a conflict', async () => {
  const { id } = await created()
  const options = { commandId: 'reused' }
  await service.send(abandonSpool, { spoolId: id }, buyer, { ...options, bodyDigest: 'a' })
  expect(
    await refused(service.send(abandonSpool, { spoolId: id }, buyer, { ...options, bodyDigest: 'b' })),
  ).toBe('conflict idempotency_key_reused')
})

test('of concurrent acceptances one takes effect, and a repetition of it gets the same bytes', async () => {
  const { id } = await created()
  const attempts = await Promise.allSettled(
    Array.from({ length: 5 }, (_, n) =>
      service.send(acceptSpool, { spoolId: id, request: {} }, seller, { commandId: `race ${n}` }),
    ),
  )
  const won = attempts.findIndex(({ status }) => status === 'fulfilled')
  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const attempt of attempts) {
    if (attempt.status === 'rejected') {
      expect(attempt.reason).toMatchObject({ code: 'invalid_state', options: { reason: 'not_proposed' } })
    }
  }
  const again = await service.send(acceptSpool, { spoolId: id, request: {} }, seller, {
    commandId: `race ${won}`,
  })
  expect(again).toEqual((attempts[won] as PromiseFulfilledResult<SpoolView>).value)
  expect((await read(id)).version).toBe(2)
})

test('the same command sent many times at once has one effect and one answer', async () => {
  const { id } = await created()
  const answers = await Promise.all(
    Array.from({ length: 5 }, () =>
      service.send(declineSpool, { spoolId: id }, seller, { commandId: 'decline once' }),
    ),
  )
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect((await wholeHistory(service, id, buyer)).map(({ type }) => type)).toEqual([
    'spool.created',
    'spool.declined',
  ])
})

test('of two amendments of one version one wins; without a version both are made, one after the other', async () => {
  const { id, version } = await created()
  const condition = {
    ...leadsRequest().conditions[0],
    description: 'Again.',
  } as NonNullable<CreateSpoolRequest['conditions']>[number]
  const amend = (expectedVersion?: number) =>
    service.send(
      amendSpool,
      {
        spoolId: id,
        ...(expectedVersion !== undefined && { expectedVersions: [expectedVersion] }),
        request: { add_conditions: [condition] },
        dryRun: false,
      },
      buyer,
    )
  const raced = await Promise.allSettled([amend(version), amend(version)])
  expect(raced.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(raced.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'store_conflict' },
  })
  await Promise.all([amend(), amend()])
  const view = await read(id)
  expect(view.agreement.version).toBe(4)
  expect(view.conditions).toHaveLength(4)
})

test('a hundred items of evidence that come at once are all taken, once each', async () => {
  const view = await accepted()
  const items = Array.from({ length: 100 }, (_, n) => rowsFor(view, [{ email: `person${n}@example.com` }]))
  const views = await Promise.all(items.map((item) => service.send(submitEvidence, item, seller)))
  const { version, evidence } = await read(view.id)
  expect(evidence).toHaveLength(100)
  expect(new Set(evidence.map(({ content_digest: digest }) => digest)).size).toBe(100)
  expect(new Set(views.map((each) => each.version)).size).toBe(100)
  expect(version).toBe(view.version + 100)
})

test('no change waits for the statement of large evidence on another Spool, which is stored as it was sent', async () => {
  const [large, small] = [await accepted(), await accepted()]
  const rows = [{ email: 'a@example.com', text: 'ü"\n'.repeat(60_000) }]
  const held = await service.pool.connect()
  await held.query('begin')
  await held.query('select from spool where id = $1 for update', [large.id])
  const submitted = service.send(submitEvidence, rowsFor(large, rows), seller)
  await expect.poll(() => waitsForLock(held)).toBe(true)
  await service.send(submitEvidence, rowsFor(small, [{ email: 'b@example.com' }]), seller)
  await held.query('commit')
  held.release()
  await submitted
  const { rows: kept } = await service.pool.query<{ content: string }>(
    'select content from evidence_content where spool_id = $1',
    [large.id],
  )
  expect(kept.map(({ content }) => JSON.parse(content))).toEqual([{ kind: 'rows', rows }])
})

test('no change waits for the statement of another Spool with a long agreement', async () => {
  const small = await accepted()
  const terms = Array.from({ length: 25 }, () => ({
    text: 't'.repeat(10_000),
    provenance: { source: 'freeform' as const },
  }))
  const large = await created({ terms })
  const held = await service.pool.connect()
  await held.query('begin')
  await held.query('select from spool where id = $1 for update', [large.id])
  const changed = service.send(acceptSpool, { spoolId: large.id, request: {} }, seller)
  await expect.poll(() => waitsForLock(held)).toBe(true)
  await service.send(submitEvidence, rowsFor(small, [{ email: 'b@example.com' }]), seller)
  await held.query('commit')
  held.release()
  await changed
})

async function waitsForLock(client: { query: typeof service.pool.query }): Promise<boolean> {
  const { rowCount } = await client.query(
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  )
  return rowCount !== null && rowCount > 0
}

test('an amendment that is tried stores nothing and shows the digests that it would have', async () => {
  const { id, agreement } = await created()
  const rows = async () => (await service.pool.query('select count(*)::int as n from command_log')).rows[0].n
  const before = await rows()
  const amended = { request: { unitization: { total_units: 5, unit_amount_cents: 100 } }, spoolId: id }
  const tried = await service.send(amendSpool, { ...amended, dryRun: true }, buyer)
  expect(tried.agreement.agreement_hash).not.toBe(agreement.agreement_hash)
  expect(await rows()).toBe(before)
  expect((await read(id)).agreement).toEqual(agreement)
  const made = await service.send(amendSpool, { ...amended, dryRun: false }, buyer)
  expect(made).toEqual(tried)
})

test('the history is a chain, and an amendment is in it as a patch with a summary', async () => {
  const { id, conditions } = await created()
  await service.send(
    amendSpool,
    { spoolId: id, request: { remove_condition_ids: [conditions[0]?.id ?? ''] }, dryRun: false },
    buyer,
  )
  const history = await wholeHistory(service, id, buyer)
  history.forEach((entry, index) => {
    const { hash, ...unhashed } = entry
    expect(spoolEventHash(unhashed as never, nodeSha256)).toBe(hash)
    expect(entry.prev_hash).toBe(history[index - 1]?.hash ?? '0'.repeat(64))
  })
  expect(history[1]).toMatchObject({
    type: 'spool.amended',
    data: {
      diff: [{ op: 'remove', path: '/conditions/0' }],
      summary: [{ change: 'condition_removed', condition_id: conditions[0]?.id }],
    },
  })
})

test('a proposal expires at its time for every reader, and the sweeper writes the same', async () => {
  const expiry = new Date(clock.now().getTime() + dayMs).toISOString()
  const { id } = await created({ economics: { expiry } })
  clock.advance(dayMs + 5_000)
  const lazily = await read(id)
  const history = await wholeHistory(service, id, buyer)
  expect(lazily).toMatchObject({
    version: 2,
    updated_at: expiry,
    status: { agreement: 'expired', outcome: 'expired' },
    next_step: { type: 'new_spool' },
  })
  clock.advance(5_000)
  await service.sweep('timers')
  const { rows } = await service.pool.query('select version, due_at from spool where id = $1', [id])
  expect(rows).toEqual([{ version: 2, due_at: null }])
  expect(await read(id)).toEqual(lazily)
  expect(await wholeHistory(service, id, buyer)).toEqual(history)
  const { rows: events } = await service.pool.query('select subject from outbox where body like $1', [
    `%${id}%`,
  ])
  expect(events).toEqual([{ subject: 'production.event.spool.closed' }])
})

test('a command that comes after a timer expired is decided on what the timer made', async () => {
  const closesAt = new Date(clock.now().getTime() + dayMs).toISOString()
  const view = await accepted({ finality: { mode: 'until', closes_at: closesAt } })
  clock.advance(dayMs)
  expect(await refused(service.send(submitEvidence, rowsFor(view, [{}]), seller))).toBe(
    'invalid_state spool_closed',
  )
  const completed = await service.send(completeSpool, { spoolId: view.id }, buyer)
  expect(completed.status).toMatchObject({ fulfillment: 'unfulfilled', outcome: 'completed' })
  const types = (await wholeHistory(service, view.id, buyer)).map(({ type }) => type)
  expect(types.slice(-2)).toEqual(['verification.finalized', 'spool.completed'])
})
