import { exportAccount, type ExportingService } from '@outturn/contracts'
import { type AccountData, accountRows, type Pool } from '@outturn/postgres'
import { on, type ServedCommand } from '../commands/handler.ts'

/** The operator's export of what one service keeps of an account. */
export function accountExport(service: ExportingService, pool: Pool, { tables }: AccountData): ServedCommand {
  return on(exportAccount(service), ({ accountId, spoolIds, after }) =>
    accountRows(pool, tables, { accountId, spoolIds }, after),
  )
}
