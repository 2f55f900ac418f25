import { issueReceipt, readReceipt, verifyAttestation } from '@outturn/contracts'
import { fixedClock } from '@outturn/testkit'
import { beforeAll, describe, expect, test } from 'vitest'
import { numberedRun } from '../../testing/numbered-run.ts'
import { as, placeAllKeys } from '../../testing/open-signing.ts'
import { buyer, spoolService } from '../../testing/principals.ts'
import { receiptDesk, settlement } from '../../testing/receipt-desk.ts'
import { testSigning } from '../../testing/test-signing.ts'

const open = await testSigning(fixedClock('2026-01-02T00:00:00.000Z'))
const { issue, consume, statusOf, revoke } = receiptDesk(open)
beforeAll(async () => {
  await placeAllKeys(open)
  await Promise.all([open.startReplica(), open.startReplica()])
})

describe('a receipt that replaces another', () => {
  test('corrects it in the same step, with an advisory that names it', async () => {
    const old = await issue({ spool: 600 })
    const replacement = await issue({ spool: 600, supersedes: old })
    expect(await statusOf(old)).toMatchObject({
      status: 'corrected',
      state: 'superseded',
      advisories: [{ code: 'superseded', message: 'Row 2 was fixed.', replacement_receipt_id: replacement }],
      status_proof: { status: 'corrected' },
    })
    expect(await statusOf(replacement)).toMatchObject({ status: 'active', advisories: [] })
    await expect(consume(old, settlement('inv_1', '0.10'))).rejects.toMatchObject({
      code: 'conflict',
      options: { reason: 'receipt_corrected', details: { replacement_receipt_id: replacement } },
    })
  })

  test('is the only way to another receipt of its Spool, also of many at once', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => issue({ spool: 605 })))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') {
        expect(outcome.reason).toMatchObject({ code: 'conflict', options: { reason: 'not_latest_receipt' } })
      }
    }
  })

  test('voids the attestation of the one before, and a revocation voids that of a receipt', async () => {
    const attestationOf = async (receiptId: string) =>
      (await open.gateway.request(readReceipt, { receiptId }, as(buyer))).attestation
    const judged = async (receiptId: string, change: object = {}) => {
      const attestation = { ...(await attestationOf(receiptId)), ...change } as never
      const { valid, reasons } = await open.gateway.request(
        verifyAttestation,
        { attestation },
        as({ kind: 'public' }),
      )
      return { valid, reasons }
    }
    const old = await issue({ spool: 606 })
    expect(await judged(old)).toEqual({ valid: true, reasons: [] })
    const replacement = await issue({ spool: 606, supersedes: old })
    expect(await judged(old)).toEqual({ valid: false, reasons: ['superseded'] })
    expect(await judged(old, { nonce: 'AAAAAAAAAAAAAAAAAAAAAA' })).toEqual({
      valid: false,
      reasons: ['invalid_signature'],
    })
    expect(await judged(replacement)).toEqual({ valid: true, reasons: [] })
    await revoke(replacement)
    expect(await judged(replacement)).toEqual({ valid: false, reasons: ['revoked'] })
  })

  test('of many at once one is issued, and the others leave nothing behind', async () => {
    const old = await issue({ spool: 601 })
    const outcomes = await Promise.allSettled(
      Array.from({ length: 6 }, () => issue({ spool: 601, supersedes: old })),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') {
        expect(outcome.reason).toMatchObject({ code: 'conflict', options: { reason: 'already_superseded' } })
      }
    }
    const { rows } = await open.pool.query('select 1 from receipt where spool_id = $1', [
      `spl_${(601).toString(16).padStart(24, '0')}`,
    ])
    expect(rows).toHaveLength(2)
  })

  test('asked for again is the one that was issued', async () => {
    const old = await issue({ spool: 602 })
    const command = numberedRun(9_000, { spool: 602, supersedes: old })
    const send = () => open.spool.request(issueReceipt, command, as(spoolService))
    expect(await send()).toEqual(await send())
  })

  test('counts what was settled with the one before', async () => {
    const old = await issue({ spool: 603 })
    await consume(old, settlement('inv_1', '0.90'))
    const replacement = await issue({ spool: 603, supersedes: old })
    await expect(consume(replacement, settlement('inv_2', '0.11'))).rejects.toMatchObject({
      options: { details: { amount_remaining: '0.10' } },
    })
  })

  test('is of the same Spool, and says so in what is signed', async () => {
    const old = await issue()
    await expect(issue({ supersedes: old })).rejects.toMatchObject({ code: 'not_found' })
    const silent = numberedRun(9_001, { spool: 604 })
    const command = { ...silent, supersedes: { receiptId: old, advisory: 'x', ofRevoked: 'refuse' as const } }
    const sent = open.spool.request(issueReceipt, command, as(spoolService))
    await expect(sent).rejects.toMatchObject({ options: { reason: 'supersedes_mismatch' } })
  })
})
