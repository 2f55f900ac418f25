import {
  abandonSpool,
  acceptSpool,
  type CommandInput,
  createSpool,
  explainActions,
  listAccountSpools,
  listDisputes,
  nameSpools,
  openDiscrepancy,
  openDispute,
  type Principal,
  readSpool,
  requestReview,
  searchSpools,
  spoolEventName,
} from '@outturn/contracts'
import { derivedId } from '@outturn/service'
import { clockAhead } from '@outturn/testkit'
import { expect, test } from 'vitest'
import { maxSearches } from '../../flows/search-own-spools.ts'
import { searchLimits } from '../../store/lists/spool-listing.ts'
import { agreedSpools } from '../../testing/agreed-spools.ts'
import {
  account,
  buyer,
  dealsOf,
  everyRowHasEmail,
  leadsRequest,
  provider,
  refused,
  seller,
  stranger,
  withScope,
  wholeHistory,
} from '../../testing/two-parties.ts'

const clock = clockAhead()
const { spools, accepted, deliver, verify } = await agreedSpools(clock)
const { created } = dealsOf(spools)

const list = (principal: Principal, query: Partial<CommandInput<typeof listAccountSpools>> = {}) =>
  spools.send(listAccountSpools, { limit: 25, ...query }, principal)
const idsOf = async (principal: Principal, query: Partial<CommandInput<typeof listAccountSpools>> = {}) =>
  (await list(principal, query)).data.map(({ id }) => id)

/** Two accounts that no other test uses. */
let accounts = 100
function pair() {
  accounts += 2
  const [owner, guest] = [account(accounts), account(accounts + 1)]
  const request = (change: object = {}) => ({
    parties: [
      { role: 'buyer' as const, kind: 'org' as const, display_name: 'Acme' },
      {
        role: 'seller' as const,
        kind: 'agent' as const,
        display_name: 'Ünïcode 100% _Bot',
        account_id: guest.accountId,
      },
    ],
    ...change,
  })
  return { owner, guest, make: (change: object = {}) => created(request(change), owner) }
}

test('each party lists its own Spools with its own side, and an account that is no party lists none of them', async () => {
  const { owner, guest, make } = pair()
  const { id } = await make()
  const [own] = (await list(owner)).data
  const [theirs] = (await list(guest)).data
  expect(own).toMatchObject({
    id,
    side: 'buyer',
    state: 'proposed',
    earnedCents: null,
    isWaitingForMe: false,
  })
  expect(theirs).toMatchObject({ id, side: 'provider', isWaitingForMe: true, buyer: { name: 'Acme' } })
  expect(await idsOf(stranger)).not.toContain(id)
  expect(await refused(list(stranger, { after: id }))).toBe('validation_failed at after')
  expect(await refused(list({ ...withScope(guest, 'counterparty'), spoolId: id }))).toBe('forbidden')
})

test('state, party and time narrow the list, and what is no name of a party is no pattern', async () => {
  const { owner, guest, make } = pair()
  const first = await make()
  clock.advance(86_400_000)
  const second = await make()
  await spools.send(acceptSpool, { spoolId: second.id, request: {} }, guest)
  expect(await idsOf(owner, { state: 'proposed' })).toEqual([first.id])
  expect(await idsOf(owner, { state: 'in_progress' })).toEqual([second.id])
  expect(await idsOf(owner, { state: 'passed' })).toEqual([])
  for (const party of ['ünïcode', '100% _b', guest.accountId, first.parties[1]?.party_id ?? '']) {
    expect([party, (await idsOf(owner, { party })).includes(first.id)]).toEqual([party, true])
  }
  // An account is found by who made the Spool alone: the other party is not told which account it is.
  expect(await idsOf(guest, { party: owner.accountId })).toEqual([])
  for (const party of ['%', '_Acme', "' or true --"]) {
    expect([party, await idsOf(guest, { party })]).toEqual([
      party,
      party === '%' ? [second.id, first.id] : [],
    ])
  }
  const from = second.created_at
  expect(await idsOf(owner, { from })).toEqual([second.id])
  expect(await idsOf(owner, { before: from })).toEqual([first.id])
})

test('a state that a timer has reached and that is not written is what the list shows', async () => {
  const { owner, make } = pair()
  const expiry = new Date(clock.now().getTime() + 60_000).toISOString()
  const { id } = await make({ economics: { expiry } })
  expect(await idsOf(owner, { state: 'proposed' })).toEqual([id])
  clock.advance(60_000)
  expect(await idsOf(owner, { state: 'proposed' })).toEqual([])
  expect(await idsOf(owner, { state: 'expired' })).toEqual([id])
})

test('pages follow each other without a gap or a repeat, and waiting for me is for each side another list', async () => {
  const { owner, guest, make } = pair()
  const made: string[] = []
  for (let n = 0; n < 5; n += 1) {
    clock.advance(1_000)
    made.unshift((await make()).id)
  }
  const seen: string[] = []
  for (let after: string | undefined; ; ) {
    const page = await list(owner, { limit: 2, ...(after !== undefined && { after }) })
    seen.push(...page.data.map(({ id }) => id))
    if (page.nextCursor === null) break
    after = page.nextCursor
  }
  expect(seen).toEqual(made)
  expect(await idsOf(owner, { isWaitingForMe: true })).toEqual([])
  expect(await idsOf(guest, { isWaitingForMe: true, limit: 3 })).toEqual(made.slice(0, 3))
  await spools.send(acceptSpool, { spoolId: made[4] ?? '', request: {} }, guest)
  await spools.send(abandonSpool, { spoolId: made[3] ?? '' }, owner)
  expect(await idsOf(guest, { isWaitingForMe: true })).toEqual([...made.slice(0, 3), made[4]])
})

test('a search that finds nothing in many Spools says where it goes on, and ends', async () => {
  const { owner, make } = pair()
  const { id } = await make()
  const count = maxSearches * searchLimits.spools + 10
  await spools.pool.query(
    `insert into spool select (jsonb_populate_record(spool, jsonb_build_object(
       'id', 'spl_' || lpad(n::text, 24, '0'), 'share_id', 'shr_' || lpad(n::text, 24, '0'),
       'created_at', created_at - make_interval(secs => n)))).*
     from spool, generate_series(1, $2::int) as n where id = $1`,
    [id, count],
  )
  const first = await list(owner, { state: 'passed' })
  expect(first.data).toEqual([])
  expect(first.nextCursor).not.toBeNull()
  const second = await list(owner, { state: 'passed', after: first.nextCursor ?? '' })
  expect(second).toEqual({ data: [], nextCursor: null })
})

test('disputes are listed for both parties by their side, open ones alone where that is asked', async () => {
  const { id, conditions } = await accepted([everyRowHasEmail], {
    unitization: { total_units: 2, unit_amount_cents: 100 },
  })
  await deliver(id, conditions[0] ?? '', ['a@example.com', ''])
  const { receipt } = await verify(id)
  const explained = await spools.send(explainActions, { spoolId: id }, provider)
  expect(explained.dispute).toMatchObject({ denial: null })
  const request = { reason: 'quality', detail: 'x', requested: 're_verify' } as const
  const opened = await spools.send(
    openDispute,
    { spoolId: id, receiptId: receipt?.id ?? '', request },
    provider,
  )
  const disputesOf = async (principal: Principal, isOpen?: true) =>
    (await spools.send(listDisputes, { limit: 25, ...(isOpen && { isOpen }) }, principal)).data.filter(
      ({ spoolId }) => spoolId === id,
    )
  expect(await disputesOf(buyer)).toMatchObject([
    { id: opened.id, side: 'buyer', openedBy: 'provider', status: 'open', otherParty: 'LeadBot' },
  ])
  expect(await disputesOf(provider, true)).toMatchObject([{ id: opened.id, side: 'provider' }])
  expect(await disputesOf(stranger)).toEqual([])
  expect((await list(buyer, { state: 'disputed' })).data.map((each) => each.id)).toContain(id)
  expect((await spools.send(explainActions, { spoolId: id }, provider)).dispute.denial?.reason).toBe(
    'dispute_open',
  )
  clock.advance(73 * 3_600_000)
  expect(await disputesOf(buyer, true)).toEqual([])
  expect(await disputesOf(buyer)).toMatchObject([{ status: 'expired' }])
})

test('what a person did in the console says so to both parties, and to neither which person', async () => {
  const { owner, guest, make } = pair()
  const person = {
    ...guest,
    via: { kind: 'person', userId: 'a person of the guest', role: 'owner' },
  } as const satisfies Principal
  const { id } = await make()
  const commandId = `accepting ${id}`
  await spools.send(acceptSpool, { spoolId: id, request: {} }, person, { commandId })
  for (const reader of [owner, guest]) {
    const events = await wholeHistory(spools, id, reader)
    expect(events[0]?.data).not.toHaveProperty('by')
    expect(events.at(-1)).toMatchObject({ type: 'spool.accepted', data: { by: 'person' } })
    expect(events.at(-1)?.id).toBe(derivedId('event', spoolEventName(commandId, 'spool.accepted', 0)))
    expect(JSON.stringify(events)).not.toContain(person.via.userId)
  }
  const request = leadsRequest()
  const made = await spools.send(createSpool, { request }, { ...owner, via: person.via })
  expect((await wholeHistory(spools, made.id, owner))[0]?.data['by']).toBe('person')
})

test('a person whose role reads sees the verdict and neither what was delivered nor what was seen in it', async () => {
  const { id, conditions } = await accepted([everyRowHasEmail])
  await deliver(id, conditions[0] ?? '', ['a@example.com'], 'secret list')
  await deliver(id, conditions[0] ?? '', [''], 'second secret list')
  await verify(id)
  const readAs = async (principal: Principal) =>
    JSON.stringify(await spools.send(readSpool, { id }, principal))
  const shown = JSON.parse(await readAs(buyer)) as { corrective_hint: string }
  // Of two tables that count, the hint names the sources.
  expect(shown.corrective_hint).toContain('secret list')
  for (const role of ['viewer', 'billing'] as const) {
    const reader = { ...buyer, mayMoveMoney: false, via: { kind: 'person', userId: 'x', role } } as const
    const text = await readAs(reader)
    expect(text).not.toContain('secret')
    expect(JSON.parse(text)).toMatchObject({ evidence: [], status: { verification: 'fail' } })
    if (role === 'billing') expect(await refused(list(reader))).toBe('forbidden')
    else expect((await list(reader)).data.length).toBeGreaterThan(0)
  }
})

test('who may do what is said for both sides with its reason, and exactly as actions are allowed', async () => {
  const spool = await created()
  const own = await spools.send(explainActions, { spoolId: spool.id }, buyer)
  const allowed = own.actions.flatMap(({ action, own: { denial } }) => (denial === null ? [action] : []))
  expect(allowed).toEqual(spool.economics.allowed_actions)
  expect(own.actions.find(({ action }) => action === 'accept')).toMatchObject({
    own: { side: 'buyer', denial: { reason: 'other_party_only' } },
    other: { side: 'provider', denial: null },
  })
  const { mayMoveMoney: _, ...person } = buyer
  const denied = await spools.send(explainActions, { spoolId: spool.id }, person)
  expect(denied.actions.find(({ action }) => action === 'commit')?.own.denial?.reason).toBe(
    'full_scope_required',
  )
  expect(await refused(spools.send(explainActions, { spoolId: spool.id }, stranger))).toBe('spool_not_found')
  expect(leadsRequest().parties[1]?.account_id).toBe(seller.accountId)
})

test('a search finds what both parties may see by the beginning of its id, and the runs and disputes of a Spool', async () => {
  const { id, conditions } = await accepted([everyRowHasEmail], {
    unitization: { total_units: 2, unit_amount_cents: 100 },
  })
  await deliver(id, conditions[0] ?? '', ['a@example.com', ''])
  const { receipt, evidence } = await verify(id)
  const run = (receipt?.['verification'] as { run_id?: string } | undefined)?.run_id ?? ''
  const request = { reason: 'quality', detail: 'x', requested: 're_verify' } as const
  const dispute = await spools.send(
    openDispute,
    { spoolId: id, receiptId: receipt?.id ?? '', request },
    provider,
  )
  const asked = { reviewer: { name: 'Ana' }, question: 'Is row 2 a lead?' }
  const review = await spools.send(
    requestReview,
    { spoolId: id, receiptId: receipt?.id ?? '', request: asked },
    buyer,
  )
  const differing = { kind: 'other', severity: 'warn', description: 'Row 2 is empty.' } as const
  const discrepancy = await spools.send(openDiscrepancy, { spoolId: id, request: differing }, buyer)
  const search = async (principal: Principal, ...ids: string[]) =>
    (await spools.send(searchSpools, { ids }, principal)).hits.map(({ kind, id: found }) => [kind, found])
  const item = evidence[0]?.id ?? ''
  for (const [kind, whole] of [
    ['spool', id],
    ['run', run],
    ['evidence', item],
    ['dispute', dispute.id],
    ['review', review.id],
    ['discrepancy', discrepancy.id],
  ] as const) {
    const digits = whole.indexOf('_') + 1
    for (const beginning of [whole.slice(0, digits + 9), whole]) {
      for (const party of [buyer, provider]) {
        const found = await search(party, beginning)
        expect([kind, found]).toEqual([kind, expect.arrayContaining([[kind, whole]])])
        expect(found.every(([, each]) => kind === 'spool' || each === whole)).toBe(true)
      }
    }
    expect(await search(stranger, whole)).toEqual([])
    const other =
      `${whole.slice(0, digits)}${whole.endsWith('0') ? '1' : '0'}${whole.slice(digits + 1)}`.replace(
        /.$/,
        'f',
      )
    expect(await search(buyer, other)).toEqual([])
  }
  expect(await search(buyer, id)).toEqual([
    ['spool', id],
    ['run', run],
    ['dispute', dispute.id],
  ])
  const named = (principal: Principal) => spools.send(nameSpools, { spoolIds: [id] }, principal)
  expect((await named(provider)).spools).toEqual([
    { id, title: expect.any(String), buyer: expect.any(String), provider: 'LeadBot' },
  ])
  expect((await named(stranger)).spools).toEqual([])
  expect((await named({ ...withScope(provider, 'counterparty'), spoolId: id })).spools).toEqual([])
})
