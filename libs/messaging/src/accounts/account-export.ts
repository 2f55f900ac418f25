import { exportAccount, type ExportingService } from '@outturn/contracts'
import { accountRows, type AccountTable, type Pool } from '@outturn/postgres'
import { on, type ServedCommand } from '../commands/handler.ts'

/** The operator's export of what one service keeps of an account. */
export function accountExport(
  service: ExportingService,
  pool: Pool,
  tables: readonly AccountTable[],
): ServedCommand {
  return on(exportAccount(service), ({ accountId, after }) => accountRows(pool, tables, accountId, after))
}
