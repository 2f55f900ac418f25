import type { Alert } from '../rules/alert.ts'
import { burnAlerts } from '../slo/burn-alerts.ts'
import { capacityAlerts } from './capacity.ts'
import { moneyAlerts } from './money.ts'
import { processAlerts } from './processes.ts'
import { queueAlerts } from './queues.ts'
import { refusedWorkAlerts } from './refused-work.ts'
import { settlementAlerts } from './settlement.ts'
import { storeAlerts } from './stores.ts'
import { trustAlerts } from './trust.ts'
import { watchingAlerts } from './watching.ts'

/** Every alert by its group, in the order of docs/operating/alerts.md. */
export const alertGroups: Readonly<Record<string, readonly Alert[]>> = {
  objectives: burnAlerts,
  processes: processAlerts,
  stores: storeAlerts,
  capacity: capacityAlerts,
  queues: queueAlerts,
  trust: trustAlerts,
  money: moneyAlerts,
  settlement: settlementAlerts,
  'refused-work': refusedWorkAlerts,
  watching: watchingAlerts,
}

export const allAlerts: readonly Alert[] = Object.values(alertGroups).flat()
