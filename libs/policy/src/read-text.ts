import { appliesPerUnit } from '@outturn/checkers'
import { foldName } from './fields/fold-name.ts'
import { findPlaceholder } from './placeholders/placeholder.ts'
import type { Circumstances, ReadCheck, TextOutcome } from './outcome.ts'
import { type Findings, inquire, type ReadBudget, readsPerText, stepsPerText } from './questions/inquire.ts'
import { typeMismatch, withoutTypes } from './questions/type-mismatch.ts'
import { type Chart, ReadingTooLong, stepsPerRead } from './reading/chart.ts'
import type { ClauseReading } from './reading/clause-reading.ts'
import { findExclusion } from './exclusions/exclusions.ts'
import { createChart, type Readings, readingsOf } from './reading/readings.ts'
import type { Token } from './tokens/token.ts'
import { maxTokens, tokenize } from './tokens/tokenize.ts'

/** The longest text that is read as one condition, in UTF-16 code units. */
export const maxConditionChars = 2_000

/**
 * Reads one condition in plain text: the checks that it states, the questions that it leaves open, and what no checker decides.
 * The same text gives the same outcome anywhere; nothing is guessed.
 */
export function readText(
  text: string,
  circumstances: Circumstances,
  budget: ReadBudget = { reads: readsPerText, steps: stepsPerText },
): TextOutcome {
  const { checks } = readMarked(text, circumstances)
  return checks === null
    ? inquire(
        text,
        circumstances,
        (other) => {
          const findings = readMarked(other, circumstances, budget)
          return other === text ? withTypeMismatch(findings, text, circumstances, budget) : findings
        },
        budget,
      )
    : { checks, questions: [], undecided: [] }
}

/** Where only the types of fields keep a text from being read, that is what is asked about. */
function withTypeMismatch(
  findings: Findings,
  text: string,
  circumstances: Circumstances,
  budget: ReadBudget,
): Findings {
  if (findings.complete.length > 0 || findings.excluded.length > 0) return findings
  const untyped = withoutTypes(circumstances)
  const checks = untyped === null ? null : readMarked(text, untyped, budget).checks
  if (checks === null || findings.open.some(({ slots }) => slots.every(({ kind }) => kind !== 'field')))
    return findings
  return { ...findings, excluded: [typeMismatch(checks, circumstances, tokenize(text).length)] }
}

/** The checks of a text that has exactly one reading; null for any other. */
export function compileText(text: string, circumstances: Circumstances): readonly ReadCheck[] | null {
  return readMarked(text, circumstances).checks
}

function readMarked(text: string, circumstances: Circumstances, budget?: ReadBudget): Findings {
  const first = read(text, circumstances, budget)
  if (first.checks !== null) return first
  const known = withMarkedNames(text, first.open, circumstances)
  return known === circumstances ? first : read(text, known, budget)
}

/** A noun that stays open is the field that the text marks elsewhere by quotes: `each with a valid "email", no duplicate emails`. */
function withMarkedNames(
  text: string,
  open: readonly ClauseReading[],
  circumstances: Circumstances,
): Circumstances {
  const nouns = new Set(
    open.flatMap(({ slots }) =>
      slots
        .filter(({ kind, noun }) => kind === 'field' && !/^["“„«`]/.test(noun))
        .map(({ noun }) => foldName(noun)),
    ),
  )
  if (nouns.size === 0) return circumstances
  const known = new Set(circumstances.fields.map(({ name }) => foldName(name)))
  const marked = tokenize(text)
    .filter(({ kind, value }) => (kind === 'quoted' || kind === 'backtick') && nouns.has(foldName(value)))
    .map(({ value }) => value)
    .filter((name, index, all) => !known.has(foldName(name)) && all.indexOf(name) === index)
  if (marked.length === 0) return circumstances
  return { ...circumstances, fields: [...circumstances.fields, ...marked.map((name) => ({ name }))] }
}

const nothing: Findings = { checks: null, complete: [], open: [], excluded: [] }

function read(text: string, circumstances: Circumstances, budget?: ReadBudget): Findings {
  if (text.length > maxConditionChars || findPlaceholder(text) !== null) return nothing
  const tokens = tokenize(text)
  if (tokens.length === 0 || tokens.length > maxTokens) return nothing
  try {
    return findingsOf(text, tokens, circumstances, budget)
  } catch (error) {
    if (error instanceof ReadingTooLong) return nothing
    throw error
  }
}

/** A reading that an exclusion is about keeps the text from compiling, whatever others say. */
function findingsOf(
  text: string,
  tokens: readonly Token[],
  circumstances: Circumstances,
  budget: ReadBudget | undefined,
): Findings {
  const steps = Math.min(stepsPerRead, budget?.steps ?? stepsPerRead)
  const chart = createChart(text, tokens, circumstances, steps)
  const { complete, open } = withinBudget(chart, steps, budget)
  const excluded = complete.flatMap((reading) => findExclusion(tokens, reading, circumstances) ?? [])
  const [reading, another] = complete
  if (excluded.length > 0) return { ...nothing, excluded, open }
  const checks = reading === undefined || another !== undefined ? null : checksOf(text, tokens, reading)
  return { checks, complete, open, excluded }
}

/** The readings of a chart, whose steps are taken from the budget of the questions. */
function withinBudget(chart: Chart, steps: number, budget: ReadBudget | undefined): Readings {
  try {
    return readingsOf(chart)
  } finally {
    if (budget !== undefined) budget.steps -= steps - chart.left
  }
}

function checksOf(text: string, tokens: readonly Token[], { checks }: ClauseReading): readonly ReadCheck[] {
  return checks.map(({ check, required, addition, from, to }) => {
    const start = tokens[from]?.start ?? 0
    const end = tokens[to - 1]?.end ?? text.length
    const said = text.slice(start, end)
    return {
      text: said,
      start,
      end,
      check,
      description: addition === null ? said : `${said} (${addition})`,
      required,
      applies: appliesPerUnit(check) ? ('unit' as const) : ('gate' as const),
    }
  })
}
