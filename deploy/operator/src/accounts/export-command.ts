import { exportAccount, type ExportPlace, exportingServices, showAccount } from '@outturn/contracts'
import type { Command } from 'commander'
import { idOf } from '../arguments.ts'
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
        for (const service of exportingServices) {
          let after: ExportPlace | null = null
          do {
            const page: { rows: { table: string; row: object }[]; next: ExportPlace | null } = await send(
              exportAccount(service),
              { accountId, after },
            )
            for (const { table, row } of page.rows) write(JSON.stringify({ service, table, row }))
            after = page.next
          } while (after !== null)
        }
        return { accountId }
      }),
    )
}
