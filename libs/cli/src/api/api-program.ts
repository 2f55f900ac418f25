import { type AddCommands, connected, examples } from '../command.ts'
import { runAction } from '../run-action.ts'
import type { ApiOptions } from './api-command.ts'

/** Adds `api`, which calls any operation of the interface. */
export const addApiCommand: AddCommands = (program, context) => {
  connected(program.command('api').description('call any operation of the API, or list the operations'))
    .argument('[call...]', 'ID of the operation, then parameters of its path and query as NAME=VALUE')
    .usage('[options] [operation] [name=value...]')
    .option('--body <file>', 'JSON body of the request; - is the standard input')
    .option('--idempotency-key <key>', 'name of the call; repeated under it, the call is done once')
    .option('-o, --output <file>', 'file for the answer; it must not exist')
    .option('-f, --force', 'replace the file of --output')
    .addHelpText(
      'after',
      `${examples(
        'outturn api',
        'outturn api read-receipt-envelope receipt_id=ocr_0123456789abcdef01234567 -o receipt.dsse.json',
        'outturn api record-consumption receipt_id=ocr_0123456789abcdef01234567 --body consumption.json',
        'outturn api list-discrepancies id=spl_0123456789abcdef01234567 status=open',
      )}

The answer is printed as JSON; of a list, the first page. Some operations move money: /docs/api of the service describes each.`,
    )
    .action(([operation, ...values]: readonly string[], options: ApiOptions) =>
      runAction(context, options, async () =>
        (await import('./api-command.ts')).runApi(operation, values, options, context.host),
      ),
    )
}
