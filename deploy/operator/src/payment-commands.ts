import {
  explainAnomaly,
  listPaymentAnomalies,
  listPayments,
  noteRefund,
  paymentStates,
  reconcilePayments,
  showPayment,
} from '@outturn/contracts'
import { type PackRail, packRails } from '@outturn/vocabulary'
import type { Command } from 'commander'
import { choice, idOf, wholeNumber } from './arguments.ts'
import { example, type Run } from './session.ts'

type ListOptions = { rail?: PackRail; state?: (typeof paymentStates)[number] | 'open'; limit: number }
type RefundOptions = { micros: number; reference: string; reason: string }

/** `payments`: what wallets and cards paid, and how it agrees with the chain and the processor. */
export function addPaymentCommands(program: Command, run: Run): void {
  const payments = program.command('payments').description('payments by wallets and cards')
  payments
    .command('list')
    .description('payments of both rails, the newest first')
    .addOption(choice('--rail <rail>', 'those of one rail', packRails))
    .addOption(
      choice('--state <state>', 'those in one state; open: that have not ended', [...paymentStates, 'open']),
    )
    .option('--limit <n>', 'how many at most, up to 1000', wholeNumber, 50)
    .addHelpText('after', example('payments list --state open'))
    .action(
      run((send, { rail, state, limit }: ListOptions) =>
        send(listPayments, { rail: rail ?? null, state: state ?? null, limit }),
      ),
    )
  payments
    .command('show')
    .description('one payment with its transfers, anomalies and notes')
    .argument('<reference>', 'id of the payment, purchase or anomaly; transaction; or id at the processor')
    .addHelpText('after', example('payments show pay_…', 'payments show 0x…'))
    .action(run((send, reference: string) => send(showPayment, { reference })))
  payments
    .command('anomalies')
    .description('where the chain or the processor and the records do not agree')
    .option('--all', 'also those that are closed', false)
    .addHelpText('after', example('payments anomalies'))
    .action(
      run((send, { all }: { all: boolean }) => send(listPaymentAnomalies, { isOpen: !all, limit: 1_000 })),
    )
  payments
    .command('reconcile')
    .description('compare the chain and the processor with the records now; otherwise it is done daily')
    .requiredOption('--reason <text>', 'why, for the record')
    .addHelpText('after', example('payments reconcile --reason "a payer asks for its credits"'))
    .action(run((send, { reason }: { reason: string }) => send(reconcilePayments, { reason })))
  payments
    .command('refund-note')
    .description(
      'note that money was sent back; this moves none, and takes back the credits that were bought with it',
    )
    .argument('<reference>', 'id of the payment, purchase or anomaly; transaction; or id at the processor')
    .requiredOption('--micros <n>', 'how much was sent back, in micros of a dollar', wholeNumber)
    .requiredOption('--reference <id>', 'transaction that sent it back, or id of the refund at the processor')
    .requiredOption('--reason <text>', 'why, for the record')
    .addHelpText(
      'after',
      example('payments refund-note pay_… --micros 100000 --reference 0x… --reason "paid by mistake"'),
    )
    .action(
      run((send, reference: string, { micros, reference: refundReference, reason }: RefundOptions) =>
        send(noteRefund, { reference, amountMicros: String(micros), refundReference, reason }),
      ),
    )
  payments
    .command('explain')
    .description('close an anomaly that was looked into')
    .argument('<anomaly-id>', 'as the list shows it', idOf('anomaly'))
    .requiredOption('--reason <text>', 'what it was, for the record')
    .addHelpText('after', example('payments explain pan_… --reason "our own test transfer"'))
    .action(
      run((send, anomalyId: string, { reason }: { reason: string }) =>
        send(explainAnomaly, { anomalyId, reason }),
      ),
    )
}
