import type { RunOutcome } from '@outturn/agreement'
import type { Condition } from '../model/spool.ts'
import { agreedChoice, agreedShare } from './agreed-value.ts'
import { absentFieldFix, isAbsentField } from './absent-field.ts'
import { type Finding, requiredFindings } from './finding.ts'
import { conditionName } from './finding-words.ts'
import { identityFix, isIdentityProblem } from './identity-fix.ts'
import { callOrder, nextCallWords } from './next-call.ts'
import { remedyOf } from './remedies.ts'

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
  const known = withOneDelivery(withOneChoice(requiredFindings(conditions, outcome)), outcome)
  const all = isPastFixing ? known.filter((of) => remedyOf(of).next === 'agree') : known
  const findings = namedFindings(all)
  if (findings.length === 0) return null
  const calls = callOrder.flatMap((next) => {
    const fixes = findings.flatMap((of) => (remedyOf(of).next === next ? [fixOf(of, seesEvidence)] : []))
    return fixes.length === 0 ? [] : [sentence(fixes, nextCallWords(next, hasKey))]
  })
  return [...calls, ...leftOut(all.length - findings.length)].join(' ')
}

/** That a hint does not name everything, so that its reader does not take what it names for all. */
function leftOut(count: number): string[] {
  if (count === 0) return []
  return [count === 1 ? '1 more finding is not named here.' : `${count} more findings are not named here.`]
}

/** The findings that a hint names: the first of each condition before the further ones of any. */
function namedFindings(findings: readonly Finding[]): Finding[] {
  const isFirst = (of: Finding) => findings.find(({ condition }) => condition.id === of.condition.id) === of
  const first = findings.filter(isFirst).slice(0, maxConditions)
  const further = findings.filter((of) => !isFirst(of)).slice(0, Math.max(0, maxFindings - first.length))
  return findings.filter((of) => first.includes(of) || further.includes(of))
}

const mostNoteCharacters = 600

/** What ends one finding, with what was seen for who sees the evidence. */
function fixOf(finding: Finding, seesEvidence: boolean): string {
  const { sighting } = finding
  const share = finding.cause === 'share_not_met' ? '' : agreedShare(finding.condition)
  const fix = `${remedyOf(finding).fix(finding)}${share}`
  if (sighting === null) return fix
  if (isIdentityProblem(finding)) return identityFix(finding, sighting, seesEvidence)
  if (isAbsentField(finding)) return absentFieldFix(finding, sighting, seesEvidence)
  if (!seesEvidence) return fix
  const { near } = sighting
  const notes = near === null ? sighting.notes : [nearWords(near), ...sighting.notes]
  let length = 0
  const said = notes.filter((note) => (length += note.length) <= mostNoteCharacters)
  if (said.length === 0) return fix
  const seen = said.join('; ')
  return fix.endsWith(')') ? `${fix.slice(0, -1)}; ${seen})` : `${fix} (${seen})`
}

function nearWords(near: string): string {
  return near.startsWith('perhaps ') ? `${near}, is meant` : `there is ${near}`
}

/** Where some of several fields suffice, what each of them lacks is one finding. */
function withOneChoice(findings: readonly Finding[]): readonly Finding[] {
  const isChoice = ({ condition, cause }: Finding) =>
    cause === 'missing_field' && agreedChoice(condition) !== null
  return findings.flatMap((of) => {
    if (!isChoice(of)) return [of]
    const [first] = findings.filter((each) => isChoice(each) && each.condition.id === of.condition.id)
    return first === of ? [{ ...of, field: null, sighting: null }] : []
  })
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
    return items.length === 0 ? conditionName(of) : `${conditionName(of)} (${items.join(', ')})`
  })
  return [{ ...first, given }, ...findings.filter(({ cause }) => cause !== 'different_deliveries')]
}

function sentence(fixes: readonly string[], next: string): string {
  const text = fixes.join('; ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}, ${next}.`
}
