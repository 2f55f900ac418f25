import { digestOf } from '@outturn/canonical'
import { nodeSha256, nodeSuite } from '@outturn/canonical/node'
import type { SigningPurpose } from '@outturn/vocabulary'
import {
  issueReceipt,
  listSigningKeys,
  type Principal,
  readKeyDocument,
  readReceiptStatus,
  retireSigningKey,
  revokeSigningKey,
  rotateSigningKey,
} from '@outturn/contracts'
import { type OutcomeReceipt, parseKeyDocument, verifyOutcomeReceipt } from '@outturn/receipt-verifier'
import { fixedClock } from '@outturn/testkit'
import { beforeAll, expect, test } from 'vitest'
import { numberedRun } from '../testing/numbered-run.ts'
import { as, placeAllKeys, type Replica } from '../testing/open-signing.ts'
import { testSigning } from '../testing/test-signing.ts'
import { issuedDocuments } from '../testing/issued.ts'

const alice: Principal = { kind: 'operator', name: 'alice' }
const dayMs = 24 * 60 * 60 * 1_000
const reason = 'yearly rotation'

const clock = fixedClock('2026-01-02T00:00:00.000Z')
const open = await testSigning(clock)
let replica: Replica
/** One receipt for each key that signed, in order. */
const issued: OutcomeReceipt[] = []
beforeAll(async () => {
  await placeAllKeys(open)
  replica = await open.startReplica()
})

const list = () => open.operator.request(listSigningKeys, {}, as(alice))
const document = (version?: number) =>
  open.gateway.request(readKeyDocument, version === undefined ? {} : { version }, as({ kind: 'public' }))
const published = async () => (await document()).receipts.demo.map(({ status }) => status)
const rotate = (purpose: SigningPurpose, immediately = false) =>
  open.operator.request(rotateSigningKey, { purpose, keyId: null, immediately, reason }, as(alice))
const retire = (keyId: string, early = false) =>
  open.operator.request(retireSigningKey, { keyId, early, reason }, as(alice))
const revoke = (keyId: string, withoutReplacement = false) =>
  open.operator.request(revokeSigningKey, { keyId, withoutReplacement, reason }, as(alice))

async function issue(): Promise<OutcomeReceipt> {
  const command = numberedRun(issued.length + 1, { issuedAt: clock.now().toISOString() })
  const options = as({ kind: 'service', service: 'spool' })
  const { receipt } = issuedDocuments(await open.spool.request(issueReceipt, command, options))
  issued.push(receipt as unknown as OutcomeReceipt)
  return receipt as unknown as OutcomeReceipt
}

async function sweepKeyRing({ instance }: Replica): Promise<void> {
  await instance.sweepers?.find(({ name }) => name === 'key-ring')?.sweep(clock.now())
}

async function reasonsAgainst(receipt: OutcomeReceipt | undefined) {
  const trustSet = parseKeyDocument(await document())
  return verifyOutcomeReceipt(receipt, { trustSet, environment: 'demo', suite: nodeSuite }).reasons
}

test('a file alone rotates nothing: its key waits and is not published', async () => {
  await issue()
  await open.placeKey('receipt', 9, { label: 'next' })
  await using _again = await open.startReplica()
  expect(await published()).toEqual(['active'])
  const { keys } = await list()
  expect(keys.filter(({ purpose }) => purpose === 'receipt').map(({ status }) => status)).toEqual([
    'active',
    'waiting',
  ])
})

test('a purpose without a waiting key is not rotated', async () => {
  await expect(rotate('status')).rejects.toMatchObject({
    code: 'not_found',
    options: { reason: 'no_waiting_key' },
  })
})

test('a rotated key is published at once and signs when its readers know it', async () => {
  const before = await document()
  const { changed, documentVersion } = await rotate('receipt')
  expect(changed.map(({ status }) => status)).toEqual(['active'])
  const after = await document()
  expect(after).toMatchObject({
    version: before.version + 1,
    prev_document_hash: await hashOf(before.version),
  })
  expect(documentVersion).toBe(after.version)

  const [first] = issued
  expect((await issue()).signing_key_id).toBe(first?.signing_key_id)
  clock.advance(10 * 60 * 1_000)
  const receipt = await issue()
  expect(receipt.signing_key_id).toBe(changed[0]?.keyId)
  await sweepKeyRing(replica)
  expect(await published()).toEqual(['retiring', 'active'])
  for (const each of issued) expect(await reasonsAgainst(each)).toEqual([])
})

test('a replica that lacks the active key signs nothing, also with the retiring one', async () => {
  await replica[Symbol.asyncDispose]()
  await open.removeKey('receipt', 'next')
  await using old = await open.startReplica()
  await expect(old.instance.readiness?.['signing_keys']?.()).rejects.toThrow('receipt')
  await expect(issue()).rejects.toMatchObject({ options: { reason: 'signing_not_configured' } })
  await open.placeKey('receipt', 9, { label: 'next' })
})

test('an old key retires after the overlap, and what it signed stays valid', async () => {
  replica = await open.startReplica()
  const [first] = issued
  const oldKey = String(first?.signing_key_id)
  await expect(retire(oldKey)).rejects.toMatchObject({ options: { reason: 'overlap_not_over' } })
  clock.advance(30 * dayMs)
  await retire(oldKey)
  expect(await published()).toEqual(['retired', 'active'])
  expect(await reasonsAgainst(first)).toEqual([])
  expect((await issue()).signing_key_id).not.toBe(oldKey)
})

test('a retired key that is still loaded signs nothing', async () => {
  await replica[Symbol.asyncDispose]()
  await open.removeKey('receipt', 'next')
  await using old = await open.startReplica()
  await expect(old.instance.readiness?.['signing_keys']?.()).rejects.toThrow('receipt')
  await expect(issue()).rejects.toMatchObject({ code: 'configuration_unavailable' })
  await open.placeKey('receipt', 9, { label: 'next' })
})

test('a revoked key signs nothing more, and nothing that it signed is trusted', async () => {
  replica = await open.startReplica()
  const current = issued.at(-1)
  const keyId = String(current?.signing_key_id)
  await expect(revoke(keyId)).rejects.toMatchObject({ options: { reason: 'no_replacement' } })
  await open.placeKey('receipt', 10, { label: 'after-compromise' })
  await revoke(keyId)
  expect(await published()).toEqual(['retired', 'revoked', 'active'])
  expect(await reasonsAgainst(current)).toEqual(['untrusted_signing_key'])
  const { advisories, status } = await open.gateway.request(
    readReceiptStatus,
    { receiptId: String(current?.id) },
    as({ kind: 'public' }),
  )
  expect(status).toBe('active')
  expect(advisories).toMatchObject([{ code: 'key_compromise', at: clock.now().toISOString() }])
  expect(await reasonsAgainst(await issue())).toEqual([])
})

test('another replica follows a revocation without a restart', async () => {
  const keyId = String(issued.at(-1)?.signing_key_id)
  await using other = await open.startReplica()
  await open.pool.query("update signing_key set status = 'revoked' where key_id = $1", [keyId])
  await sweepKeyRing(other)
  await expect(other.instance.readiness?.['signing_keys']?.()).rejects.toThrow('receipt')
})

test('a revoked key of the log keeps no replica from starting', async () => {
  const { keys } = await list()
  const logKey = keys.find(({ purpose, status }) => purpose === 'log' && status === 'active')
  const sequence = replica.instance.sweepers?.find(({ name }) => name === 'transparency-log')
  await sequence?.sweep(clock.now())
  await revoke(String(logKey?.keyId), true)
  await using again = await open.startReplica()
  await expect(again.instance.readiness?.['signing_keys']?.()).rejects.toThrow('log')
})

test('the trail names who changed which key and why, and cannot be changed', async () => {
  const { changes, documentVersion } = await list()
  expect(changes[0]).toMatchObject({ status: 'revoked', changedBy: 'alice', reason, documentVersion })
  expect(changes.at(-1)).toMatchObject({ changedBy: 'start', documentVersion: 1 })
  for (const statement of ["update key_change set reason = ''", 'delete from key_change']) {
    await expect(open.pool.query(statement)).rejects.toMatchObject({ code: '42501' })
  }
})

test('every version is kept as it was published, each bound to the one before', async () => {
  const { version } = await document()
  for (let each = version; each > 1; each -= 1) {
    expect((await document(each)).prev_document_hash).toBe(await hashOf(each - 1))
  }
  await expect(document(version + 1)).rejects.toMatchObject({ code: 'not_found' })
})

async function hashOf(version: number): Promise<string> {
  const { bytes } = await open.gateway.requestBytes(readKeyDocument, { version }, as({ kind: 'public' }))
  return digestOf(Buffer.from(bytes).toString(), nodeSha256)
}
