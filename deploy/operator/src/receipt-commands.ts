import { approveRevocation, issueRunReceipt, listRevocations, requestRevocation } from '@outturn/contracts'
import { revocationCodes } from '@outturn/vocabulary'
import type { Command } from 'commander'
import { choice, idOf } from './arguments.ts'
import { addImportCommand } from './recovery-commands.ts'
import { example, type Run } from './session.ts'

type RevokeOptions = { advisory: string; code: (typeof revocationCodes)[number] }

/** `receipts`: those of runs that ended without one are issued late; revoking takes two operators, each under their own name. */
export function addReceiptCommands(program: Command, run: Run): void {
  const receipts = program.command('receipts').description('issued receipts')
  receipts
    .command('issue')
    .description('issue the receipt of a run that ended while signing was off')
    .argument('<run-id>', 'as the Spool shows it', idOf('run'))
    .addHelpText('after', example('receipts issue vr_…'))
    .action(run((send, runId: string) => send(issueRunReceipt, { runId })))
  receipts
    .command('revoke')
    .description('request that a receipt be revoked; another operator approves within 24 hours')
    .argument('<receipt-id>', 'as the receipt has it', idOf('receipt'))
    .requiredOption('--advisory <text>', 'what readers of the receipt are told')
    .addOption(choice('--code <code>', 'kind of the advisory', revocationCodes).default('revoked'))
    .addHelpText(
      'after',
      example(
        '--as alice receipts revoke ocr_… --advisory "The supplier withdrew the data."',
        '--as bob receipts approve rvk_…',
      ),
    )
    .action(
      run(async (send, receiptId: string, { advisory, code }: RevokeOptions) => {
        const { expiresAt: openUntil, ...request } = await send(requestRevocation, {
          receiptId,
          advisory,
          code,
        })
        return { ...request, openUntil }
      }),
    )
  receipts
    .command('approve')
    .description('revoke the receipt of a request that another operator made; this cannot be undone')
    .argument('<request-id>', 'as the list of requests shows it', idOf('revocation'))
    .addHelpText('after', example('--as bob receipts approve rvk_…'))
    .action(run((send, requestId: string) => send(approveRevocation, { requestId })))
  addImportCommand(receipts, run)
  receipts
    .command('requests')
    .description('requests that wait for a second operator')
    .addHelpText('after', example('receipts requests'))
    .action(
      run(async (send) => {
        const open = await send(listRevocations, {})
        return open.map(({ expiresAt: openUntil, ...request }) => ({ ...request, openUntil }))
      }),
    )
}
