import { createHmac } from 'node:crypto'
import type { OutcomeIndex } from '@outturn/contracts'
import { inTransaction } from '@outturn/postgres/typed'
import type { BillingDeps } from '../../deps.ts'
import { cellRules } from '../../domain/outcome-index/cell.ts'
import type { IndexState, Period } from '../../domain/outcome-index/period.ts'
import { publicationOf } from '../../domain/outcome-index/publication.ts'
import type { Draw } from '../../domain/outcome-index/rounding.ts'
import {
  accountsOfPeriod,
  firstContributionAt,
  takeContributions,
} from '../../store/outcome-index/contributions.ts'
import { addPublication, lastPeriod, lockPublications } from '../../store/outcome-index/publications.ts'

const dayMs = 86_400_000

/** Name and version of the format of the document. */
export function indexSchema({ slug }: Pick<BillingDeps, 'slug'>): string {
  return `${slug}/outcome-index@1`
}

/**
 * Publishes the period that is chosen, if any, with a key for its roundings that is drawn here and kept nowhere. The document is there
 * and its contributions are gone in one commit, so that no period is published twice and none with another key.
 */
export async function publishPeriod(
  deps: BillingDeps,
  choose: (state: IndexState) => Period | null,
  now: Date,
): Promise<{ period: string; document: OutcomeIndex } | null> {
  const { db, minAccountAgeDays, newPeriodKey, openedAt } = deps
  const period = choose(await stateOf(db))
  if (period === null) return null
  // Asked for before the lock: another service answers it.
  const opened = await openedAt(await accountsOfPeriod(db, period), now)
  const oldEnough = period.to.getTime() - minAccountAgeDays * dayMs
  return inTransaction(db, async (tx) => {
    await lockPublications(tx)
    const last = await lastPeriod(tx)
    // Another process published meanwhile.
    if (last !== null && last.to.getTime() > period.from.getTime()) return null
    const contributions = await takeContributions(tx, period)
    const document = publicationOf(contributions, {
      schema: indexSchema(deps),
      window: period,
      generatedAt: now,
      rules: cellRules,
      countsAsAccount: (id) => (opened.get(id)?.getTime() ?? Infinity) <= oldEnough,
      draw: drawBy(newPeriodKey()),
    })
    await addPublication(tx, period, document)
    return { period: period.id, document }
  })
}

async function stateOf(db: BillingDeps['db']): Promise<IndexState> {
  return { last: await lastPeriod(db), firstContributionAt: await firstContributionAt(db) }
}

/** Draws that cannot be made again without the key. */
export function drawBy(key: Uint8Array): Draw {
  return (name, below) => {
    const digest = createHmac('sha256', key).update(name).digest()
    return Number(digest.readBigUInt64BE() % BigInt(below))
  }
}
