// docs/spec/keys.md: the key document, when a key counts, and what receipts and attestations ask of a signature.
import { jcs } from './canonical-json.mjs'
import { couldBeStrictPoint, decode, holdsUnder, signatureHolds } from './ed25519.mjs'
import {
  exact,
  hex64,
  list,
  matching,
  ms,
  nullOr,
  oneOf,
  open,
  schemaOf,
  text,
  time,
  without,
} from './forms.mjs'
import { hex } from './hashing.mjs'
import { readVerifierKey } from './verifier-key.mjs'

const keyForm = (key) =>
  open({
    key_id: hex64,
    algorithm: oneOf('Ed25519'),
    public_key: text,
    status: oneOf('active', 'retiring', 'retired', 'revoked'),
    not_before: time,
    not_after: nullOr(time),
    'retired_at?': nullOr(time),
  })(key) &&
  couldBeStrictPoint(decode(key.public_key)) &&
  !(key.status === 'retired' && key.not_after === null && !key.retired_at)
const keyList = (value) =>
  list(keyForm)(value) && new Set(value.map((key) => key.key_id)).size === value.length
const ring = exact({ production: keyList, demo: keyList })
const vkeyForm = (value) => text(value) && readVerifierKey(value) !== null
const logForm = nullOr(open({ origin: text, vkey: vkeyForm, 'previous_vkeys?': list(vkeyForm) }))
export const keyDocumentForm = open({
  schema: matching(schemaOf('key-document')),
  receipts: ring,
  'attestations?': ring,
  'status?': ring,
  'log?': logForm,
  'demo_log?': logForm,
  'issuer?': text,
  'updated_at?': time,
  'as_of?': time,
  'root_signature?': open({ key_id: hex64, signature: text }),
})
/** Whether a reader who pins this root key, of 32 bytes, takes the document. */
export function isSignedByRoot(keys, rootKey) {
  const { root_signature: by } = keys
  return (
    by !== undefined &&
    by.key_id === hex(rootKey) &&
    signatureHolds(rootKey, jcs(without(keys, ['root_signature'])), decode(by.signature))
  )
}
export const keyOf = (keys, keyId) => keys.find((key) => key.key_id === keyId)
export const idOfBytes = (key) => hex(decode(key.public_key))

export function countsAt(key, moment) {
  const end = key.not_after ?? key.retired_at ?? null
  return (
    key.status !== 'revoked' && ms(moment) >= ms(key.not_before) && (end === null || ms(moment) <= ms(end))
  )
}
export function keyDocumentIsStale(keys, now) {
  const said = keys.as_of ?? keys.updated_at
  return said === undefined || ms(now) - ms(said) > 30 * 86_400_000
}
/** receipt.md and attestation.md: the three reasons about key and signature that hold. */
export function judgeSignature(keys, keyId, signature, signed, moment) {
  const key = keyOf(keys, keyId)
  const holds = key !== undefined && holdsUnder(key, signed, signature)
  const another = !holds && keys.some((other) => other !== key && holdsUnder(other, signed, signature))
  return {
    signing_key_id_mismatch: another || (key !== undefined && idOfBytes(key) !== key.key_id),
    untrusted_signing_key: key === undefined || !countsAt(key, moment),
    invalid_signature: key !== undefined && !holds,
  }
}
