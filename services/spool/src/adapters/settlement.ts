import {
  type CommandInput,
  type CommandOutput,
  commitCardSettlement,
  commitSettlement,
  onboardPayee,
  type ProviderOnboarding,
  readSettlementCapabilities,
  type SettlementSummary,
  signLegs,
} from '@outturn/contracts'
import type { CommandContext } from '@outturn/messaging'
import type { SpoolDeps } from '../deps.ts'
import { onBehalfOf } from './on-behalf-of.ts'

type Bus = Pick<SpoolDeps, 'bus'>

/** How this deployment settles for an account. */
export type SettlementOffer = {
  readonly adapters: readonly string[]
  /** Addresses that are of no party, in lower case. */
  readonly reservedAddresses: readonly string[]
}

export async function settlementOffer(
  { bus }: Bus,
  accountId: string,
  context: CommandContext,
): Promise<SettlementOffer> {
  const options = onBehalfOf(context)
  const { adapters, reservedAddresses = [] } = await bus.request(
    readSettlementCapabilities,
    { accountId },
    options,
  )
  return { adapters, reservedAddresses }
}

/** Commits to settle a Spool; without effect until the Spool is known to be committed. */
export async function commitToSettle(
  { bus }: Bus,
  commitment: CommandInput<typeof commitSettlement>,
  context: CommandContext,
): Promise<CommandOutput<typeof commitSettlement>> {
  const commandId = `commit:${commitment.spoolId}`
  return bus.request(commitSettlement, commitment, { ...onBehalfOf(context), commandId })
}

/** Holds what a Spool is worth on a card, or opens a page for it; answers where the settlement stands then. */
export function commitByCard(
  { bus }: Bus,
  commitment: CommandInput<typeof commitCardSettlement>,
  context: CommandContext,
): Promise<SettlementSummary> {
  return bus.request(commitCardSettlement, commitment, {
    ...onBehalfOf(context),
    commandId: context.commandId,
  })
}

/** A new link by which a payee sets up its payouts. */
export async function payoutLink(
  { bus }: Bus,
  payee: CommandInput<typeof onboardPayee>,
  context: CommandContext,
): Promise<ProviderOnboarding> {
  const options = { ...onBehalfOf(context), commandId: context.commandId }
  const { url, expiresAt, isReady } = await bus.request(onboardPayee, payee, options)
  return { url, expires_at: expiresAt, ready: isReady }
}

/** Hands signatures of the buyer on; answers where the settlement stands then. */
export function submitSignatures(
  { bus }: Bus,
  signatures: CommandInput<typeof signLegs>,
  context: CommandContext,
): Promise<SettlementSummary> {
  return bus.request(signLegs, signatures, { ...onBehalfOf(context), commandId: context.commandId })
}
