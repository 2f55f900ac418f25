import { eraseAccount, type ErasureBlocker, type ErasurePage, planErasure } from '@outturn/contracts'
import { type Handler, on, type ServedCommand } from '@outturn/messaging'
import { countRowsToErase, type ErasedRows, eraseRows } from '@outturn/postgres'
import type { ChangeDeps } from '../change-spool.ts'
import { blockerOf, currentOf, eraseSpool, planSpool, rowsOf } from './erase-spool.ts'
import { forgetAllReplies } from './withdrawn-replies.ts'
import { accountData } from '../../store/retention/account-tables.ts'
import { spoolIdsOf } from '../../store/retention/erasure-store.ts'
import { findSpool } from '../../store/spool-store.ts'

const spoolsAtOnce = 20
const { tables } = accountData

type Page = { readonly accountId: string; readonly after: string | null }
const planCommand = planErasure('spool')
const eraseCommand = eraseAccount('spool')

/** What the service does of an erasure: Spool by Spool, and its own tables at the end. */
export function accountErasure(deps: ChangeDeps): ServedCommand[] {
  const plan: Handler<typeof planCommand> = (page) =>
    pageOf(deps, page, deps.clock.now(), { isPlan: true, isRepeated: false })
  const erase: Handler<typeof eraseCommand> = ({ isRepeated, ...page }) =>
    pageOf(deps, page, deps.clock.now(), { isPlan: false, isRepeated })
  return [on(planCommand, plan), on(eraseCommand, erase)]
}

type Mode = { readonly isPlan: boolean; readonly isRepeated: boolean }

async function pageOf(
  deps: ChangeDeps,
  { accountId, after }: Page,
  now: Date,
  mode: Mode,
): Promise<ErasurePage> {
  const ids = await spoolIdsOf(deps.pool, accountId, after, spoolsAtOnce)
  const blockers: ErasureBlocker[] = []
  const rows: ErasedRows[] = []
  const spoolIds: string[] = []
  const correctedReceiptIds: string[] = []
  for (const id of ids) {
    const met = await meetSpool(deps, id, accountId, now, mode)
    blockers.push(...met.blockers)
    rows.push(...met.rows)
    if (met.isSupplied) spoolIds.push(id)
    correctedReceiptIds.push(...met.correctedReceiptIds)
  }
  const isLast = ids.length < spoolsAtOnce
  if (isLast) rows.push(...(await ownRows(deps, accountId, mode)))
  return {
    tables: summed(rows),
    blockers,
    next: isLast ? null : (ids.at(-1) ?? null),
    spoolIds,
    correctedReceiptIds,
  }
}

async function meetSpool(
  deps: ChangeDeps,
  id: string,
  accountId: string,
  now: Date,
  { isPlan, isRepeated }: Mode,
) {
  const nothing = { blockers: [], rows: [], isSupplied: false, correctedReceiptIds: [] }
  const stored = await findSpool(deps.pool, id, deps.environment)
  if (stored === null) return nothing
  const blocker = isRepeated ? null : blockerOf(currentOf(deps, stored, now), accountId, now)
  const plan = await planSpool(deps, stored, accountId)
  const found = { ...plan, rows: rowsOf(plan), blockers: blocker === null ? [] : [blocker] }
  if (isPlan) return found
  if (blocker !== null) return { ...nothing, blockers: [blocker] }
  const isErased = await eraseSpool(deps, id, accountId, now)
  if (!isErased) {
    const changed = { message: `${id} changed meanwhile.`, remediation: 'It is erased at the next turn.' }
    return { ...nothing, blockers: [changed] }
  }
  await forgetAllReplies(deps, stored.spool, now)
  return found
}

function ownRows({ pool }: ChangeDeps, accountId: string, { isPlan }: Mode): Promise<ErasedRows[]> {
  return isPlan ? countRowsToErase(pool, tables, { accountId }) : eraseRows(pool, tables, { accountId })
}

function summed(rows: readonly ErasedRows[]): ErasedRows[] {
  const sums = new Map<string, number>()
  for (const { table, rows: count } of rows) sums.set(table, (sums.get(table) ?? 0) + count)
  return [...sums].map(([table, count]) => ({ table, rows: count }))
}
