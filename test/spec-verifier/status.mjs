// docs/spec/status.md: what became of the receipt, by signed statements alone.
import { jcs } from './canonical-json.mjs'
import { holdsUnder } from './ed25519.mjs'
import { anyText, list, ms, nullOr, oneOf, open, pick, text, time } from './forms.mjs'
import { countsAt, idOfBytes, keyOf } from './key-document.mjs'

export const statement = {
  schema: text,
  receipt_id: text,
  status: oneOf('active', 'corrected', 'revoked'),
  issued_at: time,
  expires_at: time,
}
export const statusAnswer = open({
  receipt_id: text,
  status: oneOf('active', 'corrected', 'revoked', 'unknown'),
  advisories: list(open({ code: text })),
  checked_at: time,
  'status_proof?': nullOr(open({ ...statement, signing_key_id: anyText, signature: anyText })),
  'state?': text,
})
const STATE = { active: 'current', corrected: 'superseded', revoked: 'revoked' }

function proven(proof, receipt, slug, keys) {
  if (!proof || proof.schema !== `${slug}/status@1` || proof.receipt_id !== receipt.id) return false
  const key = keyOf(keys.status?.[receipt.environment] ?? [], proof.signing_key_id)
  const signed = jcs(pick(proof, [...Object.keys(statement), 'signing_key_id']))
  return (
    key !== undefined &&
    idOfBytes(key) === key.key_id &&
    countsAt(key, proof.issued_at) &&
    holdsUnder(key, signed, proof.signature)
  )
}
/** The usable statements of answer and receipt, and whether the answer contradicts its own proven one. */
export function readStatus(answer, receipt, slug, keys, now) {
  const given = answer?.status_proof
  const online = proven(given, receipt, slug, keys)
  const contradicted =
    online &&
    (answer.receipt_id !== given.receipt_id ||
      answer.status !== given.status ||
      (answer.state !== undefined && answer.state !== STATE[given.status]))
  const statements = [
    ...(online ? [given] : []),
    ...(proven(receipt.status_proof, receipt, slug, keys) ? [receipt.status_proof] : []),
  ]
  return {
    contradicted,
    usable: statements.filter((one) => one.status !== 'active' || ms(one.issued_at) - ms(now) <= 60_000),
  }
}
