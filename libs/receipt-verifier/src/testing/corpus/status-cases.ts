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
const answer = (...change: Rest<typeof statusAnswer>) => statusAnswer(receipt, ...change)
const other = { ...receipt, id: `ocr_${'0'.repeat(24)}` }
type Rest<Fn> = Fn extends (first: never, ...rest: infer Others) => unknown ? Others : never

const past = { issued_at: '2025-12-31T00:00:00.000Z', expires_at: '2026-01-01T00:00:00.000Z' }
const ahead = { issued_at: '2026-01-01T01:01:00.001Z', expires_at: '2026-01-02T01:01:00.001Z' }
const unavailable: readonly ReceiptAdvisory[] = ['status_source_unavailable']
const stale: readonly ReceiptAdvisory[] = ['status_stale']

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
  ['active, and not signed', answer({ status_proof: null }), null, unavailable],
  ['revoked, and not signed', answer({ status: 'revoked', status_proof: null }), null, unavailable],
  ['active, signed by a stranger', answer({ status_proof: strange('active') }), null, unavailable],
  [
    'revoked, signed by a stranger',
    answer({ status: 'revoked', status_proof: strange('revoked') }),
    null,
    unavailable,
  ],
  ['of another receipt', statusAnswer(other, { status: 'revoked' }), null, unavailable],
  ['asked long ago, signed for today', answer({ checked_at: '2025-01-01T00:00:00.000Z' }), null, []],
  ['asked now, signed until a moment ago', answer({}, past), null, stale],
  ['signed long ago, and revoked', answer({ status: 'revoked' }, past), 'revoked', stale],
  ['signed a minute ahead', answer({}, { issued_at: '2026-01-01T01:01:00.000Z' }), null, []],
  ['signed more than a minute ahead', answer({}, ahead), null, unavailable],
  ['signed ahead, and revoked', answer({ status: 'revoked' }, ahead), 'revoked', []],
  ['disputed', answer({ advisories: [{ code: 'disputed' }] }), null, ['disputed']],
  [
    'disputed, by an unknown status',
    answer({ status: 'unknown', advisories: [{ code: 'disputed' }] }),
    null,
    [...unavailable, 'disputed'],
  ],
  ['under review', answer({ advisories: [{ code: 'under_review' }] }), null, []],
  ['with members of a later version', { ...answer(), state: 'current', more: [1] }, null, []],
  ['with a proof that is none', { ...answer({ status: 'revoked' }), status_proof: {} }, null, unavailable],
  ['of an unknown word', { ...answer(), status: 'fine' }, null, unavailable],
  ['without a time', { ...answer(), checked_at: 'today' }, null, unavailable],
  ['not an object', 'revoked', null, unavailable],
  ['null', null, null, unavailable],
  ['a list', [answer()], null, unavailable],
]

// What stands beside a signed statement and says otherwise makes the whole unusable: one of the two was put there.
const contradictions: readonly [name: string, status: unknown][] = [
  ['active beside a signed revocation', answer({ status_proof: proof({ status: 'revoked' }) })],
  [
    'revoked beside a signed statement that it is active',
    answer({ status: 'revoked', status_proof: proof() }),
  ],
  ['unknown beside a signed statement', answer({ status: 'unknown', status_proof: proof() })],
  [
    'corrected beside a signed revocation',
    answer({ status: 'corrected', status_proof: proof({ status: 'revoked' }) }),
  ],
  ['of another receipt, beside a statement on this one', { ...answer(), receipt_id: other.id }],
  ['called superseded beside a signed statement that it is active', { ...answer(), state: 'superseded' }],
  ['called current beside a signed revocation', { ...answer({ status: 'revoked' }), state: 'current' }],
]

function strange(status: StatusProof['status']): StatusProof {
  return statusProofOf(receipt, { status }, signers.stranger)
}

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
  ['from ahead', proof(ahead), null, unavailable],
  ['from ahead and corrected', proof({ ...ahead, status: 'corrected' }), 'corrected', []],
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
    ...contradictions.map(([name, status]) =>
      verdictCase(
        `contradicting status: ${name}`,
        { receipt, keys: 'main', status },
        { reasons: ['malformed_receipt'] },
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
        status: answer({}, past),
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
