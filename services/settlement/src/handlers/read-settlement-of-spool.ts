import type { readSettlementOfSpool } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { SettlementDeps } from '../deps.ts'
import { moneyOfSpool } from '../domain/money-of-spool.ts'
import { isHeldSpool } from '../store/hold-store.ts'
import { findDatedSettlement, paidToSeller } from '../store/settlement-list.ts'

export function handleReadSettlementOfSpool({
  db,
  pool,
}: Pick<SettlementDeps, 'db' | 'pool'>): Handler<typeof readSettlementOfSpool> {
  return async ({ spoolId }) => {
    const found = await findDatedSettlement(db, spoolId)
    if (found === null) return null
    const [isHeldByCase, paid] = await Promise.all([
      isHeldSpool(pool, spoolId),
      paidToSeller(db, found.settlement.id),
    ])
    return moneyOfSpool(found, isHeldByCase, paid)
  }
}
