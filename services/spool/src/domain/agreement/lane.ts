import type { Lane } from '@outturn/agreement'
import type { AgreementDraft } from './agreement-draft.ts'
import type { Party } from '../lifecycle/spool.ts'
import { sideOf } from '../lifecycle/viewer.ts'

/** The provider path of a Spool, by its type. Its parties settle by the receipt: this service moves no money. */
export function laneOf(draft: AgreementDraft, parties: readonly Party[]): Lane {
  const type = draft.type ?? 'service'
  const isAgent = type === 'agent_task'
  const provider = parties.find(({ role }) => sideOf(role) === 'provider') as Party
  const choice =
    draft.type === null
      ? `type was not sent; '${type}' selected. Send type 'agent_task' for work of an agent.`
      : `type '${type}' selects the ${isAgent ? 'agent and software' : 'person and business'} path.`
  return {
    path: isAgent ? 'agent_software' : 'person_business',
    provider_kind: provider.kind,
    funding: 'external',
    payout_setup_required: false,
    payout_setup_before: 'none',
    type,
    type_defaulted: draft.type === null,
    note: `${choice} The parties settle by the receipt, outside this service.`,
  }
}

/** Whether this service settles a Spool itself, which it does for no lane that it offers. */
export function isSettledHere(lane: Lane | undefined): boolean {
  return lane !== undefined && lane.funding !== 'external'
}
