import { invalid, maxListedGroups, maxReportDays } from '@outturn/contracts'
import type { UsageFigures as ShownFigures, UsageReport, UsageRow } from '@outturn/contracts'
import { chargedMicros, sumBy, sumFigures, type UsageFigures, type UsageGroup } from './usage-group.ts'

const dayMs = 24 * 60 * 60 * 1_000

/** The UTC days from the first to the last. Refuses a period that ends before it begins or is too long. */
export function daysOf({ from, to }: { from: string; to: string }): readonly string[] {
  const start = Date.parse(`${from}T00:00:00.000Z`)
  const count = (Date.parse(`${to}T00:00:00.000Z`) - start) / dayMs + 1
  if (count < 1) throw invalid('to', `The period ends on ${to}, before it begins on ${from}.`)
  if (count > maxReportDays) {
    throw invalid('from', `The period has ${count} days; a report covers at most ${maxReportDays}.`)
  }
  return Array.from({ length: count }, (_, index) =>
    new Date(start + index * dayMs).toISOString().slice(0, 10),
  )
}

export function toUsageReport(groups: readonly UsageGroup[], days: readonly string[]): UsageReport {
  const byDate = Map.groupBy(groups, ({ date }) => date)
  const keys = sumBy(groups, ({ keyId }) => keyId, chargedMicros, maxListedGroups)
  const runs = groups.filter(({ useCase }) => useCase !== null)
  const useCases = sumBy(
    runs,
    ({ useCase }) => useCase,
    (figures) => figures.runs,
    maxListedGroups,
  )
  return {
    from: days[0] as string,
    to: days.at(-1) as string,
    totals: toShownFigures(sumFigures(groups)),
    days: days.map((date) => ({ date, ...toShownFigures(sumFigures(byDate.get(date) ?? [])) })),
    keys: [
      ...keys.listed.map(({ of, figures }) => ({ keyId: of, isRest: false, ...toShownFigures(figures) })),
      ...(keys.rest === null ? [] : [{ keyId: null, isRest: true, ...toShownFigures(keys.rest) }]),
    ],
    useCases: [
      ...useCases.listed.map(({ of, figures }) => ({ useCase: of, ...toRunFigures(figures) })),
      ...(useCases.rest === null ? [] : [{ useCase: null, ...toRunFigures(useCases.rest) }]),
    ],
  }
}

/** One row of a usage file. */
export function toUsageRow({ date, keyId, useCase, ...figures }: UsageGroup): UsageRow {
  const { paidMicros: _, ...shown } = toShownFigures(figures)
  return { date, keyId, useCase, ...shown }
}

function toRunFigures(figures: UsageFigures) {
  return {
    runs: Number(figures.runs),
    passed: Number(figures.passed),
    partial: Number(figures.partial),
    failed: Number(figures.failed),
    undecided: Number(figures.undecided),
    included: Number(figures.included),
    runMicros: String(figures.runMicros),
    earnedMicros: String(figures.earnedMicros),
    paidMicros: String(figures.paidMicros),
  }
}

function toShownFigures(figures: UsageFigures): ShownFigures {
  return {
    ...toRunFigures(figures),
    compilations: Number(figures.compilations),
    includedCompilations: Number(figures.includedCompilations),
    compilationMicros: String(figures.compilationMicros),
    chargedMicros: String(chargedMicros(figures)),
  }
}
