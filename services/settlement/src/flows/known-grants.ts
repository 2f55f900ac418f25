import { Refusal } from '@outturn/contracts'
import type { SettlementDeps } from '../deps.ts'
import { type KnownGrant } from '../domain/grants/grant-authority.ts'
import type { GrantChain } from '../domain/grants/grant-chain.ts'
import { isGranted } from '../domain/grants/settlement-grant.ts'
import type { GrantPlace } from '../domain/grants/spend-permission.ts'
import type { SettlementToken } from '../domain/settlement.ts'
import { readGrants, type StoredGrant } from '../store/grant-store.ts'

/** A chain on which grants can be taken and spent now. */
export type OpenGrantChain = {
  readonly grants: GrantChain
  readonly place: GrantPlace
  readonly token: SettlementToken
}

/** Null where this deployment takes no grants, or its chain was not confirmed. */
export function openGrantChain({ chain, grants }: SettlementDeps): OpenGrantChain | null {
  const [place, token] = [grants?.place() ?? null, chain?.token() ?? null]
  return grants === null || place === null || token === null ? null : { grants, place, token }
}

/** Whether the settler of now can spend it. */
export function isSpentHere({ network, permission }: StoredGrant, { place, token }: OpenGrantChain): boolean {
  return (
    network.chainId === place.chainId &&
    network.manager === place.manager &&
    permission.spender === place.settler &&
    permission.token === token.address
  )
}

/** What was granted for a Spool, each with what the chain has of it. */
export async function knownGrants(
  { pool }: Pick<SettlementDeps, 'pool'>,
  open: OpenGrantChain,
  spoolId: string,
): Promise<KnownGrant[]> {
  const granted = (await readGrants(pool, spoolId)).filter(
    (grant) => isGranted(grant) && isSpentHere(grant, open),
  )
  return Promise.all(
    granted.map(async (grant) => ({ grant, facts: await open.grants.facts(grant.permission) })),
  )
}

/** The settlers that may have paid a Spool: the one of now, and those that its grants were made for before. */
export async function settlersOf(
  { pool }: Pick<SettlementDeps, 'pool'>,
  { place }: OpenGrantChain,
  spoolId: string,
): Promise<Set<string>> {
  const granted = (await readGrants(pool, spoolId)).filter(
    (grant) => isGranted(grant) && grant.network.chainId === place.chainId,
  )
  return new Set([place.settler, ...granted.map(({ permission }) => permission.spender)])
}

/** Asks the chain; a chain that does not answer refuses what it was asked for. */
export async function askingChain<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw Object.assign(grantsClosed(), { cause: error })
  }
}

export function grantsClosed(): Refusal {
  return new Refusal(
    'settlement_unavailable',
    'Managed wallet settlement is not enabled in this deployment, or cannot reach its chain now.',
    {
      reason: 'managed_settlement_disabled',
      remediation: 'Try again later, or settle with settlement_mode direct_eip3009.',
    },
  )
}
