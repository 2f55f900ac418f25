import { type GrantTerms, Refusal } from '@outturn/contracts'
import type { SettlementDeps } from '../deps.ts'
import { addressOn } from '../domain/commitment.ts'
import { windowOf } from '../domain/grants/settlement-grant.ts'
import { offeredPermission, permissionHash } from '../domain/grants/spend-permission.ts'
import { unitsOf } from '../domain/leg.ts'
import { proposeGrant, readGrants, type StoredGrant } from '../store/grant-store.ts'
import { isSpentHere, type OpenGrantChain } from './known-grants.ts'

/**
 * What the buyer of a Spool is asked to grant. It is noted when it is first asked for, and stays the same until it was revoked, has
 * ended, or is of contracts that this deployment no longer has.
 */
export async function offeredGrant(
  deps: SettlementDeps,
  open: OpenGrantChain,
  terms: GrantTerms,
): Promise<StoredGrant> {
  const { chain, clock, pool, grantSettings } = deps
  const { place, token } = open
  const account = addressOn(place.chainId, terms.payer)
  if (account === null || chain === null) {
    throw new Refusal(
      'settlement_unavailable',
      'There is no active production principal on the configured network.',
      { reason: 'no_active_principal' },
    )
  }
  const last = (await readGrants(pool, terms.spoolId)).at(-1)
  if (last !== undefined && (await isStillUsable(open, last))) return last
  const { at } = await chain.head()
  const allowanceCents = BigInt(terms.maximumAllInCents)
  const generation = (last?.generation ?? 0) + 1
  const permission = offeredPermission(
    terms,
    {
      account,
      spender: place.settler,
      token: token.address,
      allowance: unitsOf(allowanceCents, token.decimals),
    },
    generation,
    { at, ...grantSettings },
  )
  const { spoolId, accountId } = terms
  await proposeGrant(
    pool,
    {
      permissionHash: permissionHash(place, permission),
      spoolId,
      accountId,
      generation,
      permission,
      allowanceCents,
      signature: null,
      approvalTransaction: null,
      revocation: null,
      network: { chainId: place.chainId, manager: place.manager },
    },
    clock.now(),
  )
  // Another process may have been first.
  const noted = (await readGrants(pool, spoolId)).at(-1)
  if (noted === undefined) throw new Error(`the grant of Spool ${spoolId} was not noted`)
  return noted
}

async function isStillUsable(open: OpenGrantChain, grant: StoredGrant): Promise<boolean> {
  if (!isSpentHere(grant, open)) return false
  const { at, isRevoked } = await open.grants.facts(grant.permission)
  return !isRevoked && windowOf(grant.permission, at) !== 'ended'
}
