import type { BlockReason } from '@outturn/contracts'
import {
  type GrantFacts,
  isGranted,
  remainingUnits,
  type SettlementGrant,
  windowOf,
} from './settlement-grant.ts'

export type KnownGrant = { readonly grant: SettlementGrant; readonly facts: GrantFacts }

/** The grant under which so much may be moved now, or why there is none. */
export type Authority =
  | { readonly grant: SettlementGrant; readonly isApproved: boolean }
  | { readonly refusedFor: BlockReason }

/** What a buyer is told where nothing can be moved; the first five in the words of the contract. */
export const blockMessages: Readonly<Record<BlockReason, string>> = {
  no_spend_permission: 'No spend permission grants the service authority.',
  permission_revoked: 'Every matching permission is revoked.',
  permission_inactive: 'Every matching permission is expired or not yet active.',
  allowance_exceeded: 'The earned amount exceeds the remaining allowance of the current period.',
  insufficient_funds: 'The wallet of the buyer holds less of the token than what is due.',
  transfer_refused: 'The chain refuses the transfer now.',
  receipt_not_active: 'The receipt that says what was earned is no longer active.',
}

/** Where grants fail for different causes, time is named: another grant is the answer to every one of them. */
export function authorityOf(known: readonly KnownGrant[], neededUnits: bigint): Authority {
  const matching = known.filter(({ grant }) => isGranted(grant))
  if (matching.length === 0) return { refusedFor: 'no_spend_permission' }
  const unrevoked = matching.filter(({ facts }) => !facts.isRevoked)
  if (unrevoked.length === 0) return { refusedFor: 'permission_revoked' }
  const open = unrevoked.filter(({ grant, facts }) => windowOf(grant.permission, facts.at) === 'open')
  if (open.length === 0) return { refusedFor: 'permission_inactive' }
  // One that was approved, and whose approval a reorganisation of the chain took back, has no signature to approve it by.
  const usable = open.filter(({ grant, facts }) => facts.isApproved || grant.signature !== null)
  if (usable.length === 0) return { refusedFor: 'no_spend_permission' }
  // Of several the last one: those before it are given back.
  const enough = usable.findLast(({ grant, facts }) => remainingUnits(grant.permission, facts) >= neededUnits)
  if (enough === undefined) return { refusedFor: 'allowance_exceeded' }
  return { grant: enough.grant, isApproved: enough.facts.isApproved }
}
