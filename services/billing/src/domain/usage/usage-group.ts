/** Sums over the runs, or over the compilations, of one UTC day, key and use case. Compilations have no use case. */
export type UsageGroup = UsageFigures & {
  readonly date: string
  readonly keyId: string | null
  readonly useCase: string | null
  /** Least and most that one of them was charged; 0 where none was. */
  readonly leastMicros: bigint
  readonly mostMicros: bigint
}

/** Exact sums. A run is included, charged, paid for by itself, or uncharged because the service could not look. */
export type UsageFigures = {
  readonly runs: bigint
  readonly passed: bigint
  readonly partial: bigint
  readonly failed: bigint
  readonly undecided: bigint
  readonly included: bigint
  readonly charged: bigint
  readonly paid: bigint
  readonly uncharged: bigint
  readonly runMicros: bigint
  readonly earnedMicros: bigint
  readonly paidMicros: bigint
  readonly compilations: bigint
  readonly includedCompilations: bigint
  readonly chargedCompilations: bigint
  readonly compilationMicros: bigint
}

const noUsage: UsageFigures = {
  runs: 0n,
  passed: 0n,
  partial: 0n,
  failed: 0n,
  undecided: 0n,
  included: 0n,
  charged: 0n,
  paid: 0n,
  uncharged: 0n,
  runMicros: 0n,
  earnedMicros: 0n,
  paidMicros: 0n,
  compilations: 0n,
  includedCompilations: 0n,
  chargedCompilations: 0n,
  compilationMicros: 0n,
}
const figureNames = Object.keys(noUsage) as (keyof UsageFigures)[]

export function sumFigures(groups: readonly UsageFigures[]): UsageFigures {
  const sums = { ...noUsage }
  for (const group of groups) for (const name of figureNames) sums[name] += group[name]
  return sums
}

/** What left the credits. */
export function chargedMicros({ runMicros, compilationMicros }: UsageFigures): bigint {
  return runMicros + compilationMicros
}

/** The sums by a property of the groups, in an order of theirs; those beyond the most that are listed are summed up as the rest. */
export function sumBy(
  groups: readonly UsageGroup[],
  of: (group: UsageGroup) => string | null,
  weight: (figures: UsageFigures) => bigint,
  most: number,
): {
  readonly listed: readonly { of: string | null; figures: UsageFigures }[]
  readonly rest: UsageFigures | null
} {
  const all = [...Map.groupBy(groups, of)]
    .map(([name, members]) => ({ of: name, figures: sumFigures(members) }))
    .sort((a, b) => compare(weight(b.figures), weight(a.figures)) || compareNames(a.of, b.of))
  const rest = all.slice(most)
  return {
    listed: all.slice(0, most),
    rest: rest.length === 0 ? null : sumFigures(rest.map(({ figures }) => figures)),
  }
}

function compare(a: bigint, b: bigint): number {
  return a === b ? 0 : a < b ? -1 : 1
}

function compareNames(a: string | null, b: string | null): number {
  return a === b ? 0 : a === null || (b !== null && a < b) ? -1 : 1
}
