import type { Lane } from '@outturn/agreement'
import type { AgreementDraft } from './agreement-draft.ts'
import type { Party } from '../lifecycle/spool.ts'
import { sideOf } from '../lifecycle/viewer.ts'

/** Ways of funding that this service settles itself. It has no adapter, so the parties settle by the receipt. */
export const settlementAdapters: ReadonlySet<Lane['funding']> = new Set()

/** What may be settled by this service; a fleet without an adapter leaves it to the parties. */
export type SettlementCapability = { managed: boolean }

/** The provider path of a Spool: by its type, and by what this fleet can settle. */
export function laneOf(
  draft: AgreementDraft,
  parties: readonly Party[],
  settlement: SettlementCapability,
): Lane {
  const type = draft.type ?? 'service'
  const isAgent = type === 'agent_task'
  const provider = parties.find(({ role }) => sideOf(role) === 'provider') as Party
  const own = isAgent ? 'wallet_authority' : 'hosted_checkout'
  const isManaged =
    settlement.managed && settlementAdapters.has(own) && draft.value.rail_preference !== 'external'
  const needsPayout = isManaged && !isAgent
  return {
    path: isAgent ? 'agent_software' : 'person_business',
    provider_kind: provider.kind,
    funding: isManaged ? own : 'external',
    payout_setup_required: needsPayout,
    payout_setup_before: needsPayout ? 'funding' : 'none',
    type,
    type_defaulted: draft.type === null,
    note: [
      draft.type === null
        ? `type was not sent; '${type}' selected. Send type 'agent_task' for wallet authority.`
        : `type '${type}' selects the ${isAgent ? 'agent and software' : 'person and business'} path.`,
      ...(isManaged ? [] : ['The parties settle by the receipt, outside this service.']),
    ].join(' '),
  }
}
