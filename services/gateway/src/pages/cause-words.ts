import type { CauseCode, GateCause } from '@outturn/vocabulary'

type Words = (subject: string, unit: number | undefined) => string

/** The subject where no field is named: the unit. */
const nothing = 'it'

/** What each cause says of the field that it names, or of the unit where it names none. */
const words: Readonly<Record<CauseCode | GateCause, Words>> = {
  evidence_missing: () => 'no evidence was submitted',
  evidence_stale: () => 'the evidence is too old',
  evidence_unavailable: () => 'the evidence could not be read',
  provenance_unsatisfied: () => 'the evidence comes from another source than agreed',
  wrong_evidence_type: () => 'the evidence is of another type than agreed',
  no_rows: () => 'the evidence has no rows',
  no_content: () => 'the evidence has no content',
  different_deliveries: () => 'the conditions were given different deliveries',
  work_limit_exceeded: () => 'the check would take more work than allowed',
  bad_parameters: () => 'the check cannot be made as it was agreed',
  missing_row: () => 'the row is missing',
  surplus_rows: () => 'there are more rows than agreed',
  missing_field: (subject) => `${subject} is missing`,
  duplicate_of: (_, unit) => (unit === undefined ? 'it repeats another row' : `it repeats row ${unit}`),
  missing_key: (subject) => `${subject} is empty, so the row cannot be compared with others`,
  invalid_url: (subject) => `${subject} is not a web address`,
  ambiguous_host: (subject) => `${subject} names a host that programs read differently`,
  scheme_not_allowed: (subject) => `${subject} has a scheme that is not allowed`,
  host_not_public: (subject) => `${subject} names a host that is not public`,
  path_not_found: (subject) => `${subject} is not there`,
  value_mismatch: (subject) =>
    subject === nothing ? 'a value is not what was agreed' : `${subject} has another value than agreed`,
  not_a_number: (subject) => `${subject} is no decimal number`,
  text_not_number: (subject) => `${subject} is text, and a number was agreed`,
  not_a_time: (subject) => `${subject} is no time`,
  share_not_met: () => 'too few rows meet the condition',
  path_limit_exceeded: (subject) => `${subject} selects more values than allowed`,
  status_mismatch: (subject) => `${subject} answered with another status than agreed`,
  unreachable: (subject) => `${subject} did not answer`,
  blocked_address: (subject) => `${subject} is an address that is not fetched`,
  not_observed: (subject) => `${subject} was not fetched`,
  text_not_found: (subject) => `${subject} does not have the agreed text`,
  text_forbidden: (subject) => `${subject} has a text that it must not have`,
  hash_mismatch: (subject) => `${subject} has another digest than agreed`,
  digest_declared_not_observed: (subject) => `${subject} states a digest that the service has not computed`,
  late: (subject) => `${subject} is after the deadline`,
  no_timestamp: (subject) => `${subject} has no readable time`,
  executor_unavailable: () => 'what decides this was not available',
  confirmation_missing: () => 'a confirmation is missing',
  confirmation_failed: () => 'a party did not confirm it',
  claim_not_found: () => 'the claim was not found in the evidence',
  claim_contradicted: () => 'the evidence contradicts the claim',
  citation_unverified: () => 'the citation is not in the evidence',
  opinion_malformed: () => 'the answer of the judge could not be read',
  evidence_too_large_for_judge: () => 'the evidence is too large for the judge',
  judgment_missing: () => 'the result of the judge is missing',
  judgment_stale: () => 'the result of the judge is too old',
  judgment_inconsistent: () => 'the results of the judge contradict each other',
  judged_partial: () => 'the judge found it partly met',
  judged_fail: () => 'the judge found it not met',
  review_failed: () => 'a reviewer decided that it is not met',
  dispute_failed: () => 'a dispute was decided: it is not met',
  judged_uncertain: () => 'the judge could not decide it',
  gate_failed: () => 'a condition of the whole work failed',
  gate_uncertain: () => 'a condition of the whole work could not be decided',
}

/** A cause as a clause: `email is missing`. A code that this page does not know is shown with spaces. */
export function causeWords(code: string, field?: string, unit?: number): string {
  const known = Object.hasOwn(words, code) ? words[code as CauseCode] : undefined
  if (known !== undefined) return known(field ?? nothing, unit)
  return field === undefined ? code.replaceAll('_', ' ') : `${code.replaceAll('_', ' ')}: ${field}`
}

/** A reason of the rejection summary, which joins the code and the field: `missing_field:email`. */
export function rejectionWords(reason: string): string {
  const [, code = reason, field] = /^(\w+?):(.*)$/s.exec(reason) ?? []
  return causeWords(code, field)
}
