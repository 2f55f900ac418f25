import { causesOf, type RunOutcome, type UnitFinding } from '@outturn/agreement'
import { type CauseCode, causeCodes, isOneOf } from '@outturn/vocabulary'
import { planConditionOf } from '../agreement/agreed-conditions.ts'
import type { Condition, WayForward } from '../lifecycle/spool.ts'

/** What is wrong with one condition for one reason, and where. */
type Finding = {
  condition: Condition
  cause: CauseCode
  field: string | null
  /** From 1, in order; empty where the cause is of the delivery as a whole. */
  units: readonly number[]
  /** The conditions that were given different content, as a hint names them; left out for any other cause. */
  given?: readonly string[]
}

/** What ends a cause, and which call follows. The words begin with a verb, or with the party that has to act. */
type Remedy = { readonly fix: (finding: Finding) => string; readonly next: WayForward['next'] }

const nextCalls = {
  resubmit: 'then call evidence and verify again',
  confirm: 'with evidence of type confirmation or with verify, then call verify again',
  judge: 'with external-result, then call verify again',
  verify: 'then call verify again',
  agree: 'because no call on this Spool can end it',
} as const satisfies Record<WayForward['next'], string>

/** The same for who holds no key of the Spool, and can only pay for another verification. */
const callsWithoutKey: Readonly<Record<keyof typeof nextCalls, string>> = {
  resubmit: 'then pay for another verification',
  confirm: 'in a verification that an account asks for: one that is paid for by itself waits for no one',
  judge: 'in a verification that an account asks for: one that is paid for by itself waits for no one',
  verify: 'then pay for another verification',
  agree: 'and pay for another verification',
}

/** How every cause is ended. */
const remedies: { readonly [Cause in CauseCode]: Remedy } = {
  evidence_missing: resubmit((of) => `submit ${agreedEvidence(of)} for ${named(of)}`),
  evidence_stale: resubmit((of) => `submit evidence for ${named(of)} that is no older than was agreed`),
  evidence_unavailable: verify((of) => `wait until the source of the evidence for ${named(of)} answers`),
  provenance_unsatisfied: resubmit(
    (of) =>
      `submit ${agreedEvidence(of)} for ${named(of)} by the supplier and with the provenance that were agreed`,
  ),
  wrong_evidence_type: resubmit((of) => `submit evidence for ${named(of)} in a form that its check reads`),
  no_rows: resubmit((of) => `submit a dataset with rows for ${named(of)}`),
  no_content: resubmit((of) => `submit work with content for ${named(of)}: nothing in it can be seen`),
  different_deliveries: resubmit(
    (of) =>
      `submit one delivery for all of ${namedAll(of)}: the same content for each, under the source of the item that it replaces`,
  ),
  bad_parameters: agree((of) => `agree on a new Spool in which the check of ${named(of)} can be run`),
  missing_row: resubmit((of) => `add ${rowsOf(of, 'the missing rows')} for ${named(of)}`),
  surplus_rows: resubmit(
    (of) =>
      `leave out the rows beyond the number agreed in ${named(of)}, repeated ones and ones without identity among them`,
  ),
  missing_field: resubmit((of) => `add ${fieldOf(of)} to ${rowsOf(of, 'each row')} for ${named(of)}`),
  duplicate_of: resubmit(
    (of) => `replace the repeated ${fieldOf(of)} in ${rowsOf(of, 'the later rows')} for ${named(of)}`,
  ),
  missing_key: resubmit(
    (of) => `fill ${fieldOf(of)} in ${rowsOf(of, 'the rows without it')} for ${named(of)}`,
  ),
  invalid_url: resubmit(
    (of) => `put a whole URL, such as https://example.com/, into ${placeOf(of)} for ${named(of)}`,
  ),
  ambiguous_host: resubmit(
    (of) =>
      `write the host of the URL in ${placeOf(of)} for ${named(of)} as every program reads it, such as https://example.com`,
  ),
  scheme_not_allowed: resubmit((of) => `use a URL of an agreed scheme in ${placeOf(of)} for ${named(of)}`),
  host_not_public: resubmit((of) => `use a URL with a public host name in ${placeOf(of)} for ${named(of)}`),
  path_not_found: resubmit(
    (of) => `add what the path of the check selects to ${placeOf(of)} for ${named(of)}`,
  ),
  value_mismatch: resubmit(
    (of) => `correct the value that the check selects in ${placeOf(of)} for ${named(of)}`,
  ),
  not_a_number: resubmit(
    (of) =>
      `write the value in ${placeOf(of)} for ${named(of)} as a decimal number, such as 1234.50: digits with a point, without a currency, thousands separators or a decimal comma`,
  ),
  text_not_number: resubmit(
    (of) =>
      `send the value in ${placeOf(of)} for ${named(of)} as a number of JSON: it is text, as every cell of CSV is, and a number was agreed`,
  ),
  work_limit_exceeded: resubmit(
    (of) => `submit less in ${placeOf(of)} for ${named(of)}: all conditions together are too much work`,
  ),
  path_limit_exceeded: resubmit(
    (of) => `submit less in ${placeOf(of)} for ${named(of)}: its path selects too much`,
  ),
  status_mismatch: verify(
    (of) => `make the URL in ${placeOf(of)} for ${named(of)} answer as agreed, or submit another one`,
  ),
  unreachable: verify((of) => `wait until the URL in ${placeOf(of)} for ${named(of)} can be reached`),
  blocked_address: resubmit((of) => `submit a URL on the public internet in ${placeOf(of)} for ${named(of)}`),
  not_observed: verify((of) => `wait until the URLs in ${placeOf(of)} for ${named(of)} can be looked at`),
  text_not_found: resubmit((of) => `add the agreed text to ${placeOf(of)} for ${named(of)}`),
  text_forbidden: resubmit((of) => `remove the text that was excluded from ${placeOf(of)} for ${named(of)}`),
  hash_mismatch: resubmit(
    (of) => `submit the very content whose digest was agreed in ${placeOf(of)} for ${named(of)}`,
  ),
  digest_declared_not_observed: resubmit(
    (of) => `submit the content itself for ${named(of)}: a digest that is only declared shows nothing`,
  ),
  late: agree((of) => `agree on a new Spool for ${named(of)}: its deadline has passed in ${placeOf(of)}`),
  no_timestamp: resubmit((of) => `add a time with its offset to ${placeOf(of)} for ${named(of)}`),
  executor_unavailable: verify((of) => `wait until what judges ${named(of)} answers`),
  confirmation_missing: confirm((of) => `the ${confirmers(of)} to confirm ${named(of)}`),
  confirmation_failed: resubmit(
    (of) => `correct what was rejected in ${named(of)}, have the ${confirmers(of)} confirm it`,
  ),
  claim_not_found: resubmit(
    (of) => `submit evidence that states the claim of ${named(of)} as a sentence of its own`,
  ),
  claim_contradicted: resubmit((of) => `submit evidence that supports the claim of ${named(of)}`),
  citation_unverified: verify(
    (of) => `have the claim of ${named(of)} judged once more, or submit clearer evidence`,
  ),
  opinion_malformed: verify((of) => `wait until the judge of ${named(of)} gives a usable answer`),
  evidence_too_large_for_judge: resubmit(
    (of) => `submit less text for ${named(of)}: its judge cannot read that much`,
  ),
  judgment_missing: judge((of) => `${judgeOf(of)} to send its result for ${named(of)}`),
  judgment_stale: judge((of) => `${judgeOf(of)} to send a newer result for ${named(of)}`),
  judgment_inconsistent: judge(
    (of) => `${judgeOf(of)} to send a result for ${named(of)} that fits its own units`,
  ),
  judged_partial: resubmit(
    (of) => `correct what ${judgeOf(of)} found in ${placeOf(of)} for ${named(of)}, have it judged again`,
  ),
  judged_fail: resubmit(
    (of) => `correct what ${judgeOf(of)} found in ${placeOf(of)} for ${named(of)}, have it judged again`,
  ),
  judged_uncertain: resubmit(
    (of) =>
      `submit what ${judgeOf(of)} needs to decide on ${placeOf(of)} for ${named(of)}, have it judged again`,
  ),
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

/** Findings that one hint names. */
const maxFindings = 3

/**
 * What ends the shortfall of a run, and the call that follows: made of descriptions of conditions, field names, unit numbers
 * and counts, never of what the evidence says. Null where there is none.
 */
export function correctiveHint(
  conditions: readonly Condition[],
  outcome: RunOutcome,
  { hasKey }: { hasKey: boolean } = { hasKey: true },
): string | null {
  if (outcome.result === 'pass') return null
  const findings = withOneDelivery(findingsOf(conditions, outcome), outcome).slice(0, maxFindings)
  if (findings.length === 0) return null
  const calls = (Object.keys(nextCalls) as (keyof typeof nextCalls)[]).flatMap((next) => {
    const fixes = findings.flatMap((of) => (remedyOf(of).next === next ? [remedyOf(of).fix(of)] : []))
    return fixes.length === 0 ? [] : [sentence(fixes, (hasKey ? nextCalls : callsWithoutKey)[next])]
  })
  return calls.join(' ')
}

/** Conditions that were given different content are one finding, which names them and their items. */
function withOneDelivery(findings: readonly Finding[], outcome: RunOutcome): readonly Finding[] {
  const different = findings.filter(({ cause }) => cause === 'different_deliveries')
  const [first] = different
  if (first === undefined) return findings
  const itemsOf = (id: string) =>
    outcome.conditionResults.find((each) => each.condition_id === id)?.evidence_refs ?? []
  const given = different.map((of) => {
    const items = itemsOf(of.condition.id).slice(0, maxFindings)
    return items.length === 0 ? named(of) : `${named(of)} (${items.join(', ')})`
  })
  return [{ ...first, given }, ...findings.filter(({ cause }) => cause !== 'different_deliveries')]
}

/** What ends the shortfall of a run, condition by condition: the same that its hint says. */
export function waysForward(conditions: readonly Condition[], outcome: RunOutcome): WayForward[] {
  if (outcome.result === 'pass') return []
  const ways = new Map<string, WayForward>()
  for (const finding of findingsOf(conditions, outcome)) {
    const way = { conditionId: finding.condition.id, next: remedyOf(finding).next }
    ways.set(`${way.conditionId} ${way.next}`, way)
  }
  return [...ways.values()]
}

function sentence(fixes: readonly string[], next: string): string {
  const text = fixes.join('; ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}, ${next}.`
}

/** A condition of which the agreement does not say how it is judged needs another agreement, not patience. */
function remedyOf({ condition, cause }: Finding): Remedy {
  if (planConditionOf(condition).check !== null) return remedies[cause]
  return agree((of) => `agree on a new Spool that says how ${named(of)} is judged`)
}

/** Why the required conditions were not met, in their order; a row that is missing is missing once. */
function findingsOf(conditions: readonly Condition[], outcome: RunOutcome): Finding[] {
  const causes = causesOf(outcome)
  const byCondition = findingsByCondition(outcome)
  const missing = new Set<number>()
  return outcome.conditionResults.flatMap(({ condition_id: id, requirement, result }, index) => {
    const condition = conditions.find((each) => each.id === id)
    if (condition === undefined || requirement !== 'mandatory' || !isOpen(result)) return []
    const found = byCondition.get(id) ?? [{ code: causes[index] ?? '', field: null, units: [] }]
    return found.flatMap(({ code, field, units }): Finding[] => {
      const isKnown = code !== 'missing_row' || units.some((unit) => !missing.has(unit)) || units.length === 0
      if (code === 'missing_row') for (const unit of units) missing.add(unit)
      return isKnown ? [{ condition, cause: causeOf(code, condition), field, units }] : []
    })
  })
}

function isOpen(result: string): boolean {
  return result !== 'pass' && result !== 'not_applicable'
}

/** What counts against units, by condition. */
function findingsByCondition({ unitFindings }: RunOutcome): Map<string, UnitFinding[]> {
  const found = new Map<string, UnitFinding[]>()
  for (const finding of unitFindings) {
    const ofCondition = found.get(finding.condition_id) ?? []
    found.set(finding.condition_id, [...ofCondition, finding])
  }
  return found
}

/** A judge may give codes of its own; they say that it found something. */
function causeOf(code: string, { verification_method: method }: Condition): CauseCode {
  if (isOneOf(causeCodes, code)) return code
  return method === 'external_tool' ? 'judged_fail' : 'value_mismatch'
}

function namedAll(of: Finding): string {
  return (of.given ?? [named(of)]).join(', ')
}

const longestName = 80

/** The condition by its description, which its parties know it by. */
function named({ condition: { description } }: Finding): string {
  const text = description.replace(/\s+/g, ' ').replace(/[.\s]+$/, '')
  return `“${text.length > longestName ? `${text.slice(0, longestName)}…` : text}”`
}

function fieldOf({ condition, field }: Finding): string {
  const { deterministic_check: check } = condition
  if (field !== null) return field
  if (check?.checker === 'completeness') return check.required_fields.join(', ')
  return check?.checker === 'duplicate_rate' ? check.key_fields.join(' and ') : 'field'
}

function rowsOf({ units }: Finding, whole: string): string {
  if (units.length === 0) return whole
  const shown = units.slice(0, 5).join(', ')
  return `${units.length === 1 ? 'row' : 'rows'} ${units.length > 5 ? `${shown} and ${units.length - 5} more` : shown}`
}

/** Where to look: the field of these rows, these rows, or the evidence as a whole. */
function placeOf(of: Finding): string {
  const field = of.field ?? checkedField(of.condition)
  const rows = rowsOf(of, '')
  if (field === null) return rows === '' ? 'the evidence' : rows
  return rows === '' ? `the field ${field}` : `${field} of ${rows}`
}

function checkedField({ deterministic_check: check }: Condition): string | null {
  return check !== undefined && 'field' in check ? (check.field ?? null) : null
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
