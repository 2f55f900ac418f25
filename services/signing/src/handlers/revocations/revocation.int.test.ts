import { approveRevocation, listRevocations, requestRevocation } from '@outturn/contracts'
import { fixedClock } from '@outturn/testkit'
import { beforeAll, describe, expect, test } from 'vitest'
import { as, placeAllKeys } from '../../testing/open-signing.ts'
import { operator } from '../../testing/principals.ts'
import { receiptDesk, settlement } from '../../testing/receipt-desk.ts'
import { testSigning } from '../../testing/test-signing.ts'
import { handleReadAttestation } from '../receipts/read-attestation.ts'

const clock = fixedClock('2026-01-02T00:00:00.000Z')
const open = await testSigning(clock)
const { issue, consume, statusOf } = receiptDesk(open)
beforeAll(async () => {
  await placeAllKeys(open)
  await Promise.all([open.startReplica(), open.startReplica()])
})

describe('revoking takes two operators', () => {
  const request = (receiptId: string, name = 'alice') =>
    open.operator.request(
      requestRevocation,
      { receiptId, code: 'evidence_withdrawn', advisory: 'The supplier withdrew the data.' },
      as(operator(name)),
    )
  const attestation = async (receiptId: string) =>
    (await handleReadAttestation(open)({ receiptId }, {} as never)) as { isActive: boolean }
  const approve = (requestId: string, name: string) =>
    open.operator.request(approveRevocation, { requestId }, as(operator(name)))

  test('nothing changes before the second one approves; then the receipt settles nothing', async () => {
    const receiptId = await issue()
    const { requestId } = await request(receiptId)
    expect(await statusOf(receiptId)).toMatchObject({ status: 'active', advisories: [] })
    expect((await attestation(receiptId)).isActive).toBe(true)
    await expect(approve(requestId, 'Alice ')).rejects.toMatchObject({ code: 'forbidden' })
    const waiting = await open.operator.request(listRevocations, {}, as(operator('bob')))
    expect(waiting).toMatchObject([{ requestId, receiptId, requestedBy: 'alice' }])

    await approve(requestId, 'bob')
    expect((await attestation(receiptId)).isActive).toBe(false)
    expect(await statusOf(receiptId)).toMatchObject({
      status: 'revoked',
      state: 'revoked',
      advisories: [
        {
          code: 'evidence_withdrawn',
          message: 'The supplier withdrew the data.',
          at: clock.now().toISOString(),
        },
      ],
      status_proof: { status: 'revoked', receipt_id: receiptId },
    })
    await expect(consume(receiptId, settlement('inv_1', '0.10'))).rejects.toMatchObject({
      code: 'invalid_state',
      options: { reason: 'receipt_revoked' },
    })
    await expect(request(receiptId)).rejects.toMatchObject({ code: 'invalid_state' })
    const { rows } = await open.pool.query(
      'select changed_by from receipt_status_change where receipt_id = $1',
      [receiptId],
    )
    expect(rows).toEqual([{ changed_by: ['alice', 'bob'] }])
  })

  test('one request waits at a time, for a day', async () => {
    const receiptId = await issue()
    const { requestId } = await request(receiptId)
    await expect(request(receiptId, 'carol')).rejects.toMatchObject({
      code: 'conflict',
      options: { reason: 'request_open' },
    })
    clock.advance(24 * 60 * 60 * 1_000)
    await expect(approve(requestId, 'bob')).rejects.toMatchObject({ options: { reason: 'request_expired' } })
    const again = await request(receiptId, 'carol')
    await approve(again.requestId, 'bob')
    expect(await statusOf(receiptId)).toMatchObject({ status: 'revoked' })
  })

  test('of many approvals at once one counts', async () => {
    const receiptId = await issue()
    const { requestId } = await request(receiptId)
    const names = ['bob', 'carol', 'dave', 'erin']
    const outcomes = await Promise.allSettled(names.map((name) => approve(requestId, name)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { rows } = await open.pool.query('select 1 from revocation_approval where request_id = $1', [
      requestId,
    ])
    expect(rows).toHaveLength(1)
  })

  test('an id that names no receipt is refused', async () => {
    await expect(request('ocr_000000000000000000000000')).rejects.toMatchObject({ code: 'not_found' })
    await expect(approve('rvk_000000000000000000000000', 'bob')).rejects.toMatchObject({ code: 'not_found' })
  })
})
