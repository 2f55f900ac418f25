import {
  bumpSettlement,
  closeSettlement,
  holdSettlement,
  listSettlementAnomalies,
  listSettlements,
  recheckSettlement,
  resolveSettlementAnomaly,
  showSettlement,
  switchSending,
} from '@outturn/contracts'
import { type SettlementState, settlementStates } from '@outturn/vocabulary'
import type { Command } from 'commander'
import { choice, idOf, wholeNumber } from '../arguments.ts'
import { example, type Run } from '../session.ts'
import { addGrantLimits } from './grant-limit-commands.ts'

type ListOptions = { state?: SettlementState | 'open'; limit: number }
type Reason = { reason: string }

const forTheRecord = 'why, for the record'

/** `settlement`: how what was earned is paid from wallets and cards. Nothing here changes an amount or a payee, or sends a paid leg again. */
export function addSettlementCommands(program: Command, run: Run): void {
  const settlement = program.command('settlement').description('settlements from wallets and cards')
  settlement
    .command('list')
    .description('settlements, the oldest first')
    .addOption(
      choice('--state <state>', 'those in one state; open: that have not ended', [
        ...settlementStates,
        'open',
      ]).default('open'),
    )
    .option('--limit <n>', 'how many at most, up to 1000', wholeNumber, 50)
    .addHelpText('after', example('settlement list --state releasing'))
    .action(
      run((send, { state, limit }: ListOptions) => send(listSettlements, { state: state ?? null, limit })),
    )
  settlement
    .command('show')
    .description(
      'one settlement with its legs or holds, transactions, books, anomalies and what operators did',
    )
    .argument('<reference>', 'id of the settlement or of its Spool', idOf('settlement', 'spool'))
    .addHelpText('after', example('settlement show stl_…', 'settlement show spl_…'))
    .action(run((send, reference: string) => send(showSettlement, { reference })))
  addSwitches(settlement, run)
  addGrantLimits(settlement, run)
  addActions(settlement, run)
  addAnomalies(settlement, run)
}

function addSwitches(settlement: Command, run: Run): void {
  for (const [name, isPaused, description] of [
    [
      'pause',
      true,
      'send nothing to the chain and take nothing from cards any more; what others send is recorded',
    ],
    ['resume', false, 'send again'],
  ] as const) {
    settlement
      .command(name)
      .description(description)
      .requiredOption('--reason <text>', forTheRecord)
      .addHelpText('after', example(`settlement ${name} --reason "the node is being replaced"`))
      .action(run((send, { reason }: Reason) => send(switchSending, { isPaused, reason })))
  }
}

function addActions(settlement: Command, run: Run): void {
  for (const [name, isHeld, description] of [
    ['hold', true, 'send or take nothing more of one settlement; what was sent is not called back'],
    ['unhold', false, 'let it be sent again'],
  ] as const) {
    settlement
      .command(name)
      .description(description)
      .argument('<settlement-id>', 'as the list shows it', idOf('settlement'))
      .requiredOption('--reason <text>', forTheRecord)
      .addHelpText('after', example(`settlement ${name} stl_… --reason "the buyer reports a stolen key"`))
      .action(
        run((send, settlementId: string, { reason }: Reason) =>
          send(holdSettlement, { settlementId, isHeld, reason }),
        ),
      )
  }
  settlement
    .command('bump')
    .description('offer more now for its transaction that no block took')
    .argument('<settlement-id>', 'as the list shows it', idOf('settlement'))
    .requiredOption('--reason <text>', forTheRecord)
    .addHelpText('after', example('settlement bump stl_… --reason "the base fee has doubled"'))
    .action(
      run((send, settlementId: string, { reason }: Reason) => send(bumpSettlement, { settlementId, reason })),
    )
  settlement
    .command('recheck')
    .description('ask the chain or the processor of cards about it now')
    .argument('<settlement-id>', 'as the list shows it', idOf('settlement'))
    .requiredOption('--reason <text>', forTheRecord)
    .addHelpText('after', example('settlement recheck stl_… --reason "the seller says it was paid"'))
    .action(
      run((send, settlementId: string, { reason }: Reason) =>
        send(recheckSettlement, { settlementId, reason }),
      ),
    )
  settlement
    .command('close')
    .description('record that what is owed of it was settled elsewhere; this cannot be undone')
    .argument('<settlement-id>', 'as the list shows it', idOf('settlement'))
    .requiredOption('--reason <text>', forTheRecord)
    .requiredOption('--evidence <reference>', 'where the proof lies: a transaction, an invoice, a ticket')
    .addHelpText(
      'after',
      example('settlement close stl_… --reason "paid by bank transfer" --evidence "invoice 4711"'),
    )
    .action(
      run((send, settlementId: string, options: Reason & { evidence: string }) =>
        send(closeSettlement, { settlementId, ...options }),
      ),
    )
}

function addAnomalies(settlement: Command, run: Run): void {
  settlement
    .command('anomalies')
    .description('where the chain and the records do not agree, or something needs an operator')
    .option('--all', 'also those that are closed', false)
    .addHelpText('after', example('settlement anomalies'))
    .action(
      run((send, { all }: { all: boolean }) => send(listSettlementAnomalies, { isOpen: !all, limit: 1_000 })),
    )
  settlement
    .command('resolve')
    .description('close an anomaly that was looked into')
    .argument('<anomaly-id>', 'as the list shows it', idOf('anomaly'))
    .requiredOption('--reason <text>', 'what it was, for the record')
    .addHelpText('after', example('settlement resolve pan_… --reason "our own test transaction"'))
    .action(
      run((send, anomalyId: string, { reason }: Reason) =>
        send(resolveSettlementAnomaly, { anomalyId, reason }),
      ),
    )
}
