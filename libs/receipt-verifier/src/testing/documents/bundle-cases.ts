import { readNumber } from '@outturn/canonical'
import type { Ed25519Signer } from '@outturn/canonical/node'
import { signedManifestText, type BundleManifest } from '../../bundle/bundle-manifest.ts'
import { activeStatus, statusAnswer } from '../corpus/answers.ts'
import { corpusNow, type ExpectedVerdict, verdictCase } from '../corpus/corpus-case.ts'
import { replacedAt, without } from '../corpus/json-edit.ts'
import { keyDocument, published, signers, slug } from '../issuers.ts'
import { withManifest } from '../with-manifest.ts'
import type { FileCase } from './document-case.ts'
import { bundleOf, demoReceipt, fileEvents, fileReceipt as receipt, otherReceipt } from './sample-files.ts'
import { hashedAnew, sampleHistory } from './sample-history.ts'

type Outcome = Parameters<typeof verdictCase>[2]
type Members = Readonly<Record<string, unknown>>

const { statusProduction: signer, statusDemo, stranger, production } = signers
const members = { ...bundleOf(receipt), status: activeStatus(receipt) }
const whole = sealed(members)
const manifest = whole['manifest'] as BundleManifest

/** A bundle with the manifest of its members as they are, signed by a key that may. */
function sealed(bundle: object, by: Ed25519Signer = signer): Members {
  return withManifest(bundle, by)
}

/** The bundle under a manifest with members replaced before it is signed. */
function manifested(change: Partial<BundleManifest>, by: Ed25519Signer = signer): Members {
  const unsigned = { ...manifest, ...change }
  return { ...whole, manifest: { ...unsigned, signature: by.sign(signedManifestText(unsigned)) } }
}

const exact = readNumber('10.000000000000000001')

const statusKeys = (change: object) =>
  keyDocument({ status: { production: [{ ...published(signer), ...change }], demo: [] } })

/** The bundle once a content was deleted, with its statement replaced in part. */
function withheld({ times = 1, ...change }: { times?: number; [member: string]: unknown } = {}): Members {
  const [item] = members.evidence
  const [first = ''] = Object.keys(members.contents)
  const said = { evidence_id: item?.id, content_digest: item?.content_digest, reason: 'withdrawn', ...change }
  return {
    ...members,
    contents: Object.fromEntries(Object.entries(members.contents).filter(([key]) => key !== first)),
    withheld: Array.from({ length: times }, () => said),
  }
}

/** Bundles: whole, cut, changed, put together of two, and under manifests that do not count. */
export function bundleCases(): FileCase[] {
  const { status: _, ...unstated } = members
  const { events: __, ...uneventful } = members
  const longer = sampleHistory()
  const [first, second] = fileEvents
  const [contentKey = ''] = Object.keys(members.contents)
  const flat = {
    ...manifest.members,
    contents:
      (sealed({ ...members, contents: [members.contents] })['manifest'] as BundleManifest).members[
        'contents'
      ] ?? '',
  }
  const changedMembers = Object.entries({
    agreement: { schema: `${slug}/agreement@1` },
    plan: replacedAt(members.plan, 'value.amount_cents', () => 1),
    evidence: [...members.evidence, ...members.evidence],
    contents: replacedAt(members.contents, contentKey, (old) => ({ ...(old as object), rows: [] })),
    observations: [{}],
    evaluated_at: '2026-01-01T00:00:00.000Z',
    events: longer,
    keys: keyDocument({ receipts: { production: [published(stranger)], demo: [] } }),
    status: statusAnswer(receipt, { status: 'revoked' }),
  })
  return [
    read('whole', whole),
    read('its members in another order', Object.fromEntries(Object.entries(whole).toReversed())),
    read('without events, which its reader may not list', sealed(uneventful)),
    read('without a status', sealed(unstated), { advisories: ['status_source_unavailable'] }),
    read('with more events than its receipt knows', sealed({ ...members, events: longer })),
    read(
      'with a status that revokes',
      sealed({ ...members, status: statusAnswer(receipt, { status: 'revoked' }) }),
      {
        reasons: ['revoked'],
        advisories: [],
      },
    ),
    asText(
      'with a number that no float holds',
      sealed({
        ...members,
        contents: { ...members.contents, ['0'.repeat(64)]: { kind: 'rows', rows: [{ price: exact }] } },
      }),
    ),
    read('with opinions', sealed({ ...members, opinions: [] })),
    read('with a content that was deleted, and says so', sealed(withheld())),
    refused(
      'that says of an item which it holds that it was deleted',
      sealed({ ...withheld(), contents: members.contents }),
    ),
    refused('that says so twice of one item', sealed(withheld({ times: 2 }))),
    refused('that says so of nothing', sealed(withheld({ times: 0 }))),
    refused('that says so under another digest', sealed(withheld({ content_digest: '0'.repeat(64) }))),
    refused(
      'that says so of an item which its run did not judge',
      sealed(withheld({ evidence_id: `ev_${'3'.repeat(24)}` })),
    ),
    refused('that says so for another reason', sealed(withheld({ reason: 'lost' }))),
    refused('with a deleted content under the manifest of before', { ...withheld(), manifest }),
    read(
      'of the sandbox',
      sealed({ ...bundleOf(demoReceipt), status: activeStatus(demoReceipt) }, statusDemo),
    ),
    read(
      'of a receipt that was changed before it was bundled',
      sealed({ ...members, receipt: { ...receipt, nonce: otherReceipt.nonce } }),
      {
        reasons: ['receipt_id_mismatch', 'invalid_signature'],
        advisories: [],
      },
    ),
    { ...read('by a status key that is retiring', whole), keys: statusKeys({ status: 'retiring' }) },
    {
      ...read('by a status key that is retired since', whole, { advisories: ['status_source_unavailable'] }),
      keys: statusKeys({ status: 'retired', not_after: '2026-01-01T00:00:03.000Z' }),
    },
    ...changedMembers.map(([name, value]) => refused(`with another ${name}`, { ...whole, [name]: value })),
    ...['plan', 'contents', 'events', 'status', 'keys'].map((name) =>
      refused(`without its ${name}`, without(whole, name)),
    ),
    refused('with the receipt of another', { ...sealed(unstated), receipt: otherReceipt }),
    refused('with a member that was added', { ...whole, opinions: [] }),
    refused(
      'with a content that was added',
      replacedAt(whole, 'contents', (old) => ({
        ...(old as object),
        [`ev_${'3'.repeat(24)}`]: { kind: 'unavailable' },
      })),
    ),
    refused('with a content that was left out', without(whole, `contents.${contentKey}`)),
    refused('without a manifest', members),
    refused('with a manifest that is null', { ...members, manifest: null }),
    refused('with the manifest of another bundle', {
      ...members,
      manifest: sealed(bundleOf(otherReceipt))['manifest'],
    }),
    refused(
      'with a manifest of a further member',
      replacedAt(whole, 'manifest', (old) => ({ ...(old as object), note: '' })),
    ),
    refused('with a manifest without its time', without(whole, 'manifest.made_at')),
    refused(
      'with a digest in capitals',
      manifested({ members: { ...manifest.members, plan: String(manifest.members['plan']).toUpperCase() } }),
    ),
    refused('with a digest of its contents as one', manifested({ members: flat })),
    refused(
      'whose manifest names itself',
      manifested({ members: { ...manifest.members, manifest: '0'.repeat(64) } }),
    ),
    refused(
      'whose manifest names a member that is not there',
      manifested({ members: { ...manifest.members, opinions: '0'.repeat(64) } }),
    ),
    refused(
      'whose manifest does not name its status',
      manifested({
        members: Object.fromEntries(Object.entries(manifest.members).filter(([name]) => name !== 'status')),
      }),
    ),
    refused('whose manifest names another receipt', manifested({ receipt_id: otherReceipt.id })),
    refused('whose manifest is of another service', manifested({ schema: 'another/bundle-manifest@1' })),
    refused('whose manifest is of another record', manifested({ schema: `${slug}/status@1` })),
    refused('whose manifest was dated anew', {
      ...whole,
      manifest: { ...manifest, made_at: '2026-01-01T00:30:00.000Z' },
    }),
    refused('by a stranger', sealed(members, stranger)),
    refused(
      'by a stranger under the name of a status key',
      manifested({}, { ...stranger, keyId: signer.keyId }),
    ),
    refused('by a key for receipts', sealed(members, production)),
    refused('by a status key of the other environment', sealed(members, statusDemo)),
    { ...refused('by a status key that was revoked', whole), keys: statusKeys({ status: 'revoked' }) },
    {
      ...refused('before its key counts', whole),
      keys: statusKeys({ not_before: '2026-01-01T00:00:03.001Z' }),
    },
    {
      ...refused('after its key counts', whole),
      keys: statusKeys({ status: 'retired', not_after: '2026-01-01T00:00:02.999Z' }),
    },
    {
      ...refused('under a document without status keys', whole),
      keys: without(keyDocument(), 'status') as object,
    },
    refused(
      'signed with events that end before its receipt',
      sealed({ ...members, events: fileEvents.slice(0, 2) }),
    ),
    refused(
      'signed with other events than its receipt names',
      sealed({ ...members, events: sampleHistory([{ mode: 'unilateral' }]) }),
    ),
    refused('signed with an event that was left out', sealed({ ...members, events: [first, fileEvents[2]] })),
    refused(
      'signed with an event that was changed',
      sealed({ ...members, events: [first, { ...second, type: 'spool.declined' }, fileEvents[2]] }),
    ),
    refused(
      'signed with an event that begins anew',
      sealed({
        ...members,
        events: [hashedAnew({ ...(first as (typeof longer)[0]), prev_hash: '1'.repeat(64) })],
      }),
    ),
    refused(
      'signed with a receipt of another form',
      sealed({ ...members, receipt: { ...receipt, result: 'good' } }),
    ),
    refused('signed without its plan', sealed(without(members, 'plan') as object)),
    refused('signed with a member that no bundle has', sealed({ ...members, note: 'from us' })),
    {
      ...read('of a receipt that its file contradicts', sealed({ ...members, result: 'pass' })),
      expect: { refused: 'envelope' },
    },
    {
      ...read('with a status of another receipt', sealed({ ...members, status: activeStatus(otherReceipt) })),
      expect: { refused: 'envelope' },
    },
  ]
}

/** The file as its exact text: the corpus is read as any JSON is, and a number in it may lose its digits. */
function asText(name: string, file: unknown): FileCase {
  const { file: _, ...rest } = read(name, file)
  return { ...rest, text: JSON.stringify(file) }
}

function read(name: string, file: unknown, outcome: Outcome = {}): FileCase {
  const { environment } = (file as { receipt: typeof receipt }).receipt
  const { expect } = verdictCase('', { keys: 'main' }, { advisories: [], ...outcome })
  return {
    name: `bundle ${name}`,
    kind: 'file',
    file,
    keys: 'main',
    now: corpusNow,
    ...(environment === 'demo' && { environment }),
    expect: expect as ExpectedVerdict,
  }
}

function refused(name: string, file: unknown): FileCase {
  return { ...read(name, file), expect: { refused: 'bundle' } }
}
