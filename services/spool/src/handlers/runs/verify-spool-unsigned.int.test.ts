import { issueRunReceipt, type Principal, readReview, readSpool, requestReview } from '@outturn/contracts'
import { clockAhead } from '@outturn/testkit'
import { expect, test } from 'vitest'
import { agreedSpools } from '../../testing/agreed-spools.ts'
import { buyer, everyRowHasEmail as rows, wholeHistory } from '../../testing/two-parties.ts'

const clock = clockAhead()
const { spools, accepted, deliver, verify, typesOf } = await agreedSpools(clock)

/** What the signer says next is asked: what it said before counts for a second. */
function signer(signingState: 'ready' | 'no_key' | 'off'): void {
  Object.assign(spools.fakes, { signingState, isSigning: signingState === 'ready' })
  clock.advance(1_000)
}

test('without a signing key no run is opened, nothing is reserved, and the same request succeeds with one', async () => {
  const { id, conditions } = await accepted([rows])
  await deliver(id, conditions[0] ?? '', ['a@example.com'])
  const { version } = await spools.send(readSpool, { id }, buyer)
  signer('no_key')
  const reserved = spools.fakes.reserved.length
  await expect(verify(id)).rejects.toMatchObject({
    code: 'configuration_unavailable',
    message: 'No key is active in production for attestation. Nothing was verified and nothing is charged.',
    options: {
      reason: 'signing_not_configured',
      remediation: expect.stringContaining('npm run admin -- keys create'),
    },
  })
  expect(spools.fakes.reserved).toHaveLength(reserved)
  expect(spools.fakes.jobs.filter(({ spoolId }) => spoolId === id)).toEqual([])
  expect(await spools.send(readSpool, { id }, buyer)).toMatchObject({
    version,
    status: { verification: 'pending' },
  })
  signer('ready')
  expect(await verify(id)).toMatchObject({ receipt: { result: 'pass' } })
})

test('a deployment that signs nothing on purpose verifies all the same, and says so', async () => {
  const { id, conditions } = await accepted([rows])
  await deliver(id, conditions[0] ?? '', ['a@example.com'])
  signer('off')
  expect(await verify(id)).toMatchObject({
    status: { verification: 'pass' },
    receipt: null,
    attestation: null,
    signing: 'not_configured',
    latest_receipt_id: null,
  })
})

test('the receipt of a run that ended while signing was off is issued later, once, and its Spool goes on with it', async () => {
  const { id, conditions } = await accepted([rows])
  await deliver(id, conditions[0] ?? '', ['a@example.com'])
  signer('off')
  const { verification_run_id: runId } = await verify(id)
  const operator: Principal = { kind: 'operator', name: 'alice' }
  const issue = (of = String(runId)) => spools.send(issueRunReceipt, { runId: of }, operator)
  await expect(issue()).rejects.toMatchObject({ options: { reason: 'signing_off' } })
  signer('ready')
  const issued = await issue()
  expect(issued).toMatchObject({ spoolId: id, runId })
  expect(await issue()).toEqual(issued)
  expect(await spools.send(readSpool, { id }, buyer)).toMatchObject({
    latest_receipt_id: issued.receiptId,
  })
  expect(await typesOf(id)).toContain('receipt.issued')
  await expect(issue('vr_00000000000000000000ffff')).rejects.toMatchObject({ code: 'not_found' })
})

test('the late receipt of a run ends the open reviews of the receipt that it replaces', async () => {
  const { id, conditions } = await accepted([rows])
  await deliver(id, conditions[0] ?? '', [''])
  const { receipt } = await verify(id)
  const request = { reviewer: { name: 'Ana' }, question: 'Is row 1 a lead?' }
  const asked = await spools.send(
    requestReview,
    { spoolId: id, receiptId: receipt?.id ?? '', request },
    buyer,
  )
  signer('off')
  await deliver(id, conditions[0] ?? '', ['a@example.com'])
  const { verification_run_id: runId } = await verify(id)
  const review = () => spools.send(readReview, { reviewId: asked.id }, buyer)
  expect(await review()).toMatchObject({ status: 'requested' })
  signer('ready')
  await spools.send(issueRunReceipt, { runId: String(runId) }, { kind: 'operator', name: 'alice' })
  expect(await review()).toMatchObject({ status: 'withdrawn', status_reason: 'receipt_replaced' })
  expect(await typesOf(id)).toContain('review.withdrawn')
})

test('a run without a receipt replaces none, and the next receipt replaces the last that there is', async () => {
  const { id, conditions } = await accepted([rows])
  await deliver(id, conditions[0] ?? '', [''])
  const first = await verify(id)
  signer('off')
  await deliver(id, conditions[0] ?? '', [' '])
  expect(await verify(id)).toMatchObject({ receipt: null, latest_receipt_id: first.receipt?.id })
  expect(await verify(id)).toMatchObject({ receipt: null, signing: 'not_configured', unchanged: true })
  expect(await typesOf(id)).not.toContain('receipt.superseded')
  signer('ready')
  const third = await verify(id)
  expect(third.receipt?.['supersedes']).toBe(first.receipt?.id)
  const told = await wholeHistory(spools, id, buyer)
  expect(told.filter(({ type }) => type === 'receipt.superseded').map(({ data }) => data)).toEqual([
    {
      receipt_id: first.receipt?.id,
      replacement_receipt_id: third.receipt?.id,
      reason: 'verified_again',
      evidence_ids: [],
    },
  ])
})
