import { fromBase64Url } from '@outturn/canonical'
import {
  approveRevocation,
  issueReceipt,
  type Principal,
  readKeyDocument,
  receiptExports,
  requestRevocation,
} from '@outturn/contracts'
import { didKeyOf } from '@outturn/receipt-verifier'
import { isCredentialVerified, isEnvelopeVerified } from '@outturn/receipt-verifier/independent-verifiers'
import { fixedClock } from '@outturn/testkit'
import { beforeAll, expect, test } from 'vitest'
import { goldenReceiptId, goldenRun } from '../../testing/golden-run.ts'
import { as, placeAllKeys } from '../../testing/open-signing.ts'
import * as principals from '../../testing/principals.ts'
import { testSigning } from '../../testing/test-signing.ts'

const clock = fixedClock('2026-01-02T00:00:00.000Z')
const buyer: Principal = { ...principals.buyer, via: { ...principals.buyer.via, scope: 'counterparty' } }
const stranger: Principal = {
  ...principals.stranger,
  via: { ...principals.stranger.via, scope: 'counterparty' },
}
const input = { receiptId: goldenReceiptId }
const formats = receiptExports.map(({ query }) => query)
const [asCredential, asEnvelope] = receiptExports
const open = await testSigning(clock)

beforeAll(async () => {
  await placeAllKeys(open)
  await open.removeKey('export')
})

const read = async (command: (typeof formats)[number], principal: Principal = buyer) =>
  Buffer.from((await open.gateway.requestBytes(command, input, as(principal))).bytes).toString()

test('without a key of their own exports are refused, and receipts are issued all the same', async () => {
  await using _replica = await open.startReplica()
  await open.spool.request(issueReceipt, goldenRun(), as({ kind: 'service', service: 'spool' }))
  for (const command of formats) {
    await expect(read(command)).rejects.toMatchObject({ code: 'configuration_unavailable' })
  }
})

test('every replica makes the same bytes, under a key that the key document lists for nothing else', async () => {
  await open.placeKey('export', 5)
  await using _first = await open.startReplica()
  await using _second = await open.startReplica()
  for (const command of formats) {
    const answers = await Promise.all(Array.from({ length: 8 }, () => read(command)))
    expect(new Set(answers).size).toBe(1)
  }
  const keys = await open.gateway.request(readKeyDocument, {}, as({ kind: 'public' }))
  const published = keys.exports?.demo[0]?.public_key ?? ''
  const others = [keys.receipts, keys.attestations, keys.status].flatMap(({ demo }) => demo)
  expect(others.map(({ public_key }) => public_key)).not.toContain(published)

  const credential = JSON.parse(await read(asCredential.query))
  expect(credential.issuer).toBe(didKeyOf(fromBase64Url(published) ?? new Uint8Array()))
  const good = { now: clock.now(), isStatusGood: () => true }
  expect(await isCredentialVerified(credential, good)).toBe(true)
  expect(isEnvelopeVerified(JSON.parse(await read(asEnvelope.query)), published)).toBe(true)
})

test('a caller that may not read the receipt gets no export of it', async () => {
  await using _replica = await open.startReplica()
  for (const command of formats) {
    await expect(read(command, stranger)).rejects.toMatchObject({ code: 'not_found' })
    await expect(read(command, { kind: 'public' })).rejects.toMatchObject({ code: 'not_found' })
    const unknown = open.gateway.request(command, { receiptId: `ocr_${'0'.repeat(24)}` }, as(buyer))
    await expect(unknown).rejects.toMatchObject({ code: 'not_found' })
  }
})

test('a receipt that was revoked is signed in no other format any more', async () => {
  await using _replica = await open.startReplica()
  const operator = (name: string) => as({ kind: 'operator', name })
  const request = { ...input, code: 'revoked', advisory: 'The delivery was withdrawn.' } as const
  const { requestId } = await open.operator.request(requestRevocation, request, operator('ada'))
  await open.operator.request(approveRevocation, { requestId }, operator('grace'))
  for (const command of formats) {
    await expect(read(command)).rejects.toMatchObject({
      code: 'invalid_state',
      options: { reason: 'receipt_revoked' },
    })
  }
})
