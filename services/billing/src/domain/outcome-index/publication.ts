import { canonicalJson, digestOf } from '@outturn/canonical'
import type { OutcomeIndex } from '@outturn/contracts'
import type { Verdict } from '@outturn/vocabulary'
import { type Cell, type CellRules, cellsOf, whySuppressed } from './cell.ts'
import type { Contribution } from './contribution.ts'
import { type Draw, roundedAtRandom, roundedUp, sharesBp, step } from './rounding.ts'

export type IndexRow = OutcomeIndex['rows'][number]

/** What a publication is made of. */
export type PublicationFacts = {
  readonly schema: string
  readonly window: { readonly from: Date; readonly to: Date }
  readonly generatedAt: Date
  readonly rules: CellRules
  /** Whether an account is old enough to count towards the accounts of a cell. */
  readonly countsAsAccount: (accountId: string) => boolean
  readonly draw: Draw
}

/** In the order in which a tie between shares is decided. */
const shared = ['pass', 'partial', 'fail', 'uncertain'] as const satisfies readonly Verdict[]

/**
 * The published document of one period. Counts are rounded before anything is computed, so that who knows all other runs of a cell
 * cannot tell the verdict of the last one.
 */
export function publicationOf(
  contributions: readonly Contribution[],
  { schema, window, generatedAt, rules, countsAsAccount, draw }: PublicationFacts,
): OutcomeIndex {
  const rows: IndexRow[] = []
  let suppressed = 0
  for (const cell of cellsOf(contributions)) {
    const row = whySuppressed(cell, rules, countsAsAccount) === null ? rowOf(cell, draw) : null
    if (row === null) suppressed += 1
    else rows.push(row)
  }
  const document = {
    schema,
    generated_at: generatedAt.toISOString(),
    window: { from: window.from.toISOString(), to: window.to.toISOString() },
    min_cell: rules.minCell,
    rows,
    suppressed_cells: roundedUp(suppressed),
  }
  return { ...document, dataset_digest: `sha256:${digestOf(canonicalJson(document))}` }
}

/** One row of the table; null where all four counts of verdicts were rounded to 0. */
function rowOf({ deliverableType, checkers, contributions }: Cell, draw: Draw): IndexRow | null {
  const cell = JSON.stringify([deliverableType, checkers])
  const rounded = (field: string, count: number, of: number) =>
    roundedAtRandom(count, of, (below) => draw(JSON.stringify([cell, field]), below))
  const counts = shared.map((verdict) =>
    rounded(verdict, contributions.filter(({ result }) => result === verdict).length, step),
  )
  const [pass, partial, fail, uncertain] = sharesBp(counts) ?? []
  if (pass === undefined || partial === undefined || fail === undefined || uncertain === undefined)
    return null
  return {
    deliverable_type: deliverableType,
    checkers: [...checkers],
    environment: 'production',
    runs: rounded('runs', contributions.length, step),
    pass_bp: pass,
    partial_bp: partial,
    fail_bp: fail,
    uncertain_bp: uncertain,
    unit_acceptance_bp: unitAcceptanceBp(contributions, rounded),
    median_runs_to_terminal: medianRuns(contributions),
  }
}

/**
 * The share of the submitted units that were accepted, to the nearest hundred basis points. Units are rounded as runs are: to a
 * multiple of five times the largest delivery, so that one delivery moves the counts as little as one run does.
 */
function unitAcceptanceBp(
  contributions: readonly Contribution[],
  rounded: (field: string, count: number, of: number) => number,
): number | null {
  const sum = (of: (each: Contribution) => number) =>
    contributions.reduce((total, each) => total + of(each), 0)
  const largest = Math.max(...contributions.map(({ submittedUnits }) => submittedUnits))
  if (largest === 0) return null
  const submitted = rounded(
    'submitted_units',
    sum(({ submittedUnits }) => submittedUnits),
    step * largest,
  )
  const accepted = rounded(
    'accepted_units',
    sum(({ acceptedUnits }) => acceptedUnits),
    step * largest,
  )
  if (submitted === 0) return null
  return Math.round((Math.min(accepted, submitted) * 100) / submitted) * 100
}

/** Closed Spools that a cell needs for a median. */
const minClosed = 10

/** The lower median, so that it is a number of runs. */
function medianRuns(contributions: readonly Contribution[]): number | null {
  const runs = contributions.flatMap(({ runsToEnd }) => (runsToEnd === null ? [] : [runsToEnd]))
  if (runs.length < minClosed) return null
  return runs.toSorted((one, other) => one - other)[Math.floor((runs.length - 1) / 2)] ?? null
}
