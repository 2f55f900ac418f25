// docs/spec/bundle.md: whether a bundle is whole.
import { jcs } from './canonical-json.mjs'
import { holdsUnder } from './ed25519.mjs'
import { anyText, exact, hex64, id, isObject, list, oneOf, slugIn, text, time, without } from './forms.mjs'
import { digestOf } from './hashing.mjs'
import { countsAt, idOfBytes, keyOf } from './key-document.mjs'
import { historyHolds } from './preimages.mjs'
import { receiptForm } from './receipt-form.mjs'

const REQUIRED = [
  'schema',
  'receipt',
  'agreement',
  'plan',
  'evidence',
  'contents',
  'observations',
  'evaluated_at',
  'keys',
  'manifest',
]
const OPTIONAL = ['opinions', 'events', 'status', 'withheld']
const mapOfDigests = (value) =>
  isObject(value) && Object.keys(value).every(text) && Object.values(value).every(hex64)
const manifestForm = exact({
  schema: text,
  receipt_id: text,
  made_at: time,
  members: mapOfDigests,
  signing_key_id: anyText,
  signature: anyText,
})

const withheldForm = list(exact({ evidence_id: id('ev'), content_digest: hex64, reason: oneOf('withdrawn') }))

export function isWhole(bundle, keys) {
  const names = Object.keys(bundle)
  const { receipt, manifest } = bundle
  if (!REQUIRED.every((name) => names.includes(name))) return false
  if (!names.every((name) => REQUIRED.includes(name) || OPTIONAL.includes(name))) return false
  if (!receiptForm(receipt) || !manifestForm(manifest)) return false
  if (manifest.schema !== `${slugIn('bundle', bundle.schema)}/bundle-manifest@1`) return false
  if (manifest.receipt_id !== receipt.id || !isSigned(manifest, receipt, keys)) return false
  const members = without(bundle, ['manifest'])
  return (
    Object.keys(manifest.members).every((name) => Object.hasOwn(members, name)) &&
    Object.entries(members).every(
      ([name, value]) =>
        Object.hasOwn(manifest.members, name) && manifest.members[name] === memberDigest(name, value),
    ) &&
    (!Object.hasOwn(members, 'withheld') || withheldHolds(members, receipt)) &&
    (!Object.hasOwn(members, 'events') || historyHolds(members.events, receipt.history))
  )
}
function withheldHolds({ withheld, evidence, contents }, receipt) {
  if (!withheldForm(withheld) || withheld.length === 0) return false
  if (new Set(withheld.map((item) => item.evidence_id)).size < withheld.length) return false
  const items = Array.isArray(evidence) ? evidence.filter(isObject) : []
  return withheld.every(
    ({ evidence_id: name, content_digest: digest }) =>
      (receipt.evidence.some((row) => row.evidence_id === name && row.content_digest === digest) ||
        items.some((item) => item.id === name && item.content_digest === digest)) &&
      !(isObject(contents) && (Object.hasOwn(contents, name) || Object.hasOwn(contents, digest))),
  )
}

function isSigned(manifest, receipt, keys) {
  const key = keyOf(keys.status?.[receipt.environment] ?? [], manifest.signing_key_id)
  return (
    key !== undefined &&
    idOfBytes(key) === key.key_id &&
    countsAt(key, manifest.made_at) &&
    holdsUnder(key, jcs(without(manifest, ['signature'])), manifest.signature)
  )
}
function memberDigest(name, value) {
  if (name !== 'contents' || !isObject(value)) return digestOf(value)
  return digestOf(Object.fromEntries(Object.entries(value).map(([key, content]) => [key, digestOf(content)])))
}
