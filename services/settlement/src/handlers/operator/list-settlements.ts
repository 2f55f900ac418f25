import type { listSettlements } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { SettlementDeps } from '../../deps.ts'
import { settlementRow } from '../../domain/operator/rows.ts'
import { listDatedSettlements } from '../../store/settlement-list.ts'

/** Most settlements that are looked at for those in one state. */
const mostLookedAt = 10_000
const ended = ['settled', 'voided', 'failed']

export function handleListSettlements({ db }: SettlementDeps): Handler<typeof listSettlements> {
  return async ({ state, limit }) => {
    const isOpen = state !== null && !ended.includes(state)
    const isFiltered = state !== null && state !== 'open'
    const found = await listDatedSettlements(db, { isOpen, limit: isFiltered ? mostLookedAt : limit })
    const rows = found.map(settlementRow)
    return (isFiltered ? rows.filter((row) => row.state === state) : rows).slice(0, limit)
  }
}
