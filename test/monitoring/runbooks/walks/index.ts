import type { Walk } from '../walk.ts'
import { backupWalks } from './backups.ts'
import { moneyWalks } from './money.ts'
import { processWalks } from './processes.ts'
import { queueWalks } from './queues.ts'
import { storeWalks } from './stores.ts'
import { trustWalks } from './trust.ts'

/** Causes that only show in symptoms come before those that hide them. */
export const allWalks: readonly Walk[] = [
  ...processWalks,
  ...queueWalks,
  ...moneyWalks,
  ...trustWalks,
  ...backupWalks,
  ...storeWalks,
]

const sameSteps = 'its steps are those of another one, which is walked'
const days =
  'its cause takes days, or money of a settlement under way; npm run settlements brings such causes about without the runbook'
const hostile =
  'its cause is load or work of a kind that the other walks would not outlive; npm run exhaustion brings it about'

/** Alerts whose runbooks were only read, and why. */
export const readOnly: Readonly<Record<string, string>> = {
  OutturnBudgetBurningSlowly: sameSteps,
  OutturnStreamsRemade: 'nats-server is restarted before its stream is made again, where there is space',
  OutturnPublishesRefused:
    'OutturnNatsDown and OutturnStreamsMissing come first, and verifications that are refused publish nothing more',
  OutturnClockOffset: 'the processes share the clock of one machine',
  OutturnMemoryGrown: 'it looks back a day',
  OutturnMigrationPending:
    'a schema that lacks a migration of this release is one of an earlier one; npm run upgrade has such',
  OutturnDiskFillsSoon: 'it needs a kubelet or a node_exporter, and looks back an hour',
  OutturnDiskFills: 'it needs a kubelet or a node_exporter, and looks back six hours',
  OutturnRequestsRefusedForLoad: hostile,
  OutturnCommandsShed: hostile,
  OutturnLaneWait: hostile,
  OutturnAuditsWait: hostile,
  OutturnThreadsEnded: hostile,
  OutturnPolicyReadingsEnded: hostile,
  OutturnBodyReadingsEnded: hostile,
  OutturnRunsRefusedByCost: 'there is nothing to repair',
  OutturnCommandsTooLarge: 'there is nothing to repair',
  OutturnRequestLogDropped: 'it takes thousands of refused requests while their log cannot be written',
  OutturnLedgerNotWatched: 'at this scale half an hour is shorter than the pause between two watches',
  OutturnPurchaseOpen: days,
  OutturnPaymentOpen: days,
  OutturnSettlementImbalance: days,
  OutturnSettlementAnomaly: days,
  OutturnSettlementSignerStalled: days,
  OutturnSettlementNotMoving: days,
  OutturnCardProcessorAway: 'the processor of tests runs in the process that keeps the system',
  OutturnCardHoldEnding: days,
  OutturnCardSettlementOpen: days,
}
