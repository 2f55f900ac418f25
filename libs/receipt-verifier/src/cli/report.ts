import type { PolicyMember } from '../policy/outcome-policy.ts'
import type { OutcomeDecision } from '../policy/require-outcome.ts'
import type { Finding } from '../receipt/finding.ts'
import type { CheckName } from '../receipt/receipt-checks.ts'
import type { UnitLeaf } from '../receipt/outcome-receipt.ts'
import type { ReceiptAdvisory, ReceiptVerdict } from '../receipt/verify-outcome-receipt.ts'
import { unitLine } from './disclosed-units.ts'
import { printable } from './printable.ts'

const questions = {
  form: 'Is it a receipt?',
  schema: 'Is its schema known?',
  environment: 'Is it of the right environment?',
  receipt_id: 'Does its id fit its content?',
  evidence_root: 'Is the evidence list intact?',
  run_digest: 'Are results, units and amounts intact?',
  agreement_hash: 'Is the agreement bound to it?',
  earned_within_committed: 'Is earned within committed?',
  earned_amount: 'Does the earned amount add up?',
  aggregation: 'Does the result follow from the conditions?',
  signing_key_id: 'Does the key id fit the key?',
  trusted_key: 'Is the key trusted?',
  signature: 'Does the signature hold?',
  not_corrected: 'Has it not been corrected?',
  not_revoked: 'Has it not been revoked?',
} as const satisfies Record<CheckName, string>

const demands = {
  minimum_status: 'Is the result good enough?',
  min_accepted_units: 'Are enough units accepted?',
  min_accepted_ratio_bp: 'Is enough of the units accepted?',
  min_earned: 'Is enough earned?',
  evidence_requirements: 'Is all evidence present?',
  max_age_seconds: 'Is it recent enough?',
  acceptance_mode: 'Was the agreement accepted as demanded?',
  conditions: 'Did the named conditions pass?',
  require_log: 'Is it in the transparency log, if demanded?',
  require_status: 'Is its status known, if demanded?',
  environment: 'Is it of the demanded environment?',
  spool_id: 'Is it of the demanded Spool?',
  agreement_hash: 'Is it of the demanded agreement?',
  payer: 'Is the payer the demanded one?',
  provider: 'Is the provider the demanded one?',
  issuer: 'Is the issuer the demanded one?',
} as const satisfies Record<PolicyMember, string>

const marks = { ok: 'yes', failed: 'NO', not_checked: 'not checked' } as const

const advisories = {
  status_source_unavailable:
    'No usable signed status was given, so a correction or revocation would not show.',
  key_retiring: 'The signing key is being replaced.',
  disputed: 'A party disputes the outcome.',
  log_proof_absent: 'The receipt has no proof of being in the transparency log.',
  log_proof_invalid: 'The proof in the receipt does not show that it is in the transparency log.',
  status_stale: 'The status is too old to rely on.',
  key_document_stale: 'The key document is old: a key that was revoked since would not show. Fetch it anew.',
} as const satisfies Record<ReceiptAdvisory, string>

/**
 * Writes a verdict for a person: every check with its finding, the units it proves, what a policy demands beyond it where
 * one was given, then the result.
 */
export function writeReport(
  { ok, verdict, reasons, checks }: OutcomeDecision,
  { disclosed, hasPolicy }: { readonly disclosed: readonly UnitLeaf[]; readonly hasPolicy: boolean },
  print: (line: string) => void,
): void {
  writeChecks(verdict, print)
  for (const leaf of disclosed) print(printable(unitLine(leaf)))
  if (hasPolicy && verdict.valid) print('By the policy:')
  for (const { name, status, detail } of checks) print(line(demands[name], status, detail))
  print(verdict.valid && !ok ? `VALID, BUT NOT ENOUGH: ${reasons.join(', ')}` : conclusion(verdict))
}

function writeChecks(verdict: ReceiptVerdict, print: (line: string) => void): void {
  if (verdict.receipt_id !== null) print(`Receipt ${verdict.receipt_id} (${verdict.environment})`)
  for (const { name, status, detail } of verdict.checks) print(line(questions[name], status, detail))
  if (verdict.log_inclusion === 'included') print('The receipt is in the transparency log.')
  if (verdict.extensions.length > 0)
    print(printable(`Not signed, not judged: ${verdict.extensions.join(', ')}.`))
  for (const advisory of verdict.advisories) print(`Note (${advisory}): ${advisories[advisory]}`)
}

function line(question: string, status: Finding['status'], detail: string): string {
  return `  ${question.padEnd(44)}${marks[status].padEnd(12)} ${printable(detail)}`
}

function conclusion({ valid, reasons, amounts, units, result, environment }: ReceiptVerdict): string {
  if (!valid) return `INVALID: ${reasons.join(', ')}`
  const earned = `earned ${amounts?.earned} of ${amounts?.committed} ${amounts?.asset}`
  const accepted = units ? `, ${units.accepted} of ${units.total} units accepted` : ''
  const worth = environment === 'demo' ? ' It is a demonstration and stands for no real work.' : ''
  return printable(`VALID: result ${result}, ${earned}${accepted}.${worth}`)
}
