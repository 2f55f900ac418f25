import {
  type GrantTerms,
  offerGrant,
  readGrant,
  readGrantSwitch,
  recordGrant,
  type SettlementGrant,
  type SettlementGrantRequest,
  type SettlementGrantTemplate,
} from '@outturn/contracts'
import type { CommandContext } from '@outturn/messaging'
import type { SpoolDeps } from '../deps.ts'
import { onBehalfOf } from './on-behalf-of.ts'

type Bus = Pick<SpoolDeps, 'bus'>

/** Whether operators have paused new grants. */
export async function areGrantsPaused({ bus }: Bus, context: CommandContext): Promise<boolean> {
  const { isPaused } = await bus.request(readGrantSwitch, {}, onBehalfOf(context))
  return isPaused
}

/** What is to be granted; noted when it is first asked for, so that it is the same the next time. */
export function askForGrant(
  { bus }: Bus,
  terms: GrantTerms,
  context: CommandContext,
): Promise<SettlementGrantTemplate> {
  return bus.request(offerGrant, terms, { ...onBehalfOf(context), commandId: context.commandId })
}

export function submitGrant(
  { bus }: Bus,
  grant: { terms: GrantTerms; request: SettlementGrantRequest },
  context: CommandContext,
): Promise<SettlementGrant> {
  return bus.request(recordGrant, grant, { ...onBehalfOf(context), commandId: context.commandId })
}

export function grantOf({ bus }: Bus, spoolId: string, context: CommandContext): Promise<SettlementGrant> {
  return bus.request(readGrant, { spoolId }, onBehalfOf(context))
}
