import { arrangeReturns, type CommandInput, type CommandOutput, findActiveAccounts } from '@outturn/contracts'
import type { CommandContext } from '@outturn/messaging'
import type { SpoolDeps } from '../deps.ts'
import { onBehalfOf } from './on-behalf-of.ts'

/** Which of these accounts can act for a party. Asks nothing where there are none. */
export async function activeAccounts(
  { bus }: Pick<SpoolDeps, 'bus'>,
  accountIds: readonly string[],
  context: CommandContext,
): Promise<ReadonlySet<string>> {
  if (accountIds.length === 0) return new Set()
  const { active } = await bus.request(
    findActiveAccounts,
    { accountIds: [...accountIds] },
    onBehalfOf(context),
  )
  return new Set(active)
}

/** Where a browser is sent after the setup of payouts, in place of the addresses that a caller gave. */
export function returnsOf(
  { bus }: Pick<SpoolDeps, 'bus'>,
  given: CommandInput<typeof arrangeReturns>,
  context: CommandContext,
): Promise<CommandOutput<typeof arrangeReturns>> {
  return bus.request(arrangeReturns, given, { ...onBehalfOf(context), commandId: context.commandId })
}
