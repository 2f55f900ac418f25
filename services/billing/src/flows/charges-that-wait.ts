import {
  spoolRunFailed,
  spoolVerified,
  type CommandOutput,
  type listWaitingCharges,
} from '@outturn/contracts'
import type { BillingDeps } from '../deps.ts'
import { waitingCharges } from '../store/waiting-charges.ts'

const queues = [spoolVerified.name, spoolRunFailed.name]

/** Charges that nothing will end by itself, or that should have ended by now. */
export function chargesThatWait(
  { pool, waitingAfterMs }: Pick<BillingDeps, 'pool' | 'waitingAfterMs'>,
  now: Date,
): Promise<CommandOutput<typeof listWaitingCharges>> {
  return waitingCharges(pool, queues, new Date(now.getTime() - waitingAfterMs))
}
