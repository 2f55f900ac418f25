import { causesOf, type ConditionSighting, type RunOutcome } from '@outturn/agreement'
import { shownText } from '@outturn/checkers'
import { type CauseCode, causeCodes, isOneOf } from '@outturn/vocabulary'
import { planConditionOf } from '../agreement/agreed-conditions.ts'
import type { Condition, WayForward } from '../lifecycle/spool.ts'
import {
  agreedForm,
  agreedPhrases,
  agreedRows,
  agreedSchemes,
  agreedStatus,
  agreedValue,
  excludesPhrases,
} from './agreed-value.ts'

/** What is wrong with one condition for one reason, and where. */
type Finding = {
  condition: Condition
  cause: CauseCode
  field: string | null
  /** From 1, in order; empty where the cause is of the delivery as a whole. */
  units: readonly number[]
  /** How many there are; those that are not among `units` are counted. */
  unitCount: number
  /** What was seen there; null where nothing was. */
  sighting: ConditionSighting | null
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
  wrong_evidence_type: resubmit((of) => `submit ${agreedForm(of.condition)} for ${named(of)}`),
  no_rows: resubmit((of) => `submit a dataset with rows for ${named(of)}`),
  no_content: resubmit((of) => `submit work with content for ${named(of)}: nothing in it can be seen`),
  different_deliveries: resubmit(
    (of) =>
      `submit one delivery for all of ${namedAll(of)}: the same content for each, under the source of the item that it replaces`,
  ),
  bad_parameters: agree((of) => `agree on a new Spool in which the check of ${named(of)} can be run`),
  missing_row: resubmit(
    (of) => `add ${rowsOf(of, 'the missing rows')} for ${named(of)}${agreedRows(of.condition)}`,
  ),
  surplus_rows: resubmit(
    (of) =>
      `leave out the rows beyond the number agreed in ${named(of)}${agreedRows(of.condition)}, repeated ones and ones without identity among them`,
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
  scheme_not_allowed: resubmit(
    (of) =>
      `use a URL of an agreed scheme, ${agreedSchemes(of.condition)}, in ${placeOf(of)} for ${named(of)}`,
  ),
  host_not_public: resubmit(
    (of) =>
      `use a URL with a public host name, such as https://www.example.com/, in ${placeOf(of)} for ${named(of)}`,
  ),
  path_not_found: resubmit(
    (of) => `add ${agreedValue(of.condition)} at the path ${placeOf(of)} for ${named(of)}`,
  ),
  value_mismatch: resubmit((of) => `send ${agreedValue(of.condition)} in ${placeOf(of)} for ${named(of)}`),
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
    (of) =>
      `make the URL in ${placeOf(of)} for ${named(of)} answer with ${agreedStatus(of.condition)}, or submit another one`,
  ),
  unreachable: verify((of) => `wait until the URL in ${placeOf(of)} for ${named(of)} can be reached`),
  blocked_address: resubmit(
    (of) =>
      `submit a URL on the public internet, such as https://www.example.com/, in ${placeOf(of)} for ${named(of)}`,
  ),
  not_observed: verify((of) => `wait until the URLs in ${placeOf(of)} for ${named(of)} can be looked at`),
  text_not_found: resubmit((of) =>
    excludesPhrases(of.condition)
      ? `fill ${placeOf(of)} for ${named(of)} with a text without ${agreedPhrases(of.condition).trim()}`
      : `add the agreed text${agreedPhrases(of.condition)} to ${placeOf(of)} for ${named(of)}`,
  ),
  text_forbidden: resubmit(
    (of) =>
      `remove the text that was excluded${agreedPhrases(of.condition)} from ${placeOf(of)} for ${named(of)}`,
  ),
  hash_mismatch: resubmit(
    (of) =>
      `submit the very content whose digest was agreed${agreedPhrases(of.condition)} in ${placeOf(of)} for ${named(of)}`,
  ),
  digest_declared_not_observed: resubmit(
    (of) => `submit the content itself for ${named(of)}: a digest that is only declared shows nothing`,
  ),
  late: agree(
    (of) =>
      `agree on a new Spool for ${named(of)}: its deadline${agreedPhrases(of.condition)} has passed in ${placeOf(of)}`,
  ),
  no_timestamp: resubmit(
    (of) =>
      `write the time in ${placeOf(of)} for ${named(of)} with date, time of day and offset, such as ${agreedTime(of)}`,
  ),
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

/** Findings that one hint names; of more conditions the first finding of each. */
const maxFindings = 3
const maxConditions = 8

/** Who reads a hint. */
type Reader = {
  readonly hasKey: boolean
  /** Whether the evidence is shown to them: without that a hint says nothing of what the evidence holds. */
  readonly seesEvidence: boolean
  /** Whether nothing that is sent to the Spool can help: only what ends in another Spool is said. */
  readonly isPastFixing: boolean
}

/**
 * What ends the shortfall of a run, and the call that follows: made of what was agreed, field names, unit numbers and counts, and for
 * who sees the evidence of what was seen in it. Null where there is none.
 */
export function correctiveHint(
  conditions: readonly Condition[],
  outcome: RunOutcome,
  { hasKey = true, seesEvidence = false, isPastFixing = false }: Partial<Reader> = {},
): string | null {
  if (outcome.result === 'pass') return null
  const known = withOneDelivery(findingsOf(conditions, outcome), outcome)
  const findings = namedFindings(isPastFixing ? known.filter((of) => remedyOf(of).next === 'agree') : known)
  if (findings.length === 0) return null
  const calls = (Object.keys(nextCalls) as (keyof typeof nextCalls)[]).flatMap((next) => {
    const fixes = findings.flatMap((of) => (remedyOf(of).next === next ? [fixOf(of, seesEvidence)] : []))
    return fixes.length === 0 ? [] : [sentence(fixes, (hasKey ? nextCalls : callsWithoutKey)[next])]
  })
  return calls.join(' ')
}

/** The findings that a hint names: the first of each condition before the further ones of any. */
function namedFindings(findings: readonly Finding[]): Finding[] {
  const isFirst = (of: Finding) => findings.find(({ condition }) => condition.id === of.condition.id) === of
  const first = findings.filter(isFirst).slice(0, maxConditions)
  const further = findings.filter((of) => !isFirst(of)).slice(0, Math.max(0, maxFindings - first.length))
  return findings.filter((of) => first.includes(of) || further.includes(of))
}

/** Causes that mean another thing where no row has the field. */
const causesOfAbsence: readonly string[] = [
  'missing_field',
  'missing_key',
  'duplicate_of',
  'invalid_url',
  'path_not_found',
  'text_not_found',
  'hash_mismatch',
  'no_timestamp',
] satisfies CauseCode[]

const mostNoteCharacters = 600

/** What ends one finding, with what was seen for who sees the evidence. */
function fixOf(of: Finding, seesEvidence: boolean): string {
  const { sighting, cause } = of
  const fix = remedyOf(of).fix(of)
  if (sighting === null) return fix
  if (sighting.is_nowhere && causesOfAbsence.includes(cause)) return absenceFix(of, sighting, seesEvidence)
  if (!seesEvidence) return fix
  const notes = sighting.near === null ? sighting.notes : [`there is ${sighting.near}`, ...sighting.notes]
  let length = 0
  const said = notes.filter((note) => (length += note.length) <= mostNoteCharacters)
  return said.length === 0 ? fix : `${fix} (${said.join('; ')})`
}

/** No row has the field: it is called otherwise, or is not there at all. */
function absenceFix(of: Finding, { near }: ConditionSighting, seesEvidence: boolean): string {
  const field = fieldOf(of)
  const isOther = near?.startsWith('only ') === true
  if (!seesEvidence || near === null) return `add ${field} to every row for ${named(of)}: no row has it`
  return isOther
    ? `add ${field} to every row for ${named(of)}: no row has it, ${near}`
    : `${near.includes(' inside ') ? 'move' : 'rename'} ${near}, to ${field} in every row for ${named(of)}: no row has ${field}`
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
  const { sightings = [] } = outcome
  const missing = new Set<number>()
  return outcome.conditionResults.flatMap(({ condition_id: id, requirement, result }, index) => {
    const condition = conditions.find((each) => each.id === id)
    if (condition === undefined || requirement !== 'mandatory' || !isOpen(result)) return []
    const found = byCondition.get(id) ?? [{ code: causes[index] ?? '', field: null, units: [], unitCount: 0 }]
    return found.flatMap(({ code, field, units, unitCount }): Finding[] => {
      const isKnown = code !== 'missing_row' || units.some((unit) => !missing.has(unit)) || units.length === 0
      if (code === 'missing_row') for (const unit of units) missing.add(unit)
      const sighting = sightings.find((seen) => isOf(seen, id, code, field)) ?? null
      return isKnown
        ? [{ condition, cause: causeOf(code, condition), field, units, unitCount, sighting }]
        : []
    })
  })
}

function isOf(seen: ConditionSighting, id: string, code: string, field: string | null): boolean {
  return seen.condition_id === id && seen.code === code && (field === null || seen.field === field)
}

function isOpen(result: string): boolean {
  return result !== 'pass' && result !== 'not_applicable'
}

type Found = Pick<Finding, 'field' | 'units' | 'unitCount'> & { code: string }

/** What counts against units, by condition; without units, against the rows that were seen. */
function findingsByCondition({ unitFindings, sightings = [] }: RunOutcome): Map<string, Found[]> {
  const found = new Map<string, Found[]>()
  const add = (id: string, finding: Found) => found.set(id, [...(found.get(id) ?? []), finding])
  for (const { condition_id: id, code, field, units } of unitFindings) {
    add(id, { code, field, units, unitCount: units.length })
  }
  const ofUnits = new Set(found.keys())
  for (const { condition_id: id, code, field, rows, row_count: count } of sightings) {
    if (!ofUnits.has(id)) add(id, { code, field, units: rows, unitCount: count })
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

/** A name as it stands in a sentence: in quotes where a reader could not tell where it ends. */
function shownName(name: string): string {
  return /^[!-~]+(?: [!-~]+)*$/.test(name) ? name : shownText(name)
}

function fieldOf({ condition, field, sighting }: Finding): string {
  const { deterministic_check: check } = condition
  const known = field ?? sighting?.field ?? checkedField(condition)
  if (known !== null) return shownName(known)
  if (check?.checker === 'completeness') return check.required_fields.map(shownName).join(', ')
  return check?.checker === 'duplicate_rate' ? check.key_fields.map(shownName).join(' and ') : 'field'
}

function rowsOf({ units, unitCount }: Finding, whole: string): string {
  if (units.length === 0) return whole
  const first = units.slice(0, 5)
  const more = unitCount - first.length
  return `${unitCount === 1 ? 'row' : 'rows'} ${first.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** Where to look: the field of these rows, these rows, or the evidence as a whole. */
function placeOf(of: Finding): string {
  const { deterministic_check: check } = of.condition
  if (check?.checker === 'http_status' && check.url !== undefined) return `the agreement, ${check.url},`
  const field = of.field ?? checkedField(of.condition)
  const rows = rowsOf(of, '')
  if (field === null) return rows === '' ? 'the evidence' : rows
  const shown = shownName(field)
  return rows === '' ? `${shown.startsWith('$') ? '' : 'the field '}${shown}` : `${shown} of ${rows}`
}

function checkedField({ deterministic_check: check }: Condition): string | null {
  if (check?.checker === 'json_path') return check.path
  if (check?.checker === 'http_status' && check.url !== undefined) return null
  return check !== undefined && 'field' in check ? (check.field ?? null) : null
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
