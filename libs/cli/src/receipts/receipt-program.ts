import { type AddCommands, connected, examples } from '../command.ts'
import { runAction } from '../run-action.ts'
import type { ReceiptOptions, VerifyReceiptOptions } from './receipt-command.ts'

const idArgument = ['<receipt_id>', 'receipt, such as ocr_…'] as const

/** Adds the commands that read receipts from the service. */
export const addReceiptCommands: AddCommands = (program, context) => {
  const receipt = program.command('receipt').description('read receipts and their status from the service')
  connected(receipt.command('get').description('print a receipt, or write it to a file'))
    .argument(...idArgument)
    .option('-o, --output <file>', 'file to write, which must not exist')
    .option('--force', 'replace the file')
    .addHelpText('after', examples('outturn receipt get ocr_… -o receipt.json'))
    .action((id: string, options: ReceiptOptions) =>
      runAction(context, options, async () =>
        (await import('./receipt-command.ts')).runGetReceipt(id, options, context.host),
      ),
    )
  connected(
    receipt.command('verify').description('verify a receipt and ask whether it was corrected or revoked'),
  )
    .argument('<receipt>', 'file with the receipt, or its id')
    .option('--keys <file>', 'pinned key document (default: the one that the service serves)')
    .addHelpText(
      'after',
      `${examples('outturn receipt verify receipt.json', 'outturn receipt verify receipt.json --keys keys.json')}

To verify without the network: outturn verify receipt.json --keys keys.json
Exit status: 0 the receipt is valid and in force, 1 it is not, 2 it could not be judged.`,
    )
    .action((file: string, options: VerifyReceiptOptions) =>
      runAction(context, options, async () =>
        (await import('./receipt-command.ts')).runVerifyReceipt(file, options, context.host),
      ),
    )
  connected(
    receipt.command('status').description('ask whether a receipt was corrected or revoked; needs no key'),
  )
    .argument(...idArgument)
    .addHelpText('after', examples('outturn receipt status ocr_…'))
    .action((id: string, options: ReceiptOptions) =>
      runAction(context, options, async () =>
        (await import('./receipt-command.ts')).runReceiptStatus(id, options, context.host),
      ),
    )
  connected(receipt.command('bundle').description('get what the run of a receipt is replayed from'))
    .argument(...idArgument)
    .option('-o, --output <file>', 'file to write, which must not exist')
    .option('--force', 'replace the file')
    .addHelpText(
      'after',
      examples('outturn receipt bundle ocr_… -o bundle.json', 'outturn replay bundle.json --keys keys.json'),
    )
    .action((id: string, options: ReceiptOptions) =>
      runAction(context, options, async () =>
        (await import('./receipt-command.ts')).runGetBundle(id, options, context.host),
      ),
    )
}
