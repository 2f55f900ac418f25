import type { StatusProof } from '../../receipt/outcome-receipt.ts'
import type { ReceiptAdvisory } from '../../receipt/verify-outcome-receipt.ts'
import { issueReceipt, statusProofOf } from '../issue-receipt.ts'
import { keyDocument, published, signers } from '../issuers.ts'
import { smallReceipt } from '../sample-receipt.ts'
import { statusAnswer } from './answers.ts'
import { type CorpusCase, verdictCase } from './corpus-case.ts'

const draft = smallReceipt('status', {
  environment: 'production',
  units: 0,
  result: 'pass',
})
const receipt = issueReceipt(draft)
const proof = (change: Partial<StatusProof> = {}) => statusProofOf(receipt, change)
const answer = (change: Parameters<typeof statusAnswer>[1] = {}) => statusAnswer(receipt, change)

const past = { issued_at: '2025-12-31T00:00:00.000Z', expires_at: '2026-01-01T00:00:00.000Z' }
const unavailable: readonly ReceiptAdvisory[] = ['status_source_unavailable']
const stale: readonly ReceiptAdvisory[] = ['status_stale']

// A day before the time of the cases, to the millisecond.
const answers: readonly [
  name: string,
  status: unknown,
  reasons: 'corrected' | 'revoked' | null,
  readonly ReceiptAdvisory[],
][] = [
  ['active', answer(), null, []],
  ['corrected', answer({ status: 'corrected' }), 'corrected', []],
  ['revoked', answer({ status: 'revoked' }), 'revoked', []],
  ['unknown', answer({ status: 'unknown' }), null, unavailable],
  [
    'of another receipt',
    statusAnswer({ id: `ocr_${'0'.repeat(24)}` }, { status: 'revoked' }),
    null,
    unavailable,
  ],
  ['a day old', answer({ checked_at: '2025-12-31T01:00:00.000Z' }), null, []],
  ['a day and a millisecond old', answer({ checked_at: '2025-12-31T00:59:59.999Z' }), null, stale],
  ['old and revoked', answer({ status: 'revoked', checked_at: past.issued_at }), 'revoked', stale],
  ['from ahead', answer({ checked_at: '2026-01-02T00:00:00.000Z' }), null, []],
  ['disputed', answer({ advisories: [{ code: 'disputed' }] }), null, ['disputed']],
  [
    'disputed, by an unknown status',
    answer({ status: 'unknown', advisories: [{ code: 'disputed' }] }),
    null,
    [...unavailable, 'disputed'],
  ],
  ['under review', answer({ advisories: [{ code: 'under_review' }] }), null, []],
  ['with members of a later version', { ...answer(), state: 'current', more: [1] }, null, []],
  [
    'with a proof that says more',
    answer({ status: 'unknown', status_proof: proof({ status: 'corrected' }) }),
    'corrected',
    [],
  ],
  ['with a proof of null', answer({ status_proof: null }), null, []],
  ['with a proof that is none', { ...answer({ status: 'revoked' }), status_proof: {} }, null, unavailable],
  ['of an unknown word', { ...answer(), status: 'fine' }, null, unavailable],
  ['without a time', { ...answer(), checked_at: 'today' }, null, unavailable],
  ['not an object', 'revoked', null, unavailable],
  ['null', null, null, unavailable],
  ['a list', [answer()], null, unavailable],
]

const stapled: readonly [
  name: string,
  status_proof: unknown,
  reasons: 'corrected' | 'revoked' | null,
  readonly ReceiptAdvisory[],
][] = [
  ['active', proof(), null, []],
  ['corrected', proof({ status: 'corrected' }), 'corrected', []],
  ['revoked', proof({ status: 'revoked' }), 'revoked', []],
  ['until this moment', proof({ expires_at: '2026-01-01T01:00:00.000Z' }), null, []],
  ['until a millisecond ago', proof({ expires_at: '2026-01-01T00:59:59.999Z' }), null, stale],
  ['expired and revoked', proof({ ...past, status: 'revoked' }), 'revoked', stale],
  [
    'of another receipt',
    proof({ receipt_id: `ocr_${'0'.repeat(24)}`, status: 'revoked' }),
    null,
    unavailable,
  ],
  ['of another service', proof({ schema: 'other/status@1', status: 'revoked' }), null, unavailable],
  ['by a stranger', statusProofOf(receipt, { status: 'revoked' }, signers.stranger), null, unavailable],
  [
    'by the key of receipts',
    statusProofOf(receipt, { status: 'revoked' }, signers.production),
    null,
    unavailable,
  ],
  [
    'of the other environment',
    statusProofOf(receipt, { status: 'revoked' }, signers.statusDemo),
    null,
    unavailable,
  ],
  ['changed after it was signed', { ...proof({ status: 'revoked' }), status: 'active' }, null, unavailable],
  ['signed before its key was in use', proof({ issued_at: '2024-12-31T23:59:59.999Z' }), null, unavailable],
  ['with a broken signature', { ...proof({ status: 'revoked' }), signature: 'x' }, null, unavailable],
]

/** What is said of one receipt after it was issued, by the service and by signed statements. */
export function statusCases(): CorpusCase[] {
  const retired = keyDocument({
    status: {
      production: [
        published(signers.statusProduction, { status: 'retired', retired_at: '2025-12-31T12:00:00.000Z' }),
      ],
      demo: [],
    },
  })
  return [
    ...answers.map(([name, status, reason, advisories]) =>
      verdictCase(
        `status: ${name}`,
        { receipt, keys: 'main', status },
        { reasons: reason ? [reason] : [], advisories },
      ),
    ),
    ...stapled.map(([name, status_proof, reason, advisories]) =>
      verdictCase(
        `stapled status: ${name}`,
        { receipt: { ...receipt, status_proof }, keys: 'main' },
        { reasons: reason ? [reason] : [], advisories },
      ),
    ),
    verdictCase(
      'status: active, beside a statement that it was revoked',
      { receipt: { ...receipt, status_proof: proof({ status: 'revoked' }) }, keys: 'main', status: answer() },
      { reasons: ['revoked'] },
    ),
    verdictCase(
      'status: old, beside a fresh statement',
      {
        receipt: { ...receipt, status_proof: proof() },
        keys: 'main',
        status: answer({ checked_at: past.issued_at }),
      },
      { advisories: [] },
    ),
    verdictCase(
      'stapled status: by a key that was retired before',
      { receipt: { ...receipt, status_proof: proof() }, keys: retired },
      { advisories: unavailable },
    ),
    verdictCase(
      'stapled status: by a key that was retired after',
      { receipt: { ...receipt, status_proof: proof(past) }, keys: retired },
      { advisories: stale },
    ),
  ]
}
