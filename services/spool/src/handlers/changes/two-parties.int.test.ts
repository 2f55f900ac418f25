import { digestOf } from '@outturn/canonical'
import { nodeSha256 } from '@outturn/canonical/node'
import {
  abandonSpool,
  acceptSpool,
  amendSpool,
  assignParty,
  type CommandInput,
  createSpool,
  type CreateSpoolRequest,
  declineSpool,
  inviteCounterparty,
  listSpools,
  type Principal,
  proposeSpool,
  quoteSpool,
  readQuote,
  readSpool,
  readSuppliedContent,
  submitEvidence,
} from '@outturn/contracts'
import { fixedClock } from '@outturn/testkit'
import { refusalOfPending } from '@outturn/testkit/refusals'
import { expect, onTestFinished, test } from 'vitest'
import { recipe } from '../../testing/fakes.ts'
import { testSpools } from '../../testing/test-spools.ts'
import {
  account,
  buyer,
  dealsOf,
  everyRowHasEmail,
  leadsRequest,
  refused,
  rowsFor,
  seller,
  stranger,
} from '../../testing/two-parties.ts'

const clock = fixedClock()
const dayMs = 24 * 60 * 60 * 1_000
const service = await testSpools(clock)
const { created, accepted, read } = dealsOf(service)

test('evidence is kept with its digest, shown without its content, and closes the way to cancel', async () => {
  const view = await accepted()
  const rows = [{ email: 'a@example.com' }]
  const after = await service.send(submitEvidence, rowsFor(view, rows), seller)
  expect(after.status.fulfillment).toBe('evidence_submitted')
  expect(after.evidence).toMatchObject([
    {
      on_behalf_of: 'provider',
      provenance: { method: 'uploaded_json' },
      claim_class: 'artifact_state',
      content_digest: digestOf(JSON.stringify(rows), nodeSha256),
      metadata: { note: 'second batch' },
    },
  ])
  expect(JSON.stringify(after)).not.toContain('a@example.com')
  expect(after.economics.allowed_actions).toEqual(['abandon', 'evidence', 'verify'])
  expect(after.next_step).toMatchObject({ type: 'rerun_allowed', actor: 'verifier' })
})

test('the same bytes in two forms are two contents, and a declared digest stands in the way of neither', async () => {
  const mentionsEmail = {
    description: 'It mentions emails.',
    required: true,
    verification_method: 'deterministic' as const,
    deterministic_check: { checker: 'text_contains' as const, text: 'email' },
  }
  const view = await accepted({ conditions: [everyRowHasEmail, mentionsEmail] })
  const text = 'email\na@example.com\n'
  const item = (
    metadata: Record<string, unknown>,
    change: object = {},
  ): CommandInput<typeof submitEvidence> => ({
    spoolId: view.id,
    request: {
      condition_id: view.conditions[0]?.id ?? '',
      type: 'file',
      source: 'report',
      metadata,
      ...change,
    },
  })
  const sha256 = digestOf(text, nodeSha256)
  const declared = await service.send(submitEvidence, item({ sha256 }), seller)
  expect(declared.evidence[0]).toMatchObject({ content_digest: null, metadata: { sha256 } })
  const held = await service.send(submitEvidence, item({ text }), seller)
  expect(held.evidence[1]).toMatchObject({ content_digest: sha256 })
  await service.send(submitEvidence, item({ text }), seller)
  const table = { content_base64: Buffer.from(text).toString('base64'), media_type: 'text/csv' }
  const asTable = item(table, { type: 'dataset', source: 'table' })
  const both = await service.send(submitEvidence, asTable, seller)
  expect(both.evidence[3]).toMatchObject({ content_digest: sha256 })
  const contentAt = (index: number) =>
    service.send(readSuppliedContent, { spoolId: view.id, evidenceId: both.evidence[index]?.id ?? '' }, buyer)
  expect((await contentAt(1)).mediaType).toBe('text/plain; charset=utf-8')
  expect((await contentAt(3)).mediaType).toBe('text/csv; charset=utf-8')
})

test('agent work is accepted with the digest of its current quote, which is persisted once while it holds', async () => {
  const { id } = await created({ type: 'agent_task' })
  const accept = (quoteDigest?: string) =>
    service.send(
      acceptSpool,
      { spoolId: id, request: quoteDigest === undefined ? {} : { quote_digest: quoteDigest } },
      seller,
    )
  expect(await refused(service.send(readQuote, { spoolId: id }, seller))).toBe('not_found')
  expect(await refused(accept())).toBe('invalid_state requote_required')
  const quote = await service.send(quoteSpool, { spoolId: id }, buyer)
  expect(quote).toMatchObject({
    maximum_all_in_cents: 530,
    payer: 'buyer',
    expired: false,
    superseded: false,
  })
  expect(await service.send(quoteSpool, { spoolId: id }, buyer)).toEqual(quote)
  expect(await service.send(readQuote, { spoolId: id }, seller)).toEqual(quote)
  expect(await refused(accept())).toBe('validation_failed at quote_digest')

  await service.send(
    amendSpool,
    { spoolId: id, request: { unitization: { total_units: 1, unit_amount_cents: 500 } }, dryRun: false },
    buyer,
  )
  expect(await service.send(readQuote, { spoolId: id }, seller)).toMatchObject({ superseded: true })
  expect(await refused(accept(quote.quote_digest))).toBe('invalid_state requote_required')
  const fresh = await service.send(quoteSpool, { spoolId: id }, buyer)
  expect(await refused(accept(quote.quote_digest))).toBe('invalid_state requote_required')
  const view = await accept(fresh.quote_digest)
  expect(view.status.agreement).toBe('accepted')
  clock.advance(2 * dayMs)
  expect(await service.send(readQuote, { spoolId: id }, seller)).toEqual(fresh)
})

test('a quote holds again when an amendment brings the plan back that was quoted', async () => {
  const { id } = await created({ type: 'agent_task' })
  const quote = await service.send(quoteSpool, { spoolId: id }, buyer)
  const amend = (total: number) =>
    service.send(
      amendSpool,
      {
        spoolId: id,
        request: { unitization: { total_units: total, unit_amount_cents: 500 / total } },
        dryRun: false,
      },
      buyer,
    )
  expect(await amend(5)).toMatchObject({ pricing_quote: { superseded: true } })
  const back = await amend(10)
  expect(back).toMatchObject({ pricing_quote: { superseded: false }, agreement: { version: 3 } })
  const request = { quote_digest: quote.quote_digest, agreement_hash: back.agreement.agreement_hash }
  const { status } = await service.send(acceptSpool, { spoolId: id, request }, seller)
  expect(status.agreement).toBe('accepted')
})

test('agent work without a current quote waits for its creator, and with one for the other party', async () => {
  const { id, next_step: first } = await created({ type: 'agent_task' })
  expect(first).toMatchObject({ type: 'await_confirmation', actor: 'buyer' })
  await service.send(quoteSpool, { spoolId: id }, buyer)
  expect((await read(id)).next_step).toMatchObject({ type: 'await_confirmation', actor: 'provider' })
  clock.advance(dayMs)
  expect((await read(id)).next_step.actor).toBe('buyer')
})

test('an acceptance that names the terms is of exactly those: after an amendment it is refused with the current ones', async () => {
  const { id, agreement } = await created()
  const accept = (agreementHash: string) =>
    service.send(acceptSpool, { spoolId: id, request: { agreement_hash: agreementHash } }, seller)
  const amended = await service.send(
    amendSpool,
    { spoolId: id, request: { unitization: { total_units: 5, unit_amount_cents: 100 } }, dryRun: false },
    buyer,
  )
  await expect(accept(agreement.agreement_hash)).rejects.toMatchObject({
    code: 'invalid_state',
    options: { reason: 'terms_changed', details: { agreement_hash: amended.agreement.agreement_hash } },
  })
  expect((await read(id)).status.agreement).toBe('proposed')
  expect((await accept(amended.agreement.agreement_hash)).status.agreement).toBe('accepted')
})

test('an amendment that adds a condition and its dry run come to the same bytes, whatever their commands', async () => {
  const { id } = await created()
  const [condition] = leadsRequest().conditions
  const request = { add_conditions: [{ ...condition, description: 'Every row has an address.' }] }
  const send = (dryRun: boolean) =>
    service.send(amendSpool, { spoolId: id, request, dryRun } as CommandInput<typeof amendSpool>, buyer)
  const tried = await send(true)
  expect(tried.conditions).toHaveLength(2)
  expect(await send(false)).toEqual(tried)
})

test('a party names an account that exists: another one is refused, and nothing is made', async () => {
  const unknown = account(99).accountId
  service.fakes.unknownAccounts.add(unknown)
  const parties = leadsRequest().parties.map((party, index) =>
    index === 0 ? { ...party, account_id: unknown } : party,
  )
  expect(await refused(created({ parties }))).toBe('validation_failed at parties[0].account_id')
  const { handoff } = await created()
  expect(handoff).toMatchObject({ method: 'account', invite_endpoint: null })
  const unassigned = leadsRequest().parties.map(({ account_id: _, ...party }) => party)
  expect((await created({ parties: unassigned })).handoff).toMatchObject({
    method: 'share_url',
    invite_endpoint: expect.stringMatching(/^\/api\/v1\/spools\/spl_.*\/invite$/),
  })
})

test('a judge by a shared secret is agreed on where the deployment has the secret, and nowhere else', async () => {
  const judgedBy = (source_id: string) => ({
    description: 'The lab passes it.',
    required: true,
    verification_method: 'external_tool' as const,
    external_judge: { id: 'qa-lab-1', name: 'QA Lab', proof: { type: 'hmac_sha256' as const, source_id } },
  })
  expect(await refused(created({ conditions: [judgedBy('unknown')] }))).toBe('validation_failed unusable_key')
  const { id } = await created({ conditions: [judgedBy('lab')] })
  const request = { add_conditions: [judgedBy('unknown')] }
  const amended = service.send(amendSpool, { spoolId: id, request, dryRun: false }, buyer)
  expect(await refused(amended)).toBe('validation_failed unusable_key')
})

test('checks whose patterns take long to read are read by verification, whose problems are refused as ones found here', async () => {
  const matching = (value: string): NonNullable<CreateSpoolRequest['conditions']>[number] => ({
    ...everyRowHasEmail,
    deterministic_check: { checker: 'json_path', path: '$.a', operator: 'matches', value },
  })
  const long = 'a{0,1000}'.repeat(3)
  const { id } = await created({ conditions: [everyRowHasEmail, matching('^[A-Z]{3}$')] })
  expect(service.fakes.checksRead).toEqual([])
  const checks = [matching('a'), matching(long), matching(`${long}(?=b)`)]
  const creating = await refusalOfPending(created({ conditions: [everyRowHasEmail, ...checks] }))
  expect(creating.options.field).toBe('conditions[3].deterministic_check.value')
  const amendment = { spoolId: id, request: { add_conditions: checks }, dryRun: false }
  const amending = await refusalOfPending(service.send(amendSpool, amendment, buyer))
  expect(amending.options.field).toBe('add_conditions[2].deterministic_check.value')
  expect(service.fakes.checksRead.map(({ length }) => length)).toEqual([2, 2])
})

test('an expired quote does not carry an acceptance', async () => {
  const { id } = await created({ type: 'agent_task' })
  const { quote_digest: digest } = await service.send(quoteSpool, { spoolId: id }, buyer)
  clock.advance(dayMs)
  expect(
    await refused(service.send(acceptSpool, { spoolId: id, request: { quote_digest: digest } }, seller)),
  ).toBe('invalid_state quote_expired')
})

test('a counterparty is invited once; its key acts for that party until the Spool is over, and reads it until the dispute window is', async () => {
  const parties = leadsRequest().parties.map(({ account_id: _, ...party }) => party)
  const { id, parties: shown } = await created({ parties })
  const partyId = shown[1]?.party_id ?? ''
  const invitationId = `inv_${'1'.repeat(24)}`
  expect(await service.send(inviteCounterparty, { spoolId: id, invitationId }, buyer)).toEqual({
    spoolId: id,
    partyId,
  })
  const holder: Principal = { ...account(9, 'counterparty'), spoolId: id, partyId }
  const place = { spoolId: id, partyId, invitationId, accountId: `acc_${'9'.padStart(24, '0')}` }
  const gateway: Principal = { kind: 'public' }
  await service.send(assignParty, place, gateway)
  expect(await service.send(assignParty, place, gateway)).toEqual({ spoolId: id, partyId })
  expect(
    await refused(service.send(assignParty, { ...place, accountId: `acc_${'8'.repeat(24)}` }, gateway)),
  ).toBe('conflict counterparty_assigned')
  expect(await refused(service.send(inviteCounterparty, { spoolId: id, invitationId }, buyer))).toBe(
    'conflict counterparty_assigned',
  )

  expect((await read(id, holder)).economics.allowed_actions).toEqual(['accept', 'decline'])
  expect(await refused(service.send(abandonSpool, { spoolId: id }, holder))).toBe(
    'forbidden full_scope_required',
  )
  const declined = { commandId: 'decline by key' }
  const answer = await service.send(declineSpool, { spoolId: id }, holder, declined)
  expect(await read(id, holder)).toMatchObject({
    status: { outcome: 'cancelled' },
    economics: { allowed_actions: [] },
  })
  for (const act of [acceptSpool, declineSpool]) {
    const sent = act === acceptSpool ? { spoolId: id, request: {} } : { spoolId: id }
    expect(await refused(service.send(act, sent as { spoolId: string; request: {} }, holder))).toBe(
      'invalid_state spool_closed',
    )
  }
  const { rows } = await service.pool.query<{ body: string }>(
    `select body from outbox where subject like '%spool.closed' and body like '%' || $1 || '%'`,
    [id],
  )
  clock.advance(3 * dayMs - 1)
  expect(await read(id, holder)).toMatchObject({ id })
  clock.advance(1)
  expect(await refused(read(id, holder))).toBe('unauthenticated spool_closed')
  expect(rows.map(({ body }) => (JSON.parse(body) as { keysEndAt: string }).keysEndAt)).toEqual([
    clock.now().toISOString(),
  ])
  expect(await service.send(declineSpool, { spoolId: id }, holder, declined)).toEqual(answer)
})

test('a stranger meets no Spool by its id, and the agreed part of it by its link', async () => {
  const { id, share_id: shareId } = await created()
  expect(await refused(read(id, stranger))).toBe('spool_not_found')
  expect(await refused(service.send(proposeSpool, { spoolId: id }, stranger))).toBe('spool_not_found')
  const shared = await service.send(readSpool, { id: shareId }, { kind: 'public' })
  expect(shared.conditions).toHaveLength(1)
  expect(JSON.stringify(shared)).not.toMatch(/allowed_actions|acc_|buyer@example.com/)
  expect(JSON.stringify(await read(shareId, seller))).not.toContain('buyer@example.com')
  expect(JSON.stringify(await read(shareId))).toContain('buyer@example.com')
})

test('an account lists the Spools it made and those it is a party of, newest first, page by page', async () => {
  const self = account(77)
  const mine: string[] = []
  for (let n = 0; n < 5; n += 1) {
    clock.advance(1_000)
    const parties = leadsRequest().parties.map((party, index) =>
      index === 1 ? { ...party, account_id: self.accountId } : party,
    )
    const { id } = n % 2 === 0 ? await created({}, self) : await created({ parties })
    mine.unshift(id)
  }
  const first = await service.send(listSpools, { limit: 2 }, self)
  const second = await service.send(listSpools, { limit: 2, after: first.next_cursor ?? '' }, self)
  const third = await service.send(listSpools, { limit: 2, after: second.next_cursor ?? '' }, self)
  expect([first, second, third].flatMap(({ data }) => data.map(({ id }) => id))).toEqual(mine)
  expect([first, second, third].map((page) => page.has_more)).toEqual([true, true, false])
  expect(await refused(service.send(listSpools, { limit: 2 }, account(77, 'verify')))).toBe(
    'forbidden full_scope_required',
  )
  expect((await read(mine[0] ?? '', account(77, 'verify'))).id).toBe(mine[0])
  expect(await refused(service.send(listSpools, { limit: 2, after: mine[0] ?? '' }, stranger))).toBe(
    'validation_failed at after',
  )
})

test('a recipe in place of conditions binds what it stands for, whatever becomes of it', async () => {
  const { conditions: _, ...rest } = leadsRequest()
  const byRecipe = { ...rest, recipe: { id: recipe.id } }
  const send = (request: CreateSpoolRequest, commandId?: string) =>
    service.send(createSpool, { request }, buyer, commandId === undefined ? {} : { commandId })
  const view = await send(byRecipe, 'cmd_by_recipe')
  expect(view.conditions).toMatchObject([
    {
      description: 'Every row has email.',
      required: true,
      deterministic_check: { checker: 'completeness', required_fields: ['email'] },
    },
  ])
  expect(view.agreement.agreement_hash).toMatch(/^[0-9a-f]{64}$/)
  const { id } = recipe
  recipe.id = 'gone@1'
  onTestFinished(() => void (recipe.id = id))
  expect(await send(byRecipe, 'cmd_by_recipe')).toEqual(view)
  await expect(send(byRecipe)).rejects.toMatchObject({ code: 'recipe_not_found' })
})
