import type { ReceiptReason } from '../../receipt/receipt-checks.ts'
import { disclosureOf, issueReceipt } from '../issue-receipt.ts'
import { sampleReceipt } from '../sample-receipt.ts'
import { SeededRandom } from '../seeded-random.ts'
import { type CorpusCase, verdictCase } from './corpus-case.ts'
import { replacedAt, without } from './json-edit.ts'

const bound = ['receipt_id_mismatch', 'invalid_signature'] as const
const inRun = [...bound, 'invalid_run_digest'] as const

const random = new SeededRandom('tampered')
const draft = sampleReceipt(random, { environment: 'production', units: 5, result: 'partial', isFull: true })
const issued = issueReceipt(draft)
const leaves = draft.leaves ?? []
const whole = { ...issued, unit_results: leaves, unit_disclosures: [disclosureOf(leaves, 3)] }
const condition = issued.condition_results.findIndex(({ requirement }) => requirement === 'mandatory')

// What a reader sees who changed one thing on the way: the reason of its check, and of the id and signature that bind it.
const changes: readonly [path: string, value: unknown, reasons: readonly ReceiptReason[]][] = [
  ['issued_at', '2026-01-01T00:00:00.001Z', bound],
  ['nonce', `n_${'0'.repeat(24)}`, bound],
  ['actors.payer.subject', 'someone else', bound],
  ['actors.provider.kind', 'business', bound],
  ['agreement.spool_id', `spl_${'0'.repeat(24)}`, bound],
  ['agreement.agreement_version', 10, bound],
  ['agreement.agreement_hash', '0'.repeat(64), bound],
  ['agreement.agreement_hash', 'A'.repeat(64), [...bound, 'invalid_agreement_hash']],
  ['agreement.acceptance.provider_accepted_in_spoolis', 'flip', bound],
  ['agreement.quote_digest', `sha256:${'0'.repeat(64)}`, bound],
  ['verification.attempt', 9, bound],
  ['verification.plan_hash', '0'.repeat(64), inRun],
  ['verification.run_id', `vr_${'0'.repeat(24)}`, inRun],
  ['verification.run_digest', '0'.repeat(64), inRun],
  ['verification.compiler_version', '1.0.1', inRun],
  ['verification.aggregation_policy.policy_version', '2', [...inRun, 'aggregation_inconsistent']],
  ['evidence_root', '0'.repeat(64), [...inRun, 'invalid_evidence_root']],
  ['evidence', [], [...bound, 'invalid_evidence_root']],
  [`condition_results.${condition}.reason`, 'another reason', inRun],
  [`condition_results.${condition}.method`, 'ai_assisted', inRun],
  ['result', 'pass', [...inRun, 'aggregation_inconsistent']],
  ['units', null, [...inRun, 'earned_amount_mismatch', 'aggregation_inconsistent']],
  ['units.accepted', 5, [...inRun, 'earned_amount_mismatch', 'aggregation_inconsistent']],
  ['units.unit_results_digest', '0'.repeat(64), inRun],
  ['units.rejection_summary', [], inRun],
  [
    'amounts.earned',
    `9${issued.amounts.committed}`,
    [...inRun, 'earned_exceeds_committed', 'earned_amount_mismatch'],
  ],
  ['amounts.asset', 'XAU', inRun],
  ['declared_intent.note', 'another note', bound],
  ['supersedes', `ocr_${'0'.repeat(24)}`, bound],
  ['recipe.recipe_hash', 'another recipe', bound],
  ['id', `ocr_${'0'.repeat(24)}`, bound],
  ['id', '', bound],
  ['environment', 'demo', ['receipt_id_mismatch', 'untrusted_signing_key']],
  ['schema', 'strange/outcome-receipt@1', [...inRun, 'unknown_schema']],
  ['schema', 'sample/outcome-receipt@2', [...bound, 'unknown_schema']],
  ['schema', 'sample/outcome-receipt@1\n', [...bound, 'unknown_schema']],
  ['signing_key_id', '0'.repeat(64), ['signing_key_id_mismatch', 'untrusted_signing_key']],
  ['signing_key_id', '', ['signing_key_id_mismatch', 'untrusted_signing_key']],
  ['signature', '', ['invalid_signature']],
  ['signature', `${issued.signature}\n`, ['invalid_signature']],
  ['signature', `${issued.signature}==`, ['invalid_signature']],
  // The last letter has four bits that belong to no byte; set, they spell the same bytes another way.
  [
    'signature',
    issued.signature.slice(0, -1) + nextLetter(issued.signature.at(-1) ?? ''),
    ['invalid_signature'],
  ],
  ['signature', issued.signature.slice(1), ['invalid_signature']],
  ['unit_results', leaves.slice(1), ['invalid_run_digest', 'aggregation_inconsistent']],
  ['unit_results', leaves.toReversed(), ['invalid_run_digest']],
  ['unit_results.0.salt', 'another salt', ['invalid_run_digest']],
  ['unit_results.0.unit', 2, ['invalid_run_digest']],
  ['unit_disclosures.0.index', 2, ['invalid_run_digest']],
  ['unit_disclosures.0.index', 2 ** 53 - 1, ['invalid_run_digest']],
  ['unit_disclosures.0.leaf.salt', 'another salt', ['invalid_run_digest']],
  ['unit_disclosures.0.leaf.unit', 5, ['invalid_run_digest']],
  ['unit_disclosures.0.proof', [], ['invalid_run_digest']],
  ['unit_disclosures.0.proof.0', 'x', ['invalid_run_digest']],
  ['unit_disclosures.0.proof.0', '0'.repeat(64), ['invalid_run_digest']],
  ['unit_disclosures', [disclosureOf(leaves, 0), disclosureOf(leaves, 4)], []],
]

function nextLetter(letter: string): string {
  return String.fromCharCode(letter.charCodeAt(0) + 1)
}

/** One receipt, changed after it was signed. */
export function tamperedCases(): CorpusCase[] {
  const changed = changes.map(([path, value, reasons], at) => {
    const receipt = replacedAt(whole, path, (old) => (value === 'flip' ? !old : value))
    return verdictCase(`tampered ${at}: ${path}`, { receipt, keys: 'main' }, { reasons })
  })
  const optional = ['declared_intent', 'supersedes', 'recipe', 'agreement.quote_digest'] as const
  return [
    ...changed,
    ...optional.map((path) =>
      verdictCase(
        `tampered: without ${path}`,
        { receipt: without(whole, path), keys: 'main' },
        { reasons: bound },
      ),
    ),
    ...(['unit_results', 'unit_disclosures'] as const).map((path) =>
      verdictCase(`stripped: without ${path}`, { receipt: without(whole, path), keys: 'main' }),
    ),
  ]
}
