import { type ReceiptReason, receiptReasons } from '../../receipt/receipt-checks.ts'
import { type Defects, issueReceipt, statusProofOf } from '../issue-receipt.ts'
import type { KeyDocumentName } from '../issuers.ts'
import { sampleReceipt, smallReceipt } from '../sample-receipt.ts'
import { SeededRandom } from '../seeded-random.ts'
import { statusAnswer } from './answers.ts'
import { type CorpusCase, verdictCase } from './corpus-case.ts'

const drawnSets = 14
// A malformed receipt has few other reasons; see the malformed cases.
const defects = receiptReasons.filter((reason) => reason !== 'malformed_receipt')

/** Receipts that an issuer signed with defects: each alone, in every pair, and in drawn sets of more. */
export function defectCases(): CorpusCase[] {
  const alone = defects.flatMap((defect) => [
    defectCase([defect], 'units', 3),
    defectCase([defect], 'no units', 0),
  ])
  const pairs = defects.flatMap((one, at) =>
    defects.slice(at + 1).map((other, of) => defectCase([one, other], 'a pair', of % 3)),
  )
  const random = new SeededRandom('sets of defects')
  const sets = Array.from({ length: drawnSets }, (_, number) =>
    defectCase(random.shuffled(defects).slice(0, random.between(3, defects.length)), `set ${number}`),
  )
  return [...alone, ...pairs, ...sets, defectCase(defects, 'everything at once', 3)]
}

function defectCase(chosen: readonly ReceiptReason[], trait: string, units?: number): CorpusCase {
  const reasons: Defects = new Set(withConsequences(chosen))
  const name = `defects (${trait}): ${[...reasons].join(', ')}`
  const random = new SeededRandom(name)
  const traits = { environment: 'production' as const, ...(units === undefined ? {} : { units }) }
  const draft = trait.startsWith('set') ? sampleReceipt(random, traits) : smallReceipt(name, traits)
  const issued = issueReceipt(draft, reasons)
  const receipt = {
    ...issued,
    // With units whose tally was falsified, their list would only say so again.
    ...(draft.leaves && !reasons.has('aggregation_inconsistent') && random.chance(50)
      ? { unit_results: draft.leaves }
      : {}),
    // The service says the one, and a signed statement that the receipt carries says the other.
    ...(reasons.has('revoked') ? { status_proof: statusProofOf(issued, { status: 'revoked' }) } : {}),
  }
  const input = {
    receipt,
    keys: keysFor(reasons),
    ...(reasons.has('environment_mismatch') ? { environment: 'demo' as const } : {}),
    // The environment and the schema that are accepted are the caller's, not the issuer's.
    ...(reasons.has('corrected') ? { status: statusAnswer(receipt, { status: 'corrected' }) } : {}),
  }
  const isSpokenOf = reasons.has('corrected') || reasons.has('revoked')
  return verdictCase(name, input, {
    reasons: [...reasons],
    advisories: isSpokenOf ? [] : ['status_source_unavailable'],
  })
}

/** What is earned beyond what is committed is also not what is due. */
function withConsequences(chosen: readonly ReceiptReason[]): readonly ReceiptReason[] {
  return chosen.includes('earned_exceeds_committed') ? [...chosen, 'earned_amount_mismatch'] : chosen
}

function keysFor(reasons: Defects): KeyDocumentName {
  if (!reasons.has('signing_key_id_mismatch'))
    return reasons.has('untrusted_signing_key') ? 'revoked' : 'main'
  if (reasons.has('untrusted_signing_key')) return 'misnamed_and_revoked'
  return reasons.has('invalid_signature') ? 'main' : 'misnamed'
}
