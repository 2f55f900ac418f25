import type { Lane } from '@outturn/agreement'
import type { AgreementDraft } from './agreement-draft.ts'
import type { Party } from '../model/spool.ts'
import { sideOf } from '../model/viewer.ts'

/**
 * The provider path of a Spool, by its type, and how it is funded: agent work from the wallet that its buyer names, where the
 * deployment settles from wallets; work of people and businesses by card, where it settles by card; everything else by its receipt, outside this service. It stays as it is once it is chosen.
 */
export function laneOf(draft: AgreementDraft, parties: readonly Party[], adapters: readonly string[]): Lane {
  const type = draft.type ?? 'service'
  const isAgent = type === 'agent_task'
  const provider = parties.find(({ role }) => sideOf(role) === 'provider') as Party
  const isWallet = adapters.includes('wallet') && namesBuyerWallet(draft)
  const isCard = !isWallet && adapters.includes('card') && mayPayByCard(draft)
  const needsPayout = isCard || (isWallet && provider.settlementAddress === undefined)
  const choice =
    draft.type === null
      ? `type was not sent; '${type}' selected. Send type 'agent_task' for work of an agent.`
      : `type '${type}' selects the ${isAgent ? 'agent and software' : 'person and business'} path.`
  return {
    path: isAgent ? 'agent_software' : 'person_business',
    provider_kind: provider.kind,
    funding: isWallet ? 'wallet_authority' : isCard ? 'hosted_checkout' : 'external',
    payout_setup_required: needsPayout,
    payout_setup_before: needsPayout ? 'funding' : 'none',
    type,
    type_defaulted: draft.type === null,
    note: `${choice} ${isWallet ? fromWallet : isCard ? byCard : byReceipt}`,
  }
}

const byReceipt = 'The parties settle by the receipt, outside this service.'
const fromWallet =
  "What is earned is paid from the buyer's settlement_address once the buyer has committed to it; the parties may also settle by the receipt."

const byCard =
  'The buyer commits by card: the amount is held, and what is earned is taken from it. The provider sets up its payouts first, with onboard-provider; the parties may also settle by the receipt.'

/** Whether a draft is of work of a person or business between two parties who did not choose to settle by themselves. */
export function mayPayByCard({ type, mode, value }: AgreementDraft): boolean {
  return type !== 'agent_task' && mode === 'bilateral' && value.rail_preference !== 'external'
}

/** Whether a draft is of agent work of two parties whose buyer names a wallet. */
export function namesBuyerWallet({ type, mode, parties }: AgreementDraft): boolean {
  const buyer = parties.find(({ role }) => sideOf(role) === 'buyer')
  return type === 'agent_task' && mode === 'bilateral' && buyer?.settlementAddress !== undefined
}
