import { canonicalJson, digestOf, toBase64Url } from '@outturn/canonical'
import { createEd25519Signer, nodeSha256 } from '@outturn/canonical/node'
import {
  type KeyDocument,
  type Principal,
  readKeyDocument,
  readRootSignature,
  recordRootSignature,
  rotateSigningKey,
} from '@outturn/contracts'
import { rootSignedText } from '@outturn/receipt-verifier/issuing'
import { createDatabase } from '@outturn/postgres/typed'
import { createMetrics } from '@outturn/service'
import { fixedClock } from '@outturn/testkit'
import { beforeAll, expect, test } from 'vitest'
import type { Tables } from '../../store/tables.ts'
import { watchRootSignature } from '../../sweepers/watch-root-signature.ts'
import { as, placeAllKeys } from '../../testing/open-signing.ts'
import { testSigning } from '../../testing/test-signing.ts'

const operator: Principal = { kind: 'operator', name: 'alice' }
const root = createEd25519Signer(new Uint8Array(32).fill(40))
const stranger = createEd25519Signer(new Uint8Array(32).fill(41))

const open = await testSigning(fixedClock('2026-01-02T00:00:00.000Z'))
let served: KeyDocument
beforeAll(async () => {
  await placeAllKeys(open)
  await open.startReplica()
  served = await open.gateway.request(readKeyDocument, {}, as({ kind: 'public' }))
})

/** The served document as the root key signed it at a time. */
function signed(asOf: string, by = root): KeyDocument {
  const document = { ...served, as_of: asOf }
  const signature = by.sign(rootSignedText(document))
  return { ...document, root_signature: { key_id: by.keyId, signature } }
}
const record = (document: KeyDocument, by = root) =>
  open.operator.request(recordRootSignature, { document, publicKey: toBase64Url(by.publicKey) }, as(operator))
const documentHash = () => digestOf(canonicalJson(served), nodeSha256)
const read = (hash = documentHash()) =>
  open.gateway.request(readRootSignature, { documentHash: hash }, as({ kind: 'public' }))

test('a document that no root key has signed has no signature', async () => {
  expect(await read()).toEqual({ signed: null })
})

test('what the root key says last of a document is kept by the hash of what is served', async () => {
  const asOf = '2026-01-03T00:00:00.000Z'
  const recorded = await record(signed(asOf))
  expect(recorded).toEqual({ documentHash: documentHash(), rootKeyId: root.keyId, asOf })
  expect(await read()).toMatchObject({ signed: { asOf, rootSignature: { key_id: root.keyId } } })
  const later = '2026-02-03T00:00:00.000Z'
  await record(signed(later))
  await record(signed(asOf))
  expect(await read()).toMatchObject({ signed: { asOf: later } })
  expect(await read('0'.repeat(64))).toEqual({ signed: null })
})

test.each<[string, () => KeyDocument, typeof root]>([
  ['that was changed afterwards', () => ({ ...signed('2026-03-03T00:00:00.000Z'), version: 99 }), root],
  [
    'whose time was changed',
    () => ({ ...signed('2026-03-03T00:00:00.000Z'), as_of: '2099-01-01T00:00:00.000Z' }),
    root,
  ],
  ['of another key', () => signed('2026-03-03T00:00:00.000Z', stranger), root],
  ['without a signature', () => served, root],
])('a document %s is refused', async (_, document, by) => {
  await expect(record(document(), by)).rejects.toMatchObject({
    code: 'validation_failed',
    options: { reason: 'invalid_root_signature' },
  })
  expect(await read()).toMatchObject({ signed: { asOf: '2026-02-03T00:00:00.000Z' } })
})

test('the age of the newest root signature is watched, and whether the document has changed since', async () => {
  const metrics = createMetrics({ service: 'signing', tellsProcess: false })
  const clock = fixedClock('2026-02-13T00:00:00.000Z')
  const db = createDatabase<Tables>(open.pool)
  const { sweep } = watchRootSignature(metrics, { environment: 'production', db, clock })
  const watched = async () => {
    await sweep(clock.now())
    return Array.from(
      (await metrics.expose()).body.matchAll(/^outturn_key_document_\w+\{.*\} (.*)$/gm),
      ([, value]) => Number(value),
    )
  }
  expect(await watched()).toEqual([1, 10 * 86_400])
  await open.placeKey('receipt', 99, { label: 'next' })
  const rotation = { purpose: 'receipt', keyId: null, immediately: true, reason: 'test' } as const
  await open.operator.request(rotateSigningKey, rotation, as(operator))
  expect(await watched()).toEqual([0, 10 * 86_400])
})

test('what was signed cannot be changed or deleted by the service', async () => {
  for (const statement of ["update root_signature set signature = ''", 'delete from root_signature']) {
    await expect(open.pool.query(statement)).rejects.toMatchObject({ code: '42501' })
  }
})
