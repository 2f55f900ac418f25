import type { OutcomeReceipt } from '../../receipt/outcome-receipt.ts'
import { issueReceipt, signBody } from '../issue-receipt.ts'
import { keyDocument, published, type PublishedKey, signers, bareKeys } from '../issuers.ts'
import { smallReceipt } from '../sample-receipt.ts'
import { activeStatus } from './answers.ts'
import { type CorpusCase, type Unusable, unusableCase, verdictCase } from './corpus-case.ts'

const draft = smallReceipt('keys', { environment: 'production', units: 2, result: 'pass' })
const receipt = issueReceipt(draft)
const status = activeStatus(receipt)
const { production, second, demo, stranger } = signers

const untrusted = ['untrusted_signing_key'] as const
const untrustedStates: readonly [name: string, change: Partial<PublishedKey>][] = [
  ['revoked', { status: 'revoked' }],
  ['revoked, although its window is open', { status: 'revoked', not_after: '2027-01-01T00:00:00.000Z' }],
  ['not in use yet', { not_before: '2026-01-01T00:00:00.001Z' }],
  ['active, but only until before', { not_after: '2025-12-31T23:59:59.999Z' }],
  ['retiring, and not in use yet', { status: 'retiring', not_before: '2026-02-01T00:00:00.000Z' }],
  ['retired before', { status: 'retired', not_after: '2025-12-31T23:59:59.999Z' }],
  ['retired before, by retired_at alone', { status: 'retired', retired_at: '2025-12-31T23:59:59.999Z' }],
]
const trustedStates: readonly [name: string, change: Partial<PublishedKey>][] = [
  ['active from that moment', { not_before: '2026-01-01T00:00:00.000Z' }],
  ['active until that moment', { not_after: '2026-01-01T00:00:00.000Z' }],
  ['retired at that moment', { status: 'retired', not_after: '2026-01-01T00:00:00.000Z' }],
  ['retired after', { status: 'retired', retired_at: '2026-01-01T00:00:00.001Z' }],
  [
    'retired, where not_after counts before retired_at',
    { status: 'retired', not_after: '2026-06-01T00:00:00.000Z', retired_at: '2025-06-01T00:00:00.000Z' },
  ],
]

/** One receipt under keys in every state, and key documents that cannot be used. */
export function keyCases(): CorpusCase[] {
  const under = (change: Partial<PublishedKey>) => bareKeys(published(production, change), published(second))
  return [
    ...trustedStates.map(([name, change]) =>
      verdictCase(`key: ${name}`, { receipt, keys: under(change), status }),
    ),
    ...untrustedStates.map(([name, change]) =>
      verdictCase(
        `key: ${name}`,
        { receipt, keys: under(change), status },
        { reasons: untrusted, advisories: change.status === 'retiring' ? ['key_retiring'] : [] },
      ),
    ),
    verdictCase('key: listed under another name, too', {
      receipt,
      keys: bareKeys(published(production), published({ ...production, keyId: second.keyId })),
      status,
    }),
    verdictCase(
      'key: retiring',
      { receipt, keys: under({ status: 'retiring' }), status },
      { advisories: ['key_retiring'] },
    ),
    verdictCase('key: not among the keys', { receipt, keys: bareKeys(), status }, { reasons: untrusted }),
    verdictCase(
      "key: a stranger's",
      { receipt: signBody(bodyOf(receipt), stranger), keys: 'main' },
      { reasons: untrusted },
    ),
    verdictCase(
      'key: of the other environment',
      { receipt: signBody(bodyOf(receipt), demo), keys: 'main' },
      { reasons: untrusted },
    ),
    verdictCase(
      'key: of attestations',
      { receipt: signBody(bodyOf(receipt), signers.attestationProduction), keys: 'main' },
      { reasons: untrusted },
    ),
    verdictCase(
      'key: the name of another trusted key',
      { receipt: { ...receipt, signing_key_id: second.keyId }, keys: 'main' },
      { reasons: ['signing_key_id_mismatch', 'invalid_signature'] },
    ),
    verdictCase(
      'key: an unknown name over the signature of a trusted key',
      { receipt: { ...receipt, signing_key_id: 'unknown' }, keys: 'main' },
      { reasons: ['signing_key_id_mismatch', 'untrusted_signing_key'] },
    ),
    ...otherTimes.map(([issued_at, reasons]) =>
      verdictCase(
        `key: in use at ${issued_at}`,
        { receipt: signBody({ ...bodyOf(receipt), issued_at }, production), keys: 'main' },
        { reasons },
      ),
    ),
    ...otherSchemas(),
    ...unusableDocuments.map(([name, keys, code]) =>
      unusableCase(`key document: ${name}`, { receipt: {}, keys }, { unusable: 'keys', ...code }),
    ),
  ]
}

const otherTimes = [
  ['0000-01-01T00:00:00.000Z', untrusted],
  ['0000-02-29T23:59:59.999Z', untrusted],
  ['2024-02-29T12:34:56.789Z', untrusted],
  ['2025-01-01T00:00:00.000Z', []],
  ['2024-12-31T23:59:59.999Z', untrusted],
  ['9999-12-31T23:59:59.999Z', []],
] as const

function otherSchemas(): CorpusCase[] {
  const schema = 'sample/outcome-receipt@2'
  const later = {
    receipt: issueReceipt({ ...draft, body: { ...draft.body, schema } }),
    keys: 'main',
  } as const
  const known = { receipt, keys: 'main' } as const
  return [
    verdictCase('schema: of a later version', later, { reasons: ['unknown_schema'] }),
    verdictCase('schema: accepted by the caller', { ...known, schemas: ['x', receipt.schema] }),
    verdictCase(
      'schema: not accepted by the caller',
      { ...known, schemas: ['x'] },
      { reasons: ['unknown_schema'] },
    ),
    verdictCase('schema: none is accepted', { ...known, schemas: [] }, { reasons: ['unknown_schema'] }),
    verdictCase(
      'schema: that of another service',
      { receipt, keys: { ...keyDocument(), schema: 'other/key-document@1' } },
      { reasons: ['unknown_schema'] },
    ),
  ]
}

const point = (first: number, middle: number, last: number) =>
  Buffer.from([first, ...new Uint8Array(30).fill(middle), last]).toString('base64url')
const withKey = (change: object) => bareKeys({ ...published(production), ...change })

const unusableDocuments: readonly [name: string, keys: object, code?: Pick<Unusable, 'code'>][] = [
  ['empty', {}],
  ['of another record', { ...keyDocument(), schema: 'sample/quote@1' }],
  ['of a slug that is none', { ...keyDocument(), schema: 'Sample/key-document@1' }],
  ['of a slug with a line feed', { ...keyDocument(), schema: 'sample\n/key-document@1' }],
  ['without a ring', { ...keyDocument(), receipts: { production: [] } }],
  ['with a third ring', { ...keyDocument(), receipts: { production: [], demo: [], staging: [] } }],
  ['with a ring that is null', { ...keyDocument(), attestations: null }],
  ['with a log that has no key', { ...keyDocument(), log: { origin: 'o' } }],
  ['with a log whose key is none', { ...keyDocument(), log: { origin: 'o', vkey: 'o+00000000+AQ==' } }],
  ['with one key twice', bareKeys(published(production), published(production))],
  ['retired, and does not say when', bareKeys(published(production, { status: 'retired' }))],
  ['with a short key', withKey({ public_key: 'AAAA' })],
  ['with a padded key', withKey({ public_key: `${published(production).public_key}=` })],
  ['with another algorithm', withKey({ algorithm: 'ES256' })],
  ['with an unknown status', withKey({ status: 'lost' })],
  ['with a time that does not exist', withKey({ not_before: '2025-02-30T00:00:00.000Z' })],
  ['with a key id in capitals', withKey({ key_id: production.keyId.toUpperCase() })],
  ['with a key id and a line feed', withKey({ key_id: `${production.keyId}\n` })],
  ['with a key of small order: the identity', withKey({ public_key: point(1, 0, 0) })],
  ['with a key of small order: y = 0', withKey({ public_key: point(0, 0, 0) })],
  ['with a key of small order: y = −1', withKey({ public_key: point(0xec, 0xff, 0x7f) })],
  ['with a non-canonical key: y = p', withKey({ public_key: point(0xed, 0xff, 0x7f) })],
  ['with a non-canonical key: y = p + 1, signed', withKey({ public_key: point(0xee, 0xff, 0xff) })],
  ['with a non-canonical key: the identity, signed', withKey({ public_key: point(1, 0, 0x80) })],
]

function bodyOf({ id: _, signing_key_id: __, signature: ___, ...body }: OutcomeReceipt) {
  return body
}
