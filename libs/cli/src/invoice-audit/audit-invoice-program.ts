import { type AddCommands, collected, connected, examples } from '../command.ts'
import { runAction } from '../run-action.ts'
import type { AuditInvoiceOptions } from './audit-invoice-command.ts'

const help = `${examples(
  'outturn audit-invoice invoice.csv --record record.csv',
  'outturn audit-invoice invoice.pdf --record record.csv --map invoice.key=Shipment --map invoice.amount=Sum --map record.key=id',
  'outturn audit-invoice invoice.csv --record record.csv --rules rules.json --save audit.html',
)}

The columns are suggested by their headers; on a terminal you confirm them, or name them one by one. --map names them without a question, and
nothing of it is remembered. Members of a mapping: invoice.key, invoice.amount,
invoice.line, invoice.quantity, invoice.unit_price, invoice.date, record.key, record.quantity, record.unit_price, record.status, record.date.

Exit status: 0 the record supports all of the invoice, 1 it does not, or the request was refused, 2 nothing was audited.`

/** Adds the command that audits an invoice against a record. */
export const addAuditInvoiceCommand: AddCommands = (program, context) => {
  connected(
    program
      .command('audit-invoice')
      .description('compare an invoice with your own record of the work, line by line'),
  )
    .argument('<invoice>', 'CSV or PDF file')
    .requiredOption('--record <file>', 'CSV file of your record')
    .option(
      '--map <member=header>',
      'column of a file, such as invoice.key=ticket; repeat it for more',
      collected,
    )
    .option('--rules <file>', 'JSON file with the rules of the agreement')
    .option('--currency <code>', 'currency of the invoice (default: USD)')
    .option('--total <cents>', 'total that the invoice states, in cents')
    .option('-y, --yes', 'take the suggested columns without asking')
    .option('--sign', 'add a signed statement of the audit')
    .option('--save <file>', 'write the result to this file, which must not exist: .json, .csv or .html')
    .option('--force', 'replace the file of --save')
    .addHelpText('after', help)
    .action((invoice: string, options: AuditInvoiceOptions) =>
      runAction(context, options, async () =>
        (await import('./audit-invoice-command.ts')).runAuditInvoice(invoice, options, context.host),
      ),
    )
}
