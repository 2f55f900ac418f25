// docs/spec/envelopes.md: the receipt in a file, and what stands around it.
import { isWhole } from './bundle.mjs'
import { jcs } from './canonical-json.mjs'
import { isObject, slugIn } from './forms.mjs'
import { receiptForm } from './receipt-form.mjs'
import { Unusable, readStrictJson } from './strict-json.mjs'

export const FILE_DEPTH = 40
const ANSWERS = [
  ['receipt', 'status', 'receipt_url', 'spool_id', 'attestation'],
  ['receipt', 'receipt_url', 'spool_id', 'verification_run_id', 'earned_cents'],
  ['receipt', 'receipt_url', 'id', 'verification_run_id', 'earned_cents'],
  ['receipt', 'receipt_url', 'attestation', 'superseded'],
]
const REPEATED = [
  'environment',
  'result',
  'units',
  'amounts',
  'issued_at',
  'nonce',
  'signing_key_id',
  'signature',
]
const has = (value, name) => isObject(value) && Object.hasOwn(value, name)
const minor = ({ earned, decimals }) => {
  const [whole, fraction = ''] = earned.split('.')
  return Number(whole + fraction.padEnd(decimals, '0'))
}

const saysReceipt = (value) => isObject(value) && slugIn('outcome-receipt', value.schema) !== undefined
function holdsReceipt(value, readsTexts) {
  if (saysReceipt(value)) return true
  if (typeof value === 'string') return readsTexts && holdsReceipt(valueOfText(value), false)
  return typeof value === 'object' && value !== null
    ? Object.values(value).some((member) => holdsReceipt(member, readsTexts))
    : false
}
function valueOfText(text) {
  try {
    return readStrictJson(Buffer.from(text), FILE_DEPTH)
  } catch (error) {
    if (error instanceof Unusable) return null
    throw error
  }
}

/** `{ receipt, status }`, or which part of the file keeps it from being judged. */
export function readFile(file, keys) {
  if (!has(file, 'receipt')) {
    const isElsewhere = !saysReceipt(file) && holdsReceipt(file, true)
    return isElsewhere ? { refused: 'envelope' } : { receipt: file }
  }
  const isBundle = slugIn('bundle', file.schema) !== undefined
  const isAnswer = ANSWERS.some((names) => names.every((name) => has(file, name)))
  if (!isBundle && !isAnswer) return { refused: 'envelope' }
  if (receiptForm(file.receipt) && contradicts(file, file.receipt)) return { refused: 'envelope' }
  if (isBundle && !isWhole(file, keys)) return { refused: 'bundle' }
  return { receipt: file.receipt, ...(has(file.status, 'receipt_id') && { status: file.status }) }
}
function contradicts(file, receipt) {
  const { agreement, amounts, result } = receipt
  const counted = receipt.units ?? {
    accepted: Number(result === 'pass'),
    rejected: Number(result === 'fail'),
  }
  const { status, attestation } = file
  const due = [
    [file, 'spool_id', agreement.spool_id],
    [file, 'id', agreement.spool_id],
    [file, 'verification_run_id', receipt.verification.run_id],
    [file, 'earned_cents', minor(amounts)],
    [file, 'accepted', counted.accepted],
    [file, 'rejected', counted.rejected],
    [file, 'superseded', receipt.supersedes],
    [status, 'receipt_id', receipt.id],
    [attestation, 'spoolId', agreement.spool_id],
    [attestation, 'environment', receipt.environment],
    [attestation, 'result', result],
    [attestation, 'approvedAmount', amounts.earned],
    [attestation, 'maximumAmount', amounts.committed],
    [attestation, 'evidenceDigest', `sha256:${receipt.evidence_root}`],
    ...REPEATED.map((name) => [file, name, receipt[name]]),
  ]
  return due.some(([holder, name, value]) => has(holder, name) && jcs(holder[name]) !== jcs(value))
}
