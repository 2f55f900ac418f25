/** How many days, weeks and months keep a backup each. */
export type Retention = { readonly daily: number; readonly weekly: number; readonly monthly: number }

export const usualRetention: Retention = { daily: 7, weekly: 4, monthly: 12 }

export type KeptFor = 'newest' | 'recent' | 'daily' | 'weekly' | 'monthly'

/**
 * Which backups stay, and for what: those of the day before the newest, and the newest of each of the last days, weeks and months that have
 * one.
 * Periods are those of UTC; a week begins on Monday.
 */
export function keptBackups<B extends { readonly endedAt: Date }>(
  backups: readonly B[],
  retention: Retention = usualRetention,
): Map<B, readonly KeptFor[]> {
  const newestFirst = backups.toSorted((left, right) => right.endedAt.getTime() - left.endedAt.getTime())
  const kept = new Map<B, KeptFor[]>()
  const keep = (backup: B, why: KeptFor) => kept.set(backup, [...(kept.get(backup) ?? []), why])
  const [newest] = newestFirst
  for (const backup of newestFirst) {
    if (backup === newest) keep(backup, 'newest')
    else if (newest !== undefined && newest.endedAt.getTime() - backup.endedAt.getTime() < dayMs)
      keep(backup, 'recent')
  }
  for (const [why, periodOf] of Object.entries(periods) as [keyof Retention, (at: Date) => string][]) {
    const newestOfEach = [...Map.groupBy(newestFirst, ({ endedAt }) => periodOf(endedAt)).values()]
    for (const [first] of newestOfEach.slice(0, retention[why])) if (first !== undefined) keep(first, why)
  }
  return kept
}

const dayMs = 86_400_000

const periods: Readonly<Record<keyof Retention, (at: Date) => string>> = {
  daily: (at) => at.toISOString().slice(0, 10),
  // The Thursday of 1 January 1970 was the fourth day of its week.
  weekly: (at) => String(Math.floor((Math.floor(at.getTime() / dayMs) + 3) / 7)),
  monthly: (at) => at.toISOString().slice(0, 7),
}
