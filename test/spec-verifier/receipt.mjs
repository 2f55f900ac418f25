// docs/spec/receipt.md, Id and signature, Verification and The verdict.
import { jcs } from './canonical-json.mjs'
import { exactly, isObject, ms, namesOf, slugIn, without } from './forms.mjs'
import { digestOf, rootOverJcs } from './hashing.mjs'
import { judgeSignature, keyDocumentIsStale, keyOf } from './key-document.mjs'
import { logInclusion } from './log-proof.mjs'
import { runDigest } from './preimages.mjs'
import { agreementFits, aggregationFollows, earnedFits, unitsFit } from './receipt-checks.mjs'
import { DETACHABLE, receiptForm } from './receipt-form.mjs'
import { readStatus, statusAnswer } from './status.mjs'

export function verifyReceipt(receipt, keys, { now, expected = 'production', schemas, status, agreement }) {
  const documentSlug = slugIn('key-document', keys.schema)
  const accepted = schemas ?? [`${documentSlug}/outcome-receipt@1`]
  const slug = slugIn('outcome-receipt', receipt?.schema) ?? documentSlug
  const answer = statusAnswer(status) ? status : undefined
  const outside = isObject(receipt) && {
    unknown_schema: !accepted.includes(receipt.schema),
    environment_mismatch: receipt.environment !== expected,
  }
  const extensions = isObject(receipt?.extensions)
    ? { extensions: Object.keys(receipt.extensions).sort() }
    : {}
  const malformed = () => ({
    valid: false,
    signature_valid: false,
    policy_valid: false,
    reasons: namesOf({ malformed_receipt: true, ...outside }),
    advisories: [],
    log_inclusion: 'not_checked',
  })
  if (!receiptForm(receipt)) return malformed()
  const { usable, contradicted } = readStatus(answer, receipt, slug, keys, now)
  if (contradicted) return malformed()

  const body = without(receipt, ['id', ...DETACHABLE])
  const signed = jcs({ ...body, id: receipt.id })
  const keyRing = keys.receipts[receipt.environment]
  const signature = judgeSignature(
    keyRing,
    receipt.signing_key_id,
    receipt.signature,
    signed,
    receipt.issued_at,
  )
  const became = {
    corrected: usable.some((one) => one.status === 'corrected'),
    revoked: usable.some((one) => one.status === 'revoked'),
  }
  const reasons = namesOf({
    ...outside,
    receipt_id_mismatch: receipt.id !== `ocr_${digestOf(body).slice(0, 24)}`,
    invalid_evidence_root: receipt.evidence_root !== rootOverJcs(receipt.evidence),
    invalid_run_digest: receipt.verification.run_digest !== runDigest(slug, receipt) || !unitsFit(receipt),
    invalid_agreement_hash: !agreementFits(receipt, agreement, slug),
    earned_exceeds_committed: exactly(receipt.amounts.earned) > exactly(receipt.amounts.committed),
    earned_amount_mismatch: !earnedFits(receipt),
    aggregation_inconsistent: !aggregationFollows(receipt),
    ...signature,
    ...became,
  })
  const log_inclusion = logInclusion(receipt, slug, keys, signed)
  const advisories = namesOf({
    status_source_unavailable: usable.length === 0,
    key_retiring: keyOf(keyRing, receipt.signing_key_id)?.status === 'retiring',
    disputed: answer?.receipt_id === receipt.id && answer.advisories.some((one) => one.code === 'disputed'),
    log_proof_absent: log_inclusion === 'absent',
    log_proof_invalid: log_inclusion === 'invalid',
    status_stale: usable.length > 0 && !usable.some((one) => ms(now) <= ms(one.expires_at)),
    key_document_stale: keyDocumentIsStale(keys, now),
  })
  return {
    valid: reasons.length === 0,
    signature_valid: namesOf(signature).length === 0,
    policy_valid: namesOf(became).length === 0,
    reasons,
    advisories,
    log_inclusion,
    ...extensions,
  }
}
