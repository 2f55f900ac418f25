import { z } from 'zod'
import { type CheckInput, digestDeclared, isDigestOnly } from './check-input.ts'
import { type CheckResult, undecided } from './check-result.ts'
import { completeness } from './checkers/completeness.ts'
import { deadlineMet } from './checkers/deadline-met.ts'
import { duplicateRate } from './checkers/duplicate-rate.ts'
import { hashMatches } from './checkers/hash-matches.ts'
import { httpStatus } from './checkers/http-status.ts'
import { jsonPath } from './checkers/json-path.ts'
import { rowCount } from './checkers/row-count.ts'
import { textContains } from './checkers/text-contains.ts'
import { urlFormat } from './checkers/url-format.ts'
import type {
  CheckerDefinition,
  EvidenceSize,
  JudgedPart,
  ParameterProblem,
  UrlObservation,
} from './define-checker.ts'
import { StepsExhausted } from './engines/step-budget.ts'
import { currentRules, type ValueRules } from './value-rules.ts'
import { charactersOf, isWithoutContent } from './values/held-content.ts'

const definitions = [
  rowCount,
  completeness,
  duplicateRate,
  urlFormat,
  jsonPath,
  httpStatus,
  textContains,
  hashMatches,
  deadlineMet,
] as const

/** The version of every checker; part of every result they give. */
export const checkerVersion = currentRules.version

type Definitions = typeof definitions
type SchemasOf<List extends readonly { readonly schema: unknown }[]> = {
  -readonly [Index in keyof List]: List[Index]['schema']
}

export type CheckerName = Definitions[number]['name']

/** One deterministic check: exactly one checker with its parameters, as it travels and as it is hashed. */
export const DeterministicCheck = z
  .discriminatedUnion('checker', definitions.map(({ schema }) => schema) as SchemasOf<Definitions>)
  .meta({
    id: 'DeterministicCheck',
    description: 'One checker with its parameters. `checker` names it.',
    examples: [{ checker: 'completeness', required_fields: ['email'] }],
  })
export type DeterministicCheck = z.infer<typeof DeterministicCheck>

/** A checker whose check is known to be its own only at run time. */
export type Checker = CheckerDefinition<CheckerName, z.ZodType, DeterministicCheck>

/** The checkers in their published order. */
export const checkers: readonly Checker[] = definitions
export const checkerNames: readonly CheckerName[] = checkers.map(({ name }) => name)

const byName = new Map(checkers.map((checker) => [checker.name, checker] as const))

/** The one checker that a check names. */
export function checkerFor({ checker }: Pick<DeterministicCheck, 'checker'>): Checker {
  const found = byName.get(checker)
  if (found === undefined) throw new Error(`there is no checker ${checker}`)
  return found
}

/**
 * Runs the one checker that the check names, its defaults filled in, by the rules of today unless it is run again by those of its
 * version. What the budget of the run does not cover stays in doubt.
 */
export function runCheck(
  check: DeterministicCheck,
  input: CheckInput,
  rules: ValueRules = currentRules,
): CheckResult {
  const checker = checkerFor(check)
  const agreed = withDefaults(check)
  try {
    if (checker.worstWork === undefined) input.budget.spend(Math.ceil(checker.work(agreed, sizeOf(input))))
    if (rules.tellsEmptyApart && checker.takesEmptyContent === undefined && isEmptyDelivery(input, rules)) {
      return undecided('no_content', 'what was delivered has no visible character')
    }
    const result = checker.judge(agreed, input, rules)
    const cannotRead = result.kind === 'undecided' && result.code === 'wrong_evidence_type'
    return rules.tellsDigestsApart && cannotRead && isDigestOnly(input) ? digestDeclared() : result
  } catch (error) {
    if (!(error instanceof StepsExhausted)) throw error
    return undecided('work_limit_exceeded', 'the conditions of the run are more work than one run may do')
  }
}

/** Whether all that was delivered are documents without a visible character: no delivery, as a table without rows is none. */
function isEmptyDelivery({ items, rows }: CheckInput, rules: ValueRules): boolean {
  return rows === null && items.length > 0 && items.every(({ content }) => isWithoutContent(content, rules))
}

/** What a check costs over evidence of this size, in steps: at least, and at worst. */
export function workOf(check: DeterministicCheck, size: EvidenceSize): { least: number; worst: number } {
  const checker = checkerFor(check)
  const agreed = withDefaults(check)
  const least = Math.ceil(checker.work(agreed, size))
  return {
    least,
    worst: checker.worstWork === undefined ? least : Math.ceil(checker.worstWork(agreed, size)),
  }
}

function sizeOf({ items, rows }: CheckInput): EvidenceSize {
  return {
    rows: rows?.length ?? 0,
    characters: items.reduce((sum, { content }) => sum + charactersOf(content), 0),
  }
}

/** Finds what would make a check unusable; null when it can be agreed, or could be by the rules of its version. */
export function findParameterProblem(
  check: DeterministicCheck,
  rules: ValueRules = currentRules,
): ParameterProblem | null {
  return checkerFor(check).findProblem(withDefaults(check), rules)
}

/** What finding such a problem costs at most, in steps of about a microsecond. */
export function stepsToFindProblem(check: DeterministicCheck): number {
  return checkerFor(check).stepsToFindProblem?.(withDefaults(check)) ?? 0
}

/** Whether the check speaks about single units; if not it is a gate. */
export function appliesPerUnit(check: DeterministicCheck): boolean {
  return checkerFor(check).appliesPerUnit(withDefaults(check))
}

/** What of its evidence the check judges. */
export function judgedPartOf(check: DeterministicCheck): JudgedPart {
  return checkerFor(check).judgedPart(withDefaults(check))
}

/** Whether the check reads rows and JSON documents beside the part that it judges. */
export function readsAllContent(check: DeterministicCheck): boolean {
  return checkerFor(check).readsAllContent?.(withDefaults(check)) ?? false
}

/** Whether a check of documents is about the rows of a table before any other document. */
export function prefersRows(check: DeterministicCheck): boolean {
  return checkerFor(check).prefersRows?.(withDefaults(check)) ?? false
}

/** What must be observed before the check can judge; null where it needs no network. */
export function observationOf(check: DeterministicCheck): UrlObservation | null {
  return checkerFor(check).observation?.(withDefaults(check)) ?? null
}

/** Whether the check judges what only the network can tell. */
export function needsNetwork(check: Pick<DeterministicCheck, 'checker'>): boolean {
  return checkerFor(check).observation !== undefined
}

/** The check as a sentence for people, without its end. */
export function describeCheck(check: DeterministicCheck): string {
  return checkerFor(check).describe(withDefaults(check))
}

/** Fills in what was omitted and has a fixed default. */
export function withDefaults(check: DeterministicCheck): DeterministicCheck {
  return { ...checkerFor(check).defaults, ...check }
}
