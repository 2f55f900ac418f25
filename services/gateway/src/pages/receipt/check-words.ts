import type { CheckName } from '@outturn/receipt-verifier'

/** What each check of a receipt is called, and what it means when it passes. */
export const checkWords: Readonly<Record<CheckName, readonly [title: string, meaning: string]>> = {
  form: ['Form', 'Every member is there and well-formed.'],
  schema: ['Schema', 'It is a receipt of this service.'],
  environment: ['Environment', 'Production and sandbox are told apart.'],
  receipt_id: ['Identity', 'The id is the one that the content has.'],
  evidence_root: ['Evidence', 'The root covers every evidence row.'],
  run_digest: ['Run', 'The digest covers every finding of the run.'],
  agreement_hash: ['Agreement', 'The hash is well-formed, and matches the agreement where that is given.'],
  earned_within_committed: ['Limit', 'No more was earned than was agreed.'],
  earned_amount: ['Arithmetic', 'Accepted units times the amount of one are what was earned.'],
  aggregation: ['Verdict', 'The verdict follows from the conditions.'],
  signing_key_id: ['Key', 'The receipt names the key that signed it.'],
  trusted_key: ['Trust', 'The key is published and was in force.'],
  signature: ['Signature', 'The key signed exactly this content.'],
  not_corrected: ['Not corrected', 'No later receipt replaces it.'],
  not_revoked: ['Not revoked', 'The issuer has not withdrawn it.'],
}
