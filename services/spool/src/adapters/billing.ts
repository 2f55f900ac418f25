import { type CommandOutput, keyOfAccount, priceRun, priceWork, reserveRun } from '@outturn/contracts'
import type { CommandContext } from '@outturn/messaging'
import { failPoint } from '@outturn/service'
import type { SpoolDeps } from '../deps.ts'
import { onBehalfOf } from './on-behalf-of.ts'

type Reservation = {
  runId: string
  accountId: string
  freeTextCompiles: number
  /** Kind of the deliverable, in the words of the agreement. */
  useCase: string
  /** The payment for this run alone, where there is one. */
  paymentId?: string | undefined
}

/** Reserves the price of a run for the account that is charged for it, once for each run. */
export async function reservePrice(
  { bus }: Pick<SpoolDeps, 'bus'>,
  reservation: Reservation,
  context: CommandContext,
): Promise<void> {
  failPoint('spool.before-reserve')
  const commandId = `reserve:${reservation.runId}`
  const keyId = keyOfAccount(context.principal, reservation.accountId)
  await bus.request(reserveRun, { ...reservation, keyId }, { ...onBehalfOf(context), commandId })
  failPoint('spool.after-reserve')
}

/** What a run would cost an account, without a reservation. */
export function priceOfRun(
  { bus }: Pick<SpoolDeps, 'bus'>,
  run: Pick<Reservation, 'accountId' | 'freeTextCompiles'>,
  context: CommandContext,
): Promise<CommandOutput<typeof priceRun>> {
  return bus.request(priceRun, run, onBehalfOf(context))
}

/** Fees on the work of one Spool under the current price list. */
export function priceOfWork(
  { bus }: Pick<SpoolDeps, 'bus'>,
  work: { accountId: string; amountCents: number },
  context: CommandContext,
): Promise<CommandOutput<typeof priceWork>> {
  return bus.request(priceWork, work, onBehalfOf(context))
}
