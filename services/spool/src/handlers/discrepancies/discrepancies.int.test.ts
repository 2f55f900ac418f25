import {
  approveDiscrepancyClose,
  dismissDiscrepancy,
  type DiscrepancyRequest,
  inspectDiscrepancy,
  listDiscrepancies,
  listDiscrepancyCloses,
  listOpenDiscrepancies,
  openDiscrepancy,
  type Principal,
  readDiscrepancy,
  recordClaims,
  readHold,
  requestDiscrepancyClose,
  resolveDiscrepancy,
} from '@outturn/contracts'
import { clockAhead } from '@outturn/testkit'
import { expect, test } from 'vitest'
import { agreedSpools } from '../../testing/agreed-spools.ts'
import type { SendOptions } from '../../testing/open-spool.ts'
import {
  account,
  buyer,
  dealsOf,
  everyRowHasEmail,
  provider,
  stranger,
  wholeHistory,
  withScope,
} from '../../testing/two-parties.ts'

const clock = clockAhead()
const { spools, accepted, deliver, verify, codesOf } = await agreedSpools(clock)
const { read } = dealsOf(spools)
const note = 'Tickets 97 and 98 were duplicates.'

const open = (
  spoolId: string,
  change: Partial<DiscrepancyRequest> = {},
  principal: Principal = buyer,
  options?: SendOptions,
) => {
  const request = { kind: 'quantity_mismatch', description: 'The record has 96.', ...change } as const
  return spools.send(openDiscrepancy, { spoolId, request }, principal, options)
}
const resolve = (discrepancyId: string, principal: Principal, options?: SendOptions) => {
  const request = { outcome: 'accepted_variance', note } as const
  return spools.send(resolveDiscrepancy, { discrepancyId, request }, principal, options)
}
const holds = async (spoolId: string) => {
  const service = { kind: 'service', service: 'settlement' } as const
  return (await spools.send(readHold, { spoolId }, service)).holds
}

test('a block keeps a final verdict from completing its Spool until both sides say the same', async () => {
  const { id, conditions } = await accepted([everyRowHasEmail])
  const block = await open(id, { severity: 'block', expected: '98', observed: '96' })
  await deliver(id, conditions[0] ?? '', ['a@example.com'])
  expect(await verify(id)).toMatchObject({
    ...{ terminal: true, settlement_eligible: false, open_discrepancies: 1 },
    status: { verification: 'pass', outcome: 'active' },
  })
  expect(await holds(id)).toEqual([{ id: block.id, cause: 'discrepancy', until: block.lapses_at }])
  const options = { commandId: `resolve ${block.id}` }
  const proposed = await resolve(block.id, buyer, options)
  expect(proposed).toMatchObject({
    ...{ status: 'open', awaiting: 'provider', resolution: null, expected: '98', observed: '96' },
    proposal: { by: 'buyer', action: 'resolve', outcome: 'accepted_variance', note },
  })
  expect(await resolve(block.id, buyer, options)).toEqual(proposed)
  expect((await read(id)).next_step).toMatchObject({ type: 'settle', actor: 'provider' })
  const guest: Principal = { ...account(2, 'counterparty'), spoolId: id }
  const ended = await resolve(block.id, guest)
  expect(ended).toMatchObject({
    status: 'resolved',
    awaiting: null,
    can: [],
    resolution: { by: 'provider', note },
  })
  expect(await read(id)).toMatchObject({ open_discrepancies: 0, status: { outcome: 'completed' } })
  expect(await spools.send(readDiscrepancy, { discrepancyId: block.id }, buyer)).toEqual(ended)
  const history = await wholeHistory(spools, id, buyer)
  expect(JSON.stringify(history)).not.toContain('duplicates')
  expect(JSON.stringify(history)).not.toContain('The record has')
})

test('a block without an answer lapses at its end, and a late read and the sweeper write the same', async () => {
  const { id } = await accepted([everyRowHasEmail])
  const block = await open(id, { severity: 'block' }, provider)
  await resolve(block.id, provider)
  clock.advance(72 * 3_600_000)
  const lapsed = await spools.send(readDiscrepancy, { discrepancyId: block.id }, buyer)
  expect(lapsed).toMatchObject({ severity: 'warn', status: 'open', proposal: null, can: ['resolve'] })
  const lazily = await wholeHistory(spools, id, buyer)
  expect(lazily.at(-1)).toMatchObject({ type: 'discrepancy.lapsed', at: block.lapses_at })
  await spools.sweep('timers')
  expect(await wholeHistory(spools, id, buyer)).toEqual(lazily)
  expect(await holds(id)).toEqual([])
  expect(await resolve(block.id, buyer)).toMatchObject({ status: 'resolved', severity: 'warn' })
})

test('of two sides that answer at once each answer counts, and a repeated command opens no second one', async () => {
  const { id } = await accepted([everyRowHasEmail])
  const options = { commandId: `open for ${id}` }
  const block = await open(id, { severity: 'block' }, buyer, options)
  expect(await open(id, { severity: 'block' }, buyer, options)).toEqual(block)
  const both = await Promise.all([resolve(block.id, buyer), resolve(block.id, provider)])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['open', 'resolved'])
  expect(await codesOf(resolve(block.id, buyer))).toEqual(['invalid_state', 409, 'discrepancy_closed'])
})

test('the list has the newest first, page by page and by status; for strangers nothing exists', async () => {
  const { id } = await accepted([everyRowHasEmail])
  const ids: string[] = []
  for (const severity of ['info', 'warn', 'warn'] as const) ids.unshift((await open(id, { severity })).id)
  const request = { note }
  await spools.send(dismissDiscrepancy, { discrepancyId: ids[1] ?? '', request }, buyer)
  const list = (change: object = {}, principal: Principal = withScope(provider, 'verify')) =>
    spools.send(listDiscrepancies, { spoolId: id, limit: 20, ...change }, principal)
  const first = await list({ limit: 2 })
  expect([first.data.map((each) => each.id), first.has_more]).toEqual([ids.slice(0, 2), true])
  const rest = await list({ limit: 2, after: first.next_cursor ?? '' })
  expect([rest.data.map((each) => each.id), rest.has_more, rest.next_cursor]).toEqual([
    ids.slice(2),
    false,
    null,
  ])
  expect((await list({ status: 'open' })).data.map((each) => each.id)).toEqual([ids[0], ids[2]])
  const { id: another } = await accepted([everyRowHasEmail])
  const elsewhere = (await open(another)).id
  expect(await codesOf(list({ after: elsewhere }))).toEqual(['validation_failed', 400, undefined])
  expect(await codesOf(list({}, stranger))).toEqual(['spool_not_found', 404, undefined])
  const allOpen = async (principal: Principal, after?: string) => {
    const page = { limit: 1, ...(after !== undefined && { after }) }
    return spools.send(listOpenDiscrepancies, page, principal)
  }
  const newest = await allOpen(provider)
  expect(newest.data).toMatchObject([
    { id: elsewhere, spoolId: another, openedBy: 'buyer', side: 'provider' },
  ])
  const next = await allOpen(provider, newest.nextCursor ?? '')
  expect(next.data.map(({ spoolId }) => spoolId)).toEqual([id])
  expect(await allOpen(stranger)).toEqual({ data: [], nextCursor: null })
  const claims = [{ subject: 'T-1', predicate: 'resolved', value: 1 }]
  const recorded = await spools.send(recordClaims, { spoolId: another, request: { claims } }, provider)
  const claim_id = recorded.data[0]?.id ?? ''
  expect(await open(another, { claim_id })).toMatchObject({ claim_id })
  expect(await codesOf(open(id, { claim_id }))).toEqual(['validation_failed', 422, undefined])
  const bound: Principal = { ...account(2, 'counterparty'), spoolId: another }
  const nothing = await codesOf(
    spools.send(readDiscrepancy, { discrepancyId: `dsc_${'0'.repeat(24)}` }, buyer),
  )
  expect(nothing).toEqual(['not_found', 404, undefined])
  for (const principal of [stranger, bound]) {
    const discrepancyId = ids[0] ?? ''
    expect(await codesOf(spools.send(readDiscrepancy, { discrepancyId }, principal))).toEqual(nothing)
    expect(await codesOf(resolve(discrepancyId, principal))).toEqual(nothing)
  }
})

test('two operators close a block, each under a name of their own, and both parties see that it was asked for', async () => {
  const { id } = await accepted([everyRowHasEmail])
  const { id: discrepancyId } = await open(id, { severity: 'block' }, provider)
  const as = (name: string): Principal => ({ kind: 'operator', name })
  const closing = { discrepancyId, act: 'dismiss', outcome: null, note: 'The record was of May.' } as const
  const approve = (name: string) => spools.send(approveDiscrepancyClose, { discrepancyId }, as(name))
  expect(await codesOf(approve('bob'))).toEqual(['invalid_state', 409, 'request_expired'])
  await spools.send(requestDiscrepancyClose, closing, as('alice'))
  expect(await codesOf(spools.send(requestDiscrepancyClose, closing, as('carol')))).toEqual([
    ...['conflict', 409, 'request_open'],
  ])
  expect(await spools.send(listDiscrepancyCloses, {}, as('bob'))).toMatchObject([
    { discrepancyId, spoolId: id, act: 'dismiss', note: closing.note, requestedBy: 'alice' },
  ])
  expect(await codesOf(approve(' Alice'))).toEqual(['forbidden', 403, 'same_operator'])
  expect(await holds(id)).toHaveLength(1)
  expect(await approve('bob')).toMatchObject({ status: 'dismissed', requestedBy: 'alice', approvedBy: 'bob' })
  expect(await holds(id)).toEqual([])
  expect(await spools.send(readDiscrepancy, { discrepancyId }, buyer)).toMatchObject({
    ...{ status: 'dismissed', severity: 'block' },
    resolution: { by: 'operator', outcome: null, note: closing.note },
  })
  expect(await spools.send(inspectDiscrepancy, { discrepancyId }, as('bob'))).toMatchObject({
    texts: [
      { by: 'provider', text: 'The record has 96.' },
      { by: 'operator', text: closing.note },
    ],
  })
  const history = await wholeHistory(spools, id, buyer)
  expect(history.slice(-2).map(({ type, actor }) => [type, actor.kind])).toEqual([
    ['discrepancy.proposed', 'operator'],
    ['discrepancy.dismissed', 'operator'],
  ])
  expect(await spools.send(listDiscrepancyCloses, {}, as('bob'))).toEqual([])
})

test('operators leave to the parties what does not block, and a request ends after a day', async () => {
  const { id } = await accepted([everyRowHasEmail])
  const as = (name: string): Principal => ({ kind: 'operator', name })
  const request = (discrepancyId: string) => {
    const closing = { act: 'resolve', outcome: 'accepted_variance', note: 'Agreed by phone.' } as const
    return spools.send(requestDiscrepancyClose, { discrepancyId, ...closing }, as('alice'))
  }
  const warning = await open(id)
  expect(await codesOf(request(warning.id))).toEqual(['invalid_state', 409, 'discrepancy_not_blocking'])
  const { id: discrepancyId } = await open(id, { severity: 'block' })
  await request(discrepancyId)
  clock.advance(24 * 3_600_000)
  const approving = spools.send(approveDiscrepancyClose, { discrepancyId }, as('bob'))
  expect(await codesOf(approving)).toEqual(['invalid_state', 409, 'request_expired'])
  await request(discrepancyId)
  await spools.send(approveDiscrepancyClose, { discrepancyId }, as('bob'))
  const closed = await spools.send(readDiscrepancy, { discrepancyId }, provider)
  expect(closed.resolution).toMatchObject({ by: 'operator', outcome: 'accepted_variance' })
})
