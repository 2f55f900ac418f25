import type { CauseCode } from '@outturn/vocabulary'
import { planConditionOf } from '../agreement/agreed-conditions.ts'
import type { WayForward } from '../model/spool.ts'
import {
  agreedChoice,
  agreedForm,
  agreedPhrases,
  agreedRows,
  agreedSchemes,
  agreedShare,
  agreedStatus,
  agreedValue,
  excludesPhrases,
} from './agreed-value.ts'
import type { Finding } from './finding.ts'
import { columnName, conditionName, fieldName, givenConditions, placeName, rowList } from './finding-words.ts'

/** What ends a cause, and which call follows. The words begin with a verb, or with the party that has to act. */
export type Remedy = { readonly fix: (finding: Finding) => string; readonly next: WayForward['next'] }

/** What ends a finding. A condition of which the agreement does not say how it is judged needs another agreement, not patience. */
export function remedyOf({ condition, cause }: Pick<Finding, 'condition' | 'cause'>): Remedy {
  if (planConditionOf(condition).check !== null) return remedies[cause]
  return agree((of) => `agree on a new Spool that says how ${conditionName(of)} is judged`)
}

/** How every cause is ended. */
const remedies: { readonly [Cause in CauseCode]: Remedy } = {
  evidence_missing: resubmit((of) => `submit ${agreedEvidence(of)} for ${conditionName(of)}`),
  evidence_stale: resubmit(
    (of) => `submit evidence for ${conditionName(of)} that is no older than was agreed`,
  ),
  evidence_unavailable: verify(
    (of) => `wait until the source of the evidence for ${conditionName(of)} answers`,
  ),
  provenance_unsatisfied: resubmit(
    (of) =>
      `submit ${agreedEvidence(of)} for ${conditionName(of)} by the supplier and with the provenance that were agreed`,
  ),
  wrong_evidence_type: resubmit((of) => `submit ${agreedForm(of.condition)} for ${conditionName(of)}`),
  no_rows: resubmit((of) => `submit a dataset with rows for ${conditionName(of)}`),
  no_content: resubmit(
    (of) => `submit work with content for ${conditionName(of)}: nothing in it can be seen`,
  ),
  different_deliveries: resubmit((of) =>
    of.given?.length === 1
      ? `submit one delivery for ${givenConditions(of)}: the agreed content and no other, replacing each other item under its own source`
      : `submit one delivery for all of ${givenConditions(of)}: the same content for each, under the source of the item that it replaces`,
  ),
  bad_parameters: agree((of) => `agree on a new Spool in which the check of ${conditionName(of)} can be run`),
  missing_row: resubmit(
    (of) => `add ${rowList(of, 'the missing rows')} for ${conditionName(of)}${agreedRows(of.condition)}`,
  ),
  surplus_rows: resubmit(
    (of) =>
      `leave out the rows beyond the number agreed in ${conditionName(of)}, first those that repeat another or have no identity${agreedRows(of.condition)}`,
  ),
  missing_field: resubmit((of) => {
    if (excludesPhrases(of.condition)) return textWithoutPhrases(of)
    const fields = agreedChoice(of.condition)
    return fields === null
      ? `add ${fieldName(of)} to ${rowList(of, 'each row')} for ${conditionName(of)}`
      : `fill ${fields} in ${rowList(of, 'each row')} for ${conditionName(of)}`
  }),
  duplicate_of: resubmit(
    (of) =>
      `replace the repeated ${fieldName(of)} in ${rowList(of, 'the later rows')} for ${conditionName(of)}`,
  ),
  missing_key: resubmit(
    (of) => `fill ${fieldName(of)} in ${rowList(of, 'the rows without it')} for ${conditionName(of)}`,
  ),
  invalid_url: resubmit(
    (of) => `put a whole URL, such as https://example.com/, into ${placeName(of)} for ${conditionName(of)}`,
  ),
  ambiguous_host: resubmit(
    (of) =>
      `write the host of the URL in ${placeName(of)} for ${conditionName(of)} as every program reads it, such as https://example.com`,
  ),
  scheme_not_allowed: resubmit(
    (of) =>
      `use a URL of an agreed scheme, ${agreedSchemes(of.condition)}, in ${placeName(of)} for ${conditionName(of)}`,
  ),
  host_not_public: resubmit(
    (of) =>
      `use a URL with a public host name, such as https://www.example.com/, in ${placeName(of)} for ${conditionName(of)}`,
  ),
  path_not_found: resubmit((of) =>
    columnName(of) === null
      ? `add ${agreedValue(of.condition, of.field)} at the path ${placeName(of)} for ${conditionName(of)}`
      : `put ${agreedValue(of.condition, of.field)} into ${placeName(of)} for ${conditionName(of)}`,
  ),
  value_mismatch: resubmit(
    (of) => `send ${agreedValue(of.condition, of.field)} in ${placeName(of)} for ${conditionName(of)}`,
  ),
  not_a_number: resubmit(
    (of) =>
      `write the value in ${placeName(of)} for ${conditionName(of)} as a decimal number, such as 1234.50: digits with a point, without a currency, thousands separators or a decimal comma`,
  ),
  text_not_number: resubmit(
    (of) =>
      `send the value in ${placeName(of)} for ${conditionName(of)} as a number of JSON: it is text, as every cell of CSV is, and a number was agreed`,
  ),
  not_a_time: resubmit(
    (of) =>
      `write the value in ${placeName(of)} for ${conditionName(of)} as a day, such as 2026-12-01, or as a time with its offset, such as 2026-12-01T17:00:00Z`,
  ),
  share_not_met: resubmit(
    (of) => `correct more rows for ${conditionName(of)}${agreedShare(of.condition)}: too few of them meet it`,
  ),
  work_limit_exceeded: resubmit(
    (of) =>
      `submit less in ${placeName(of)} for ${conditionName(of)}: all conditions together are too much work`,
  ),
  path_limit_exceeded: resubmit(
    (of) => `submit less in ${placeName(of)} for ${conditionName(of)}: its path selects too much`,
  ),
  status_mismatch: verify(
    (of) =>
      `make the URL in ${placeName(of)} for ${conditionName(of)} answer with ${agreedStatus(of.condition)}, or submit another one`,
  ),
  unreachable: verify(
    (of) => `wait until the URL in ${placeName(of)} for ${conditionName(of)} can be reached`,
  ),
  blocked_address: resubmit(
    (of) =>
      `submit a URL on the public internet, such as https://www.example.com/, in ${placeName(of)} for ${conditionName(of)}`,
  ),
  not_observed: verify(
    (of) => `wait until the URLs in ${placeName(of)} for ${conditionName(of)} can be looked at`,
  ),
  text_not_found: resubmit((of) =>
    excludesPhrases(of.condition)
      ? textWithoutPhrases(of)
      : `add the agreed text${agreedPhrases(of.condition)} to ${placeName(of)} for ${conditionName(of)}`,
  ),
  text_forbidden: resubmit(
    (of) =>
      `remove the excluded text${agreedPhrases(of.condition)} from ${placeName(of)} for ${conditionName(of)}`,
  ),
  hash_mismatch: resubmit(
    (of) =>
      `submit the very content whose digest was agreed${agreedPhrases(of.condition)} in ${placeName(of)} for ${conditionName(of)}`,
  ),
  digest_declared_not_observed: resubmit(
    (of) =>
      `submit the content itself for ${conditionName(of)}: a digest that is only declared shows nothing`,
  ),
  late: agree((of) => `agree on a new Spool for ${conditionName(of)}: ${lateWords(of)}`),
  no_timestamp: resubmit(
    (of) =>
      `write the time in ${placeName(of)} for ${conditionName(of)} with date, time of day and offset, such as ${agreedTime(of)}`,
  ),
  executor_unavailable: verify((of) => `wait until what judges ${conditionName(of)} answers`),
  confirmation_missing: confirm((of) => `the ${confirmers(of)} to confirm ${conditionName(of)}`),
  confirmation_failed: resubmit(
    (of) => `correct what was rejected in ${conditionName(of)}, have the ${confirmers(of)} confirm it`,
  ),
  claim_not_found: resubmit(
    (of) => `submit evidence that states the claim of ${conditionName(of)} as a sentence of its own`,
  ),
  claim_contradicted: resubmit((of) => `submit evidence that supports the claim of ${conditionName(of)}`),
  citation_unverified: verify(
    (of) => `have the claim of ${conditionName(of)} judged once more, or submit clearer evidence`,
  ),
  opinion_malformed: verify((of) => `wait until the judge of ${conditionName(of)} gives a usable answer`),
  evidence_too_large_for_judge: resubmit(
    (of) => `submit less text for ${conditionName(of)}: its judge cannot read that much`,
  ),
  judgment_missing: judge((of) => `${judgeOf(of)} to send its result for ${conditionName(of)}`),
  judgment_stale: judge((of) => `${judgeOf(of)} to send a newer result for ${conditionName(of)}`),
  judgment_inconsistent: judge(
    (of) => `${judgeOf(of)} to send a result for ${conditionName(of)} that fits its own units`,
  ),
  judged_partial: resubmit(
    (of) =>
      `correct what ${judgeOf(of)} found in ${placeName(of)} for ${conditionName(of)}, have it judged again`,
  ),
  judged_fail: resubmit(
    (of) =>
      `correct what ${judgeOf(of)} found in ${placeName(of)} for ${conditionName(of)}, have it judged again`,
  ),
  judged_uncertain: resubmit(
    (of) =>
      `submit what ${judgeOf(of)} needs to decide on ${placeName(of)} for ${conditionName(of)}, have it judged again`,
  ),
  review_failed: resubmit(
    (of) => `correct what the reviewer rejected in ${placeName(of)} for ${conditionName(of)}`,
  ),
  dispute_failed: resubmit(
    (of) => `correct what was decided against in the dispute, in ${placeName(of)} for ${conditionName(of)}`,
  ),
}

/** A row that has nothing to say does not say that it is free of a phrase. */
function textWithoutPhrases(of: Finding): string {
  return `fill ${placeName(of)} for ${conditionName(of)} with a text without ${agreedPhrases(of.condition).trim()}`
}

function resubmit(fix: Remedy['fix']): Remedy {
  return { fix, next: 'resubmit' }
}
function verify(fix: Remedy['fix']): Remedy {
  return { fix, next: 'verify' }
}
function agree(fix: Remedy['fix']): Remedy {
  return { fix, next: 'agree' }
}
function confirm(fix: Remedy['fix']): Remedy {
  return { fix: (of) => `ask ${fix(of)}`, next: 'confirm' }
}
function judge(fix: Remedy['fix']): Remedy {
  return { fix: (of) => `ask ${fix(of)}`, next: 'judge' }
}

function lateWords(of: Finding): string {
  const deadline = `its deadline${agreedPhrases(of.condition)}`
  if (of.units.length === 0) return `${deadline} has passed`
  return `the time in ${placeName(of)} is later than ${deadline}`
}

/** A time that would do. */
function agreedTime({ condition: { deterministic_check: check } }: Finding): string {
  return check?.checker === 'deadline_met' ? check.deadline : '2026-01-31T17:00:00Z'
}

function agreedEvidence({ condition: { evidence_requirements: [agreed] = [] } }: Finding): string {
  return agreed === undefined
    ? 'evidence'
    : `evidence of type ${agreed.expected_type} under the source ${agreed.source_ref}`
}

function confirmers({ condition }: Finding): string {
  return condition.confirmation_method === 'both_confirm' ? 'buyer and the provider' : 'buyer'
}

function judgeOf({ condition }: Finding): string {
  return condition.external_judge === undefined ? 'the judge' : `the judge ${condition.external_judge.name}`
}
