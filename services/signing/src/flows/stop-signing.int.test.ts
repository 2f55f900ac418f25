import { setTimeout as pause } from 'node:timers/promises'
import type { SigningPurpose } from '@outturn/vocabulary'
import {
  issueReceipt,
  listSigningKeys,
  readKeyDocument,
  readPublicReceipt,
  readReceipt,
  readReceiptStatus,
  readSigningState,
  revokeSigningKey,
  rotateSigningKey,
} from '@outturn/contracts'
import { beforeAll, expect, test } from 'vitest'
import { numberedRun } from '../testing/numbered-run.ts'
import { as, placeAllKeys } from '../testing/open-signing.ts'
import { buyer, operator, spoolService } from '../testing/principals.ts'
import { testSigning } from '../testing/test-signing.ts'
import { issuedDocuments } from '../testing/issued.ts'

const reason = 'the backup was stolen'

/** The time as it passes: what is compared here are the times that documents and the stop carry. */
const open = await testSigning({ now: () => new Date() })

beforeAll(async () => {
  await placeAllKeys(open)
  await open.startReplica()
  await open.placeKey('receipt', 9, { label: 'next' })
  await open.placeKey('status', 10, { label: 'next' })
  await open.startReplica()
  // Now each purpose has a retiring key that is loaded everywhere, and one that waits.
  for (const purpose of ['receipt', 'status'] as const) {
    await open.operator.request(
      rotateSigningKey,
      { purpose, keyId: null, immediately: true, reason: 'yearly rotation' },
      as(operator()),
    )
  }
  await open.placeKey('receipt', 11, { label: 'waiting' })
})

async function stop(purpose: SigningPurpose): Promise<string> {
  const { keys } = await open.operator.request(listSigningKeys, {}, as(operator()))
  const keyId = String(keys.find((key) => key.purpose === purpose && key.status === 'active')?.keyId)
  const { changed } = await open.operator.request(
    revokeSigningKey,
    { keyId, withoutReplacement: true, reason },
    as(operator()),
  )
  return String(changed.find((key) => key.keyId === keyId)?.retiredAt)
}

let runs = 0
async function issue(): Promise<string> {
  runs += 1
  const command = numberedRun(runs, { spool: runs, issuedAt: new Date().toISOString() })
  const options = as(spoolService)
  const { receipt } = issuedDocuments(await open.spool.request(issueReceipt, command, options))
  return String(receipt['signing_key_id'])
}

/** Calls over and over, many at a time, until told to end; what is refused is counted and ends nothing. */
function underLoad(call: () => Promise<unknown>, callers = 12) {
  const ending = new AbortController()
  const counts = { done: 0, refused: 0 }
  const loops = Array.from({ length: callers }, async () => {
    while (!ending.signal.aborted) {
      await call().then(
        () => (counts.done += 1),
        async () => {
          counts.refused += 1
          await pause(1)
        },
      )
    }
  })
  return {
    counts,
    async end() {
      ending.abort()
      await Promise.all(loops)
    },
  }
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await pause(1)
}

test('no status that two replicas sign under load is later than the stop of its key', async () => {
  for (let count = 0; count < 240; count += 60) await Promise.all(Array.from({ length: 60 }, issue))
  const { rows } = await open.pool.query<{ receipt_id: string }>('select receipt_id from receipt')
  const ids = rows.map((row) => row.receipt_id)
  const proofs: string[] = []
  let unproven = 0
  const load = underLoad(async () => {
    const { status_proof: proof } = await open.gateway.request(
      readReceiptStatus,
      { receiptId: String(ids[(proofs.length + unproven) % ids.length]) },
      as({ kind: 'public' }),
    )
    if (proof === undefined) unproven += 1
    else proofs.push(proof['issued_at'])
  })
  await until(() => proofs.length > 50)
  const stoppedAt = await stop('status')
  await until(() => unproven > 50)
  await load.end()
  expect(proofs.filter((issuedAt) => issuedAt > stoppedAt)).toEqual([])
})

test('no receipt that two replicas issue under load is later than the stop of its key', async () => {
  const load = underLoad(issue)
  await until(() => load.counts.done > 200)
  const stoppedAt = await stop('receipt')
  const refusedBefore = load.counts.refused
  await until(() => load.counts.refused > refusedBefore + 100)
  await load.end()
  const { rows } = await open.pool.query(
    `select receipt_id from receipt where issued_at > $1 or (attestation::json ->> 'issuedAt')::timestamptz > $1`,
    [stoppedAt],
  )
  expect(rows).toEqual([])
  const { rows: stored } = await open.pool.query('select 1 from receipt where issued_at <= $1', [stoppedAt])
  expect(stored.length).toBeGreaterThan(200)
})

test('what was issued is still answered, read and published, and the waiting key waits for an operator', async () => {
  const { rows } = await open.pool.query<{ receipt_id: string }>(
    'select receipt_id from receipt order by issued_at limit 1',
  )
  const receiptId = String(rows[0]?.receipt_id)
  const asPublic = as({ kind: 'public' })
  expect(await open.gateway.request(readReceipt, { receiptId }, as(buyer))).toMatchObject({
    status: { status: 'active', advisories: [{ code: 'key_compromise' }] },
  })
  expect(await open.gateway.request(readPublicReceipt, { receiptId }, asPublic)).toHaveProperty('receipt')
  const { receipts } = await open.gateway.request(readKeyDocument, {}, asPublic)
  expect(receipts.demo.map(({ status }) => status)).toEqual(['retiring', 'revoked'])
  const { keys } = await open.operator.request(listSigningKeys, {}, as(operator()))
  expect(keys.filter(({ purpose }) => purpose === 'receipt').map(({ status }) => status)).toEqual([
    'retiring',
    'revoked',
    'waiting',
  ])
})

test('a replica that starts then answers reads, signs nothing and says what to do', async () => {
  await using replica = await open.startReplica()
  await expect(replica.instance.readiness?.['signing_keys']?.()).rejects.toMatchObject({
    advice: expect.stringContaining('npm run admin -- --environment demo keys rotate --purpose receipt'),
  })
  await expect(issue()).rejects.toMatchObject({
    code: 'configuration_unavailable',
    options: { reason: 'signing_not_configured' },
  })
})

test('a repetition of a run that was issued gets the bytes of before', async () => {
  const command = numberedRun(1, { spool: 1 })
  const [row] = (
    await open.pool.query<{ issued_at: Date }>('select issued_at from receipt where run_id = $1', [
      command.runId,
    ])
  ).rows
  const issuedAt = String(row?.issued_at.toISOString())
  const sent = await open.spool.request(
    issueReceipt,
    numberedRun(1, { spool: 1, issuedAt }),
    as(spoolService),
  )
  expect(issuedDocuments(sent)).toMatchObject({ receipt: { issued_at: issuedAt } })
})

test('an operator who rotates to a new key lets signing go on', async () => {
  const { changed } = await open.operator.request(
    rotateSigningKey,
    { purpose: 'receipt', keyId: null, immediately: true, reason: 'a new key is in place' },
    as(operator()),
  )
  expect(await issue()).toBe(changed[0]?.keyId)
})

test('without a key for attestations the state and the refusal name that purpose, and how to make one', async () => {
  await stop('attestation')
  const named = {
    message: expect.stringMatching(/^No key is active in demo for attestation\./),
    remediation: expect.stringContaining('keys create --purpose attestation'),
  }
  expect(await open.spool.request(readSigningState, {}, as(spoolService))).toEqual({
    state: 'no_key',
    recoveryEpoch: 0,
    missing: named,
  })
  await expect(issue()).rejects.toMatchObject({
    message: named.message,
    options: { reason: 'signing_not_configured', remediation: named.remediation },
  })
})
