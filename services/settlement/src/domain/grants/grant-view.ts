import type {
  GrantTerms,
  SettlementGrant as SettlementGrantView,
  SettlementGrantTemplate,
} from '@outturn/contracts'
import { type GrantFacts, remainingUnits, type SettlementGrant, windowOf } from './settlement-grant.ts'
import { type GrantPlace, managerCall, permissionTypedData } from './spend-permission.ts'

/** The manager and chain that a grant was made for. */
export type GrantNetwork = Pick<GrantPlace, 'chainId' | 'manager'>

export function toTemplate(
  { spoolId, permission, permissionHash }: SettlementGrant,
  network: GrantNetwork,
  { maximumAllInCents }: Pick<GrantTerms, 'maximumAllInCents'>,
): SettlementGrantTemplate {
  return {
    spool_id: spoolId,
    network: `eip155:${network.chainId}`,
    manager: network.manager,
    permission,
    permission_hash: permissionHash,
    typed_data: permissionTypedData(network, permission),
    approve_transaction: managerCall(network, 'approve', permission),
    maximum_all_in_cents: maximumAllInCents,
    allowance_units: permission.allowance,
    requirements: [
      'The account is a contract, or delegates to one (EIP-7702).',
      'The account lets the manager call its execute(address,uint256,bytes).',
      'The account holds what is due when the verdict is final.',
    ],
    expires_at: new Date(Number(permission.end) * 1_000).toISOString(),
  }
}

/** `facts` is null where the chain cannot be asked; how to revoke is told all the same. */
export function toGrantView(
  grant: SettlementGrant,
  network: GrantNetwork,
  explorerUrl: string,
  facts: GrantFacts | null,
): SettlementGrantView {
  const { spoolId, permission, permissionHash, revocation } = grant
  return {
    spool_id: spoolId,
    network: `eip155:${network.chainId}`,
    manager: network.manager,
    permission,
    permission_hash: permissionHash,
    state: facts === null ? null : stateOf(grant, facts),
    approved: facts?.isApproved ?? null,
    revoked: facts?.isRevoked ?? null,
    revoked_at: revocation?.at.toISOString() ?? null,
    revoked_by: revocation?.by ?? null,
    revoked_in: revocation?.transaction ?? null,
    window: facts === null ? null : windowOf(permission, facts.at),
    current_period:
      facts === null
        ? null
        : {
            start: permission.start,
            end: permission.end,
            spent_units: String(facts.spentUnits),
            remaining_units: String(remainingUnits(permission, facts)),
          },
    revocation: {
      url: `${explorerUrl.replace(/\/$/, '')}/address/${network.manager}`,
      manager: network.manager,
      chain_id: network.chainId,
      call: managerCall(network, 'revoke', permission),
    },
  }
}

function stateOf({ permission }: SettlementGrant, facts: GrantFacts): SettlementGrantView['state'] {
  if (facts.spentUnits > 0n) return 'exhausted'
  if (facts.isRevoked) return 'revoked'
  if (windowOf(permission, facts.at) === 'ended') return 'expired'
  return facts.isApproved ? 'approved' : 'recorded'
}
