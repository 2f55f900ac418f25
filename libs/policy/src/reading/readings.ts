import { DeterministicCheck, findParameterProblem } from '@outturn/checkers'
import { indexFields } from '../fields/field-index.ts'
import type { Circumstances } from '../outcome.ts'
import type { Token } from '../tokens/token.ts'
import { toPlainText } from '../tokens/plain-text.ts'
import { Chart } from './chart.ts'
import { readingsFrom } from './clause.ts'
import { explainedReadings } from './explained.ts'
import type { ClauseReading } from './clause-reading.ts'

/** The readings of a text, one for each thing that it may state. */
export interface Readings {
  /** Those without an open place. */
  readonly complete: readonly ClauseReading[]
  /** Those that lack something; only where none is complete. */
  readonly open: readonly ClauseReading[]
}

export function createChart(
  text: string,
  tokens: readonly Token[],
  circumstances: Circumstances,
  steps?: number,
): Chart {
  return new Chart(toPlainText(text), tokens, circumstances, indexFields(circumstances.fields), steps)
}

/** All readings of a whole text that would be accepted from a caller who sent their checks as objects. */
export function readingsOf(chart: Chart): Readings {
  const direct = readingsFrom(chart)
  const found = direct.some(isUsable)
    ? direct
    : [
        ...direct,
        ...explainedReadings(chart, ({ from, to }) => readingsFrom(chart, from, to).filter(isUsable)),
      ]
  const complete = distinct(found.filter(({ slots }) => slots.length === 0).filter(isAcceptable))
  return {
    complete,
    open: complete.length > 0 ? [] : distinct(found.filter(({ slots }) => slots.length > 0)),
  }
}

function isUsable(reading: ClauseReading): boolean {
  return reading.slots.length === 0 && isAcceptable(reading)
}

function isAcceptable({ checks }: ClauseReading): boolean {
  return checks.every(({ check }) => {
    const parsed = DeterministicCheck.safeParse(check)
    return parsed.success && findParameterProblem(parsed.data) === null
  })
}

/** Readings that state the same checks are one, whatever words were read how. */
export function distinct(readings: readonly ClauseReading[]): readonly ClauseReading[] {
  const byMeaning = new Map<string, ClauseReading>()
  for (const reading of readings) {
    const meaning = `${meaningOf(reading)} ${reading.slots.map(({ kind, from, to }) => `${kind} ${from} ${to}`).join()}`
    if (!byMeaning.has(meaning)) byMeaning.set(meaning, reading)
  }
  return [...byMeaning.values()]
}

/** What a reading demands, the same for readings that demand the same. */
function meaningOf({ checks }: Pick<ClauseReading, 'checks'>): string {
  return checks
    .map(({ check, required }) => `${required ? '' : 'wish '}${canonical(check)}`)
    .filter((one, index, all) => all.indexOf(one) === index)
    .join('\n')
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`).join()}}`
}
