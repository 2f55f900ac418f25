import {
  exportAccount,
  exportingBySpools,
  exportingServices,
  type ExportingService,
  type ExportPlace,
  showAccount,
  spoolsAtOnce,
} from '@outturn/contracts'
import type { Command } from 'commander'
import { idOf } from '../arguments.ts'
import type { Operator } from '../operator.ts'
import { example, type RunLines } from '../session.ts'

/** `account export`: all that the services keep of an account, one JSON object a line. */
export function addExportCommand(accounts: Command, runLines: RunLines): void {
  accounts
    .command('export')
    .description('write all that is kept of an account as lines of JSON, without secrets')
    .requiredOption('--account <id>', 'account to export', idOf('account'))
    .addHelpText('after', example('account export --account acc_…'))
    .action(
      runLines('account export', async (send, write, { account: accountId }: { account: string }) => {
        await send(showAccount, { accountId })
        const spoolIds: string[] = []
        const print: Print = (service, { table, row }) => {
          if (table === 'spool' && typeof row['id'] === 'string') spoolIds.push(row['id'])
          write(JSON.stringify({ service, table, row }))
        }
        for (const service of exportingServices) await exportRows(send, service, { accountId }, print)
        for (const service of exportingBySpools) {
          for (let from = 0; from < spoolIds.length; from += spoolsAtOnce) {
            const some = spoolIds.slice(from, from + spoolsAtOnce)
            await exportRows(send, service, { accountId, spoolIds: some }, print)
          }
        }
        return { accountId }
      }),
    )
}

type Row = { table: string; row: Record<string, unknown> }
type Print = (service: ExportingService, row: Row) => void

async function exportRows(
  send: Operator['send'],
  service: ExportingService,
  owner: { accountId: string; spoolIds?: string[] },
  print: Print,
): Promise<void> {
  let after: ExportPlace | null = null
  do {
    const page: { rows: Row[]; next: ExportPlace | null } = await send(exportAccount(service), {
      ...owner,
      after,
    })
    for (const row of page.rows) print(service, row)
    after = page.next
  } while (after !== null)
}
