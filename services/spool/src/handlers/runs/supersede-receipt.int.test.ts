import {
  acceptSpool,
  createSpool,
  openDispute,
  type Principal,
  readSpool,
  Refusal,
  type SupersedeRequest,
  submitEvidence,
  supersedeReceipt,
  verifySpool,
} from '@outturn/contracts'
import { correctionReasons } from '@outturn/vocabulary'
import { clockAhead } from '@outturn/testkit'
import { refusalOfPending } from '@outturn/testkit/refusals'
import { beforeEach, expect, test } from 'vitest'
import type { SendOptions } from '../../testing/open-spool.ts'
import { testSpools } from '../../testing/test-spools.ts'
import {
  account,
  buyer,
  emailsFor,
  provider,
  provisionRequest,
  stranger,
  wholeHistory,
} from '../../testing/two-parties.ts'

const clock = clockAhead()

const spools = await testSpools(clock)
beforeEach(() => {
  clock.advance(60_000)
  Object.assign(spools.fakes, { hasCredits: true, isSigning: true, failsRuns: false })
  spools.fakes.refusesReceipts = null
})

/** A Spool that was verified once, with its receipt. */
async function verified(emails: string[]): Promise<{ id: string; conditionId: string; receiptId: string }> {
  const request = provisionRequest({ unitization: { total_units: 2, unit_amount_cents: 100 } })
  const spool = await spools.send(createSpool, { request }, buyer)
  const id = spool.id
  const conditionId = spool.conditions[0]?.id ?? ''
  await spools.send(acceptSpool, { spoolId: id, request: {} }, provider)
  await deliver(id, conditionId, emails)
  const { receipt } = await spools.send(verifySpool, { spoolId: id, request: {} }, buyer)
  return { id, conditionId, receiptId: receipt?.id ?? '' }
}

async function deliver(spoolId: string, conditionId: string, emails: string[]) {
  await spools.send(submitEvidence, emailsFor(spoolId, conditionId, emails), provider)
}

const why: SupersedeRequest = { reason: 'evidence_error', advisory: 'Row 2 was fixed.' }
const supersede = (
  spoolId: string,
  receiptId: string,
  {
    principal = buyer,
    request = why,
    options,
  }: { principal?: Principal; request?: SupersedeRequest; options?: SendOptions } = {},
) => spools.send(supersedeReceipt, { spoolId, receiptId, request }, principal, options)

async function codesOf(sending: Promise<unknown>): Promise<unknown[]> {
  const { code, options } = await refusalOfPending(sending)
  return [code, options.reason]
}

test('the new receipt is of the evidence as it is now, says what it replaces, and is the latest', async () => {
  const { id, conditionId, receiptId } = await verified(['a@example.com', ''])
  await deliver(id, conditionId, ['a@example.com', 'b@example.com'])
  const answer = await supersede(id, receiptId)
  expect(answer).toMatchObject({
    superseded: receiptId,
    receipt: { supersedes: receiptId, result: 'pass', verification: { attempt: 2 } },
    receipt_url: expect.stringContaining(answer.receipt.id),
  })
  const spool = await spools.send(readSpool, { id }, buyer)
  expect(spool).toMatchObject({ latest_receipt_id: answer.receipt.id, status: { verification: 'pass' } })
  const events = await wholeHistory(spools, id, buyer)
  expect(events.find(({ type }) => type === 'receipt.superseded')?.data).toEqual({
    receipt_id: receiptId,
    replacement_receipt_id: answer.receipt.id,
    reason: 'evidence_error',
    evidence_ids: [],
  })
  expect(spools.fakes.supersededBy.get(receiptId)).toBe(answer.receipt.id)
})

test('a completed Spool stays completed and gets its correction', async () => {
  const { id, receiptId } = await verified(['a@example.com', 'b@example.com'])
  expect(await spools.send(readSpool, { id }, buyer)).toMatchObject({ status: { outcome: 'completed' } })
  await supersede(id, receiptId)
  expect(await spools.send(readSpool, { id }, buyer)).toMatchObject({ status: { outcome: 'completed' } })
})

test('the chain is a line: of many at once one replaces the receipt, and afterwards none does', async () => {
  const { id, receiptId } = await verified(['a@example.com', ''])
  const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => supersede(id, receiptId)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') expect(['conflict', 'store_conflict']).toContain(outcome.reason.code)
  }
  expect(await codesOf(supersede(id, receiptId))).toEqual(['conflict', 'not_latest_receipt'])
})

test('a repetition of the command gets the same bytes and no second run', async () => {
  const { id, receiptId } = await verified(['a@example.com', ''])
  const options = { commandId: `supersede ${id}` }
  const first = await supersede(id, receiptId, { options })
  const before = spools.fakes.reserved.length
  expect(await supersede(id, receiptId, { options })).toEqual(first)
  expect(spools.fakes.reserved).toHaveLength(before)
})

test('a run that its driver left is ended by another with the same answer', async () => {
  const { id, receiptId } = await verified(['a@example.com', ''])
  const options = { commandId: `left ${id}` }
  spools.fakes.refusesReceipts = new Refusal('configuration_unavailable', 'Signing is away.')
  expect(await codesOf(supersede(id, receiptId, { options }))).toEqual([
    'configuration_unavailable',
    undefined,
  ])
  spools.fakes.refusesReceipts = null
  clock.advance(20_000)
  await spools.sweep('abandoned-processes')
  const answer = await supersede(id, receiptId, { options })
  expect(answer.receipt).toMatchObject({ supersedes: receiptId })
})

test('a correction that the signer refuses for good ends without one, and the Spool goes on', async () => {
  const { id, receiptId } = await verified(['a@example.com', ''])
  spools.fakes.refusesReceipts = new Refusal('invalid_state', 'Revoked.', { reason: 'receipt_revoked' })
  expect(await codesOf(supersede(id, receiptId))).toEqual(['invalid_state', 'receipt_revoked'])
  spools.fakes.refusesReceipts = null
  const spool = await spools.send(readSpool, { id }, buyer)
  expect(spool).toMatchObject({
    latest_receipt_id: receiptId,
    economics: { allowed_actions: expect.arrayContaining(['verify']) },
  })
})

test('while the other party disputes the receipt a correction needs a new delivery, unless the key of the receipt was revoked', async () => {
  const disputed = async () => {
    const spool = await verified(['a@example.com', ''])
    const { id: spoolId, receiptId } = spool
    const claim = { reason: 'quality', detail: 'Row 2 was there.', requested: 're_verify' } as const
    await spools.send(openDispute, { spoolId, receiptId, request: claim }, provider)
    return spool
  }
  const { id, conditionId, receiptId } = await disputed()
  const before = spools.fakes.reserved.length
  for (const reason of correctionReasons) {
    const request = { reason, advisory: 'Looked at again.' }
    expect(await codesOf(supersede(id, receiptId, { request }))).toEqual(['invalid_state', 'dispute_open'])
  }
  expect(spools.fakes.reserved).toHaveLength(before)
  await deliver(id, conditionId, ['a@example.com', 'b@example.com'])
  expect(await supersede(id, receiptId)).toMatchObject({ receipt: { supersedes: receiptId, result: 'pass' } })

  const lost = await disputed()
  spools.fakes.ofRevokedKeys.add(lost.receiptId)
  expect(await supersede(lost.id, lost.receiptId)).toMatchObject({ superseded: lost.receiptId })
})

test('it takes the full key of the creator, credits, and evidence that is there', async () => {
  const { id, receiptId } = await verified(['a@example.com', ''])
  expect(await codesOf(supersede(id, receiptId, { principal: provider }))).toEqual([
    'forbidden',
    'creator_only',
  ])
  expect(await codesOf(supersede(id, receiptId, { principal: account(1, 'verify') }))).toEqual([
    'forbidden',
    'full_scope_required',
  ])
  expect(await codesOf(supersede(id, receiptId, { principal: stranger }))).toEqual([
    'spool_not_found',
    undefined,
  ])
  const request = { ...why, evidence_ids: [`ev_${'9'.repeat(24)}`] }
  expect(await codesOf(supersede(id, receiptId, { request }))).toEqual(['validation_failed', undefined])
  spools.fakes.hasCredits = false
  expect(await codesOf(supersede(id, receiptId))).toEqual(['credits_required', undefined])
  expect(await spools.send(readSpool, { id }, buyer)).toMatchObject({ latest_receipt_id: receiptId })
})
